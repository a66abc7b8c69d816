"""Integer features of an offer, from which a network estimates the likelihood that it is accepted."""

from math import exp
from typing import Final

from tobean.bots.mendel.features import SCALE, to_fixed_point
from tobean.bots.mendel.net import UNIT, Net
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.actions import MakeOffer
from tobean.kernel.notation.parameters import TABLE

SIZE: Final = 22
LOGISTIC_TABLE: Final = [round(UNIT / (1.0 + exp(-step / 16.0))) for step in range(-128, 129)]
"""Logistic function in steps of 1/16 from -8 to 8, rounded so that it is the same on every machine."""


def offer_features(evaluator: DealEvaluator, offer: MakeOffer, own: float) -> list[int]:
    """Describe an offer to the seats that receive it, as far as the offering seat can tell."""
    view = evaluator.view
    seats = evaluator.partners() if offer.to == TABLE else [offer.to]
    gain, chance, none_likelihood = -10.0, 0.0, 1.0
    declined = declined_same_wish = unanswered = 0
    for seat in seats:
        likelihood = evaluator.likelihood_of(seat, offer.wants)
        other = evaluator.other_gain(seat, offer.cards, offer.wants)
        gain, chance = max(gain, other), max(chance, likelihood)
        none_likelihood *= 1.0 - likelihood
        for open_offer in view.offers:
            if open_offer.seat == view.seat and open_offer.is_for(seat):
                if open_offer.declined >> seat & 1:
                    declined += 1
                    declined_same_wish += offer.wants == open_offer.wants
                else:
                    unanswered += 1
    gives, wants = len(offer.cards), len(offer.wants)
    features = [
        to_fixed_point(chance), to_fixed_point(1.0 - none_likelihood), to_fixed_point(2.0 * gain),
        to_fixed_point(2.0 * max(0.0, gain)), to_fixed_point(2.0 * own),
        to_fixed_point(chance * max(0.0, min(2.0, gain))), SCALE * (gain > 0.12), SCALE * (gain > 0.5),
        SCALE * gives, SCALE * wants, SCALE * (gives == 0), SCALE * (wants == 0), SCALE * len(seats),
        SCALE * (offer.to == TABLE), SCALE * (offer.answers > 0), SCALE * declined, SCALE * declined_same_wish,
        SCALE * unanswered,
        SCALE * (view.seat == view.active), SCALE * view.deals, SCALE * view.talk[view.seat],
        SCALE * sum([place < 0 for place in offer.places]),
    ]  # fmt: skip
    return [min(max(value, -SCALE * 16), SCALE * 16) for value in features]


def acceptance_likelihood(net: Net, features: list[int]) -> float:
    step = net.predict(features)[0] * 16 // UNIT
    return LOGISTIC_TABLE[min(max(step + 128, 0), 256)] / UNIT
