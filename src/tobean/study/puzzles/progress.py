"""Progress of a solver: first attempts, rating and streak, as facts of the store.

Only the first attempt at a puzzle counts. It is stored together with the ratings that it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.ratings import Rating, seed_rating, updated_ratings

ATTEMPTS: Final = "puzzle/"
"""Prefix of the keys of attempts, `puzzle/GAME/ID`."""
STANDING: Final = "puzzles/standing"
"""Key of a solver's `Standing`."""
RATINGS: Final = "rating/"
"""Prefix of the keys of puzzles' ratings, `rating/GAME/ID`; these belong to the server."""


class Attempt(msgspec.Struct, frozen=True):
    """First attempt at a puzzle."""

    answer: int
    """Index of the answer."""
    solved: bool
    at: float
    """Time of the answer, in seconds since 1970."""
    before: int
    after: int
    """Points of the solver before and after."""


class Standing(msgspec.Struct, frozen=True):
    """Rating and streak of a solver."""

    rating: Rating = Rating()
    attempts: int = 0
    solved: int = 0
    streak: int = 0
    """Puzzles solved in a row, up to now."""
    best_streak: int = 0


class PuzzleRating(msgspec.Struct, frozen=True):
    """Rating of a puzzle on this server."""

    rating: Rating
    attempts: int = 0


def attempt_key(puzzle: Puzzle) -> str:
    return f"{ATTEMPTS}{puzzle.game}/{puzzle.id}"


def rating_key(puzzle: Puzzle) -> str:
    return f"{RATINGS}{puzzle.game}/{puzzle.id}"


def after_attempt(
    puzzle: Puzzle, answer: int, at: float, standing: Standing, puzzle_rating: PuzzleRating
) -> tuple[Attempt, Standing, PuzzleRating]:
    """Return the first attempt at a puzzle, and the solver's standing and the puzzle's rating after it."""
    solved = answer == puzzle.best
    solver, rating = updated_ratings(standing.rating, puzzle_rating.rating, solved)
    streak = standing.streak + 1 if solved else 0
    attempt = Attempt(answer, solved, at, standing.rating.points, solver.points)
    after = Standing(solver, standing.attempts + 1, standing.solved + solved, streak, max(streak, standing.best_streak))
    return attempt, after, PuzzleRating(rating, puzzle_rating.attempts + 1)


def rating_of(puzzle: Puzzle, ratings: Mapping[str, PuzzleRating]) -> Rating:
    """Return the rating of a puzzle on this server, by id, else the one it starts with."""
    own = ratings.get(puzzle.id)
    return seed_rating(puzzle) if own is None else own.rating


def next_puzzle(
    puzzles: Sequence[Puzzle], attempted: Iterable[str], solver: Rating, ratings: Mapping[str, PuzzleRating]
) -> Puzzle | None:
    """Return the puzzle without an attempt whose rating is nearest to the solver's; None if all were attempted."""
    attempted_ids = set(attempted)
    left = [puzzle for puzzle in puzzles if puzzle.id not in attempted_ids]
    return min(left, key=lambda puzzle: abs(rating_of(puzzle, ratings).mu - solver.mu), default=None)
