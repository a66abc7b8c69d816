"""Storm: as many puzzles as possible within three minutes.

The time starts and ends on the server: a run stores its start, and an answer counts if it arrives before the end. A
wrong answer shortens the time left by `PENALTY` seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.games import GAMES
from tobean.kernel.chance import Chance
from tobean.study.puzzles.collection import collection, puzzles_by_id
from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.ratings import seed_rating

SECONDS: Final = 180
PENALTY: Final = 10
"""Seconds that a wrong answer costs."""
MAX_PUZZLES: Final = 60
LEVELS: Final = 6
PER_LEVEL: Final = 4
"""A run has this many puzzles of each level, easy ones first, before any others."""
MIXED: Final = "all"
"""Instead of the name of a game: puzzles of all games."""


class StormAnswer(msgspec.Struct, frozen=True):
    """An answer that counted."""

    puzzle: str
    answer: int
    solved: bool


class StormRun(msgspec.Struct, frozen=True):
    """One storm: when it started, its puzzles as `GAME/ID`, and the answers up to now."""

    start: float
    puzzles: tuple[str, ...]
    answers: tuple[StormAnswer, ...] = ()

    @property
    def score(self) -> int:
        return sum(answer.solved for answer in self.answers)

    @property
    def wrong(self) -> int:
        return len(self.answers) - self.score

    def seconds_left(self, now: float) -> float:
        """Return the time left, 0 at the end. A clock that was set back to before the start ends the run, too."""
        end = self.start + SECONDS - PENALTY * self.wrong
        return max(0.0, end - now) if now >= self.start else 0.0

    def current(self, now: float) -> Puzzle | None:
        """Return the puzzle to solve, None if the run is over."""
        if not self.seconds_left(now):
            return None
        for name in self.puzzles[len(self.answers) :]:
            return storm_puzzle(name)
        return None


class StormBest(msgspec.Struct, frozen=True):
    """Best score of a person."""

    score: int
    at: float
    """Time at which it was reached, in seconds since 1970."""


def run_key(game: str) -> str:
    return f"storm/{game}/run"


def best_key(game: str) -> str:
    return f"storm/{game}/best"


def storm_name(puzzle: Puzzle) -> str:
    return f"{puzzle.game}/{puzzle.id}"


def storm_puzzle(name: str) -> Puzzle | None:
    """Return a puzzle by its name in a run; None if this version has no such puzzle."""
    game, _, key = name.partition("/")
    return puzzles_by_id(game).get(key)


def new_run(game: str, now: float, chance: Chance) -> StormRun:
    """Return a run with puzzles of a game, or of all."""
    names = list(GAMES) if game == MIXED else [game]
    puzzles = [puzzle for name in names for puzzle in collection(name)]
    return StormRun(now, tuple(storm_name(puzzle) for puzzle in storm_order(puzzles, chance)))


def storm_order(puzzles: Sequence[Puzzle], chance: Chance) -> list[Puzzle]:
    """Return puzzles in random order, but some easy ones first, then some of each harder level."""
    order = list(range(len(puzzles)))
    chance.shuffle(order)
    shuffled = [puzzles[index] for index in order]
    by_rating = sorted(shuffled, key=lambda puzzle: seed_rating(puzzle).mu)
    size = max(1, len(by_rating) // LEVELS)
    levels = [by_rating[start : start + size] for start in range(0, len(by_rating), size)]
    first = [puzzle for level in levels[:LEVELS] for puzzle in level[:PER_LEVEL]]
    chosen = {puzzle.id for puzzle in first}
    return [*first, *(puzzle for puzzle in shuffled if puzzle.id not in chosen)][:MAX_PUZZLES]


def after_answer(run: StormRun, name: str, answer: int, now: float) -> StormRun | None:
    """Return the run after an answer; None if the answer is late or not about the current puzzle."""
    puzzle = run.current(now)
    if puzzle is None or storm_name(puzzle) != name or not 0 <= answer < len(puzzle.answers):
        return None
    given = StormAnswer(name, answer, answer == puzzle.best)
    return StormRun(run.start, run.puzzles, (*run.answers, given))
