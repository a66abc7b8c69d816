"""Model of the other players: the credibility of their calls, favours owed, and suspected collusion.

Everything is counted from public events since the cards were dealt (kernel/trade/trade_history.py). Bots keep no memory
of their own.
"""

from math import sqrt
from typing import Final

from tobean.kernel.observation.observation import Observation

DEFAULT_CREDIBILITY: Final = 0.8
"""Likelihood that a seat has what it calls out, before any of its calls has been tested."""
CREDIBILITY_PRIOR_WEIGHT: Final = 5.0
"""Weight of that prior, in tested calls."""
SUSPICION_THRESHOLD: Final = 1.0
"""Lead of the favours within a pair over those for the rest, in standard deviations, at which suspicion begins."""
MIN_FAVOURS: Final = 3
"""Fewer favours within a pair raise no suspicion."""
DEBT_WEIGHT: Final = 0.3
"""Weight of the gain of a seat that receives favours and returns none, added to `envy` in proportion to its debt."""
DEBT_PRIOR_WEIGHT: Final = 4.0
"""Prior weight, in favours, that keeps the debt small while there have been few."""
CERTAINTY_THRESHOLD: Final = 1.8
"""Lead, in standard deviations, at which collusion counts as certain."""


def call_credibility(view: Observation, seat: int) -> float:
    """Return the share of a seat's calls that it honoured when another seat wanted to deal, with a prior."""
    honoured_calls, refused = view.trade_history.honoured_calls[seat], view.trade_history.refused_calls[seat]
    return (DEFAULT_CREDIBILITY * CREDIBILITY_PRIOR_WEIGHT + honoured_calls) / (
        CREDIBILITY_PRIOR_WEIGHT + honoured_calls + refused
    )


def favour_debt(view: Observation, seat: int) -> float:
    """Return the favours received minus those given, as a share of both; 0 if the seat gave as many as it got."""
    favours, players = view.trade_history.favours, view.players
    received = given = 0
    for other in range(players):
        received += favours[other * players + seat]
        given += favours[seat * players + other]
    return max(0.0, (received - given) / (received + given + DEBT_PRIOR_WEIGHT))


def reciprocates(view: Observation, seat: int) -> bool:
    """Whether this seat has done the viewer favours, and as many as it received."""
    favours, players = view.trade_history.favours, view.players
    received = favours[seat * players + view.seat]
    return received > 0 and received >= favours[view.seat * players + seat]


def collusion_suspicions(view: Observation) -> list[float]:
    """Return for each other seat the suspicion that it colludes: from 0, through 1 (certain), to 2 (blatant).

    A pair is suspected that does each other many more favours than it does the rest. Cards that a player has to get rid
    of go to some seat, so a few more mean nothing.
    """
    players = view.players
    suspicions = [0.0] * players
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
            suspicion = min(2.0, (ahead - SUSPICION_THRESHOLD) / (CERTAINTY_THRESHOLD - SUSPICION_THRESHOLD))
            if suspicion > 0.0:
                suspicions[one] = max(suspicions[one], suspicion)
                suspicions[two] = max(suspicions[two], suspicion)
    return suspicions
