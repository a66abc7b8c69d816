"""Decision times, counted in buckets that grow by a tenth, so that many games fit into few numbers."""

from collections import Counter
from math import ceil, log
from typing import Final

MICROSECOND: Final = 1e-6
STEP: Final = 1.1
"""Ratio of the upper limits of neighbouring buckets."""


def bucket_of(seconds: float) -> int:
    """Return the bucket of a duration: bucket 0 holds up to a microsecond, bucket n up to 1.1**n microseconds."""
    return max(0, ceil(log(max(seconds, MICROSECOND) / MICROSECOND) / log(STEP) - 1e-9))


def seconds_of(bucket: int) -> float:
    return float(MICROSECOND * STEP**bucket)


def percentile(times: Counter[int], fraction: float) -> float:
    """Return an upper bound, at most 10 % too high, of this quantile of decision times; 0 if there are none."""
    left = fraction * times.total()
    for bucket in sorted(times):
        left -= times[bucket]
        if left <= 0:
            return seconds_of(bucket)
    return 0.0
