"""Significance of a lead: enough worlds and a clear margin, and more of both against the prior choice."""

from tobean.bots.sage.significance import MIN_SAMPLES, significant_lead


def alternating(mean: float, count: int) -> list[float]:
    """Outcomes that alternate two above and two below a mean."""
    return [mean + (2.0 if number % 2 else -2.0) for number in range(count)]


def test_too_few_samples_give_no_lead() -> None:
    few = MIN_SAMPLES - 1
    assert significant_lead([9.0] * few, [0.0] * few, 0.0, 1.0) == 0.0


def test_a_small_lead_becomes_significant_with_more_samples() -> None:
    assert significant_lead(alternating(0.5, 8), [0.0] * 8, 0.0, 1.0) < 0.0
    assert 0.0 < significant_lead(alternating(0.5, 200), [0.0] * 200, 0.0, 1.0) < 0.5


def test_the_prior_counts_by_its_weight() -> None:
    seen, stands = alternating(1.0, 20), [0.0] * 20
    assert significant_lead(seen, stands, 0.0, 3.0) > 0.0
    assert significant_lead(seen, stands, -1.0, 3.0) < significant_lead(seen, stands, 0.0, 3.0)
    assert significant_lead(seen, stands, -1.0, 0.3) < 0.0


def test_only_samples_common_to_both_count() -> None:
    assert significant_lead(alternating(1.0, 20) + [99.0] * 20, [0.0] * 20, 0.0, 1.0) == significant_lead(
        alternating(1.0, 20), [0.0] * 20, 0.0, 1.0
    )
