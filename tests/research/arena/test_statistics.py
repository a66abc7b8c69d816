"""Statistics of the lab, against published values and mathematical laws."""

import statistics as known
from collections import Counter
from math import atan, comb, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tobean.research.statistics import intervals
from tobean.research.statistics.timings import bucket_of, percentile, seconds_of

numbers = st.floats(-50, 50, allow_nan=False)


def test_wilson_known_values() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, tries, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                                   (1, 29, 0.0061, 0.1718)]:  # fmt: skip
        assert intervals.wilson(hits, tries) == pytest.approx((low, high), abs=5e-5)
    assert intervals.wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500), st.floats(0, 1))
def test_the_wilson_interval_contains_the_share_and_is_symmetric(tries: int, part: float) -> None:
    hits = part * tries
    low, high = intervals.wilson(hits, tries)
    assert 0 <= low <= intervals.share(hits, tries).value + 1e-12
    assert intervals.share(hits, tries).value - 1e-12 <= high <= 1
    assert intervals.wilson(tries - hits, tries) == pytest.approx((1 - high, 1 - low))


def test_students_t_known_values() -> None:
    # From published tables: one-sided 5%, 2.5%, 0.5% and 0.1%.
    for freedom, t, p in [(1, 6.314, 0.05), (10, 2.228, 0.025), (30, 2.750, 0.005), (120, 3.160, 0.001)]:
        assert intervals.student_t_tail(t, freedom) == pytest.approx(p, rel=2e-3)
    assert intervals.student_t_tail(0.0, 7) == pytest.approx(0.5)


@given(st.floats(-30, 30))
def test_students_t_in_closed_form(t: float) -> None:
    assert intervals.student_t_tail(t, 1) == pytest.approx(0.5 - atan(t) / pi, abs=1e-10)
    assert intervals.student_t_tail(t, 2) == pytest.approx(0.5 - t / (2 * sqrt(2 + t * t)), abs=1e-10)
    assert intervals.student_t_tail(t, 9) + intervals.student_t_tail(-t, 9) == pytest.approx(1)


@given(st.integers(1, 12), st.integers(1, 12), st.floats(0, 1))
def test_incomplete_beta_is_a_binomial_tail(a: int, b: int, x: float) -> None:
    total = a + b - 1
    tail = sum(comb(total, hits) * x**hits * (1 - x) ** (total - hits) for hits in range(a, total + 1))
    assert intervals.incomplete_beta(a, b, x) == pytest.approx(tail, abs=1e-9)


def test_sign_flip_p_value_enumerates_all_signs() -> None:
    assert intervals.sign_flip_p_value([1, 1, 1]) == 1 / 8
    assert intervals.sign_flip_p_value([3, -1]) == 2 / 4
    assert intervals.sign_flip_p_value([0.0]) == 1.0
    assert intervals.sign_flip_p_value([]) == 1.0


def test_p_value_known_values() -> None:
    assert intervals.p_value([1.0] * 40) == 0.5**40
    assert intervals.p_value([0.0] * 40) == 1.0
    # t = 2.5 with 15 degrees of freedom.
    values = [1.0, -1.0] * 8
    shift = 2.5 * intervals.standard_deviation(values) / 4
    assert intervals.p_value([value + shift for value in values]) == pytest.approx(0.01225, rel=1e-3)


@given(st.lists(numbers, min_size=13, max_size=30))
def test_p_values_of_a_lead_and_its_mirror_add_up_to_one(values: list[float]) -> None:
    if intervals.standard_deviation(values) > 1e-6:
        assert intervals.p_value(values) + intervals.p_value([-value for value in values]) == pytest.approx(1)


@given(st.lists(numbers, min_size=2, max_size=40))
def test_mean_and_deviation(values: list[float]) -> None:
    assert intervals.mean(values) == pytest.approx(known.fmean(values), abs=1e-9)
    assert intervals.standard_deviation(values) == pytest.approx(known.stdev(values), abs=1e-6)


@given(st.lists(numbers, min_size=1, max_size=40))
def test_bootstrap_stays_within_the_values(values: list[float]) -> None:
    found = intervals.bootstrap(values)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found.value == pytest.approx(intervals.mean(values), abs=1e-9)
    assert found == intervals.bootstrap(values)


def test_bootstrap_is_as_wide_as_the_normal_interval() -> None:
    values = [float((place * 7919) % 101) for place in range(400)]
    half = 1.96 * intervals.standard_deviation(values) / sqrt(len(values))
    found = intervals.bootstrap(values)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.1)


def test_bootstrap_of_ratios() -> None:
    found = intervals.bootstrap_ratio([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5, 0.5))
    assert intervals.bootstrap_ratio([], []).value == 0.0


@given(st.lists(numbers, min_size=2, max_size=30), st.floats(0, 1))
def test_quantile_interpolates(values: list[float], part: float) -> None:
    values.sort()
    assert intervals.quantile(values, 0.0) == values[0]
    assert intervals.quantile(values, 1.0) == pytest.approx(values[-1], abs=1e-9)
    assert values[0] - 1e-9 <= intervals.quantile(values, part) <= values[-1] + 1e-9


@given(st.lists(st.floats(1e-6, 100), min_size=1, max_size=60))
def test_percentiles_are_at_most_a_tenth_too_high(times: list[float]) -> None:
    found = percentile(Counter(bucket_of(time) for time in times), 0.5)
    exact = sorted(times)[(len(times) + 1) // 2 - 1]
    assert exact * (1 - 1e-6) <= found <= exact * 1.1 * (1 + 1e-6)


def test_buckets_of_decision_times() -> None:
    assert bucket_of(0.0) == bucket_of(1e-6) == 0
    assert [bucket_of(seconds_of(bucket)) for bucket in range(200)] == list(range(200))
    assert percentile(Counter(), 0.5) == 0.0
