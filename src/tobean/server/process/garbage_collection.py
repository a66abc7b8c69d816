"""Garbage collection tuned for the server: requests and connections leave reference cycles, playing does not.

Python's collector counts new objects and then scans all of them. With hundreds of tables in memory nearly all of these
belong to tables, so a scan pauses the server for some fifty milliseconds and finds nothing. New objects are therefore
frozen without a scan (`gc.freeze` takes no time), and a full collection runs once enough requests have been answered
and connections closed.
"""

import gc
from collections.abc import Callable
from typing import Final

THRESHOLDS: Final = (50_000, 10, 30)
"""Thresholds of Python's own collector. Only a flood of requests allocates this much within a second."""
COLLECT_THRESHOLD: Final = 20_000
"""Number of new objects that are worth a freeze."""
GARBAGE_PER_REQUEST: Final = 100
"""Approximate number of garbage objects that one request or connection leaves."""
GARBAGE_DIVISOR: Final = 4
"""New objects are collected immediately if more than one in this many is estimated to be garbage."""
MAX_UNCOLLECTED: Final = 500
MAX_UNCOLLECTED_PER_TABLE: Final = 10
"""Garbage of at most `MAX_UNCOLLECTED` requests and connections, plus `MAX_UNCOLLECTED_PER_TABLE` for each table in
memory, may be frozen. That is about as much memory as the tables take themselves; the more tables, the longer a full
collection takes."""


class CollectorTuning:
    """Controls the collector of one server process."""

    def __init__(self, count_ended: Callable[[], int], count_tables: Callable[[], int]) -> None:
        self.count_ended = count_ended
        """Returns the number of requests and connections that have ended so far."""
        self.count_tables = count_tables
        """Returns the number of tables in memory."""
        self.ended_before = count_ended()
        self.uncollected = 0
        """Number of requests and connections that ended since the last full collection and were frozen uncollected."""

    def start(self) -> None:
        """Freeze everything that exists now."""
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()

    def collect_if_due(self) -> None:
        """Freeze or collect new objects; called every second."""
        new_objects = gc.get_count()[0]
        if new_objects < COLLECT_THRESHOLD:
            return
        ended = self.count_ended()
        newly_ended, self.ended_before = ended - self.ended_before, ended
        if newly_ended * GARBAGE_PER_REQUEST > new_objects // GARBAGE_DIVISOR:
            gc.collect(0)
        else:
            self.uncollected += newly_ended
        if self.uncollected > MAX_UNCOLLECTED + MAX_UNCOLLECTED_PER_TABLE * self.count_tables():
            self.uncollected = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()
