"""Review as text, in the form in which a worker process sends it to the server. Importing it loads no bots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

MAX_HIGHLIGHTS: Final = 3
MIN_GAIN: Final = 0.05
"""A smaller value is written as 0 thalers."""
DEAL: Final = "deal"
MISSED: Final = "missed"
CHOICE: Final = "choice"


@dataclass(frozen=True)
class ReviewMoment:
    """A deal, a missed deal or a choice, described for one of its seats."""

    seat: int
    turn: int
    ply: int
    """Position of the record just before it."""
    retry: int
    """Position of the record from which this seat can play differently."""
    gain: float
    """Expected thalers it brought this seat, negative for a loss."""
    amount: str
    """`gain` as text."""
    text: str
    own_text: str
    """`text`, addressed to the player of this seat."""
    better: str
    """Advice on what would have been better; empty if there is none."""
    kind: str = CHOICE
    partner: int = -1
    """Other side of a deal."""
    do: str = ""
    """The better action in notation; empty unless this seat could have taken it at `retry`."""
    parts: dict[str, Any] = field(default_factory=dict)
    """Its verb, cards and places, as clients receive actions."""


@dataclass(frozen=True)
class ReviewText:
    """A review in one language."""

    moments: list[ReviewMoment]
    """Moments of all seats, in the order of play."""


def highlights(moments: Sequence[ReviewMoment]) -> tuple[list[ReviewMoment], list[ReviewMoment]]:
    """Return the best and the worst moments, the strongest first, without those that brought nothing."""
    best = sorted((moment for moment in moments if moment.gain >= MIN_GAIN), key=lambda moment: -moment.gain)
    worst = sorted((moment for moment in moments if moment.gain <= -MIN_GAIN), key=lambda moment: moment.gain)
    return best[:MAX_HIGHLIGHTS], worst[:MAX_HIGHLIGHTS]
