"""Rate and concurrency limits for one person and one address: token buckets, and counters of what is in use.

Each person has limits, and all people behind one address share limits for `PEOPLE_PER_ADDRESS` of
them. People without a name have the limits of their address only. The table in docs/server.md is generated from
`LIMITS` and `CONCURRENCY_LIMITS`.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tobean.server.protection.shared_buckets import SharedBuckets

    Cells = list[float] | memoryview[float]

PEOPLE_PER_ADDRESS: Final = 64
"""Number of people expected to share one address: in a school, a club, or the network of a provider."""
MAX_BODY: Final = 600_000
"""Bytes of a request with a file."""
MAX_BUCKETS: Final = 20_000


@dataclass(frozen=True)
class Rate:
    """Size of a token bucket, and tokens added a second."""

    burst: float
    rate: float


@dataclass(frozen=True)
class Limit:
    """Rate limit of one kind of request."""

    name: str
    description: str
    """Text of the table in docs/server.md."""
    person: Rate | None
    address: Rate


@dataclass(frozen=True)
class ConcurrencyLimit:
    """Maximum number of something at the same time."""

    name: str
    description: str
    person: int | None
    address: int


def shared_rate(burst: float, rate: float) -> Rate:
    """Rate for an address shared by `PEOPLE_PER_ADDRESS` people with this rate each."""
    return Rate(PEOPLE_PER_ADDRESS * burst, PEOPLE_PER_ADDRESS * rate)


PAGES: Final = Limit("pages", "pages and other requests", Rate(80, 10), shared_rate(10, 1))
FILES: Final = Limit("files", "static files, polls of a waiting room", Rate(400, 40), shared_rate(60, 4))
POSTS: Final = Limit("posts", "forms sent", Rate(30, 1), shared_rate(4, 0.25))
PERSONS: Final = Limit("persons", "new visitors", None, shared_rate(2, 1 / 128))
ERASURES: Final = Limit("erasures", "people who delete themselves", Rate(2, 1 / 60), shared_rate(1, 1 / 640))
EXPORTS: Final = Limit("exports", "exports of a person's data", Rate(2, 1 / 120), shared_rate(1, 1 / 1280))
OPENINGS: Final = Limit(
    "openings", "tables opened, also to play on from a replay", Rate(12, 0.1), shared_rate(1, 1 / 128)
)
UPLOADS: Final = Limit("uploads", "records and card sets sent", Rate(6, 0.05), shared_rate(1, 1 / 320))
REVIEWS: Final = Limit("reviews", "reviews and hints of the coach", Rate(20, 0.5), shared_rate(2, 1 / 16))
PICTURES: Final = Limit("pictures", "pictures of positions as SVG", Rate(20, 0.5), shared_rate(2, 1 / 16))
PREVIEWS: Final = Limit("previews", "pictures as PNG that have to be drawn", Rate(10, 1 / 6), shared_rate(1, 1 / 128))
SOCKETS: Final = Limit("sockets", "sockets opened", Rate(40, 1), shared_rate(4, 0.25))
MESSAGES: Final = Limit("messages", "messages on all sockets together", Rate(60, 15), shared_rate(10, 2))
CHAT: Final = Limit("chat", "lines of chat on all sockets together", Rate(8, 0.7), shared_rate(4, 0.2))
SEAT_REQUESTS: Final = Limit(
    "seat requests", "requests for a seat in a running game", Rate(4, 1 / 60), shared_rate(1, 1 / 320)
)
LIMITS: Final = (
    PAGES,
    FILES,
    POSTS,
    PERSONS,
    ERASURES,
    EXPORTS,
    OPENINGS,
    UPLOADS,
    REVIEWS,
    PICTURES,
    PREVIEWS,
    SOCKETS,
    MESSAGES,
    CHAT,
    SEAT_REQUESTS,
)

OPEN_SOCKETS: Final = ConcurrencyLimit("open sockets", "open sockets", 24, PEOPLE_PER_ADDRESS * 8)
OPEN_FORMS: Final = ConcurrencyLimit("open forms", "forms that are still being sent", 6, PEOPLE_PER_ADDRESS)
REFUSALS: Final = ConcurrencyLimit(
    "refusals", "refused requests that wait about a second for their answer", None, PEOPLE_PER_ADDRESS * 8
)
CONCURRENCY_LIMITS: Final = (OPEN_SOCKETS, OPEN_FORMS, REFUSALS)

MAX_PAUSE: Final = 10.0
"""Seconds; a request that would have to wait longer is refused."""
DELAY_RATES: Final = {"pages": Rate(8, 50), "posts": Rate(8, 15), "files": Rate(128, 400), "sockets": Rate(8, 25)}
"""Rates at which requests and new sockets of one address are started. More than that are delayed, so that a flood
arrives one by one and other clients are served in between."""


class Bucket:
    """Token bucket for one sender and one kind of request.

    The number of tokens and the time of the last refill are in two cells of its own, or shared with other processes.
    """

    __slots__ = ("burst", "cells", "offset", "rate")

    def __init__(self, limit: Rate, scale: float = 1.0, cells: Cells | None = None, offset: int = 0) -> None:
        self.burst = max(1.0, limit.burst * scale)
        self.rate = limit.rate * scale
        self.cells: Cells = [0.0, 0.0] if cells is None else cells
        self.offset = offset
        if cells is None:
            self.fill()

    def fill(self) -> None:
        self.cells[self.offset] = self.burst
        self.cells[self.offset + 1] = time.monotonic()

    def refill(self) -> float:
        now = time.monotonic()
        tokens = self.cells[self.offset] + (now - self.cells[self.offset + 1]) * self.rate
        self.cells[self.offset] = tokens = min(self.burst, tokens)
        self.cells[self.offset + 1] = now
        return tokens

    def take(self) -> bool:
        if self.refill() < 1:
            return False
        self.cells[self.offset] -= 1
        return True

    def reserve(self, longest: float) -> float:
        """Return the seconds until a token is available, and take it unless that is longer than `longest`."""
        wait = max(0.0, (1 - self.refill()) / self.rate)
        if wait <= longest:
            self.cells[self.offset] -= 1
        return wait


class Limiter:
    """All buckets. `scale` multiplies every limit, for load tests and trusted networks; 0 disables them.

    Shared buckets apply to all processes together; concurrency is counted by each process for itself.
    """

    def __init__(self, scale: float = 1.0, shared_buckets: SharedBuckets | None = None) -> None:
        self.scale = scale
        self.shared_buckets = shared_buckets
        self.buckets: OrderedDict[tuple[str, str, str], Bucket] = OrderedDict()
        self.in_use: Counter[tuple[str, str, str]] = Counter()

    def bucket(self, name: str, kind: str, owner: str, rate: Rate, scale: float) -> Bucket:
        key = (name, kind, owner)
        if self.shared_buckets is not None:
            offset, is_new = self.shared_buckets.find(*key)
            shared = Bucket(rate, scale, self.shared_buckets.cells, offset)
            if is_new:
                shared.fill()
            return shared
        bucket = self.buckets.get(key)
        if bucket is not None:
            self.buckets.move_to_end(key)
            return bucket
        if len(self.buckets) >= MAX_BUCKETS:
            self.buckets.popitem(last=False)  # the least recently used: it is full again, or nearly
        self.buckets[key] = Bucket(rate, scale)
        return self.buckets[key]

    def allows(self, limit: Limit, address: str, person: str = "") -> bool:
        """Take a token of the person and the address. A person without tokens uses up none of the address."""
        if not self.scale:
            return True
        shared = self.bucket(limit.name, "address", address, limit.address, self.scale)
        if person and limit.person is not None:
            own = self.bucket(limit.name, "person", person, limit.person, self.scale)
            return own.refill() >= 1 and shared.take() and own.take()
        return shared.take()

    def pause(self, limit_name: str, address: str) -> float:
        """Return the seconds that the next request of an address has to wait."""
        if not self.scale:
            return 0.0
        return self.bucket(limit_name, "pace", address, DELAY_RATES[limit_name], max(1.0, self.scale)).reserve(
            MAX_PAUSE
        )

    # --- concurrency ------------------------------------------------------------------------------------------------

    def acquire(self, limit: ConcurrencyLimit, address: str, person: str = "") -> bool:
        """Count one more at the same time, unless the limit is reached; undone by `release`."""
        for kind, owner, most in counters(limit, address, person):
            if self.scale and self.in_use[limit.name, kind, owner] >= max(1.0, most * self.scale):
                return False
        for kind, owner, _ in counters(limit, address, person):
            self.in_use[limit.name, kind, owner] += 1
        return True

    def release(self, limit: ConcurrencyLimit, address: str, person: str = "") -> None:
        for kind, owner, _ in counters(limit, address, person):
            self.in_use[limit.name, kind, owner] -= 1
            if not self.in_use[limit.name, kind, owner]:
                del self.in_use[limit.name, kind, owner]


def counters(limit: ConcurrencyLimit, address: str, person: str) -> list[tuple[str, str, int]]:
    """Return the counters that apply, with their limits."""
    applicable = [("address", address, limit.address)]
    if person and limit.person is not None:
        applicable.append(("person", person, limit.person))
    return applicable
