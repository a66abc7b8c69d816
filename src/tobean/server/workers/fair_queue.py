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


class Requester(NamedTuple):
    """For whom something is thought."""

    address_block: str
    """The address that they come from."""
    person: str
    table: str


class ConcurrencyLimits(NamedTuple):
    """How many jobs may run at a time for one of each; None: as many as there are thinkers."""

    address_block: int | None = None
    person: int | None = None
    table: int | None = None


@dataclass
class Share(Generic[Job]):
    """What one address, person or table waits for."""

    virtual_time: float = 0.0
    now: float = 0.0
    """The time within."""
    waiting: int = 0
    parts: dict[str, Share[Job]] = field(default_factory=dict)
    """Of an address its persons, of a person their tables."""
    jobs: deque[tuple[Job, float]] = field(default_factory=deque)
    """Of a table what waits, each with the time that it probably takes."""


class FairQueue(Generic[Job]):
    """The queue."""

    def __init__(self, most: ConcurrencyLimits | None = None) -> None:
        self.all: Share[Job] = Share()
        self.most = most or ConcurrencyLimits()
        self.running: Counter[tuple[str, ...]] = Counter()
        """How many jobs of each address, person and table run."""

    def __len__(self) -> int:
        return self.all.waiting

    def of(self, address_block: str) -> int:
        """How many jobs of an address wait."""
        found = self.all.parts.get(address_block)
        return 0 if found is None else found.waiting

    def add(self, requester: Requester, job: Job, seconds: float) -> None:
        share = self.all
        share.waiting += 1
        for name in requester:
            part = share.parts.setdefault(name, Share(share.now))
            if not part.waiting:
                part.virtual_time = max(part.virtual_time, share.now)
            part.waiting += 1
            share = part
        share.jobs.append((job, seconds))

    def next(self) -> tuple[Requester, Job] | None:
        """The job whose turn it is, and whose it is; it runs until it is `over`."""
        path = self.find(self.all, ())
        if path is None:
            return None
        requester = Requester(*path)
        share = self.all
        share.waiting -= 1
        for name in requester:
            share.now = share.parts[name].virtual_time
            share = share.parts[name]
            share.waiting -= 1
        job, seconds = share.jobs.popleft()
        self.running.update(prefixes(requester))
        self.add_time(requester, seconds)
        self.remove_idle(self.all, ())
        return requester, job

    def find(self, share: Share[Job], path: tuple[str, ...]) -> tuple[str, ...] | None:
        """The way from here to the table whose turn it is; None if nobody of these may be served now."""
        if share.jobs:
            return path
        most = self.most[len(path)]
        for _, name in sorted((part.virtual_time, name) for name, part in share.parts.items() if part.waiting):
            if most is None or self.running[(*path, name)] < most:
                found = self.find(share.parts[name], (*path, name))
                if found is not None:
                    return found
        return None

    def over(self, requester: Requester, seconds: float) -> None:
        """A job has ended; `seconds` is how much more time it took than was thought, or less."""
        self.running.subtract(prefixes(requester))
        for path in prefixes(requester):
            if not self.running[path]:
                del self.running[path]
        self.add_time(requester, seconds)

    def add_time(self, requester: Requester, seconds: float) -> None:
        share = self.all
        for name in requester:
            found = share.parts.get(name)
            if found is None:
                return  # forgotten: it had no more than others
            found.virtual_time += seconds
            share = found

    def drop(self, requester: Requester, job: Job) -> None:
        """Nobody waits for this one any more."""
        shares = [self.all]
        for name in requester:
            found = shares[-1].parts.get(name)
            if found is None:
                return
            shares.append(found)
        left = [each for each in shares[-1].jobs if each[0] is not job]
        gone = len(shares[-1].jobs) - len(left)
        shares[-1].jobs = deque(left)
        for share in shares:
            share.waiting -= gone

    def remove_idle(self, share: Share[Job], path: tuple[str, ...]) -> None:
        """Forget who has nothing here and has had no more than others, or all who have if nobody waits at all."""
        for name, part in list(share.parts.items()):
            here = (*path, name)
            if not part.waiting and not self.running[here] and (part.virtual_time <= share.now or not self.all.waiting):
                del share.parts[name]
            else:
                self.remove_idle(part, here)


def prefixes(requester: Requester) -> list[tuple[str, ...]]:
    """The address, the person there, and the table of theirs."""
    return [requester[: depth + 1] for depth in range(len(requester))]
