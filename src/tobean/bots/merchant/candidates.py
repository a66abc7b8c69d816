"""Candidate actions of a search, the merchant's own choice first."""

from dataclasses import dataclass
from typing import Final

from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.merchant import Merchant, counter_offers_to, farming_gain, may_counter
from tobean.bots.merchant.proposals import best_proposals
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MAX_CANDIDATES: Final = 4
CANDIDATE_MARGIN: Final = 0.7
"""Actions that the merchant values lower than its choice by more thalers are left out."""


@dataclass(frozen=True)
class Candidate:
    """An action and the merchant's estimate of its gain."""

    action: Action
    gain: float


def candidate_actions(
    merchant: Merchant, view: Observation, actions: list[Action], favourite: Action, chance: Chance
) -> list[Candidate]:
    """Return the favourite and other actions that may be better."""
    judge = merchant.judge(view)
    rated: list[tuple[float, Action]] = []
    special = [action for action in actions if is_special(action)]
    if special:
        rated.extend(zip(special_action_gains(judge, special, chance), special, strict=True))
    trading = any(isinstance(action, (Decline, EndTrading)) for action in actions)
    if trading:
        rated.extend(rated_trade_actions(merchant, DealEvaluator(view, judge, merchant.opponents), actions))
    else:
        rated.extend([(farming_gain(view, judge, action), action) for action in actions if not is_special(action)])
    return shortlist(rated, favourite)


def alternative_offers(merchant: Merchant, view: Observation, favourite: MakeOffer) -> list[Candidate]:
    return shortlist(rated_offers(DealEvaluator(view, merchant.judge(view), merchant.opponents), None), favourite)


def rated_trade_actions(
    merchant: Merchant, evaluator: DealEvaluator, actions: list[Action]
) -> list[tuple[float, Action]]:
    """Return answers and offers with their gains."""
    view = evaluator.view
    answered: Offer | None = None
    rated: list[tuple[float, Action]] = []
    for action in actions:
        if isinstance(action, Accept):
            offer = next(offer for offer in view.offers if offer.number == action.number)
            rated.append((evaluator.accept_gain(offer, action)[0], action))
        elif isinstance(action, Decline) and answered is None:
            answered = next(offer for offer in view.offers if offer.number == action.number)
            rated.append((0.0, action))
        elif isinstance(action, EndTrading):
            rated.append((0.0, action))
    may_offer = answered is None or may_counter(evaluator, answered)
    if may_offer and view.may_talk and view.talk[view.seat] < merchant.parameters.max_offers:
        rated.extend(rated_offers(evaluator, answered))
    return rated


def rated_offers(evaluator: DealEvaluator, answered: Offer | None) -> list[tuple[float, Action]]:
    """Return the best legal offers; in answer to an offer, only those that concern its cards."""
    rated: list[tuple[float, Action]] = []
    for proposal in best_proposals(evaluator)[: 2 * MAX_CANDIDATES]:
        offers = [proposal.offer] if answered is None else counter_offers_to([proposal.offer], answered)
        offer = first_allowed(evaluator.view, offers)
        if offer is not None and len(rated) < MAX_CANDIDATES:
            rated.append((proposal.score, offer))
    return rated


def shortlist(rated: list[tuple[float, Action]], favourite: Action) -> list[Candidate]:
    """Return the favourite, then the best of the others within `CANDIDATE_MARGIN` of it."""
    favourite_gain = max([gain for gain, action in rated if action == favourite], default=0.0)
    rated.sort(key=lambda item: -item[0])
    candidates = [Candidate(favourite, favourite_gain)]
    for gain, action in rated:
        if len(candidates) == MAX_CANDIDATES:
            break
        if gain > favourite_gain - CANDIDATE_MARGIN and all(action != other.action for other in candidates):
            candidates.append(Candidate(action, gain))
    return candidates
