"""Random near-miss actions of Bohnedikt: sacrifices and edicts."""

from collections.abc import Callable

from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS, SACRIFICES
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts.registry import FAVOURABLE
from tobean.games.bohnedikt.edicts.restrictions import UNFAVOURABLE
from tobean.games.bohnedikt.edicts.use import DemandSwap, Invoke
from tobean.games.bohnedikt.sacrifice_phases import DropSacrifice
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.cards import KIND_NAMES
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.table import Table


def some_place(table: Table, seat: int, chance: Chance) -> tuple[int, int]:
    """A card and a location, usually the correct one."""
    place = chance.choice([TURNED, ASIDE, *range(len(table.hands[seat]))])
    there = (
        table.turned if place == TURNED else list(table.aside[seat]) if place == ASIDE else table.hands[seat][place:]
    )
    return (there[0] if there and chance.randbelow(4) else chance.choice(table.kinds)), place


def some_sacrifice(table: Table, chance: Chance) -> Action:
    seat = chance.randbelow(table.players)
    cards = list(SACRIFICE_PAIRS[bohnedikt_component(table).sacrifice_cards[seat]])
    if chance.randbelow(2):
        cards.reverse()
    places: list[int] = []
    for index, card in enumerate(cards):
        hand = table.hands[seat]
        where = [place for place in range(len(hand)) if hand[place] == card]
        where += [TURNED] * (card in table.turned) + [ASIDE] * (card in table.aside[seat])
        if where and chance.randbelow(8):
            places.append(chance.choice(where))
        else:
            cards[index], place = some_place(table, seat, chance)
            places.append(place)
    return Sacrifice(seat, tuple(cards), tuple(places))


def some_drop(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    card = bohnedikt_component(table).sacrifice_cards[seat] if chance.randbelow(8) else chance.choice(ALL_SACRIFICES)
    return DropSacrifice(seat, card)


def some_edict(table: Table, chance: Chance) -> int:
    component = bohnedikt_component(table)
    if component.edicts and chance.randbelow(4):
        return chance.choice(component.edicts)
    return chance.choice(FAVOURABLE if chance.randbelow(8) else UNFAVOURABLE).kind


def some_use(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(8) else chance.randbelow(table.players)
    if chance.randbelow(3) == 0:
        return Invoke(seat, some_edict(table, chance))
    card, place = some_place(table, seat, chance)
    return Invoke(seat, some_edict(table, chance), card, place)


def some_demand(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(8) else chance.randbelow(table.players)
    card, place = some_place(table, seat, chance)
    wanted = chance.choice(table.requestable_kinds if chance.randbelow(8) else list(range(len(KIND_NAMES))))
    return DemandSwap(seat, some_edict(table, chance), chance.randbelow(table.players), card, place, wanted)


def some_discard(table: Table, chance: Chance) -> Action:
    seat = table.active if chance.randbelow(8) else chance.randbelow(table.players)
    return DiscardTurned(seat, chance.choice(table.turned or table.kinds))


BOHNEDIKT_ACTIONS: list[Callable[[Table, Chance], Action]] = [
    some_sacrifice,
    some_drop,
    some_use,
    some_demand,
    some_discard,
]

ALL_SACRIFICES = sorted(extra.kind for extra in SACRIFICES for _ in range(extra.count))


def sacrifice_census(table: Table) -> list[int]:
    """All sacrifice cards of a table, sorted."""
    component = bohnedikt_component(table)
    in_pile = [card for card, count in enumerate(component.bag) for _ in range(count)]
    in_hands = [card for hand in table.hands for card in hand if card in SACRIFICE_PAIRS]
    return sorted([*in_pile, *in_hands, *component.discard])
