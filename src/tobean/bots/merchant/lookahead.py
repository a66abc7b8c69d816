"""What acts are worth that no plan knows of: they are tried out on tables that look just like the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.expertise import judge_for
from tobean.bots.merchant.planning import standing
from tobean.bots.merchant.scoring import score_lead
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
from tobean.kernel.chance import chance_from
from tobean.view.determinize import determinize
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

TRIALS: Final = 4
"""On so many tables each act is tried out."""


def is_special(action: Action) -> bool:
    """Is this an act that plans and bargaining know nothing of?"""
    return not isinstance(
        action, (Plant, Harvest, Pass, GoOn, DiscardTurned, Accept, Decline, Withdraw, EndTrading)
    )  # fmt: skip


def outlook(table: Table, seat: int, temper: Temper) -> float:
    """How much better this seat stands than the others do on average, in thalers."""
    judge = judge_for(observe(table, seat), temper)
    return ahead(judge) + score_lead(table, seat) if judge.scored else ahead(judge)


def ahead(judge: Judge) -> float:
    """The same as a judge sees it."""
    seat, players = judge.view.seat, judge.view.players
    own = standing(judge, seat) - judge.threat(seat)
    if players == 1:
        return own - judge.rival()
    others = 0.0
    for other in range(players):
        if other != seat:
            others += standing(judge, other)
    return own - others / (players - 1)


def gains(judge: Judge, actions: list[Action], chance: Chance) -> list[float]:
    """What each of these acts is worth on average, all tried out on the same tables."""
    view, temper = judge.view, judge.temper
    worths = [0.0] * len(actions)
    unknown: list[int] = []
    for index in range(len(actions)):
        worth = judge.special(actions[index])
        if worth is None:
            unknown.append(index)
        else:
            worths[index] = worth
    if unknown:
        seed = chance.bits()
        scout = judge_for(view, temper)
        """Looks at one table after the other, as long as what it has found out holds."""
        for trial in range(TRIALS):
            table = determinize(view, chance_from(seed + trial))
            scout = following(scout, observe(table, view.seat))
            before = ahead(scout)
            if judge.scored:
                before += score_lead(table, view.seat)
            for index in unknown:
                tried = table.clone()
                tried.apply_trusted(actions[index])
                scout = following(scout, observe(tried, view.seat))
                worths[index] += (ahead(scout) - before) / TRIALS
                if judge.scored:
                    worths[index] += score_lead(tried, view.seat) / TRIALS
    return worths


def following(judge: Judge, view: Observation) -> Judge:
    """The judge if it can look at this view as well, or another one."""
    return judge if judge.follow(view) else judge_for(view, judge.temper)
