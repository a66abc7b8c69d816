"""Seats: numbers from 0 on clockwise, letters for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tobean.kernel.errors import BadNotation

SEAT_LETTERS: Final = "ABCDEFGHIJ"
SPECTATOR: Final = len(SEAT_LETTERS)
"""In place of a seat: somebody who does not play and sees what is public to everybody."""
ALL_SEATS: Final = (1 << SPECTATOR + 1) - 1
"""A set of seats as bits: everybody who could sit at a table, or watch."""


def seat_name(seat: int) -> str:
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else f"seat {seat}"


def parse_seat(text: str, names: Sequence[str] = ()) -> int:
    """A seat by its letter or by the name of the player who sits there."""
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
