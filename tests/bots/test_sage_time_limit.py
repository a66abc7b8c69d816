"""The time limit of the sage, on a simulated clock."""

import pytest

import tobean
from tobean.bots.sage.sage import Sage

TRIAL = 0.2
"""Seconds of a trial."""


class TrialClock:
    """A clock on which only trials take time. A search reads it once, and then before and after each trial."""

    def __init__(self) -> None:
        self.now = 0.0
        self.readings = 0

    def __call__(self) -> float:
        self.readings += 1
        is_after_a_trial = self.readings > 1 and self.readings % 2 == 1
        if is_after_a_trial:
            self.now += TRIAL
        return self.now


@pytest.mark.parametrize("seconds", [0.5, 1.0])
def test_no_trial_starts_that_would_exceed_the_time_limit(seconds: float) -> None:
    sage, clock = Sage(seconds), TrialClock()
    sage.clock = clock
    sage.rounds = 1
    tobean.play_match("bohnanza", [sage, "merchant", "merchant"], seed=1, until=lambda table: clock.readings > 0)
    assert 0 < clock.now <= sage.time_limit()
    assert clock.now + TRIAL > sage.time_limit()
