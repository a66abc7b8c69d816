"""Reasons for declining an offer, as said at the table.

A reason rests on public facts: the offer, the fields, the active player. `not from me` leaves open whether the cards
are missing or not for sale, so no reason reveals a secret of the hand (I3).
"""

from typing import Final

from tobean.bots.base import Remark
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MUCH_GAIN: Final = 1.0
"""A deal by which the other side gains more, in thalers, is said to help them."""


def refusal_remark(view: Observation, offer: Offer) -> Remark:
    """Return the reason why this seat declines an offer, which need not have been made yet. Works for any bot."""
    return refusal_reason(DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS)), offer)


def refusal_reason(evaluator: DealEvaluator, offer: Offer) -> Remark:
    """Return the reason, with a deal evaluator that exists already."""
    valuation = evaluator.seat_valuations[evaluator.seat]
    grown = tuple([kind for kind in offer.wants if valuation.growth(kind) > 0.0])
    if grown:
        return Remark("grow it myself", grown)
    requested = requested_kinds(evaluator)
    useless = tuple([card for card in offer.cards if valuation.growth(card) <= 0.0 and KIND_OF[card] not in requested])
    if useless and len(useless) == len(offer.cards):
        return Remark("no room" if all(evaluator.judge.rows(evaluator.seat)) else "no use", useless)
    if not offer.wants:
        return Remark("no thanks", offer.cards)
    if not has_cards_of(evaluator, offer.wants):
        return Remark("not from me", offer.wants)
    if not offer.cards:
        return Remark("for nothing", offer.wants)
    if evaluator.offerer_gain(offer, offer.wants) > MUCH_GAIN:
        return Remark("helps you", offer.wants)
    return Remark("one card" if len(offer.cards) == 1 else "too little", offer.cards)


def requested_kinds(evaluator: DealEvaluator) -> set[int]:
    """Return the kinds that this seat has publicly asked for: it cannot claim to have no use for them."""
    view = evaluator.view
    wishes = [offer.wants for offer in view.offers if offer.seat == evaluator.seat]
    wishes += [call.wants for call in view.calls if call.seat == evaluator.seat]
    return {kind for wants in wishes for kind in wants}


def has_cards_of(evaluator: DealEvaluator, wants: tuple[int, ...]) -> bool:
    """Whether this seat has cards of all these kinds."""
    view = evaluator.view
    kinds = [KIND_OF[card] for card in view.hand if card not in view.rules.hand_extras]
    if evaluator.seat == view.active:
        kinds.extend([KIND_OF[card] for card in view.turned])
    return all(kinds.count(kind) >= wants.count(kind) for kind in wants)
