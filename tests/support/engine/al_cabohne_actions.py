"""Random near-miss actions of Al Cabohne."""

from collections.abc import Callable

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.cards import BOSSES
from tobean.kernel.actions import Action, DiscardTurned, GoOn, Plant
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.table import Table


def feeding(table: Table, chance: Chance) -> Action:
    """Feeds a card, usually from the hand or revealed, to a boss, usually in play."""
    seat = table.active if chance.randbelow(4) else chance.randbelow(table.players)
    boss = chance.randbelow(len(BOSSES))
    hand = table.hands[seat]
    place = chance.randbelow(len(hand) + 1) if chance.randbelow(3) else TURNED
    card = chance.choice(table.kinds)
    if 0 <= place < len(hand) and chance.randbelow(4):
        card = hand[place]
    elif table.turned and chance.randbelow(2):
        card = chance.choice(table.turned)
    return Feed(seat, boss, card, place)


def discarding(table: Table, chance: Chance) -> Action:
    card = chance.choice(table.turned or table.kinds)
    return DiscardTurned(chance.randbelow(table.players), card)


def planting_revealed(table: Table, chance: Chance) -> Action:
    card = chance.choice(table.turned or table.kinds)
    return Plant(table.active, card, TURNED, chance.randbelow(4))


def going_on(table: Table, chance: Chance) -> Action:
    return GoOn(table.active)


AL_CABOHNE_ACTIONS: list[Callable[[Table, Chance], Action]] = [feeding, discarding, planting_revealed, going_on]
