"""Open offers, which are true, binding, and tied to particular cards (T6, T7), and what they prove about hands (I2)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from tobean.kernel.actions import MakeOffer
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.base.value_object import ValueObject
from tobean.kernel.notation.card_locations import ASIDE, TURNED, masked_places
from tobean.kernel.notation.parameters import TABLE


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Offer(ValueObject):
    """An open offer. Immutable: a change replaces it by a new one, so tables can share offers.

    `cards[i]` is at `places[i]`: a position in the hand, or TURNED, or ASIDE. `declined` is the bit set of the seats
    that declined; they may still accept later.
    """

    ATTRIBUTES = ("number", "seat", "to", "cards", "places", "wants", "answers", "declined")

    def __init__(
        self,
        number: i64,
        seat: i64,
        to: i64,
        cards: tuple[int, ...],
        places: tuple[int, ...],
        wants: tuple[int, ...],
        answers: i64,
        declined: i64,
    ) -> None:
        self.number = number
        self.seat = seat
        self.to = to
        self.cards = cards
        self.places = places
        self.wants = wants
        self.answers = answers
        self.declined = declined

    def __str__(self) -> str:
        """Format as `A offer B: Red@2 for Soy (declined by C)`."""
        action = MakeOffer(self.seat, self.to, self.cards, self.places, self.wants, self.answers)
        seats = [letter for seat, letter in enumerate(SEAT_LETTERS) if self.declined >> seat & 1]
        return f"{action!r} (declined by {', '.join(seats)})" if seats else repr(action)

    def __repr__(self) -> str:
        return f"<Offer {self.number}: {self}>"

    def is_for(self, seat: i64) -> bool:
        """Whether this seat may accept it."""
        return self.to == seat or (self.to == TABLE and self.seat != seat)

    def with_places(self, cards: tuple[int, ...], places: list[int]) -> Offer:
        """Return the same offer with its cards at other places, in the usual order."""
        pairs = sorted(zip(places, cards, strict=True))
        return Offer(
            self.number,
            self.seat,
            self.to,
            tuple([card for _, card in pairs]),
            tuple([place for place, _ in pairs]),
            self.wants,
            self.answers,
            self.declined,
        )

    def seen_by(self, seat: int) -> Offer:
        """Return this offer as a seat sees it: only its owner knows the positions of the hand cards (I1)."""
        if seat == self.seat:
            return self
        cards, places = masked_places(self.cards, self.places)
        return Offer(
            self.number, self.seat, self.to, cards, places, self.wants, self.answers, self.declined
        )  # fmt: skip

    def after_card_left(self, position: int) -> Offer:
        """Return the offer after another card has left the hand from this position: the places follow the cards."""
        if not self.places or self.places[-1] < position:
            return self
        places = tuple(place - 1 if place > position else place for place in self.places)
        return Offer(
            self.number, self.seat, self.to, self.cards, places, self.wants, self.answers, self.declined
        )  # fmt: skip

    def declined_by(self, seat: i64) -> Offer:
        return Offer(
            self.number, self.seat, self.to, self.cards, self.places, self.wants, self.answers,
            self.declined | 1 << seat,
        )  # fmt: skip

    def still_covered(self, turned: list[int], aside: tuple[int, ...]) -> bool:
        """Whether the offered cards outside the hand are still there (T7)."""
        if not self.places or self.places[0] >= 0:  # in the usual order hand cards come last
            return True
        for index, place in enumerate(self.places):
            if place >= 0:
                continue
            card = self.cards[index]
            needed = 0
            for other, other_place in zip(self.cards, self.places, strict=True):
                if other == card and other_place == place:
                    needed += 1
            pile = turned if place == TURNED else aside if place == ASIDE else []
            if pile.count(card) < needed:
                return False
        return True


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HandFact(ValueObject):
    """A proven fact: by a true offer (T6), the seat holds `count` cards of a kind among its first `reach` cards."""

    ATTRIBUTES = ("seat", "card", "count", "reach")

    def __init__(self, seat: i64, card: i64, count: i64, reach: i64) -> None:
        self.seat = seat
        self.card = card
        self.count = count
        self.reach = reach

    def key(self) -> tuple[int, int, int, int]:
        return (self.seat, self.card, self.count, self.reach)

    def implies(self, other: HandFact) -> bool:
        """Whether this fact makes the other one redundant."""
        return (
            self.seat == other.seat
            and self.card == other.card
            and self.count >= other.count
            and self.reach <= other.reach
        )

    def after_card_left(self, seat: int, position: int, card: int) -> HandFact:
        """Return the fact after a card has left a hand from this position; with a count of 0 it is void."""
        if self.seat != seat or position >= self.reach:
            return self
        return HandFact(seat, self.card, self.count - 1 if self.card == card else self.count, self.reach - 1)
