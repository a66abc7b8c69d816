"""Viewers of a table: players, and spectators that see only what is public."""

from dataclasses import dataclass

from tobean.kernel.base.seats import SPECTATOR


@dataclass(frozen=True)
class Viewer:
    """Seat and language of a viewer. A person playing several seats on one device views one at a time."""

    seat: int | None = None
    language: str = "en"
    open: bool = False
    """Whether all cards are shown; only for games that are over."""

    @property
    def observer_seat(self) -> int:
        """Seat whose observation the viewer gets."""
        return SPECTATOR if self.seat is None else self.seat
