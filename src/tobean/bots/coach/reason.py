"""Why an act is good, as data."""

from __future__ import annotations

from dataclasses import dataclass

from tobean.kernel.notation.parameters import TABLE


@dataclass(frozen=True)
class Reason:
    """Why an act is good. `name` is one of `texts.REASONS`, or of the texts that a game brings."""

    name: str
    own: float = 0.0
    """What it brings, in expected thalers."""
    other: float = 0.0
    """What it brings the other side, as far as one can tell."""
    partner: int = TABLE
    """The other side; TABLE if that is still open."""
    cards: tuple[int, ...] = ()
    """The cards it is about."""
    needed: tuple[int, ...] = ()
    """The cards for which a harvest makes room."""
    standing: tuple[int, ...] = ()
    """The kind of the field that is left standing, though it would pay more."""

    def data(self) -> dict[str, object]:
        return {
            "name": self.name,
            "own": round(self.own, 2),
            "other": round(self.other, 2),
            "partner": self.partner,
            "cards": list(self.cards),
            "needed": list(self.needed),
            "standing": list(self.standing),
        }
