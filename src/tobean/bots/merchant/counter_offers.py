"""Counter-offers that ask for more before accepting, where the other side would gain enough to add a card.

A countered offer stays open (T7), so the active player risks little: trading goes on as long as they like (T8). Any
other seat may not be asked again, and counters only where an acceptance is likely.
"""

from typing import Final

from tobean.bots.merchant.proposals import candidate_wishes, may_propose_to
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.kernel.actions import Accept, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.trade.offers import Offer

MIN_PARTNER_GAIN: Final = 0.15
"""Minimum estimated gain that is left to the other side, in thalers."""
MIN_EXTRA_GAIN: Final = 0.1
"""Minimum additional gain over accepting, in thalers."""
MIN_LIKELIHOOD: Final = 0.4
"""Minimum likelihood that the other side has the cards asked for."""
REFUSAL_LOSS_SHARE: Final = 0.5
"""Share of the gain of accepting that is lost on a refusal, for a seat that may not be asked again."""


def improved_offers(evaluator: DealEvaluator, offer: Offer, accept: Accept) -> list[MakeOffer]:
    """Return counter-offers that are better than accepting in this way, the best first."""
    if offer.to != evaluator.seat or not accept.cards:
        return []  # an offer to the table is gone before a counter-offer is answered, and gifts are not haggled over
    seat = offer.seat
    accept_gain, offerer_gain = evaluator.accept_gain(offer, accept)
    if offerer_gain < MIN_PARTNER_GAIN:
        return []
    gets = tuple([KIND_OF[card] for card in offer.cards])
    rated: list[tuple[float, MakeOffer]] = []
    for stake, wish in term_variations(evaluator, accept, gets):
        if any(KIND_OF[card] in wish for card in stake.cards) or not may_propose_to(evaluator, seat, stake, wish):
            continue
        likelihood = evaluator.likelihood_of(seat, wish)
        partner_gain = evaluator.other_gain(seat, stake.cards, wish)
        if likelihood < MIN_LIKELIHOOD or partner_gain < MIN_PARTNER_GAIN:
            continue
        own = evaluator.own_gain(stake, wish)
        risk = 0.0 if evaluator.seat == evaluator.view.active else REFUSAL_LOSS_SHARE * accept_gain
        extra_gain = likelihood * (own - accept_gain) - risk
        if extra_gain > MIN_EXTRA_GAIN:
            action = MakeOffer(evaluator.seat, seat, stake.cards, stake.places, wish, offer.number)
            rated.append((-extra_gain, action))
    rated.sort(key=lambda item: item[0])
    return [action for _, action in rated]


def term_variations(
    evaluator: DealEvaluator, accept: Accept, gets: tuple[int, ...]
) -> list[tuple[Stake, tuple[int, ...]]]:
    """Return the same deal for one card less, or with one card more."""
    stake = Stake(accept.cards, accept.places)
    variations: list[tuple[Stake, tuple[int, ...]]] = []
    count = len(stake.cards)
    if count > 1:
        for left_out in range(count):
            cards = tuple([stake.cards[index] for index in range(count) if index != left_out])
            places = tuple([stake.places[index] for index in range(count) if index != left_out])
            variations.append((Stake(cards, places), sorted_cards(gets)))
    for wish in candidate_wishes(evaluator):
        if len(wish) == 1:
            variations.append((stake, sorted_cards([*gets, *wish])))
    return variations
