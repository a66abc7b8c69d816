"""What a side may put into a deal, and the ways to meet what the other side asks for (T2, T6)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import TURNED
from tobean.kernel.cards import name_of
from tobean.kernel.errors import Illegal

if TYPE_CHECKING:
    from tobean.kernel.table import Table

MOST_WAYS: Final = 256
"""An offer that asks for many cards can be met in very many ways; so many of them are enumerated."""


def check_stake(table: Table, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Are these cards there, and may this seat stake them (T2)?"""
    if len(cards) != len(places):
        raise Illegal("T6", "Each staked card needs its place.")
    hand = table.hands[seat]
    turned = 0
    for index in range(len(cards)):
        card, place = cards[index], places[index]
        if place >= 0:
            if place >= len(hand) or hand[place] != card:
                raise Illegal("T6", "Card {place} of the hand is no {card}.", place=place + 1, card=name_of(card))
            for other in range(index):
                if places[other] == place:
                    raise Illegal("T6", "Card {place} of the hand is staked twice.", place=place + 1)
        elif place == TURNED:
            if seat != table.active:
                raise Illegal("T2", "Only the active player can stake the cards turned over.")
            turned += 1
        else:
            raise Illegal("T2", "Cards received in a deal cannot be traded on.")
    if turned:
        for card in cards:
            staked = 0
            for index in range(len(cards)):
                if places[index] == TURNED and cards[index] == card:
                    staked += 1
            if table.turned.count(card) < staked:
                raise Illegal("T2", "There are not so many {card} among the cards turned over.", card=name_of(card))


def can_give(table: Table, seat: int, wants: tuple[int, ...]) -> bool:
    """Does this seat hold cards of all these kinds, tradable ones (T2)?"""
    for index in range(len(wants)):
        card = wants[index]
        # The wants are sorted: the n-th of a kind asks for n of them.
        needed = 1
        while needed <= index and wants[index - needed] == card:
            needed += 1
        for held in table.hands[seat]:
            if held == card:
                needed -= 1
        if needed > 0 and seat == table.active:
            for held in table.turned:
                if held == card:
                    needed -= 1
        if needed > 0:
            return False
    return True


def places_of(table: Table, seat: int, card: int) -> list[int]:
    """Where this seat has tradable cards of a kind."""
    places: list[int] = []
    if seat == table.active:
        for turned in table.turned:
            if turned == card:
                places.append(TURNED)
    hand = table.hands[seat]
    for position in range(len(hand)):
        if hand[position] == card:
            places.append(position)
    return places


def distinct(places: list[int]) -> list[int]:
    """Places without repetition: two turned-over cards of a kind are the same card."""
    found: list[int] = []
    for place in places:
        if not found or found[len(found) - 1] != place:
            found.append(place)
    return found


def ordered(cards: list[int], places: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A stake in the usual order: cards turned over first, then the hand from front to back."""
    in_order = True
    for index in range(1, len(places)):
        if places[index - 1] > places[index]:
            in_order = False
    if in_order:
        return tuple(cards), tuple(places)
    pairs = sorted(zip(places, cards, strict=True))
    return tuple([card for _, card in pairs]), tuple([place for place, _ in pairs])


def ways_to_give(table: Table, seat: int, wants: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All choices of own cards that meet these wants (T6), at most MOST_WAYS, front cards first."""
    if not wants:
        return [((), ())]
    first = distinct(places_of(table, seat, wants[0]))
    if len(wants) == 1:
        return [(wants, (place,)) for place in first]
    if len(wants) == 2 and wants[0] != wants[1]:
        second = distinct(places_of(table, seat, wants[1]))
        swapped = (wants[1], wants[0])
        return [(wants, (one, two)) if one <= two else (swapped, (two, one)) for one in first for two in second]
    ways: list[tuple[list[int], list[int]]] = [([], [])]
    for card in sorted(set(wants)):
        count = wants.count(card)
        choices = sorted(set(combinations(places_of(table, seat, card)[: MOST_WAYS // 8], count)))
        ways = [(cards + [card] * count, places + list(choice)) for cards, places in ways for choice in choices][
            :MOST_WAYS
        ]
    return [ordered(cards, places) for cards, places in ways]
