"""What a seat makes of how the others deal: how far it believes their calls, and who seems to play for whom.

All of it is counted from what everybody has seen since the deal (kernel/trade/trade_history.py). Nothing is kept in a bot.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tobean.view.observation import Observation

DEFAULT_CREDIBILITY: Final = 0.8
"""How likely it is that somebody has what they say they have, if nobody has found out yet."""
CREDIBILITY_PRIOR_WEIGHT: Final = 5.0
"""That weighs as much as so many calls that were put to the test."""
SUSPICION_THRESHOLD: Final = 1.0
"""By so many standard deviations the favours of two players for each other may be ahead of those for the rest."""
MIN_FAVOURS: Final = 3
"""Fewer favours than that are nothing to be suspicious of."""
DEBT_WEIGHT: Final = 0.3
"""How much more the gain of somebody counts against a deal who gets favours and does none."""
DEBT_PRIOR_WEIGHT: Final = 4.0
"""So many favours weigh in on both sides: where there were few, nobody owes anything."""
CERTAINTY_THRESHOLD: Final = 1.8
"""When they are so far ahead, hardly anybody doubts any more."""


def call_credibility(view: Observation, seat: int) -> float:
    """How far a call of this seat is believed: by the share of those that it has kept when somebody wanted to deal."""
    honoured_calls, refused = view.trade_history.honoured_calls[seat], view.trade_history.refused[seat]
    return (DEFAULT_CREDIBILITY * CREDIBILITY_PRIOR_WEIGHT + honoured_calls) / (
        CREDIBILITY_PRIOR_WEIGHT + honoured_calls + refused
    )


def favour_debt(view: Observation, seat: int) -> float:
    """How much more this seat got from all others than it gave them, as a share of both; 0 if it gave as much."""
    favours, players = view.trade_history.favours, view.players
    got = given = 0
    for other in range(players):
        got += favours[other * players + seat]
        given += favours[seat * players + other]
    return max(0.0, (got - given) / (got + given + DEBT_PRIOR_WEIGHT))


def reciprocates(view: Observation, seat: int) -> bool:
    """Has this seat done the viewer favours, and as many as it got?"""
    favours, players = view.trade_history.favours, view.players
    got = favours[seat * players + view.seat]
    return got > 0 and got >= favours[view.seat * players + seat]


def collusion_suspicions(view: Observation) -> list[float]:
    """For each other seat how sure it is that it has a fellow for whom it plays, from 0 by 1 (surely) to 2 (glaring).

    Two players are suspected who do each other many more favours than they do the rest. A card that one has to get rid
    of goes to somebody, so a few more mean nothing.
    """
    players = view.players
    found = [0.0] * players
    favours = view.trade_history.favours
    for one in range(players):
        for two in range(one):
            if view.seat in (one, two):
                continue
            within = favours[one * players + two] + favours[two * players + one]
            if within < MIN_FAVOURS:
                continue
            outside = 0
            for third in range(players):
                if third not in (one, two):
                    outside += favours[one * players + third] + favours[two * players + third]
            usual = outside / (players - 2)
            ahead = (within - usual) / sqrt(within + usual + 1.0)
            sure = min(2.0, (ahead - SUSPICION_THRESHOLD) / (CERTAINTY_THRESHOLD - SUSPICION_THRESHOLD))
            if sure > 0.0:
                found[one] = max(found[one], sure)
                found[two] = max(found[two], sure)
    return found
