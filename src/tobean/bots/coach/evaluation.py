"""Gains of deals and actions for the coach: by `mendel` where the game has a value network, else by the merchant.

Value networks predict the final margin over the other players, so with one the other side's gain counts against a deal.
Everything rests on one seat's observation (I3).
"""

from typing import final

from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.mendel.mendel import Mendel, combined_gain
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS
from tobean.bots.mendel.value_net import ValueEstimator, kind_cards, net_for
from tobean.bots.merchant.merchant import farming_gain
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation


def action_values(view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
    """Return the value of each action in thalers where the game values all actions on one scale, else None."""
    knowledge = knowledge_of(view.rules.name)
    net = net_for(view.rules.name, view.players)
    learned = None if net is None else knowledge.net_values(net, view, actions, chance)
    return knowledge.values(view, actions, chance) if learned is None else learned


def farming_gains(view: Observation, judge: Judge, actions: list[Action], chance: Chance) -> list[float]:
    """Return the gains of plantings, harvests and passes; only their differences mean something."""
    merchant_gains = [farming_gain(view, judge, action) for action in actions]
    mendel = Mendel()
    if mendel.net(view) is None:
        return merchant_gains
    mendel.mendel_parameters, mendel.table_chance = COMPETITIVE_PARAMETERS, chance
    return mendel.farming_values(view, judge, actions, merchant_gains)


@final
class CoachDealEvaluator:
    """Gains of deals for one seat."""

    def __init__(self, view: Observation) -> None:
        self.evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
        net = net_for(view.rules.name, view.players)
        self.value_estimator = None if net is None else ValueEstimator(net, self.evaluator.judge)
        self.current_value = 0.0 if self.value_estimator is None else self.value_estimator.current_value()

    def gain(self, stake: Stake, partner: int, gets: tuple[int, ...]) -> float:
        """Return what this seat gains by giving the cards of `stake` to `partner` for `gets`."""
        own = self.evaluator.own_gain(stake, gets)
        if self.value_estimator is None:
            return own
        other = self.evaluator.other_gain(partner, stake.cards, kind_cards(gets))
        learned = self.value_estimator.value_after_deal(stake, partner, gets) - self.current_value
        return combined_gain(
            self.evaluator, learned, own, other, COMPETITIVE_PARAMETERS.trust, COMPETITIVE_PARAMETERS.kindness
        )
