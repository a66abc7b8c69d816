"""Rating of a person by openskill, measured against the fixed ratings of the bots they played with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tobean.study.statistics.finished_game import FinishedGame

BOT_RATINGS: Final = {
    "random": -40.3,
    "miser": -22.0,
    "sprout": 2.0,
    "merchant": 25.0,
    "mendel": 35.0,
    "sage": 35.7,
    "mendel@": 42.3,
}
"""Ratings of the bots on openskill's scale, with the merchant at its origin, 25; `mendel@` is mendel with a search.

`bench/bot_ratings.py` computed them; docs/benchmarks.md has the run.
"""
BOT_DEVIATION: Final = 1.0
"""Standard deviation of a bot's rating. It covers the differences between games, which share one rating."""
MIN_GAMES: Final = 10
"""Number of games with bots before a rating is shown."""


@dataclass(frozen=True)
class PersonRating:
    """Rating of a person, its standard deviation, and the number of games it comes from."""

    mu: float
    sigma: float
    games: int

    @property
    def is_shown(self) -> bool:
        return self.games >= MIN_GAMES

    def nearest_bots(self) -> list[str]:
        """Return the bots within one standard deviation, the nearest first; at least the nearest one."""
        ordered = sorted(BOT_RATINGS, key=lambda name: abs(BOT_RATINGS[name] - self.mu))
        close = [name for name in ordered if abs(BOT_RATINGS[name] - self.mu) <= self.sigma]
        return list(dict.fromkeys(name.rstrip("@") for name in close or ordered[:1]))


def rated_name(spec: str) -> str:
    """Return the key of a bot in `BOT_RATINGS`: without its personality and its time budget."""
    name, budget, _ = spec.partition("@")
    name = name.partition("/")[0]
    return f"{name}@" if budget and f"{name}@" in BOT_RATINGS else name


def person_rating(games: Iterable[FinishedGame]) -> PersonRating:
    """Rate a person by their counted games, in the order of time. Only the bots at a table are opponents."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    person = model.rating()
    count = 0
    for game in sorted(games, key=lambda game: game.at):
        bots = [(BOT_RATINGS[rated_name(spec)], rank) for spec, rank in game.bots if rated_name(spec) in BOT_RATINGS]
        if game.excluded or not bots:
            continue
        teams = [[person], *([model.rating(mu=mu, sigma=BOT_DEVIATION)] for mu, _ in bots)]
        person = model.rate(teams, ranks=[game.rank, *(rank for _, rank in bots)])[0][0]
        count += 1
    return PersonRating(person.mu, person.sigma, count)
