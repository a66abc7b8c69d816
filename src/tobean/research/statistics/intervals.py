"""Confidence intervals of shares and means, and p-values.

All functions take plain numbers, one for each deal where deals are the repeated unit, and are deterministic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, lgamma, log, sqrt
from random import Random
from typing import Final

Z95: Final = 1.959963984540054
"""The normal quantile of a 95% interval."""
RESAMPLES: Final = 1000
MEAN_DECIMALS: Final = 9
"""Decimals of a mean of thalers that are not rounding errors."""
MAX_EXACT_DEALS: Final = 12
"""Up to this many deals all sign flips are enumerated; beyond, the mean is close enough to normal."""


@dataclass(frozen=True)
class Interval:
    """A value with its 95% confidence interval."""

    value: float
    low: float
    high: float

    def data(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def standard_deviation(values: Sequence[float]) -> float:
    """Return the sample standard deviation; 0 for fewer than two numbers."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def wilson(hits: float, tries: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a share. A shared win counts as a fraction of a hit."""
    if not tries:
        return 0.0, 1.0
    share, spread = hits / tries, Z95 * Z95 / tries
    middle = share + spread / 2
    half = Z95 * sqrt(share * (1 - share) / tries + spread / tries / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def share(hits: float, tries: int) -> Interval:
    return Interval(hits / tries if tries else 0.0, *wilson(hits, tries))


def quantile(values: Sequence[float], part: float) -> float:
    """Return the quantile of sorted values, with linear interpolation."""
    place = part * (len(values) - 1)
    below = min(int(place), len(values) - 2) if len(values) > 1 else 0
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (place - below)


def bootstrap(values: Sequence[float]) -> Interval:
    """Return the mean, with the 95% percentile interval over resampled deals."""
    return bootstrap_ratio(values, [1.0] * len(values))


def bootstrap_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> Interval:
    """Return the ratio of two sums over the same deals, with its interval over resampled deals."""
    if not numerators or not sum(denominators):
        return Interval(0.0, 0.0, 0.0)
    rng = Random(len(numerators))
    pairs = list(zip(numerators, denominators, strict=True))
    ratios: list[float] = []
    for _ in range(RESAMPLES):
        sample = rng.choices(pairs, k=len(pairs))
        denominator = sum([pair[1] for pair in sample])
        if denominator:
            ratios.append(sum([pair[0] for pair in sample]) / denominator)
    ratios.sort()
    return Interval(sum(numerators) / sum(denominators), quantile(ratios, 0.025), quantile(ratios, 0.975))


def p_value(values: Sequence[float]) -> float:
    """One-sided p-value: the probability of a mean at least this high if neither side is better.

    Exact for few deals, by flipping the signs of the margins in all ways; otherwise by Student's t.
    """
    if len(values) <= MAX_EXACT_DEALS:
        return sign_flip_p_value(values)
    spread = standard_deviation(values)
    if spread == 0.0:
        return 1 / (1 << len(values)) if mean(values) > 0 else 1.0
    return student_t_tail(mean(values) / spread * sqrt(len(values)), len(values) - 1)


def sign_flip_p_value(values: Sequence[float]) -> float:
    """Return the share of all sign assignments whose sum is at least as large."""
    threshold = sum(values) - 1e-9
    sums = (sum(signed) for signed in product(*[(value, -value) for value in values]))
    return sum(1 for total in sums if total >= threshold) / (1 << len(values))


def student_t_tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t with this many degrees of freedom exceeds `t`."""
    square = t * t
    if square < freedom:
        # Near 0, compute the tail as one half minus the rest to avoid cancellation.
        tail = 0.5 - incomplete_beta(0.5, freedom / 2, square / (freedom + square)) / 2
    else:
        tail = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + square)) / 2
    return tail if t >= 0 else 1 - tail


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1.0 - x)) / a
    tiny = 1e-300
    upper, lower = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1))
    fraction = lower
    for step in range(1, 1000):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            lower = 1.0 / ((1.0 + term * lower) or tiny)
            upper = (1.0 + term / upper) or tiny
            fraction *= lower * upper
        if abs(lower * upper - 1.0) < 1e-14:
            break
    return front * fraction
