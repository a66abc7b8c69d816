"""A lesson, its puzzles, and the progress of a learner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from tobean.puzzles.collection import puzzles_by_id
from tobean.puzzles.puzzle import Puzzle, puzzles_in

FILE: Final = "lessons.puzzles"
"""Puzzles of lessons that are not in the collection of a game, because they are too easy for it."""
PROGRESS: Final = "lesson/"
"""Prefix of the keys of progress, `lesson/NAME`."""


@dataclass(frozen=True)
class PuzzleLesson:
    """A lesson: what to know, puzzles to try it, and what was learned."""

    name: str
    """Name in addresses and in stored progress."""
    game: str
    title: str
    text: tuple[str, ...]
    puzzle_ids: tuple[str, ...]
    learned: str

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles; each id is in the collection of the game or in the file of the lessons."""
        return [lesson_puzzles().get(name) or puzzles_by_id(self.game)[name] for name in self.puzzle_ids]


class LessonProgress(msgspec.Struct, frozen=True):
    """Puzzles of a lesson that were solved, by id."""

    solved: tuple[str, ...] = ()


@cache
def lesson_puzzles() -> dict[str, Puzzle]:
    file = files("tobean.puzzles") / "data" / FILE
    return {puzzle.id: puzzle for puzzle in puzzles_in(file.read_text(encoding="utf-8"))}


def progress_key(lesson: PuzzleLesson) -> str:
    return f"{PROGRESS}{lesson.name}"
