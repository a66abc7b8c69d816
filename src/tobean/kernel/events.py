"""What happened, told once for those who may know all and once for each seat (I1-I3)."""

from __future__ import annotations

from typing import Final, final

from tobean.kernel.cards import HIDDEN
from tobean.kernel.places import masked_stake

ALL: Final = -1
"""A set of seats as bits: everybody."""

NOBODY: Final = -1
"""No seat."""


@final
class Event:
    """One thing that happened. Which fields carry meaning depends on `name`; see docs/protocol.md.

    `cards_for` and `places_for` are sets of seats as bits: who may know the kinds and the positions.
    """

    def __init__(
        self,
        name: str,
        seat: int = NOBODY,
        other: int = NOBODY,
        number: int = 0,
        cards: tuple[int, ...] = (),
        places: tuple[int, ...] = (),
        wants: tuple[int, ...] = (),
        gets: tuple[int, ...] = (),
        gets_places: tuple[int, ...] = (),
        cards_for: int = ALL,
        places_for: int = ALL,
        answers: int = 0,
    ) -> None:
        self.name = name
        self.seat = seat
        self.other = other
        self.number = number
        self.cards = cards
        self.places = places
        self.wants = wants
        self.gets = gets
        self.gets_places = gets_places
        self.cards_for = cards_for
        self.places_for = places_for
        self.answers = answers

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.seat, self.other, self.number, self.cards, self.places, self.wants,
            self.gets, self.gets_places, self.cards_for, self.places_for, self.answers,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Event{self.key()!r}"

    def seen_by(self, seat: int) -> Event:
        """This event as a seat sees it: secret cards are HIDDEN, secret positions SOMEWHERE."""
        if self.cards_for == ALL and self.places_for == ALL:
            return self
        cards = self.cards
        if not self.cards_for >> seat & 1:
            cards = (HIDDEN,) * len(cards)
        places = self.places
        if not self.places_for >> seat & 1:
            cards, places = masked_stake(cards, places)
        return Event(
            self.name, self.seat, self.other, self.number, cards, places, self.wants, self.gets,
            self.gets_places, ALL, ALL, self.answers,
        )  # fmt: skip
