"""Alternatives: the legal actions of a seat in a position, ranked, the promising ones with an estimate by playouts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.bots.base import ALL_BOTS
from tobean.bots.coach.evaluation import action_values
from tobean.bots.coach.playouts import ActionEstimate, action_estimates
from tobean.bots.merchant.candidates import rated_offers, rated_trade_actions
from tobean.bots.merchant.lookahead import is_special, special_action_gains
from tobean.bots.merchant.merchant import Merchant, farming_gain
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.actions import Action, Call, Decline, EndTrading, MakeOffer
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table

MAX_LISTED: Final = 24
MAX_ESTIMATED: Final = 6
"""Number of actions that get an estimate, besides the one of the game."""
UNRATED: Final = -1000.0
"""Gain of an action that the merchant does not consider, so that it comes last."""


@dataclass(frozen=True)
class Alternative:
    """An action, and the final thalers of its seat by playouts; None for one that did not seem promising."""

    action: Action
    estimate: ActionEstimate | None


def alternatives(
    table: Table, seat: int, knowledge: int, seed: str, played: Action | None = None, trials: int = 0
) -> list[Alternative]:
    """Return the actions of a seat, the best first. `played` is the action of the game, which is always among them.

    `knowledge` is the seat itself, or `OPEN_CARDS` (`playouts.py`).
    """
    view = observe(table, seat)
    rated = rated_actions(view, table.legal_actions(seat), chance_from(f"rating {seed}"))
    listed = [action for _, action in sorted(rated, key=lambda item: -item[0])[:MAX_LISTED]]
    if played is not None and played not in listed:
        listed.append(played)
    estimated = [action for index, action in enumerate(listed) if index < MAX_ESTIMATED or action == played]
    estimates = action_estimates(table, estimated, knowledge, seed, trials)
    by_value = sorted(zip(estimated, estimates, strict=True), key=lambda item: -item[1].mean)
    found = [Alternative(action, value) for action, value in by_value]
    return found + [Alternative(action, None) for action in listed if action not in estimated]


def rated_actions(view: Observation, legal: Sequence[Action], chance: Chance) -> list[tuple[float, Action]]:
    """Return all actions with a quick estimate of their gain, by which they are chosen for playouts."""
    actions = [action for action in legal if not isinstance(action, Call)]
    values = action_values(view, actions, chance) if actions else None
    merchant = Merchant()
    merchant.opponents = ALL_BOTS
    judge = merchant.judge(view)
    offers: list[tuple[float, Action]] = []
    if values is not None:
        rated = dict(zip(actions, values, strict=True))
    else:
        special = [action for action in actions if is_special(action)]
        rated = dict(zip(special, special_action_gains(judge, special, chance), strict=True)) if special else {}
        if view.may_talk or any(isinstance(action, (Decline, EndTrading)) for action in actions):
            evaluator = DealEvaluator(view, judge, ALL_BOTS)
            replies = rated_trade_actions(merchant, evaluator, actions)
            rated.update({action: gain for gain, action in replies if not isinstance(action, MakeOffer)})
            offers = rated_offers(evaluator, None) if view.may_talk else []
        else:
            rated.update({action: farming_gain(view, judge, action) for action in actions if not is_special(action)})
    return [(rated.get(action, UNRATED), action) for action in actions] + offers
