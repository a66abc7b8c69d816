"""The cards that a side may trade, and the choices of cards that meet a request (T2, T6)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED

if TYPE_CHECKING:
    from tobean.kernel.table import Table

MAX_PAYMENTS: Final = 256
"""Maximum number of payments enumerated for an offer that asks for many cards."""


NO_PAYMENTS: Final[list[tuple[tuple[int, ...], tuple[int, ...]]]] = []
"""A shared empty list, never modified."""


def not_in_hand(rule: str, hand: list[int], card: int, count: int = 1) -> Illegal:
    """Return the error for hand cards that are not in the hand, or not at the given positions."""
    if hand.count(card) >= count:
        return Illegal(rule, "Your {card} has moved within your hand: choose it again.", card=KindArg(card))
    if count == 1:
        return Illegal(rule, "You have no {card} in your hand.", card=KindArg(card))
    return Illegal(rule, "You do not have {count} {card} in your hand.", count=count, card=KindArg(card))


def check_offered_cards(table: Table, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Raise `Illegal` unless these cards are there and this seat may offer them (T2)."""
    if len(cards) != len(places):
        raise Illegal("T6", "Each card on offer needs its place.")
    hand = table.hands[seat]
    turned = 0
    for index in range(len(cards)):
        card, place = cards[index], places[index]
        if place >= 0:
            if place >= len(hand) or hand[place] != card:
                offered = [other for other in range(len(cards)) if places[other] >= 0 and cards[other] == card]
                raise not_in_hand("T6", hand, card, len(offered))
            for other in range(index):
                if places[other] == place:
                    raise Illegal("T6", "The same {card} cannot be offered twice.", card=KindArg(card))
        elif place == TURNED:
            if seat != table.active:
                raise Illegal("T2", "Only the active player can offer the cards turned over.")
            turned += 1
        elif not table.rules.trade_rules.may_offer_aside(table, seat):
            raise Illegal("T2", "Cards received in a deal cannot be traded on.")
        elif places.count(ASIDE) > len(table.aside[seat]) or not pile_covers(table.aside[seat], cards, places, ASIDE):
            raise Illegal("T2", "You have no further {card} set aside.", card=KindArg(card))
        if card not in table.kinds:
            raise Illegal("T2", "Only beans can be traded.")
    if turned:
        check_turned_cards(table, cards, places)


def check_turned_cards(table: Table, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Raise `Illegal` unless all cards that are offered from those turned over are there."""
    for card in cards:
        needed = 0
        for index in range(len(cards)):
            if places[index] == TURNED and cards[index] == card:
                needed += 1
        if table.turned.count(card) < needed:
            if needed == 1:
                raise Illegal("T2", "There is no turned-over {card}.", card=KindArg(card))
            raise Illegal("T2", "There are not {count} {card} turned over.", count=needed, card=KindArg(card))


def pile_covers(pile: tuple[int, ...], cards: tuple[int, ...], places: tuple[int, ...], place: int) -> bool:
    """Whether a pile contains all the cards that are offered from it."""
    offered = [card for card, where in zip(cards, places, strict=True) if where == place]
    return all(pile.count(card) >= offered.count(card) for card in offered)


def holds_wanted_cards(table: Table, seat: int, wants: tuple[int, ...]) -> bool:
    """Whether this seat has tradeable cards of all these kinds (T2)."""
    has_joint_kinds = table.config.has_joint_kinds
    count: i64 = 0
    previous: i64 = -1
    for card in wants:
        kind: i64 = card
        # The wants are sorted: the n-th of a kind requires n of them.
        count = count + 1 if kind == previous else 1
        previous = kind
        needed: i64 = count
        for own in table.hands[seat]:
            if (KIND_OF[own] if has_joint_kinds else own) == kind:
                needed -= 1
                if needed == 0:
                    break
        if needed > 0 and seat == table.active:
            for own in table.turned:
                if KIND_OF[own] == kind:
                    needed -= 1
        if needed > 0 and table.aside[seat] and table.rules.trade_rules.may_offer_aside(table, seat):
            for own in table.aside[seat]:
                if KIND_OF[own] == kind:
                    needed -= 1
        if needed > 0:
            return False
    return True


def tradeable_slots(table: Table, seat: int, kind: int) -> list[tuple[int, int]]:
    """Return the places and cards of this seat's tradeable cards of a kind, in the usual order."""
    slots: list[tuple[int, int]] = []
    wanted: i64 = kind
    if table.aside[seat] and table.rules.trade_rules.may_offer_aside(table, seat):
        for card in table.aside[seat]:
            if KIND_OF[card] == wanted:
                slots.append((ASIDE, card))
    if seat == table.active:
        for card in table.turned:
            if KIND_OF[card] == wanted:
                slots.append((TURNED, card))
    if len(slots) > 1:
        slots.sort()
    hand = table.hands[seat]
    for position in range(len(hand)):
        if KIND_OF[hand[position]] == wanted:
            slots.append((position, hand[position]))
    return slots


def distinct(slots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the slots without repetition: two equal turned-over cards are the same choice."""
    if len(slots) < 2 or slots[0][0] >= 0:
        return slots
    unique: list[tuple[int, int]] = []
    for slot in slots:
        if not unique or unique[len(unique) - 1] != slot:
            unique.append(slot)
    return unique


def payments(table: Table, seat: int, wants: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return all choices of this seat's cards that meet the wants (T6), at most MAX_PAYMENTS, front cards first."""
    if not wants:
        return [((), ())]
    first = distinct(tradeable_slots(table, seat, wants[0]))
    if not first:
        return NO_PAYMENTS
    if len(wants) == 1:
        return [((card,), (place,)) for place, card in first]
    if len(wants) == 2 and wants[0] != wants[1]:
        second = distinct(tradeable_slots(table, seat, wants[1]))
        return [
            ((card, other), (place, other_place)) if place <= other_place else ((other, card), (other_place, place))
            for place, card in first
            for other_place, other in second
        ]
    choices_so_far: list[list[tuple[int, int]]] = [[]]
    for kind in sorted(set(wants)):
        slots = tradeable_slots(table, seat, kind)
        if len(slots) < wants.count(kind):
            return NO_PAYMENTS
        choices = sorted(set(combinations(slots[: MAX_PAYMENTS // 8], wants.count(kind))))
        choices_so_far = [chosen + list(choice) for chosen in choices_so_far for choice in choices][:MAX_PAYMENTS]
    result: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for chosen in choices_so_far:
        chosen.sort()
        result.append((tuple([card for _, card in chosen]), tuple([place for place, _ in chosen])))
    return result
