"""Confidence intervals of any figure computed from deals, which are never of zero width.

The interval is a jackknife with Student's t: the figure is computed once more without each deal, and the spread of
these values gives its standard error. That works for ratios and for few deals, where the percentiles of a bootstrap are
too narrow.

If all deals agree, the spread is 0 although other deals may still differ. Seeing no difference in n deals excludes, at
95%, only differences in more than 1 - 0.05 ** (1/n) of all deals (the rule of three). The half width of an interval is
therefore at least this share of a unit, a difference that one deal easily makes, such as one thaler.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import inf, sqrt
from typing import Final, TypeVar

from tobean.research.statistics.intervals import Interval, mean, student_t_tail, wilson

MIN_DEALS: Final = 2
"""Fewest deals of an interval."""

Deal = TypeVar("Deal")


@cache
def student_t_quantile(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t, by bisection."""
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_t_tail(middle, freedom) > 0.025 else (low, middle)
    return high


def unseen_share(deals: int) -> float:
    """Return the share of deals that may differ at 95% although none of this number did."""
    return float(1.0 - 0.05 ** (1.0 / deals))


def jackknife(deals: Sequence[Deal], figure: Callable[[Sequence[Deal]], float], unit: float) -> Interval:
    """Return a figure of the deals with its 95% interval. `unit` is a difference that one deal easily makes."""
    count = len(deals)
    if count < MIN_DEALS:
        raise ValueError(f"an interval needs {MIN_DEALS} deals, not {count}")
    value = figure(deals)
    without = [figure([*deals[:left_out], *deals[left_out + 1 :]]) for left_out in range(count)]
    middle = mean(without)
    error = sqrt((count - 1) / count * sum((other - middle) ** 2 for other in without))
    half = max(student_t_quantile(count - 1) * error, unit * unseen_share(count))
    return Interval(value, value - half, value + half)


def clipped(interval: Interval | None, low: float, high: float = inf) -> Interval | None:
    """Return the same interval within the possible range of its figure."""
    return interval and Interval(interval.value, max(low, interval.low), min(high, interval.high))


def jackknife_share(deals: Sequence[tuple[float, int]]) -> Interval | None:
    """Return the share of hits among the tries of all deals; None if nothing was tried.

    Tries of one deal are not independent, and a share can be 0 or 1, so the interval covers both the jackknife over
    deals and Wilson's interval.
    """
    tries = sum(count for _, count in deals)
    if not tries:
        return None
    hits = sum(count for count, _ in deals)
    low, high = wilson(hits, tries)
    tried = [deal for deal in deals if deal[1]]
    if len(tried) >= MIN_DEALS:
        by_deal = jackknife(tried, pooled_share, 0.0)
        low, high = max(0.0, min(low, by_deal.low)), min(1.0, max(high, by_deal.high))
    return Interval(hits / tries, low, high)


def pooled_share(deals: Sequence[tuple[float, int]]) -> float:
    return sum(hits for hits, _ in deals) / sum(tries for _, tries in deals)


def mean_of_intervals(intervals: Sequence[Interval]) -> Interval:
    """Return the mean of independent figures; their half widths add up as the root of squares."""
    count = len(intervals)
    value = mean([interval.value for interval in intervals])
    below = sqrt(sum((interval.value - interval.low) ** 2 for interval in intervals)) / count
    above = sqrt(sum((interval.high - interval.value) ** 2 for interval in intervals)) / count
    return Interval(value, value - below, value + above)
