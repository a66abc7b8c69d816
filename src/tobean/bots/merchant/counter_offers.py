"""Asking for more before one says yes: where the other side would gain much, it may give a card more.

An offer that was countered still lies there (T7), so the one whose turn it is risks little: trading goes on as long as
they like (T8). Anybody else may not be asked again, and presses only where a yes is likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.merchant.proposals import candidate_wishes, may_propose_to
from tobean.bots.merchant.valuation.deal_value import Stake
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards

if TYPE_CHECKING:
    from tobean.bots.merchant.valuation.deal_value import DealEvaluator
    from tobean.kernel.actions import Accept
    from tobean.kernel.trade.offers import Offer

MIN_PARTNER_GAIN: Final = 0.15
"""What the other side must still gain, in thalers, as far as one can tell."""
MIN_EXTRA_GAIN: Final = 0.1
"""How much more than a yes a counter-offer must bring."""
MIN_LIKELIHOOD: Final = 0.4
"""How likely the other side must have what it is asked for."""
REFUSAL_LOSS_SHARE: Final = 0.5
"""The share of what a yes brings that is lost on a no, for somebody who may not be asked again."""


def improved_offers(evaluator: DealEvaluator, offer: Offer, accept: Accept) -> list[MakeOffer]:
    """Counter-offers that are better than agreeing in this way, the best first."""
    if offer.to != evaluator.seat or not accept.cards:
        return []  # what is offered to all is gone before one has asked for more, and nobody haggles over a gift
    seat = offer.seat
    settled, other = evaluator.accept_gain(offer, accept)
    if other < MIN_PARTNER_GAIN:
        return []
    gets = tuple([KIND_OF[card] for card in offer.cards])
    found: list[tuple[float, MakeOffer]] = []
    for stake, wish in term_variations(evaluator, accept, gets):
        if any(KIND_OF[card] in wish for card in stake.cards) or not may_propose_to(evaluator, seat, stake, wish):
            continue
        likely = evaluator.likelihood_of(seat, wish)
        left = evaluator.other_gain(seat, stake.cards, wish)
        if likely < MIN_LIKELIHOOD or left < MIN_PARTNER_GAIN:
            continue
        own = evaluator.own_gain(stake, wish)
        risk = 0.0 if evaluator.seat == evaluator.view.active else REFUSAL_LOSS_SHARE * settled
        more = likely * (own - settled) - risk
        if more > MIN_EXTRA_GAIN:
            action = MakeOffer(evaluator.seat, seat, stake.cards, stake.places, wish, offer.number)
            found.append((-more, action))
    found.sort(key=lambda item: item[0])
    return [action for _, action in found]


def term_variations(
    evaluator: DealEvaluator, accept: Accept, gets: tuple[int, ...]
) -> list[tuple[Stake, tuple[int, ...]]]:
    """The same deal for a card less, or with a card more."""
    stake = Stake(accept.cards, accept.places)
    found: list[tuple[Stake, tuple[int, ...]]] = []
    count = len(stake.cards)
    if count > 1:
        for left_out in range(count):
            cards = tuple([stake.cards[index] for index in range(count) if index != left_out])
            places = tuple([stake.places[index] for index in range(count) if index != left_out])
            found.append((Stake(cards, places), sorted_cards(gets)))
    for wish in candidate_wishes(evaluator):
        if len(wish) == 1:
            found.append((stake, sorted_cards([*gets, *wish])))
    return found
