"""When an act has proven better than another one, and not only been luckier."""

from __future__ import annotations

import math
from typing import Final

from tobean.kernel.portable_math import float_sum

LEAST_WORLDS: Final = 6
"""From fewer worlds nothing is concluded."""
CERTAINTY: Final = 1.0
"""By so many standard errors an act must be better than the one that stands."""


def proven_lead(
    ours: list[float], theirs: list[float], expected: float, trust: float, certainty: float = CERTAINTY
) -> float:
    """What is left of the lead over the worlds that both have seen, after doubt; above 0 it is no accident.

    What was expected before counts like an observation with the error `trust`. With a negative `certainty` the doubt is
    in favour of who is behind: below 0 there is no hope.
    """
    leads = [one - other for one, other in zip(ours, theirs, strict=False)]
    count = len(leads)
    if count < LEAST_WORLDS:
        return 0.0
    mean = float_sum(leads) / count
    spread = float_sum([(lead - mean) * (lead - mean) for lead in leads]) / (count - 1)
    seen = count / max(spread, trust * trust / 16.0)
    weight = seen + 1.0 / (trust * trust)
    return (seen * mean + expected / (trust * trust)) / weight - certainty / math.sqrt(weight)
