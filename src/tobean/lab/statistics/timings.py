"""Decision times, counted in buckets that grow by a tenth, so that many games fit into few numbers."""

from collections import Counter
from math import ceil, log
from typing import Final

MICROSECOND: Final = 1e-6
STEP: Final = 1.1
"""Ratio of the upper limits of neighbouring buckets."""


def bucket_of(seconds: float) -> int:
    """The bucket of a duration: bucket 0 holds up to a microsecond, bucket n up to 1.1**n microseconds."""
    return max(0, ceil(log(max(seconds, MICROSECOND) / MICROSECOND) / log(STEP) - 1e-9))


def seconds_of(bucket: int) -> float:
    """The upper limit of a bucket."""
    return float(MICROSECOND * STEP**bucket)


def percentile(times: Counter[int], part: float) -> float:
    """The time within which this part of the decisions was made, at most a tenth too high; 0 without decisions."""
    left = part * times.total()
    for bucket in sorted(times):
        left -= times[bucket]
        if left <= 0:
            return seconds_of(bucket)
    return 0.0
