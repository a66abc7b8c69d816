"""Random offers, answers and calls: trading is a product space, so it is sampled, not enumerated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Accept, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, SINGLE_CARD, sorted_cards
from tobean.kernel.notation.card_locations import ASIDE, TURNED, in_usual_order
from tobean.kernel.notation.input_limits import MAX_CARDS_NAMED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.tradeable_cards import tradeable_slots

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


ONE_TURNED_PLACE: Final[tuple[int, ...]] = (TURNED,)
"""The places of a single turned-over card."""


def sample_offer(table: Table, seat: int, chance: Chance) -> MakeOffer:
    """Sample a legal offer of at most two cards for at most two kinds, to any possible partner."""
    hand = len(table.hands[seat])
    turned = len(table.turned) if seat == table.active else 0
    give_count = chance.randbelow(min(3, hand + turned + 1))
    want_count = chance.randbelow(3)
    cards: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    if give_count:
        first = chance.randbelow(hand + turned)
        cards, places = offerable_card_at(table, seat, first, turned)
        if give_count == 2:
            second = chance.randbelow(hand + turned - 1)
            if second >= first:
                second += 1
            more_cards, more_places = offerable_card_at(table, seat, second, turned)
            cards, places = in_usual_order(cards + more_cards, places + more_places)
    if not cards and want_count == 0:
        want_count = 1
    wants = sample_wants(table, want_count, chance)
    return MakeOffer(seat, sample_recipient(table, seat, chance), cards, places, wants)


def sample_any_offer(table: Table, seat: int, chance: Chance) -> MakeOffer:
    """Sample from all offers, ignoring the restrictions of the game: any tradeable cards for any kinds, to any possible
    partner, as a counter-offer to any offer. Each further card is half as likely.
    """
    deck = table.config.deck
    slots: list[tuple[int, int]] = [
        (place, card) for place, card in enumerate(table.hands[seat]) if card < len(deck) and deck[card]
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
    to = sample_recipient(table, seat, chance)
    answered: list[int] = [0]
    for offer in table.offers:
        if offer.seat == to and offer.is_for(seat):
            answered.append(offer.number)
    ordered_cards, ordered_places = in_usual_order(tuple(cards), tuple(places))
    return MakeOffer(seat, to, ordered_cards, ordered_places, sorted_cards(wants), chance.choice(answered))


def sample_recipient(table: Table, seat: int, chance: Chance) -> int:
    """Sample another seat or the whole table if `seat` is active; otherwise return the active player."""
    if seat != table.active:
        return table.active
    to = chance.randbelow(table.players)
    return TABLE if to == seat else to


def offerable_card_at(table: Table, seat: int, index: int, turned: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the card at this index and its place, turned-over cards before hand cards; empty if it is not a bean."""
    if index < turned:
        return SINGLE_CARD[table.turned[index]], ONE_TURNED_PLACE
    position = index - turned
    card = table.hands[seat][position]
    deck = table.config.deck
    if card >= len(deck) or not deck[card]:
        return (), ()
    return SINGLE_CARD[card], (position,)


def sample_kind(table: Table, chance: Chance) -> int:
    """Sample a requestable kind, weighted by the number of beans that are requested as it."""
    return KIND_OF[table.kinds[chance.randbelow(len(table.kinds))]]


def sample_wants(table: Table, count: int, chance: Chance) -> tuple[int, ...]:
    """Sample 0 to 2 kinds, sorted."""
    if count == 0:
        return ()
    kind = sample_kind(table, chance)
    if count == 1:
        return SINGLE_CARD[kind]
    other = sample_kind(table, chance)
    return (kind, other) if kind <= other else (other, kind)


def sample_accept(table: Table, seat: int, offer: Offer, chance: Chance) -> Accept:
    """Return an acceptance of the offer with a random choice of cards. The seat must have the wanted cards."""
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
    parts = chance.randbelow(3)  # 0: the offered kind only, 1: the wanted kind only, 2: both
    return Call(seat, SINGLE_CARD[has] if parts != 1 else (), SINGLE_CARD[wants] if parts != 0 else ())
