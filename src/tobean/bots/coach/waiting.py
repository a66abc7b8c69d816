"""What a player can do while no action helps: wait, ask for what grows on the own fields, get rid of the front card."""

from typing import Final

from tobean.bots.coach.reason import Reason
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation.deal_value import plant_if_room
from tobean.bots.merchant.valuation.field_value import kind_of
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.trading import Trading

MAX_KINDS_NAMED: Final = 2


def waiting_reasons(view: Observation) -> list[Reason]:
    """Return the advice for a seat that had better do nothing now."""
    if not any(isinstance(step, Trading) for step in view.rules.turn_steps(view.players)):
        return [Reason("wait", partner=view.active)]
    if view.seat == view.active:
        return [Reason("wait for answers")]
    first = "wait or ask" if view.may_talk else "wait for trading"
    return [Reason(first, partner=view.active), *preparations(view)]


def preparations(view: Observation) -> list[Reason]:
    """Return what the seat could look for or give away in a trade."""
    judge = judge_for(view, DEFAULT_PARAMETERS)
    rows = list(judge.rows(view.seat))
    beans = {bean.kind for bean in view.rules.beans}
    growing = dict.fromkeys([kind_of(row) for row in rows if row and kind_of(row) in beans])
    found: list[Reason] = []
    if growing:
        found.append(Reason("look for", cards=tuple(growing)[:MAX_KINDS_NAMED]))
    front = view.hand[0] if view.hand else None
    if front is not None and front not in view.rules.hand_extras and not plant_if_room(judge, rows, front):
        found.append(Reason("front has no room", cards=(front,)))
    return found
