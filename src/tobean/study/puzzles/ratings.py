"""Ratings of puzzles and solvers by openskill: an attempt is a game between the two.

A puzzle starts with the rating that follows from the bots that solve it. The ratings of these bots were fitted once to
the puzzles that come with tobean, `fitted_bots`. Solvers start in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.study.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

START: Final = 25.0
START_SIGMA: Final = 25.0 / 3
MIDDLE: Final = 1500
SCALE: Final = 40
"""A rating is shown as `MIDDLE` for the start, and `SCALE` points for each unit."""
PROVISIONAL_SIGMA: Final = 4.5
"""Standard deviation above which a rating is shown as provisional."""
UNSOLVED_BY: Final = "sprout"
"""Bot that solves no puzzle by definition."""


class Rating(msgspec.Struct, frozen=True):
    """Estimated strength and its standard deviation."""

    mu: float = START
    sigma: float = START_SIGMA

    @property
    def points(self) -> int:
        """The number to show."""
        return round(MIDDLE + SCALE * (self.mu - START))

    @property
    def is_provisional(self) -> bool:
        return self.sigma > PROVISIONAL_SIGMA

    def __str__(self) -> str:
        return f"{self.points}{'?' if self.is_provisional else ''}"


BOT_RATINGS: Final = {
    UNSOLVED_BY: Rating(-20.0, 4.1),
    "miser": Rating(20.6, 2.3),
    "merchant": Rating(58.8, 3.5),
    "mendel": Rating(31.6, 2.3),
    "sage@0.5": Rating(50.1, 3.0),
}
"""Ratings of the bots that tell how hard a puzzle is."""


@cache
def model() -> PlackettLuce:
    """Imported lazily, because openskill is slow to import."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def updated_ratings(solver: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """Return both ratings after an attempt."""
    plackett_luce = model()
    teams = [[plackett_luce.rating(mu=rating.mu, sigma=rating.sigma)] for rating in (solver, puzzle)]
    after = plackett_luce.rate(teams, ranks=[1, 2] if solved else [2, 1])
    return Rating(after[0][0].mu, after[0][0].sigma), Rating(after[1][0].mu, after[1][0].sigma)


def seed_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle before people have tried it."""
    return rating_by_solvers(frozenset(puzzle.solved_by))


@cache
def rating_by_solvers(solved_by: frozenset[str]) -> Rating:
    rating = Rating()
    for name, bot in BOT_RATINGS.items():
        rating = updated_ratings(bot, rating, name in solved_by)[1]
    return rating


def fitted_bots(puzzles: Iterable[Puzzle]) -> dict[str, Rating]:
    """Fit the ratings of the bots to their answers, in an order that depends on the puzzles only."""
    bots = dict.fromkeys(BOT_RATINGS, Rating())
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        rating = Rating()
        for name, bot in bots.items():
            bots[name], rating = updated_ratings(bot, rating, name in puzzle.solved_by)
    return bots
