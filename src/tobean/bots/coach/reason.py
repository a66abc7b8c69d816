"""The reason for an action, as data."""

from dataclasses import dataclass

from tobean.kernel.notation.parameters import TABLE


@dataclass(frozen=True)
class Reason:
    """The reason for an action. `name` is a key of `messages.REASONS`, or of the texts that a game provides."""

    name: str
    own: float = 0.0
    """Gain of this seat, in expected thalers."""
    other: float = 0.0
    """Estimated gain of the other side."""
    partner: int = TABLE
    """The other side of a deal; TABLE if no partner is chosen yet."""
    cards: tuple[int, ...] = ()
    """The cards that the sentence names."""
    needed: tuple[int, ...] = ()
    """The cards for which a harvest makes room."""
    standing: tuple[int, ...] = ()
    """Kind of a field that is left to grow, although harvesting it would pay more now; empty if there is none."""

    def data(self) -> dict[str, object]:
        """Return the reason for clients, as JSON."""
        return {
            "name": self.name,
            "own": round(self.own, 2),
            "other": round(self.other, 2),
            "partner": self.partner,
            "cards": list(self.cards),
            "needed": list(self.needed),
            "standing": list(self.standing),
        }
