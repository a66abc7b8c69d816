"""Near misses of Al Cabohne's own actions."""

from __future__ import annotations

from collections.abc import Callable

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.bosses import BOSSES
from tobean.kernel.actions import Action, DiscardTurned, GoOn, Plant
from tobean.kernel.chance import Chance
from tobean.kernel.places import TURNED
from tobean.kernel.table import Table


def feeding(table: Table, chance: Chance) -> Action:
    """A boss, mostly in play, gets a card that mostly is in the hand or revealed."""
    seat = table.active if chance.below(4) else chance.below(table.players)
    boss = chance.below(len(BOSSES))
    hand = table.hands[seat]
    place = chance.below(len(hand) + 1) if chance.below(3) else TURNED
    card = chance.choice(table.kinds)
    if 0 <= place < len(hand) and chance.below(4):
        card = hand[place]
    elif table.turned and chance.below(2):
        card = chance.choice(table.turned)
    return Feed(seat, boss, card, place)


def discarding(table: Table, chance: Chance) -> Action:
    card = chance.choice(table.turned or table.kinds)
    return DiscardTurned(chance.below(table.players), card)


def planting_revealed(table: Table, chance: Chance) -> Action:
    card = chance.choice(table.turned or table.kinds)
    return Plant(table.active, card, TURNED, chance.below(4))


def going_on(table: Table, chance: Chance) -> Action:
    return GoOn(table.active)


MAKERS: list[Callable[[Table, Chance], Action]] = [feeding, discarding, planting_revealed, going_on]
