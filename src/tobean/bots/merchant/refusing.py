"""Why a deal does not suit, as one says it at the table.

A reason rests on what all can see: the offer, the fields, who is active. Only `not from me` leaves open whether the
cards are not there or not for sale, so no reason tells a secret of the hand (I3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.base import Remark
from tobean.bots.expertise import judge_for
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.temper import USUAL
from tobean.kernel.cards import KIND_OF

if TYPE_CHECKING:
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

MUCH: Final = 1.0
"""A deal that brings the other side more, in thalers, is said to help them."""


def why_not(view: Observation, offer: Offer) -> Remark:
    """Why this seat says no to an offer; to one that nobody has made yet, too. For bots of every sort."""
    return reason(Bazaar(view, judge_for(view, USUAL)), offer)


def reason(bazaar: Bazaar, offer: Offer) -> Remark:
    """The same with all that is known of deals at this moment."""
    farm = bazaar.farms[bazaar.seat]
    own = tuple([kind for kind in offer.wants if farm.growth(kind) > 0.0])
    if own:
        return Remark("grow it myself", own)
    sought = asked_for(bazaar)
    useless = tuple([card for card in offer.cards if farm.growth(card) <= 0.0 and KIND_OF[card] not in sought])
    if useless and len(useless) == len(offer.cards):
        return Remark("no room" if all(bazaar.judge.rows(bazaar.seat)) else "no use", useless)
    if not offer.wants:
        return Remark("no thanks", offer.cards)
    if not can_pay(bazaar, offer.wants):
        return Remark("not from me", offer.wants)
    if not offer.cards:
        return Remark("for nothing", offer.wants)
    if bazaar.offerer_gain(offer, offer.wants) > MUCH:
        return Remark("helps you", offer.wants)
    return Remark("one card" if len(offer.cards) == 1 else "too little", offer.cards)


def asked_for(bazaar: Bazaar) -> set[int]:
    """The kinds that this seat has asked for, for all to hear: it cannot say that it has no use for them."""
    view = bazaar.view
    wanted = [offer.wants for offer in view.offers if offer.seat == bazaar.seat]
    wanted += [call.wants for call in view.calls if call.seat == bazaar.seat]
    return {kind for wants in wanted for kind in wants}


def can_pay(bazaar: Bazaar, wants: tuple[int, ...]) -> bool:
    """Has this seat cards of these kinds?"""
    view = bazaar.view
    kinds = [KIND_OF[card] for card in view.hand if card not in view.rules.hand_extras]
    if bazaar.seat == view.active:
        kinds.extend([KIND_OF[card] for card in view.turned])
    return all(kinds.count(kind) >= wants.count(kind) for kind in wants)
