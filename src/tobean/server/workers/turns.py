"""Whose turn it is: questions wait in a queue that is shared fairly by address, then by person, then by table.

Whoever shares has a clock that shows how much of the thinkers' time they have had; who is furthest behind is next, and
of theirs likewise. Who comes anew starts at the present time: nobody pays for what others had before they came, nor
saves up what they did not use. (Start-time fair queueing: Goyal, Vin and Cheng, 1996.)
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")


class Whose(NamedTuple):
    """For whom something is thought."""

    house: str
    """The address that they come from."""
    person: str
    table: str


class Most(NamedTuple):
    """How many jobs may run at a time for one of each; None: as many as there are thinkers."""

    house: int | None = None
    person: int | None = None
    table: int | None = None


@dataclass
class Share(Generic[Job]):
    """What one address, person or table waits for."""

    clock: float = 0.0
    now: float = 0.0
    """The time within."""
    waiting: int = 0
    parts: dict[str, Share[Job]] = field(default_factory=dict)
    """Of an address its persons, of a person their tables."""
    jobs: deque[tuple[Job, float]] = field(default_factory=deque)
    """Of a table what waits, each with the time that it probably takes."""


class Turns(Generic[Job]):
    """The queue."""

    def __init__(self, most: Most | None = None) -> None:
        self.all: Share[Job] = Share()
        self.most = most or Most()
        self.running: Counter[tuple[str, ...]] = Counter()
        """How many jobs of each address, person and table run."""

    def __len__(self) -> int:
        return self.all.waiting

    def of(self, house: str) -> int:
        """How many jobs of an address wait."""
        found = self.all.parts.get(house)
        return 0 if found is None else found.waiting

    def add(self, whose: Whose, job: Job, seconds: float) -> None:
        share = self.all
        share.waiting += 1
        for name in whose:
            part = share.parts.setdefault(name, Share(share.now))
            if not part.waiting:
                part.clock = max(part.clock, share.now)
            part.waiting += 1
            share = part
        share.jobs.append((job, seconds))

    def next(self) -> tuple[Whose, Job] | None:
        """The job whose turn it is, and whose it is; it runs until it is `over`."""
        path = self.find(self.all, ())
        if path is None:
            return None
        whose = Whose(*path)
        share = self.all
        share.waiting -= 1
        for name in whose:
            share.now = share.parts[name].clock
            share = share.parts[name]
            share.waiting -= 1
        job, seconds = share.jobs.popleft()
        self.running.update(prefixes(whose))
        self.charge(whose, seconds)
        self.tidy_up(self.all, ())
        return whose, job

    def find(self, share: Share[Job], path: tuple[str, ...]) -> tuple[str, ...] | None:
        """The way from here to the table whose turn it is; None if nobody of these may be served now."""
        if share.jobs:
            return path
        most = self.most[len(path)]
        for _, name in sorted((part.clock, name) for name, part in share.parts.items() if part.waiting):
            if most is None or self.running[(*path, name)] < most:
                found = self.find(share.parts[name], (*path, name))
                if found is not None:
                    return found
        return None

    def over(self, whose: Whose, seconds: float) -> None:
        """A job has ended; `seconds` is how much more time it took than was thought, or less."""
        self.running.subtract(prefixes(whose))
        for path in prefixes(whose):
            if not self.running[path]:
                del self.running[path]
        self.charge(whose, seconds)

    def charge(self, whose: Whose, seconds: float) -> None:
        share = self.all
        for name in whose:
            found = share.parts.get(name)
            if found is None:
                return  # forgotten: it had no more than others
            found.clock += seconds
            share = found

    def drop(self, whose: Whose, job: Job) -> None:
        """Nobody waits for this one any more."""
        shares = [self.all]
        for name in whose:
            found = shares[-1].parts.get(name)
            if found is None:
                return
            shares.append(found)
        left = [each for each in shares[-1].jobs if each[0] is not job]
        gone = len(shares[-1].jobs) - len(left)
        shares[-1].jobs = deque(left)
        for share in shares:
            share.waiting -= gone

    def tidy_up(self, share: Share[Job], path: tuple[str, ...]) -> None:
        """Forget who has nothing here and has had no more than others, or all who have if nobody waits at all."""
        for name, part in list(share.parts.items()):
            here = (*path, name)
            if not part.waiting and not self.running[here] and (part.clock <= share.now or not self.all.waiting):
                del share.parts[name]
            else:
                self.tidy_up(part, here)


def prefixes(whose: Whose) -> list[tuple[str, ...]]:
    """The address, the person there, and the table of theirs."""
    return [whose[: depth + 1] for depth in range(len(whose))]
