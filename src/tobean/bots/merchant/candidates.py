"""Acts that are worth a second thought, the merchant's own choice first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.lookahead import gains, is_special
from tobean.bots.merchant.merchant import Merchant, counters, farming_gain, may_counter
from tobean.bots.merchant.proposing import proposals_of
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

MOST: Final = 4
DOUBT: Final = 0.7
"""Acts that the merchant thinks worse than its choice by more thalers are not looked at."""


@dataclass(frozen=True)
class Candidate:
    """An act, and what the merchant thinks that it brings."""

    action: Action
    gain: float


def promising(
    merchant: Merchant, view: Observation, actions: list[Action], favourite: Action, chance: Chance
) -> list[Candidate]:
    """The favourite, and what else might be better."""
    judge = merchant.judge(view)
    rated: list[tuple[float, Action]] = []
    special = [action for action in actions if is_special(action)]
    if special:
        rated.extend(zip(gains(judge, special, chance), special, strict=True))
    trading = any(isinstance(action, (Decline, EndTrading)) for action in actions)
    if trading:
        rated.extend(deals(merchant, Bazaar(view, judge, merchant.company), actions))
    else:
        rated.extend([(farming_gain(view, judge, action), action) for action in actions if not is_special(action)])
    return shortlist(rated, favourite)


def offers_instead(merchant: Merchant, view: Observation, favourite: MakeOffer) -> list[Candidate]:
    """An offer, and what one might offer instead."""
    return shortlist(offered(Bazaar(view, merchant.judge(view), merchant.company), None), favourite)


def deals(merchant: Merchant, bazaar: Bazaar, actions: list[Action]) -> list[tuple[float, Action]]:
    """Answers and offers, with what they bring."""
    view = bazaar.view
    answered: Offer | None = None
    rated: list[tuple[float, Action]] = []
    for action in actions:
        if isinstance(action, Accept):
            offer = next(offer for offer in view.offers if offer.number == action.number)
            rated.append((bazaar.accept_gain(offer, action)[0], action))
        elif isinstance(action, Decline) and answered is None:
            answered = next(offer for offer in view.offers if offer.number == action.number)
            rated.append((0.0, action))
        elif isinstance(action, EndTrading):
            rated.append((0.0, action))
    haggles = answered is None or may_counter(bazaar, answered)
    if haggles and view.may_talk and view.talk[view.seat] < merchant.temper.offers:
        rated.extend(offered(bazaar, answered))
    return rated


def offered(bazaar: Bazaar, answered: Offer | None) -> list[tuple[float, Action]]:
    """The best offers that may be made; to an offer, those that have to do with it."""
    rated: list[tuple[float, Action]] = []
    for proposal in proposals_of(bazaar)[: 2 * MOST]:
        offers = [proposal.offer] if answered is None else counters([proposal.offer], answered)
        offer = first_allowed(bazaar.view, offers)
        if offer is not None and len(rated) < MOST:
            rated.append((proposal.score, offer))
    return rated


def shortlist(rated: list[tuple[float, Action]], favourite: Action) -> list[Candidate]:
    """The favourite first, then the others by what they bring, as far as they come near it."""
    worth = max([gain for gain, action in rated if action == favourite], default=0.0)
    rated.sort(key=lambda item: -item[0])
    candidates = [Candidate(favourite, worth)]
    for gain, action in rated:
        if len(candidates) == MOST:
            break
        if gain > worth - DOUBT and all(action != other.action for other in candidates):
            candidates.append(Candidate(action, gain))
    return candidates
