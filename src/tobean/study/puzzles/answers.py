"""Answers to a position: the legal actions, and in trading the offers that are worth a look."""

from typing import Final

from tobean.bots.base import ALL_BOTS
from tobean.bots.coach.evaluation import action_values
from tobean.bots.heuristics.sprout import Sprout
from tobean.bots.merchant.candidates import rated_trade_actions
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.merchant import Merchant, farming_gain
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.actions import Action, Call, Decline, EndTrading, MakeOffer, Withdraw
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.observation import Observation

MAX_ANSWERS: Final = 6
"""With more answers a puzzle would be a search through a list."""
NEVER_ANSWERS: Final = (Call, Withdraw)
"""Actions that are never answers: they change nothing on the table."""


def sprout_answer(view: Observation, actions: list[Action]) -> Action:
    return Sprout().choose(view, actions, chance_from(view.ply))


def answers_to(view: Observation, actions: list[Action], chance: Chance) -> list[Action]:
    """Return the answers to choose from, `sprout`'s among them.

    There are none if `sprout` would call or withdraw, or if a trading decision has too many; of too many others, the
    best rated are kept.
    """
    possible = [action for action in actions if not isinstance(action, NEVER_ANSWERS)]
    answers = trading_answers(view, possible) if is_trading(possible) else possible
    usual = sprout_answer(view, actions)
    if isinstance(usual, NEVER_ANSWERS):
        return []
    if usual not in answers:
        answers.append(usual)
    if len(answers) > MAX_ANSWERS:
        return [] if is_trading(possible) else best_rated(view, answers, usual, chance)
    return answers


def is_trading(actions: list[Action]) -> bool:
    return any(isinstance(action, (Decline, EndTrading)) for action in actions)


def trading_answers(view: Observation, actions: list[Action]) -> list[Action]:
    """Return the answers to an offer or, without one, the most promising offers and the end of the trading."""
    merchant = Merchant()
    merchant.opponents = ALL_BOTS
    rated = rated_trade_actions(merchant, DealEvaluator(view, merchant.judge(view), ALL_BOTS), actions)
    replies = [action for _, action in rated if not isinstance(action, MakeOffer)]
    offers = [action for _, action in rated if isinstance(action, MakeOffer)]
    others = [action for action in actions if not isinstance(action, MakeOffer) and action not in replies]
    return [*replies, *others, *offers[: max(0, MAX_ANSWERS - 1 - len(replies) - len(others))]]


def best_rated(view: Observation, answers: list[Action], usual: Action, chance: Chance) -> list[Action]:
    """Return the answers with the highest values, and `usual`."""
    values = action_values(view, answers, chance)
    if values is None:
        judge = Merchant().judge(view)
        special = iter(special_action_gains(judge, [action for action in answers if is_special(action)], chance))
        values = [next(special) if is_special(action) else farming_gain(view, judge, action) for action in answers]
    by_value = sorted(zip(values, range(len(answers)), strict=True), reverse=True)
    kept = {index for _, index in by_value[: MAX_ANSWERS - 1]} | {answers.index(usual)}
    return [answers[index] for index in sorted(kept)]
