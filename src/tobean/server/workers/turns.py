"""Whose turn it is: questions wait in a queue that is shared fairly, first by house, then by table.

Each house has a clock that shows how much of the thinkers' time it has had; the house whose clock is furthest behind is
next, and within it the table likewise. A house that comes anew starts at the present time: it neither pays for what
others had before it came nor saves up what it did not use. (Start-time fair queueing: Goyal, Vin and Cheng, 1996.)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Job = TypeVar("Job")


@dataclass
class Line(Generic[Job]):
    """What one table waits for, each with the time that it probably takes."""

    clock: float
    jobs: deque[tuple[Job, float]] = field(default_factory=deque)


@dataclass
class House(Generic[Job]):
    """The tables of one address."""

    clock: float
    now: float = 0.0
    """The time within the house."""
    lines: dict[str, Line[Job]] = field(default_factory=dict)
    waiting: int = 0


class Turns(Generic[Job]):
    """The queue."""

    def __init__(self) -> None:
        self.houses: dict[str, House[Job]] = {}
        self.now = 0.0
        self.waiting = 0

    def __len__(self) -> int:
        return self.waiting

    def of(self, house: str) -> int:
        """How many jobs of a house wait."""
        found = self.houses.get(house)
        return 0 if found is None else found.waiting

    def add(self, house: str, table: str, job: Job, seconds: float) -> None:
        home = self.houses.setdefault(house, House(self.now))
        if not home.waiting:
            home.clock = max(home.clock, self.now)
        line = home.lines.setdefault(table, Line(home.now))
        if not line.jobs:
            line.clock = max(line.clock, home.now)
        line.jobs.append((job, seconds))
        home.waiting += 1
        self.waiting += 1

    def next(self) -> tuple[str, str, Job] | None:
        """The job whose turn it is, with its house and table."""
        self.tidy_up()
        waiting = [(home.clock, name) for name, home in self.houses.items() if home.waiting]
        if not waiting:
            return None
        self.now, house = min(waiting)
        home = self.houses[house]
        home.now, table = min((line.clock, name) for name, line in home.lines.items() if line.jobs)
        job, seconds = home.lines[table].jobs.popleft()
        home.waiting -= 1
        self.waiting -= 1
        self.charge(house, table, seconds)
        return house, table, job

    def charge(self, house: str, table: str, seconds: float) -> None:
        """So much time went to a table; less than nothing where it took less than was thought."""
        home = self.houses.get(house)
        if home is not None:
            home.clock += seconds
            if table in home.lines:
                home.lines[table].clock += seconds

    def drop(self, house: str, table: str, job: Job) -> None:
        """Nobody waits for this one any more."""
        home = self.houses.get(house)
        line = home.lines.get(table) if home is not None else None
        if home is None or line is None:
            return
        left = [each for each in line.jobs if each[0] is not job]
        home.waiting -= len(line.jobs) - len(left)
        self.waiting -= len(line.jobs) - len(left)
        line.jobs = deque(left)

    def tidy_up(self) -> None:
        """Forget who waits for nothing and has had no more than others."""
        for name, home in list(self.houses.items()):
            if not home.waiting and home.clock <= self.now:
                del self.houses[name]
                continue
            for table, line in list(home.lines.items()):
                if not line.jobs and line.clock <= home.now:
                    del home.lines[table]
