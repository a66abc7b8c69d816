"""`mendel`: chooses the action that leads to the best position according to a value network.

Candidate actions come from the merchant; the networks rate them, including the deals to accept and to propose. Without
a time budget it never searches; with one (`mendel@1`) it tries its best candidates on sampled tables, as the sage does.
In a game without a network it plays as the merchant or, with a time budget, as the sage.
"""

from typing import Final

from tobean.bots.base import Remark
from tobean.bots.game_knowledge import best_of, knowledge_of
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.mendel.acceptance_features import acceptance_likelihood, offer_features
from tobean.bots.mendel.net import Net
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS, MendelParameters, parameters_of_net
from tobean.bots.mendel.search import NetSearcher
from tobean.bots.mendel.value_net import ValueEstimator, net_for
from tobean.bots.merchant.candidates import Candidate, shortlist
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.merchant import Merchant, counter_offers_to, farming_gain, may_counter, offer_by_number
from tobean.bots.merchant.opponent_model import collusion_suspicions
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.proposals import Proposal, best_proposals
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.bots.merchant.valuation.field_value import Judge, deck_size, expected_draws
from tobean.bots.sage.sage import Sage
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.chance import Chance
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

PERMISSIVE_PARAMETERS: Final = MerchantParameters(
    margin=-0.15,
    min_partner_gain=-0.35,
    min_likelihood=0.15,
    envy=0.0,
    counters_before_accepting=False,
    solidarity_weight=0.0,
)
"""Makes the merchant propose many deals, for the networks to rate."""
MAX_ACCEPTANCES: Final = 24
MAX_OFFERS: Final = 24
"""Maximum number of acceptances, and of offers, rated at a decision."""

SUSPICION_START: Final = 0.6
SUSPICION_CERTAIN: Final = 1.4
"""Suspicions of collusion up to the first bound change nothing, as kind players easily look like allies; from the
second bound on collusion counts as certain."""


class Mendel(Merchant):
    """A merchant that values positions and offers by trained networks."""

    def __init__(self, net: Net | None = None) -> None:
        super().__init__(PERMISSIVE_PARAMETERS)
        self.name = "mendel"
        self.own_net = net
        """Network to play with; None for the one of the game."""
        self.mendel_parameters: MendelParameters | None = None
        """None for those of the network or, with a time budget, `COMPETITIVE_PARAMETERS`."""
        self.seconds = 0.0
        """Time budget of a search at each decision; 0 for no search."""
        self.untimed = False
        """Whether it completes all trials that its seconds stand for, however long that takes."""
        self.fallback_bot: Merchant | Sage = Merchant()
        """Plays games that have no network."""
        self.table_chance: Chance | None = None
        """Randomness for the tables on which actions are tried; the hidden cards there make no difference."""
        self.last_estimator: ValueEstimator | None = None
        """Estimator of the last observation, reused while nothing has changed."""

    def net(self, view: Observation) -> Net | None:
        if self.own_net is not None and self.own_net.about["game"] == view.rules.name:
            return self.own_net
        return net_for(view.rules.name, view.players)

    def parameters_for(self, net: Net, players: int) -> MendelParameters:
        if self.mendel_parameters is not None:
            return self.mendel_parameters
        return COMPETITIVE_PARAMETERS if self.seconds else parameters_of_net(net, players)

    # --- decisions -----------------------------------------------------------------------------------------

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) == 1 and not view.may_talk:
            return actions[0]
        net = self.net(view)
        if net is None:
            return self.fallback().choose(view, actions, chance)
        knowledge = knowledge_of(view.rules.name)
        if self.seconds:
            searcher = self.net_searcher(net)
            searched = knowledge.net_search(
                net, view, actions, chance, searcher.time_limit(), self.seconds * searcher.trials_per_second
            )
            if searched is not None:
                return searched
        choice = knowledge.net_choice(net, view, actions, chance)
        if choice is not None:
            return choice
        self.table_chance = chance
        favourite = super().choose(view, actions, chance)
        if self.seconds:
            return self.searched_action(net, view, self.candidates(view, actions, favourite, chance), chance)
        return favourite

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        net = self.net(view)
        if net is None:
            return self.fallback().volunteer(view, actions, chance)
        favourite = super().volunteer(view, actions, chance)
        if self.seconds and isinstance(favourite, MakeOffer):
            evaluator = DealEvaluator(view, self.judge(view), self.opponents)
            return self.searched_action(net, view, shortlist(self.allowed_offers(evaluator, None), favourite), chance)
        return favourite

    def remark(self) -> Remark | None:
        return super().remark() or self.fallback_bot.remark()

    def fallback(self) -> Merchant | Sage:
        """Return the bot that plays games without a network."""
        if self.seconds:
            self.fallback_bot = Sage(self.seconds)
            self.fallback_bot.untimed = self.untimed
        self.fallback_bot.personality, self.fallback_bot.opponents = self.personality, self.opponents
        return self.fallback_bot

    # --- search --------------------------------------------------------------------------------------------

    def searched_action(self, net: Net, view: Observation, candidates: list[Candidate], chance: Chance) -> Action:
        """Return the first candidate, or another one that is significantly better."""
        if len(candidates) == 1:
            return candidates[0].action
        best = self.net_searcher(net).best_by_search(view, candidates, chance)
        if best != candidates[0].action:
            self.pending_remark = None
        return best

    def net_searcher(self, net: Net) -> NetSearcher:
        searcher = NetSearcher(net, self.seconds)
        searcher.untimed = self.untimed
        return searcher

    def candidates(
        self, view: Observation, actions: list[Action], favourite: Action, chance: Chance
    ) -> list[Candidate]:
        """Return the favourite and other actions that may be better."""
        judge = self.judge(view)
        rated: list[tuple[float, Action]] = []
        special = [action for action in actions if is_special(action)]
        if special:
            rated.extend(zip(special_action_gains(judge, special, chance), special, strict=True))
        if any(isinstance(action, (Decline, EndTrading)) for action in actions):
            evaluator = DealEvaluator(view, judge, self.opponents)
            estimator = self.value_estimator(view, judge)
            acceptances = self.rated_acceptances(evaluator, estimator, estimator.current_value(), actions)
            rated.extend([(gain, action) for action, gain in acceptances])
            answered: Offer | None = None
            for action in actions:
                if isinstance(action, Decline) and answered is None:
                    answered = offer_by_number(view, action.number)
                    rated.append((0.0, action))
                elif isinstance(action, EndTrading):
                    rated.append((0.0, action))
            if answered is None or may_counter(evaluator, answered):
                rated.extend(self.allowed_offers(evaluator, answered))
        else:
            farming_actions = [action for action in actions if not is_special(action)]
            values = self.farming_values(
                view, judge, farming_actions, [farming_gain(view, judge, action) for action in farming_actions]
            )
            rated.extend([(value - max(values), action) for value, action in zip(values, farming_actions, strict=True)])
        return shortlist(rated, favourite)

    def value_estimator(self, view: Observation, judge: Judge) -> ValueEstimator:
        net = self.net(view)
        assert net is not None
        win_value = self.parameters_for(net, view.players).glory
        estimator = self.last_estimator
        is_current = estimator is not None and estimator.view is view and estimator.judge is judge
        if estimator is None or not is_current or estimator.net is not net or estimator.win_value != win_value:
            estimator = self.last_estimator = ValueEstimator(net, judge, win_value)
        return estimator

    def allowed_offers(self, evaluator: DealEvaluator, answered: Offer | None) -> list[tuple[float, Action]]:
        """Return legal offers with their gains."""
        offers = self.rated_offers(evaluator, answered)
        return [(gain, offer) for offer, gain in offers if first_allowed(evaluator.view, [offer]) is not None]

    # --- farming -------------------------------------------------------------------------------------------

    def farming_action(
        self, view: Observation, judge: Judge, actions: list[Action], best: Action | None, best_gain: float
    ) -> Action:
        """Return the action that leads to the best position; special actions are compared as the merchant does."""
        farming_actions = [action for action in actions if not is_special(action)]
        merchant_gains = [farming_gain(view, judge, action) for action in farming_actions]
        if best is not None and all(merchant_gain < best_gain for merchant_gain in merchant_gains):
            return best
        return best_of(farming_actions, self.farming_values(view, judge, farming_actions, merchant_gains))

    def farming_values(
        self, view: Observation, judge: Judge, actions: list[Action], merchant_gains: list[float]
    ) -> list[float]:
        """Mix the merchant's gains with the network's values of the positions after the actions."""
        if len(actions) == 1 or self.table_chance is None:
            return merchant_gains
        estimator = self.value_estimator(view, judge)
        net_weight = self.parameters_for(estimator.net, view.players).farms
        table = determinize(view, self.table_chance)
        return [
            (1.0 - net_weight) * merchant_gain + net_weight * estimator.value_after_action(table, action)
            for action, merchant_gain in zip(actions, merchant_gains, strict=True)
        ]

    # --- trading -------------------------------------------------------------------------------------------

    def trading_action(self, view: Observation, judge: Judge, actions: list[Action]) -> Action:
        evaluator = DealEvaluator(view, judge, self.opponents)
        estimator = self.value_estimator(view, judge)
        current_value = estimator.current_value()
        best: Accept | None = None
        best_gain = self.parameters_for(estimator.net, view.players).accepts
        for acceptance, gain in self.rated_acceptances(evaluator, estimator, current_value, actions):
            if gain > best_gain:
                best, best_gain = acceptance, gain
        if best is not None:
            offer = offer_by_number(view, best.number)
            self.pending_remark = Remark("accept" if best.cards else "thanks", offer.cards)
            return best
        return self.action_without_deal(evaluator, actions)

    def rated_acceptances(
        self, evaluator: DealEvaluator, estimator: ValueEstimator, current_value: float, actions: list[Action]
    ) -> list[tuple[Accept, float]]:
        """Return the acceptances of open offers with their gains."""
        parameters = self.parameters_for(estimator.net, evaluator.view.players)
        kindness = parameters.kindness * kindness_factor(evaluator.view, parameters)
        suspicions, weight = (
            suspicion_by_seat(evaluator.view, parameters),
            suspicion_weight(evaluator.view, parameters),
        )
        rated: list[tuple[Accept, float]] = []
        for action in actions:
            if isinstance(action, Accept) and len(rated) < MAX_ACCEPTANCES:
                offer = offer_by_number(evaluator.view, action.number)
                if evaluator.is_confusing_to_accept(offer):
                    continue
                stake = Stake(action.cards, action.places)
                gain = estimator.value_after_deal(stake, offer.seat, offer.cards) - current_value
                own, other = evaluator.accept_gain(offer, action)
                gain = combined_gain(
                    evaluator, gain, own, other, parameters.trust, kindness * (1.0 - suspicions[offer.seat])
                )
                rated.append((action, gain - weight * suspicions[offer.seat] * max(0.0, other)))
        return rated

    def offer_action(self, evaluator: DealEvaluator, answered: Offer | None) -> MakeOffer | None:
        """Return the offer with the highest gain times likelihood of acceptance."""
        best: MakeOffer | None = None
        best_gain = self.parameters_for(
            self.value_estimator(evaluator.view, evaluator.judge).net, evaluator.view.players
        ).asks
        for offer, gain in self.rated_offers(evaluator, answered):
            if gain > best_gain and first_allowed(evaluator.view, [offer]) is not None:
                best, best_gain = offer, gain
        if best is not None:
            self.pending_remark = Remark("offer", best.wants) if best.wants else Remark("gift", best.cards)
        return best

    def rated_offers(self, evaluator: DealEvaluator, answered: Offer | None) -> list[tuple[MakeOffer, float]]:
        """Return possible offers with their expected gains; in answer to an offer, only those about its cards."""
        view = evaluator.view
        if not view.may_talk or view.talk[view.seat] >= self.parameters.max_offers:
            return []
        estimator = self.value_estimator(view, evaluator.judge)
        acceptance_net = estimator.net.acceptance_net
        assert acceptance_net is not None
        current_value = estimator.current_value()
        parameters = self.parameters_for(estimator.net, view.players)
        generosity = parameters.generosity * kindness_factor(view, parameters)
        suspicions, weight = suspicion_by_seat(view, parameters), suspicion_weight(view, parameters)
        rated: list[tuple[MakeOffer, float]] = []
        for proposal in suitable_proposals(evaluator)[:MAX_OFFERS]:
            offers = [proposal.offer] if answered is None else counter_offers_to([proposal.offer], answered)
            for offer in offers:
                likelihood = acceptance_likelihood(acceptance_net, offer_features(evaluator, offer, proposal.own))
                partner = offer.to if offer.to != TABLE else main_beneficiary(evaluator, offer)
                gain = (
                    estimator.value_after_deal(Stake(offer.cards, offer.places), partner, offer.wants) - current_value
                )
                kindness = generosity * (1.0 - suspicions[partner])
                gain = combined_gain(evaluator, gain, proposal.own, proposal.other, parameters.trust, kindness)
                gain -= weight * suspicions[partner] * max(0.0, proposal.other)
                rated.append((offer, likelihood * gain if gain > parameters.accepts else gain - parameters.accepts))
        return rated


def combined_gain(
    evaluator: DealEvaluator, gain: float, own: float, other: float, trust: float, kindness: float
) -> float:
    """Mix the gains by network and merchant. `kindness` is the share of the other side's gain not counted as a loss."""
    lost = other / max(1, evaluator.view.players - 1)
    return trust * gain + (1.0 - trust) * (own - lost) + kindness * lost


def suspicion_by_seat(view: Observation, parameters: MendelParameters) -> list[float]:
    """Return for each seat the certainty, up to 1, that it colludes; 0 if the parameters ignore collusion."""
    if parameters.guard == 0.0:
        return [0.0] * view.players
    return [
        min(1.0, max(0.0, suspicion - SUSPICION_START) / (SUSPICION_CERTAIN - SUSPICION_START))
        for suspicion in collusion_suspicions(view)
    ]


def suspicion_weight(view: Observation, parameters: MendelParameters) -> float:
    """Return the weight of a suspected seat's gain against a deal.

    It is 0 with three players: if the other two collude, there is no one else to trade with.
    """
    return parameters.guard if view.players > 3 else 0.0


def kindness_factor(view: Observation, parameters: MendelParameters) -> float:
    """Return the factor on kindness, which grows from 1 towards the end of the game."""
    return 1.0 + parameters.late * (1.0 - min(1.0, expected_draws(view) / deck_size(view)))


def suitable_proposals(evaluator: DealEvaluator) -> list[Proposal]:
    """Return offers worth rating; people get only those for cards they are likely to have."""
    proposals = best_proposals(evaluator)
    return (
        [proposal for proposal in proposals if is_likely_to_have(evaluator, proposal.offer)]
        if evaluator.treated_as_human
        else proposals
    )


def is_likely_to_have(evaluator: DealEvaluator, offer: MakeOffer) -> bool:
    """Whether the people addressed by this offer are likely to have the wanted cards; bots may be asked for
    anything."""
    seats = evaluator.partners() if offer.to == TABLE else [offer.to]
    return all(
        not evaluator.treated_as_human >> seat & 1
        or evaluator.likelihood_of(seat, offer.wants) >= DEFAULT_PARAMETERS.min_likelihood
        for seat in seats
    )


def main_beneficiary(evaluator: DealEvaluator, offer: MakeOffer) -> int:
    """Return the seat with the highest estimated gain among those that an offer to the table addresses."""
    best, best_gain = evaluator.partners()[0], -1000.0
    for seat in evaluator.partners():
        gain = evaluator.likelihood_of(seat, offer.wants) * evaluator.other_gain(seat, offer.cards, offer.wants)
        if gain > best_gain:
            best, best_gain = seat, gain
    return best
