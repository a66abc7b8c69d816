"""Token buckets shared by all processes of a server, so that a limit does not depend on their number.

They are in a memory-mapped file, without messages or locks. Two processes that take from one bucket at the same moment
may both get its last token, which does not matter.
"""

import mmap
from hashlib import blake2b
from pathlib import Path
from typing import Final

SLOTS: Final = 65_536
ASSOCIATIVITY: Final = 4
"""Slots that a bucket can be in; a new bucket replaces the least recently used one of them."""
CELLS: Final = 3
"""Cells of a slot: hash of its key, tokens left, time of the last refill."""
WORD: Final = 8


class SharedBuckets:
    """Slots in a memory-mapped file, as a set-associative cache."""

    def __init__(self, path: Path, slots: int = SLOTS) -> None:
        self.sets = slots // ASSOCIATIVITY
        with path.open("a+b") as file:
            file.truncate(slots * CELLS * WORD)
            self.memory = mmap.mmap(file.fileno(), slots * CELLS * WORD)
        self.key_hashes = memoryview(self.memory).cast("Q")
        self.cells = memoryview(self.memory).cast("d")

    def find(self, *key: str) -> tuple[int, bool]:
        """Return the index of the first cell of a bucket, and whether it is new."""
        key_hash = int.from_bytes(blake2b("\0".join(key).encode(), digest_size=WORD).digest()) or 1
        first = key_hash % self.sets * ASSOCIATIVITY * CELLS
        slots = range(first, first + ASSOCIATIVITY * CELLS, CELLS)
        for slot in slots:
            if self.key_hashes[slot] == key_hash:
                return slot + 1, False
        slot = min(slots, key=lambda slot: self.cells[slot + 2])
        self.key_hashes[slot] = key_hash
        return slot + 1, True
