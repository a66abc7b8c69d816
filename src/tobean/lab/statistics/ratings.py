"""Ratings by openskill's Plackett-Luce model: one number for each bot out of games of many.

They depend on who played whom, so they are never shown without the matrix of pairings.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tobean.lab.arena.arena_game import Outcome


@dataclass(frozen=True)
class Rating:
    """How strong a bot is thought to be, and how sure that is. All begin with 25 and 8.3."""

    mu: float
    sigma: float


def rate(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """Rate the bots of these games, taken in the order of their deals.

    Copies of a bot at one table begin the game with the same rating; what each of them learns is added to it. (A mean
    would let the hero move N - 1 times as fast as the others, and all ratings would drift.)
    """
    from openskill.models import PlackettLuce  # of the extra `research`

    model = PlackettLuce()
    ratings: dict[str, Rating] = {}
    fresh = Rating(model.mu, model.sigma)
    for outcome in sorted(outcomes, key=lambda outcome: (outcome.fixture.deal, outcome.fixture.lineup)):
        lineup = outcome.fixture.lineup
        before = [ratings.get(name, fresh) for name in lineup]
        # Each seat needs a rating object of its own: the model changes what it is given.
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = model.rate(teams, ranks=list(outcome.ranks))
        for name in dict.fromkeys(lineup):
            copies = [team[0] for team, owner in zip(after, lineup, strict=True) if owner == name]
            rating = ratings.get(name, fresh)
            mu = rating.mu + sum(copy.mu - rating.mu for copy in copies)
            ratings[name] = Rating(mu, rating.sigma * prod(copy.sigma / rating.sigma for copy in copies))
    return ratings
