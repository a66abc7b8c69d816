"""Significance test: whether one action is better than another by more than chance."""

import math
from typing import Final

from tobean.kernel.base.portable_math import float_sum

MIN_SAMPLES: Final = 6
"""Fewer samples allow no conclusion."""
REQUIRED_STANDARD_ERRORS: Final = 1.0
"""Standard errors by which an action must lead to replace the current choice."""


def significant_lead(
    ours: list[float],
    theirs: list[float],
    expected: float,
    prior_error: float,
    standard_errors: float = REQUIRED_STANDARD_ERRORS,
) -> float:
    """Return the lower bound of the lead over the samples that both actions share; above 0 the lead is significant.

    `expected`, the lead by the estimates before the search, counts like an observation with the error `prior_error`.
    With negative `standard_errors` the result is the upper bound: below 0 the action has no chance to win.
    """
    leads = [one - other for one, other in zip(ours, theirs, strict=False)]
    count = len(leads)
    if count < MIN_SAMPLES:
        return 0.0
    mean = float_sum(leads) / count
    spread = float_sum([(lead - mean) * (lead - mean) for lead in leads]) / (count - 1)
    precision = count / max(spread, prior_error * prior_error / 16.0)
    weight = precision + 1.0 / (prior_error * prior_error)
    return (precision * mean + expected / (prior_error * prior_error)) / weight - standard_errors / math.sqrt(weight)
