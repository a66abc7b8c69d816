"""The puzzles that come with tobean: one file for each game."""

from functools import cache
from importlib.resources import files
from typing import Final

from tobean.study.puzzles.puzzle import Puzzle, decode_trusted

SUFFIX: Final = ".puzzles"


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, easy ones first; none for a game without a file."""
    file = files("tobean.study.puzzles") / "data" / f"{game}{SUFFIX}"
    if not file.is_file():
        return ()
    return tuple(sorted(decode_trusted(file.read_text(encoding="utf-8")), key=difficulty))


@cache
def puzzles_by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in collection(game)}


def difficulty(puzzle: Puzzle) -> tuple[int, float, str]:
    """Order puzzles by the number of bots that solve them, then by how far the best answer leads."""
    return -len(puzzle.solved_by), -puzzle.gap, puzzle.id
