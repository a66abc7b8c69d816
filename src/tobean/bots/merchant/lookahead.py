"""Gains of special actions, which plans cannot value: they are tried on sampled tables."""

from typing import Final

from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.bots.merchant.valuation.position_value import seat_value
from tobean.bots.merchant.valuation.scoring import score_lead
from tobean.kernel.actions import (
    Accept,
    Action,
    Decline,
    DiscardTurned,
    EndTrading,
    GoOn,
    Harvest,
    Pass,
    Plant,
    Withdraw,
)
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table

SAMPLED_TABLES: Final = 4
"""Tables on which each action is tried."""


def is_special(action: Action) -> bool:
    """Whether neither plans nor the evaluation of deals cover this action."""
    return not isinstance(
        action, (Plant, Harvest, Pass, GoOn, DiscardTurned, Accept, Decline, Withdraw, EndTrading)
    )  # fmt: skip


def table_lead(table: Table, seat: int, parameters: MerchantParameters) -> float:
    """Return the lead of a seat over the others' average, in thalers."""
    judge = judge_for(observe(table, seat), parameters)
    return position_lead(judge) + score_lead(table, seat) if judge.uses_game_score else position_lead(judge)


def position_lead(judge: Judge) -> float:
    """Return the lead of the judge's seat over the others' average, in thalers."""
    seat, players = judge.view.seat, judge.view.players
    own = seat_value(judge, seat) - judge.threat(seat)
    if players == 1:
        return own - judge.rival_value()
    others = 0.0
    for other in range(players):
        if other != seat:
            others += seat_value(judge, other)
    return own - others / (players - 1)


def special_action_gains(judge: Judge, actions: list[Action], chance: Chance) -> list[float]:
    """Return the average gain of each action, all tried on the same tables."""
    view, parameters = judge.view, judge.parameters
    gains = [0.0] * len(actions)
    unknown: list[int] = []
    for index in range(len(actions)):
        gain = judge.special_value(actions[index])
        if gain is None:
            unknown.append(index)
        else:
            gains[index] = gain
    if unknown:
        seed = chance.new_seed()
        trial_judge = judge_for(view, parameters)
        for trial in range(SAMPLED_TABLES):
            table = determinize(view, chance_from(seed + trial))
            trial_judge = reuse_or_create_judge(trial_judge, observe(table, view.seat))
            before = position_lead(trial_judge)
            if judge.uses_game_score:
                before += score_lead(table, view.seat)
            for index in unknown:
                trial_table = table.clone()
                trial_table.apply_trusted(actions[index])
                trial_judge = reuse_or_create_judge(trial_judge, observe(trial_table, view.seat))
                gains[index] += (position_lead(trial_judge) - before) / SAMPLED_TABLES
                if judge.uses_game_score:
                    gains[index] += score_lead(trial_table, view.seat) / SAMPLED_TABLES
    return gains


def reuse_or_create_judge(judge: Judge, view: Observation) -> Judge:
    """Return the judge, moved to this observation, if its cached values still hold; else a new one."""
    return judge if judge.update_view(view) else judge_for(view, judge.parameters)
