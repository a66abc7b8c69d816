"""Fair queue of requests: shared by address, then by person, then by table.

Each share has a virtual time, which shows how much worker time it has used. The share with the lowest is next, and
within it likewise. A new share starts at the current virtual time: it neither pays for what others used before nor
saves up unused time. (Start-time fair queueing: Goyal, Vin and Cheng, 1996.)
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")


class Requester(NamedTuple):
    """Origin of a request, by which it is queued."""

    address_block: str
    person: str
    table: str


class ConcurrencyLimits(NamedTuple):
    """Maximum number of running jobs for each address, person and table; None: unlimited."""

    address_block: int | None = None
    person: int | None = None
    table: int | None = None


@dataclass
class Share(Generic[Job]):
    """Waiting jobs of one address, person or table."""

    virtual_time: float = 0.0
    now: float = 0.0
    """Virtual time among the parts."""
    waiting: int = 0
    parts: dict[str, Share[Job]] = field(default_factory=dict)
    """Persons of an address, or tables of a person."""
    jobs: deque[tuple[Job, float]] = field(default_factory=deque)
    """Waiting jobs of a table with their expected seconds."""


class FairQueue(Generic[Job]):
    """Queue of jobs, with limits on how many run at a time."""

    def __init__(self, limits: ConcurrencyLimits | None = None) -> None:
        self.all: Share[Job] = Share()
        self.limits = limits or ConcurrencyLimits()
        self.running: Counter[tuple[str, ...]] = Counter()
        """Number of running jobs of each address, person and table."""

    def __len__(self) -> int:
        return self.all.waiting

    def of(self, address_block: str) -> int:
        """Return the number of waiting jobs of an address."""
        share = self.all.parts.get(address_block)
        return 0 if share is None else share.waiting

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
        """Take the next job, with its requester; it counts as running until `over` is called."""
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
        """Return the path to the table whose turn it is; None if limits allow none of these to run now."""
        if share.jobs:
            return path
        limit = self.limits[len(path)]
        for _, name in sorted((part.virtual_time, name) for name, part in share.parts.items() if part.waiting):
            if limit is None or self.running[(*path, name)] < limit:
                found = self.find(share.parts[name], (*path, name))
                if found is not None:
                    return found
        return None

    def over(self, requester: Requester, seconds: float) -> None:
        """End a job; `seconds` is the difference between actual and expected time."""
        self.running.subtract(prefixes(requester))
        for path in prefixes(requester):
            if not self.running[path]:
                del self.running[path]
        self.add_time(requester, seconds)

    def add_time(self, requester: Requester, seconds: float) -> None:
        share = self.all
        for name in requester:
            part = share.parts.get(name)
            if part is None:
                return  # removed as idle: it had used no more than others
            part.virtual_time += seconds
            share = part

    def drop(self, requester: Requester, job: Job) -> None:
        shares = [self.all]
        for name in requester:
            part = shares[-1].parts.get(name)
            if part is None:
                return
            shares.append(part)
        remaining = [entry for entry in shares[-1].jobs if entry[0] is not job]
        removed = len(shares[-1].jobs) - len(remaining)
        shares[-1].jobs = deque(remaining)
        for share in shares:
            share.waiting -= removed

    def remove_idle(self, share: Share[Job], path: tuple[str, ...]) -> None:
        """Remove shares without jobs that have used no more than others; all without jobs if the queue is empty."""
        for name, part in list(share.parts.items()):
            key = (*path, name)
            if not part.waiting and not self.running[key] and (part.virtual_time <= share.now or not self.all.waiting):
                del share.parts[name]
            else:
                self.remove_idle(part, key)


def prefixes(requester: Requester) -> list[tuple[str, ...]]:
    """Return the keys of the address, the person there, and their table."""
    return [requester[: depth + 1] for depth in range(len(requester))]
