"""Ratings by openskill's Plackett-Luce model: one number for each bot from multiplayer games.

They depend on the pairings, so they are never shown without the matrix of pairings.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from tobean.research.arena.arena_game import Outcome


@dataclass(frozen=True)
class Rating:
    """Estimated strength of a bot and its standard deviation. The initial values are 25 and 8.3."""

    mu: float
    sigma: float


def rate(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """Rate the bots of these games, taken in the order of their deals.

    Copies of a bot at one table start the game with the same rating, and the changes of all copies are added to it.
    (With their mean, the hero would move N - 1 times as fast as the others, and all ratings would drift.)
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Rating] = {}
    fresh = Rating(model.mu, model.sigma)
    for outcome in sorted(outcomes, key=lambda outcome: (outcome.fixture.deal, outcome.fixture.lineup)):
        lineup = outcome.fixture.lineup
        before = [ratings.get(name, fresh) for name in lineup]
        # Each seat needs its own rating object, because the model modifies them.
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = model.rate(teams, ranks=list(outcome.ranks))
        for name in dict.fromkeys(lineup):
            copies = [team[0] for team, owner in zip(after, lineup, strict=True) if owner == name]
            rating = ratings.get(name, fresh)
            mu = rating.mu + sum(copy.mu - rating.mu for copy in copies)
            ratings[name] = Rating(mu, rating.sigma * prod(copy.sigma / rating.sigma for copy in copies))
    return ratings
