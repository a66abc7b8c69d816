"""A review as text: what a worker process sends to the server. Importing it loads no bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_HIGHLIGHTS: Final = 3
LEAST_WORTH: Final = 0.05
"""A smaller worth is written as 0 thalers."""
Line = tuple[str, int]
"""A sentence, and the position of the record that it is about; ALL: the whole game."""
Section = tuple[str, list[Line]]


@dataclass(frozen=True)
class Moment:
    """A deal, a missed deal or a choice, told for one of its seats."""

    seat: int
    turn: int
    ply: int
    """Position of the record just before it."""
    retry: int
    """Position of the record from which this seat can do otherwise."""
    worth: float
    """Expected thalers that it brought this seat, negative for a loss."""
    amount: str
    """`worth` in words."""
    told: str
    told_you: str
    """`told`, addressed to the player of this seat."""
    better: str
    """Empty where the coach knows of nothing better."""


@dataclass(frozen=True)
class ReviewText:
    """A review in one language."""

    chapters: list[Section]
    moments: list[Moment]
    """Of all seats, in the order of play."""


def highlights(moments: Sequence[Moment]) -> tuple[list[Moment], list[Moment]]:
    """The best and the worst moments, the strongest first; none that brought nothing is among them."""
    best = sorted((each for each in moments if each.worth >= LEAST_WORTH), key=lambda moment: -moment.worth)
    worst = sorted((each for each in moments if each.worth <= -LEAST_WORTH), key=lambda moment: moment.worth)
    return best[:MOST_HIGHLIGHTS], worst[:MOST_HIGHLIGHTS]
