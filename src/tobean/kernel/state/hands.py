"""Hands: queues whose order never changes (K2), and public knowledge about them (I2).

Each hand has a parallel list of *origins*: the draw pile (0, 1, 2, ...) from which the card at that position was drawn.
This is public and valuable: when a pile is made from the discard pile, everyone knows its cards, so the cards of an
older pile that are still unseen must be in hands.

An origin is one int: its lowest three bits are the number of the pile, the bits above them the set of the seats that
have seen the face of the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from tobean.kernel.base.seats import ALL_SEATS
from tobean.kernel.trade.offers import HandFact, Offer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.table import Table


NO_PILE: Final = 7
"""The origin of a card that does not come from a draw pile."""


def pile_of(origin: i64) -> i64:
    """Return the draw pile a hand card came from."""
    return origin & 7


def is_known_to(origin: i64, seat: i64) -> bool:
    """Whether this seat, other than the owner, has seen the face of the hand card with this origin."""
    return origin >> 3 >> seat & 1 == 1


def marked_seen_by_all(origin: int) -> int:
    """Return the origin of a card whose face everyone has seen."""
    return pile_of(origin) | ALL_SEATS << 3


def marked_seen_by(origin: int, seat: int) -> int:
    """Return the origin of a card whose face this seat has seen as well."""
    return origin | 8 << seat


def renumber_pile(table: Table, number: int) -> None:
    """Renumber the current draw pile, including the origins of hand cards drawn from it."""
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
    """Put a card that was not just drawn at the back of the hand; `origin` determines which seats know it."""
    table.hands[seat].append(card)
    table.origins[seat].append(origin)


def remove_from_hand(table: Table, seat: int, position: int) -> int:
    """Take a card out of a hand publicly; the others keep their order (K2).

    Open offers follow their cards; an offer that included this one lapses (T7).
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
    """Adjust the places in a seat's open offers after a card has left its hand from this position (T7)."""
    table.offers = tuple(
        [
            offer.after_card_left(position) if offer.seat == seat else offer
            for offer in table.offers
            if offer.seat != seat or position not in offer.places
        ]
    )


def note_offered_cards(table: Table, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Record that the seat holds these hand cards, because an offer with them is made or still open."""
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
    """Add a fact unless another one implies it, and remove those that it implies."""
    makes_redundant = False
    for other in table.shown:
        if other.implies(fact):
            return
        if fact.implies(other):
            makes_redundant = True
    if makes_redundant:
        table.shown = tuple([other for other in table.shown if not fact.implies(other)])
    table.shown = table.shown + (fact,)  # noqa: RUF005 - unpacking would build a list first


def min_hidden_counts(hands: Sequence[Sequence[int]], facts: Sequence[HandFact]) -> dict[int, int]:
    """Return the minimum number of hidden cards of each kind in these hands, according to the facts."""
    hidden: dict[tuple[int, int], int] = {}
    for fact in facts:
        count = fact.count
        for position in range(fact.reach):
            if hands[fact.seat][position] == fact.card:
                count -= 1
        key = (fact.seat, fact.card)
        hidden[key] = max(hidden.get(key, 0), count)
    totals: dict[int, int] = {}
    for (_, card), count in hidden.items():
        totals[card] = totals.get(card, 0) + count
    return totals


def update_hand_facts(table: Table, seat: int, position: int, card: int) -> None:
    """Update the facts about a hand after a card has left it from this position."""
    is_affected = is_used_up = False
    owner: i64 = seat
    place: i64 = position
    for fact in table.shown:
        if fact.seat == owner and place < fact.reach:
            is_affected = True
            if fact.card == card and fact.count == 1:
                is_used_up = True
    if is_affected:
        if is_used_up:
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
    """Return the cards without one of the given kind, which must be among them."""
    index = 0
    while cards[index] != card:
        index += 1
    return cards[:index] + cards[index + 1 :]


def remove_card(cards: list[int], card: int) -> None:
    """Remove one card from a pile, which must contain it."""
    index = 0
    while cards[index] != card:
        index += 1
    cards.pop(index)


def lapse_broken_offers(table: Table, before: tuple[Offer, ...]) -> None:
    """Let offers lapse that lost a card from a hand (T7); the others prove that their cards are there (I2)."""
    table.offers = tuple(
        [offer for offer in table.offers if offer.still_covered(table.turned, table.aside[offer.seat])]
    )
    for offer in table.offers:
        note_offered_cards(table, offer.seat, offer.cards, offer.places)
    table.record_lapsed_offers(before)
