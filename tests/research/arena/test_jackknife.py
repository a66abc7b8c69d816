"""Intervals over deals: exact for means, never of zero width, and with the coverage they claim."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tobean.research.statistics.intervals import Interval, mean, standard_deviation
from tobean.research.statistics.jackknife import (
    clipped,
    jackknife,
    jackknife_share,
    mean_of_intervals,
    student_t_quantile,
    unseen_share,
)


def test_quantiles_of_students_t() -> None:
    # From published tables: two-sided 5%.
    for freedom, t in [(1, 12.706), (2, 4.303), (5, 2.571), (30, 2.042), (120, 1.980)]:
        assert student_t_quantile(freedom) == pytest.approx(t, abs=1e-3)


@given(st.lists(st.integers(-40, 40), min_size=2, max_size=12).filter(lambda values: len(set(values)) > 1))
def test_the_interval_of_a_mean_is_that_of_students_t(values: list[int]) -> None:
    found = jackknife(values, mean, 0.0)
    half = student_t_quantile(len(values) - 1) * standard_deviation(values) / sqrt(len(values))
    assert found.value == pytest.approx(mean(values))
    assert found.high - found.low == pytest.approx(2 * half)


@pytest.mark.parametrize("deals", [2, 5, 100])
def test_equal_deals_have_an_interval(deals: int) -> None:
    found = jackknife([3.0] * deals, mean, 1.0)
    assert found.high - found.value == found.value - found.low == pytest.approx(unseen_share(deals))
    assert 0.0 < unseen_share(deals) < 3 / deals


def test_one_deal_has_no_interval() -> None:
    with pytest.raises(ValueError, match="2 deals"):
        jackknife([1.0], mean, 1.0)


def test_coverage_with_few_deals() -> None:
    """A ratio of two sums over six deals lies in about 95 of 100 intervals; a percentile bootstrap reaches 87."""
    rng, hits, trials = Random(1), 0, 600
    for _ in range(trials):
        deals = [(rng.gauss(6, 3), rng.gauss(10, 2)) for _ in range(6)]
        found = jackknife(deals, lambda some: sum(a for a, _ in some) / sum(b for _, b in some), 0.0)
        hits += found.low <= 0.6 <= found.high
    assert 0.92 < hits / trials < 0.98


def test_shares_have_intervals_at_both_ends() -> None:
    for hits, low, high in [(0, 0.0, 0.3), (10, 0.7, 1.0)]:
        found = jackknife_share([(hits / 2, 5), (hits / 2, 5)])
        assert found is not None
        assert low <= found.low < found.high <= high
    assert jackknife_share([(0, 0), (0, 0)]) is None


def test_tries_of_one_deal_are_not_independent() -> None:
    agreed = jackknife_share([(5, 10)] * 4)
    split = jackknife_share([(10, 10), (10, 10), (0, 10), (0, 10)])
    assert agreed is not None
    assert split is not None
    assert split.high - split.low > 2 * (agreed.high - agreed.low)


def test_means_and_ranges_of_intervals() -> None:
    assert mean_of_intervals([Interval(1.0, 0.7, 1.4), Interval(3.0, 2.6, 3.3)]) == Interval(2.0, 1.75, 2.25)
    assert clipped(Interval(0.9, 0.4, 1.4), 0.0, 1.0) == Interval(0.9, 0.4, 1.0)
    assert clipped(None, 0.0) is None
