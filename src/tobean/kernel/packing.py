"""How positions travel between processes: as plain numbers and lists, which are pickled far quicker than objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.actions import Call
from tobean.kernel.hands import Shown
from tobean.kernel.offers import Offer
from tobean.kernel.position import STATE

if TYPE_CHECKING:
    from tobean.kernel.position import Position
    from tobean.kernel.steps import Step

OFFERS: Final = STATE.index("offers")
CALLS: Final = STATE.index("calls")
SHOWN: Final = STATE.index("shown")
AGENDA: Final = STATE.index("agenda")


def packed(position: Position, phases: list[Step]) -> list[Any]:
    """All that changes, in the order of `STATE`. A step of the turn is its number among the phases."""
    state: list[Any] = [getattr(position, name) for name in STATE]
    state[OFFERS] = [
        (o.number, o.seat, o.to, o.cards, o.places, o.wants, o.answers, o.declined) for o in position.offers
    ]
    state[CALLS] = [(call.seat, call.has, call.wants) for call in position.calls]
    state[SHOWN] = [fact.key() for fact in position.shown]
    state[AGENDA] = [number_of(step, phases) for step in position.agenda]
    return state


def number_of(step: Step, phases: list[Step]) -> int | Step:
    for number in range(len(phases)):
        if phases[number] is step:
            return number
    return step


def unpack(state: list[Any], position: Position, phases: list[Step]) -> None:
    """Lay all this on a position. It takes the lists for its own."""
    state[OFFERS] = tuple([Offer(*held) for held in state[OFFERS]])
    state[CALLS] = tuple([Call(*held) for held in state[CALLS]])
    state[SHOWN] = tuple([Shown(*held) for held in state[SHOWN]])
    state[AGENDA] = [phases[step] if isinstance(step, int) else step for step in state[AGENDA]]
    for index in range(len(STATE)):
        setattr(position, STATE[index], state[index])
