"""Hands: queues that nobody may reorder (K2), and what the table remembers of them (I2).

Beside each hand runs a list of *origins*: from which draw pile (0, 1, 2, ...) the card at that position was
drawn. That is public, and it is worth a lot: when a pile is made from the discard pile everybody knows its
cards, so the cards of an older pile that are still unseen must be in somebody's hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.kernel.events import LAPSED
from tobean.kernel.state.seats import ALL_SEATS
from tobean.kernel.state.value_object import ValueObject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class HandFact(ValueObject):
    """A seat has proven by a true offer (T6) that it holds `count` of a kind among its first `reach` cards."""

    ATTRIBUTES = ("seat", "card", "count", "reach")

    def __init__(self, seat: i64, card: i64, count: i64, reach: i64) -> None:
        self.seat = seat
        self.card = card
        self.count = count
        self.reach = reach

    def key(self) -> tuple[int, int, int, int]:
        return (self.seat, self.card, self.count, self.reach)

    def implies(self, other: HandFact) -> bool:
        """Does this fact make the other one superfluous?"""
        return (
            self.seat == other.seat
            and self.card == other.card
            and self.count >= other.count
            and self.reach <= other.reach
        )

    def after_card_left(self, seat: int, position: int, card: int) -> HandFact:
        """What is left of this fact after a card has left a hand from this position; a count of 0 proves nothing."""
        if self.seat != seat or position >= self.reach:
            return self
        return HandFact(seat, self.card, self.count - 1 if self.card == card else self.count, self.reach - 1)


NO_PILE: Final = 7
"""The origin of a card that comes from no draw pile."""


def pile_of(origin: i64) -> i64:
    """The draw pile a hand card came from."""
    return origin & 7


def is_known_to(origin: i64, seat: i64) -> bool:
    """Has this seat, not the owner, seen the face of the card at this place of the hand?"""
    return origin >> 3 >> seat & 1 == 1


def marked_seen_by_all(origin: int) -> int:
    """The origin of a card whose face everybody has seen."""
    return pile_of(origin) | ALL_SEATS << 3


def marked_seen_by(origin: int, seat: int) -> int:
    """The origin of a card whose face this seat has seen too."""
    return origin | 8 << seat


def renumber_pile(table: Table, number: int) -> None:
    """Give the present draw pile another number, also where hand cards were drawn from it."""
    shift = number - table.pile
    if shift:
        for seat in range(table.players):
            table.origins[seat] = [
                origin + shift if pile_of(origin) == table.pile else origin for origin in table.origins[seat]
            ]
        table.pile = number


def add_drawn_card(table: Table, seat: int, card: int) -> None:
    """Put a card just drawn at the back of the hand (K2)."""
    table.hands[seat].append(card)
    table.origins[seat].append(table.pile)


def add_to_hand_back(table: Table, seat: int, card: int, origin: int) -> None:
    """Put a card that was not drawn just now at the back of the hand; the origin says who knows it."""
    table.hands[seat].append(card)
    table.origins[seat].append(origin)


def remove_from_hand(table: Table, seat: int, position: int) -> int:
    """Take a card out of a hand for all to see; the others keep their order (K2).

    Open offers follow their staked cards; an offer that staked this one lapses (T7).
    """
    card = table.hands[seat].pop(position)
    table.origins[seat].pop(position)
    if table.shown:
        update_hand_facts(table, seat, position, card)
    if table.component is not None:
        table.component.on_card_left_hand(seat, position, card)
    for offer in table.offers:
        if offer.seat == seat:
            shift_offers(table, seat, position)
            break
    return card


def shift_offers(table: Table, seat: int, position: int) -> None:
    """The open offers of a seat follow their staked cards after one has left the hand from this position (T7)."""
    table.offers = tuple(
        [
            offer.after_card_left(position) if offer.seat == seat else offer
            for offer in table.offers
            if offer.seat != seat or position not in offer.places
        ]
    )


def note_offered_cards(table: Table, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """An offer with these hand cards is made, or still stands: the table knows that the seat holds them."""
    for index in range(len(cards)):
        card = cards[index]
        if places[index] < 0:
            continue
        count = 1
        for later in range(index + 1, len(cards)):
            if cards[later] == card and places[later] >= 0:
                count += 1
        add_hand_fact(table, HandFact(seat, card, count, len(table.hands[seat])))


def add_hand_fact(table: Table, fact: HandFact) -> None:
    """Keep a fact unless it is known already, and drop what it makes superfluous."""
    superfluous = False
    for known in table.shown:
        if known.implies(fact):
            return
        if fact.implies(known):
            superfluous = True
    if superfluous:
        table.shown = tuple([known for known in table.shown if not fact.implies(known)])
    table.shown = table.shown + (fact,)  # noqa: RUF005 - a star goes by way of a list


def min_hidden_counts(hands: Sequence[Sequence[int]], facts: Sequence[HandFact]) -> dict[int, int]:
    """How many cards of each kind lie hidden in these hands at least, by what their holders have proven."""
    most: dict[tuple[int, int], int] = {}
    for fact in facts:
        more = fact.count
        for position in range(fact.reach):
            if hands[fact.seat][position] == fact.card:
                more -= 1
        key = (fact.seat, fact.card)
        most[key] = max(most.get(key, 0), more)
    found: dict[int, int] = {}
    for (_, card), count in most.items():
        found[card] = found.get(card, 0) + count
    return found


def update_hand_facts(table: Table, seat: int, position: int, card: int) -> None:
    """A card left a hand: what was proven before now holds for the cards that are left."""
    concerned = spent = False
    owner: i64 = seat
    place: i64 = position
    for fact in table.shown:
        if fact.seat == owner and place < fact.reach:
            concerned = True
            if fact.card == card and fact.count == 1:
                spent = True
    if concerned:
        if spent:
            table.shown = tuple(
                [
                    fact.after_card_left(seat, position, card)
                    for fact in table.shown
                    if fact.count > 1 or fact.card != card or fact.seat != seat or position >= fact.reach
                ]
            )
        else:
            table.shown = tuple(fact.after_card_left(seat, position, card) for fact in table.shown)


def tuple_without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards less one of them, which must be there."""
    index = 0
    while cards[index] != card:
        index += 1
    return cards[:index] + cards[index + 1 :]


def remove_card(cards: list[int], card: int) -> None:
    """Take one card out of a pile, in which it must be."""
    index = 0
    while cards[index] != card:
        index += 1
    cards.pop(index)


def lapse_broken_offers(table: Table, before: tuple[Offer, ...]) -> None:
    """After cards have left a hand: offers that lost one lapse (T7), the others prove that they are held (I2)."""
    table.offers = tuple(
        [offer for offer in table.offers if offer.still_covered(table.turned, table.aside[offer.seat])]
    )
    for offer in table.offers:
        note_offered_cards(table, offer.seat, offer.cards, offer.places)
    if table.events is not None:
        left = [offer.number for offer in table.offers]
        for offer in before:
            if offer.number not in left:
                table.events.append(LAPSED.of(seat=offer.seat, offer=offer.number))
