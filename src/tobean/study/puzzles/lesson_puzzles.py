"""Puzzles of lessons, and the progress of a learner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from tobean.study.puzzles.collection import puzzles_by_id
from tobean.study.puzzles.puzzle import Puzzle, decode_trusted

FILE: Final = "lessons.puzzles"
"""Puzzles of lessons that are not in the collection of a game, because they are too easy for it."""
PROGRESS: Final = "lesson/"
"""Prefix of the keys of progress, `lesson/NAME`."""


class LessonProgress(msgspec.Struct, frozen=True):
    """Ids of the puzzles of a lesson that were solved."""

    solved: tuple[str, ...] = ()


@cache
def easy_puzzles() -> dict[str, Puzzle]:
    file = files("tobean.study.puzzles") / "data" / FILE
    return {puzzle.id: puzzle for puzzle in decode_trusted(file.read_text(encoding="utf-8"))}


def lesson_puzzles(game: str, ids: Sequence[str]) -> list[Puzzle]:
    """Return the puzzles of a lesson; each is in the collection of the game or in the file of the lessons."""
    return [easy_puzzles().get(name) or puzzles_by_id(game)[name] for name in ids]
