"""How much one person or one address may ask for: buckets that fill with time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

MOST_BUCKETS: Final = 20_000


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second after that."""

    burst: float
    rate: float


PAGES: Final = Limit(80, 20)
"""Requests of one address."""
POSTS: Final = Limit(30, 2)
"""Forms sent by one address."""
PERSONS: Final = Limit(20, 0.2)
"""New persons from one address."""
OPENINGS: Final = Limit(12, 0.1)
"""Tables opened by one person."""
UPLOADS: Final = Limit(6, 0.05)
"""Records and card sets sent by one address: reading them takes a while."""
SOCKETS: Final = Limit(60, 4)
"""Sockets opened by one address."""
MESSAGES: Final = Limit(60, 15)
"""Messages on one socket."""
CHAT: Final = Limit(8, 0.7)
"""Lines of chat on one socket."""


class Bucket:
    """Tells whether there is one more; for one sender and one kind of thing."""

    __slots__ = ("at", "left", "limit")

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.left = limit.burst
        self.at = time.monotonic()

    def take(self, scale: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.limit.burst * scale, self.left + (now - self.at) * self.limit.rate * scale)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limiter:
    """All buckets. `scale` makes every limit larger, for load tests and trusted networks; 0 means no limits."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.buckets: dict[tuple[str, str], Bucket] = {}

    def allows(self, what: str, limit: Limit, who: str) -> bool:
        if not self.scale:
            return True
        key = (what, who)
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= MOST_BUCKETS:
                self.forget()
            bucket = self.buckets[key] = Bucket(limit)
            bucket.left *= self.scale
        return bucket.take(self.scale)

    def forget(self) -> None:
        """Drop the buckets that were used longest ago: they are full again, or nearly."""
        oldest = sorted(self.buckets, key=lambda key: self.buckets[key].at)
        for key in oldest[: MOST_BUCKETS // 2]:
            del self.buckets[key]
