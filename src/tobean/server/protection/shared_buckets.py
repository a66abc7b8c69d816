"""Buckets that all processes of a server share, so that a limit is the same however many there are.

A file that each of them has mapped into its memory: no message, no lock. Two that take from one bucket at the very same
moment may both get the last thing that is in it, which does not matter.
"""

from __future__ import annotations

import mmap
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

SLOTS: Final = 65_536
ASSOCIATIVITY: Final = 4
"""A bucket lies in one of so many slots; who comes anew takes the one that was used longest ago."""
CELLS: Final = 3
"""Whose it is, what is left in it, and when it was looked at."""
WORD: Final = 8


class SharedBuckets:
    """The slots in one file."""

    def __init__(self, path: Path, slots: int = SLOTS) -> None:
        self.sets = slots // ASSOCIATIVITY
        with path.open("a+b") as file:
            file.truncate(slots * CELLS * WORD)
            self.memory = mmap.mmap(file.fileno(), slots * CELLS * WORD)
        self.marks = memoryview(self.memory).cast("Q")
        self.cells = memoryview(self.memory).cast("d")

    def find(self, *key: str) -> tuple[int, bool]:
        """Where the cells of this bucket begin, and whether it is a new one."""
        mark = int.from_bytes(blake2b("\0".join(key).encode(), digest_size=WORD).digest()) or 1
        first = mark % self.sets * ASSOCIATIVITY * CELLS
        ways = range(first, first + ASSOCIATIVITY * CELLS, CELLS)
        for slot in ways:
            if self.marks[slot] == mark:
                return slot + 1, False
        slot = min(ways, key=lambda each: self.cells[each + 2])
        self.marks[slot] = mark
        return slot + 1, True
