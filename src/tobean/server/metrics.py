"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

if sys.platform != "win32":  # which knows no such figures
    import resource

RSS_UNIT: Final = 1 if sys.platform == "darwin" else 1024
HELP: Final = {
    "actions_total": "Actions that tables accepted",
    "refused_total": "Messages of players that were refused",
    "stale_total": "Messages that were made for a position that is gone",
    "conflicts_total": "Entries that another process had written first",
    "reloads_total": "Tables that had to be taken from the log again",
    "not_written_total": "Entries that could not be written",
    "damaged_total": "Tables set aside because their log cannot be replayed",
    "bot_faults_total": "Moves of bots that had to be replaced",
    "limited_total": "Requests and messages beyond the limits",
    "requests_total": "Pages asked for",
    "misdirected_total": "Requests and sockets for a host that is not believed",
    "errors_total": "Errors that were survived",
    "dropped_total": "Viewers that were dropped because they read too slowly or sent too much",
    "refused_connections_total": "Connections that were closed because there were too many",
    "expired_connections_total": "Connections that were closed because they kept quiet for too long",
    "connections": "Open connections",
    "tables": "Tables in memory",
    "viewers": "Open sockets",
    "questions": "Questions that wait for a bot or the coach to think",
    "log_commits_total": "Transactions of the log",
    "log_entries_total": "Entries written to the log",
    "cpu_seconds_total": "Processor time of the server process",
    "memory_bytes": "Largest memory of the server process so far",
    "up_seconds": "Time since the start",
}


class Metrics:
    """Counters, and gauges that are read when somebody asks."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {name: 0 for name in HELP if name.endswith("_total")}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.started = time.monotonic()

    def count(self, name: str, by: int = 1) -> None:
        self.counts[f"{name}_total"] += by

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """Something that is read when somebody asks; it replaces a counter of this name."""
        assert name in HELP
        self.counts.pop(name, None)
        self.gauges[name] = read

    def text(self) -> str:
        """All of them in the text format of Prometheus."""
        values: dict[str, float] = {**self.counts, **{name: read() for name, read in self.gauges.items()}}
        values["cpu_seconds_total"] = time.process_time()
        if sys.platform != "win32":
            values["memory_bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT
        values["up_seconds"] = time.monotonic() - self.started
        lines: list[str] = []
        for name, meaning in HELP.items():
            if name in values:
                kind = "counter" if name.endswith("_total") else "gauge"
                lines += [f"# HELP tobean_{name} {meaning}", f"# TYPE tobean_{name} {kind}"]
                lines.append(f"tobean_{name} {round(values[name], 3)}")
        return "\n".join(lines) + "\n"
