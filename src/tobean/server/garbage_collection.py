"""Looks for garbage where there is some: what requests and connections leave behind holds cycles, play makes none.

Python's collector counts what is made, and then looks through all of it. Where hundreds of tables are played that is
nearly all theirs, and everybody waits for some fifty milliseconds for nothing. So it is set aside unseen (`gc.freeze`
takes no time), and everything is looked through once enough requests have been answered and connections closed.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

THRESHOLDS: Final = (50_000, 10, 30)
"""When Python looks by itself all the same: so much within a second comes from a flood of requests."""
COLLECT_THRESHOLD: Final = 20_000
"""So many objects are worth being set aside."""
EACH: Final = 100
"""About so many of them a request or a connection leaves behind."""
WORTH_COLLECTING: Final = 4
"""It is looked for at once where it is more than this fraction of what was made."""
MOST: Final = 500
MOST_A_TABLE: Final = 10
"""The garbage of so many requests and connections, and of so many more for each table in memory, may lie among what was
set aside: that is about as much memory as the tables take themselves, and the more of them, the longer a look takes."""


class Garbage:
    """The collector of one server process."""

    def __init__(self, ended: Callable[[], int], tables: Callable[[], int]) -> None:
        self.ended = ended
        """How many requests and connections have ended so far."""
        self.tables = tables
        """How many tables are in memory."""
        self.ended_before = ended()
        self.uncollected = 0
        """How many have ended since everything was looked through, and were not looked for."""

    def start(self) -> None:
        """What is there now stays."""
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()

    def collect_if_due(self) -> None:
        """Set aside what has been made, or look through it; to be called every second."""
        made = gc.get_count()[0]
        if made < COLLECT_THRESHOLD:
            return
        ended = self.ended()
        lately, self.ended_before = ended - self.ended_before, ended
        if lately * EACH > made // WORTH_COLLECTING:
            gc.collect(0)
        else:
            self.uncollected += lately
        if self.uncollected > MOST + MOST_A_TABLE * self.tables():
            self.uncollected = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()
