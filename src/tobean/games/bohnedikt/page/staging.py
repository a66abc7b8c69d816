"""Staging of a learner's table: an edict comes up in the first turn, and the starting player can sacrifice."""

from itertools import combinations
from typing import Final

from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS, is_sacrifice
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts.registry import FAVOURABLE
from tobean.games.bohnedikt.edicts.restrictions import ONE_DEAL, UNFAVOURABLE
from tobean.kernel.table import Table

FIRST_EDICTS: Final = (ONE_DEAL, *FAVOURABLE, *UNFAVOURABLE)
"""Edicts to turn over first; the earliest that is in the draw pile is taken. The first one is easy to obey."""


def stage(table: Table) -> None:
    """Arrange a freshly dealt table for the introduction."""
    stage_edict(table)
    stage_sacrifice(table, table.start)


def stage_edict(table: Table) -> None:
    """Lay an edict on top of the draw pile."""
    card = next((edict.kind for edict in FIRST_EDICTS if table.bag[edict.kind]), None)
    if card is not None:
        table.bag[card] -= 1
        table.bag_size -= 1
        table.stack.append(card)


def stage_sacrifice(table: Table, seat: int) -> None:
    """Exchange the sacrifice card of a seat for one whose kinds are in its hand, as far back as possible."""
    component = bohnedikt_component(table)
    hand = table.hands[seat]
    pairs = [{first, second} for first, second in combinations(reversed(hand), 2)]
    fitting = [card for pair in pairs for card, kinds in SACRIFICE_PAIRS.items() if set(kinds) == pair]
    wanted = next((card for card in fitting if component.bag[card]), None)
    if wanted is not None:
        place = next(place for place, card in enumerate(hand) if is_sacrifice(card))
        component.return_to_pile(seat)
        component.draw(seat, wanted)
        hand[place] = wanted
