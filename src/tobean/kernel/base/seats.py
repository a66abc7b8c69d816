"""Seats: numbers from 0, clockwise; letters in texts."""

from collections.abc import Sequence
from typing import Final

from tobean.kernel.errors import BadNotation

SEAT_LETTERS: Final = "ABCDEFGHIJ"
NO_SEAT: Final = -1
SPECTATOR: Final = len(SEAT_LETTERS)
"""Instead of a seat: a viewer that does not play and sees only what is public."""
ALL_SEATS: Final = (1 << SPECTATOR + 1) - 1
"""Bit set of all seats and of the spectator."""


def seat_name(seat: int) -> str:
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else f"seat {seat}"


def parse_seat(text: str, names: Sequence[str] = ()) -> int:
    """Parse a seat, written as its letter or as the name of its player."""
    text = text.strip()
    for seat, name in enumerate(names):
        if name.lower() == text.lower():
            return seat
    seat = SEAT_LETTERS.find(text.upper()) if len(text) == 1 else -1
    if seat < 0 or (names and seat >= len(names)):
        known = "A, B, C, ..."
        if names:
            known = ", ".join(
                [name if len(name) == 1 else f"{name} ({SEAT_LETTERS[seat]})" for seat, name in enumerate(names)]
            )
        raise BadNotation("{text!r} is not a seat; seats are {known}", text=text, known=known)
    return seat
