"""When an act has proven better than another one, and not only been luckier."""

from __future__ import annotations

import math
from typing import Final

from tobean.kernel.portable_math import float_sum

MIN_SAMPLES: Final = 6
"""From fewer worlds nothing is concluded."""
REQUIRED_STANDARD_ERRORS: Final = 1.0
"""By so many standard errors an act must be better than the one that stands."""


def significant_lead(
    ours: list[float],
    theirs: list[float],
    expected: float,
    prior_error: float,
    standard_errors: float = REQUIRED_STANDARD_ERRORS,
) -> float:
    """What is left of the lead over the worlds that both have seen, after doubt; above 0 it is no accident.

    What was expected before counts like an observation with the error `prior_error`. With a negative `standard_errors` the doubt is
    in favour of who is behind: below 0 there is no hope.
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
