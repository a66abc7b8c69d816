"""Lessons with puzzles, for the first week after an introduction.

    PuzzleLesson("queue", N_("The hand is a queue"), (N_("Cards stay ..."),), ("8cd011379c", ...), N_("Before you ..."))

A game declares its lessons in its page package (`GamePage.puzzle_lessons`). The puzzles are proven like all others
(`tobean.study.puzzles`); those that are too easy for the collection are in its file `lessons.puzzles`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PuzzleLesson:
    """A lesson: what to know, puzzles to try it, and what was learned. All texts are English."""

    name: str
    """Name in addresses and in stored progress; no other lesson has it."""
    title: str
    text: tuple[str, ...]
    puzzle_ids: tuple[str, ...]
    learned: str
