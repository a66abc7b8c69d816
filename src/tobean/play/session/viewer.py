"""Somebody who looks at a table: a player, or a spectator who sees what is public to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from tobean.kernel.state.seats import SPECTATOR


@dataclass(frozen=True)
class Viewer:
    """Where somebody sits and what they read. Whoever plays several seats on one device looks from one at a time."""

    seat: int | None = None
    language: str = "en"
    open: bool = False
    """All cards are shown; only of games that are over."""

    @property
    def observer_seat(self) -> int:
        """The seat whose eyes the engine lends."""
        return SPECTATOR if self.seat is None else self.seat
