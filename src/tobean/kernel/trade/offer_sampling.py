"""Offers, answers and calls by chance: trading is a product space, so it is sampled and not enumerated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Accept, Call, MakeOffer
from tobean.kernel.cards import IS_OWN_KIND, KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import ASIDE, TURNED, in_usual_order
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.tradeable_cards import tradeable_slots

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


JUST_TURNED: Final[tuple[int, ...]] = (TURNED,)
"""The place of a single card that was turned over."""


def sample_offer(table: Table, seat: int, chance: Chance) -> MakeOffer:
    """Some legal offer: at most two own cards for at most two kinds, to anyone it may go to."""
    hand = len(table.hands[seat])
    turned = len(table.turned) if seat == table.active else 0
    staked = chance.randbelow(min(3, hand + turned + 1))
    asked = chance.randbelow(3)
    cards: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    if staked:
        first = chance.randbelow(hand + turned)
        cards, places = offerable_card_at(table, seat, first, turned)
        if staked == 2:
            second = chance.randbelow(hand + turned - 1)
            if second >= first:
                second += 1
            more_cards, more_places = offerable_card_at(table, seat, second, turned)
            cards, places = in_usual_order(cards + more_cards, places + more_places)
    if not cards and asked == 0:
        asked = 1
    wants = sample_wants(table, asked, chance)
    to = table.active
    if seat == table.active:
        to = chance.randbelow(table.players)
        if to == seat:
            to = TABLE
    return MakeOffer(seat, to, cards, places, wants)


def sample_any_offer(table: Table, seat: int, chance: Chance) -> MakeOffer:
    """Some offer out of all that there are, but for the game's further rules: any own cards that may be staked for any
    kinds, to anyone it may go to, as an answer to any offer. Each card more is half as likely."""
    slots: list[tuple[int, int]] = [
        (place, card) for place, card in enumerate(table.hands[seat]) if card < len(table.bag)
    ]
    if seat == table.active:
        slots.extend([(TURNED, card) for card in table.turned])
    if table.rules.trade_rules.may_offer_aside(table, seat):
        slots.extend([(ASIDE, card) for card in table.aside[seat]])
    cards: list[int] = []
    places: list[int] = []
    wants: list[int] = []
    while not cards and not wants:
        while slots and len(cards) < MAX_CARDS_NAMED and chance.randbelow(2):
            place, card = slots.pop(chance.randbelow(len(slots)))
            cards.append(card)
            places.append(place)
        while len(wants) < MAX_CARDS_NAMED and chance.randbelow(2):
            wants.append(chance.choice(table.requestable_kinds))
    to = table.active
    if seat == table.active:
        to = chance.randbelow(table.players)
        if to == seat:
            to = TABLE
    answered: list[int] = [0]
    for offer in table.offers:
        if offer.seat == to and offer.is_for(seat):
            answered.append(offer.number)
    staked_cards, staked_places = in_usual_order(tuple(cards), tuple(places))
    return MakeOffer(seat, to, staked_cards, staked_places, sorted_cards(wants), chance.choice(answered))


def offerable_card_at(table: Table, seat: int, index: int, turned: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One of the cards turned over or, behind these, of the hand, and its place; nothing if it is not a bean."""
    if index < turned:
        return IS_OWN_KIND[table.turned[index]], JUST_TURNED
    position = index - turned
    card = table.hands[seat][position]
    if card >= len(table.bag):  # cards that are not beans have higher numbers
        return (), ()
    return IS_OWN_KIND[card], (position,)


def sample_kind(table: Table, chance: Chance) -> int:
    """A kind that can be asked for, the likelier the more beans are asked for as it."""
    return KIND_OF[table.kinds[chance.randbelow(len(table.kinds))]]


def sample_wants(table: Table, count: int, chance: Chance) -> tuple[int, ...]:
    """No kind, one, or two of them, sorted."""
    if count == 0:
        return ()
    kind = sample_kind(table, chance)
    if count == 1:
        return IS_OWN_KIND[kind]
    other = sample_kind(table, chance)
    return (kind, other) if kind <= other else (other, kind)


def sample_accept(table: Table, seat: int, offer: Offer, chance: Chance) -> Accept:
    """Accept, with own cards by chance where there is a choice. The seat must hold them."""
    cards: list[int] = []
    places: list[int] = []
    for index in range(len(offer.wants)):
        card = offer.wants[index]
        if index and offer.wants[index - 1] == card:
            continue
        free = tradeable_slots(table, seat, card)
        for _ in range(offer.wants.count(card)):
            place, chosen = free.pop(chance.randbelow(len(free)))
            cards.append(chosen)
            places.append(place)
    ordered_cards, ordered_places = in_usual_order(tuple(cards), tuple(places))
    return Accept(seat, offer.number, ordered_cards, ordered_places)


def sample_call(table: Table, seat: int, chance: Chance) -> Call:
    has = sample_kind(table, chance)
    wants = sample_kind(table, chance)
    half = chance.randbelow(3)
    return Call(seat, IS_OWN_KIND[has] if half != 1 else (), IS_OWN_KIND[wants] if half != 0 else ())
