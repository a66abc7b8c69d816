"""How far a game can go: bounds that follow from the rules, for whoever needs arrays of a fixed size.

docs/bounds.md has the proofs; a test plays against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.kernel.bounds import MOST_OFFERS, MOST_TALK, TALK_ENDS
from tobean.kernel.piles import Draw, TurnOver
from tobean.kernel.planting import PlantDue, PlantFromHand
from tobean.kernel.trading import Trading
from tobean.kernel.turn import LastChance, NextPlayer

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules

PLAIN_STEPS: tuple[type, ...] = (PlantFromHand, LastChance, TurnOver, Trading, PlantDue, Draw, NextPlayer)
"""The phases of a turn in which nothing is done but planting, harvesting, trading and going on."""


def most_talk(talk_limit: int | None) -> int:
    """Offers and calls of one player in a turn (T8)."""
    return MOST_TALK if talk_limit is None else min(MOST_TALK, talk_limit)


def most_in_hand(rules: Rules) -> int:
    """Cards in a hand: as many as there are."""
    return rules.card_count


def most_open_offers(players: int, talk_limit: int | None) -> int:
    """Offers that lie open at once: those that T7 and T8 allow each seat, and one that a rule may demand."""
    return players * min(MOST_OFFERS, most_talk(talk_limit)) + 1


def most_drawn(rules: Rules, players: int) -> int:
    """Cards that are drawn in a game: at most all of them from each pile."""
    return rules.last_run_out[rules.players.index(players)] * sum([bean.count for bean in rules.beans])


def most_plies(rules: Rules, players: int, talk_limit: int | None) -> int | None:
    """Actions of a game; None for games in which more can be done than the kernel's phases know of."""
    turn = rules.turn_of(players)
    if rules.component is not None or not all(isinstance(step, PLAIN_STEPS) for step in turn):
        return None
    drawn = most_drawn(rules, players)
    each_turn = sum([step.count for step in turn if isinstance(step, (TurnOver, Draw))])
    turns = drawn // max(1, each_turn) + 1
    going_on = sum([isinstance(step, (PlantFromHand, LastChance, Trading)) for step in turn])
    quiet = 2 * drawn + players * rules.room_for_fields + turns * going_on
    talk = turns * players * most_talk(talk_limit) * (1 + players)
    last_answers = most_open_offers(players, talk_limit) * players
    return quiet + min(talk, TALK_ENDS + last_answers)
