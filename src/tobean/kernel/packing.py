"""How positions travel between processes: as plain numbers and lists, which are pickled far quicker than objects.

Both ways name everything one by one, in the order of `STATE`: compiled, that is quicker than to ask for it by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tobean.kernel.actions import Call
from tobean.kernel.hands import Shown
from tobean.kernel.offers import Offer
from tobean.kernel.repute import Repute

if TYPE_CHECKING:
    from tobean.kernel.position import Position
    from tobean.kernel.steps import Step


def packed(position: Position, phases: list[Step]) -> list[Any]:
    """All that changes, in the order of `STATE`, and the repute. A step of the turn is its number among the phases."""
    return [
        position.hands,
        position.origins,
        position.fields,
        position.thalers,
        position.aside,
        position.pile,
        position.discard,
        position.turned,
        position.run_outs,
        position.no_pile,
        position.start,
        position.active,
        position.turn,
        position.ply,
        [(o.number, o.seat, o.to, o.cards, o.places, o.wants, o.answers, o.declined) for o in position.offers],
        position.offer_count,
        [(call.seat, call.has, call.wants) for call in position.calls],
        position.talk,
        position.deals,
        [fact.key() for fact in position.shown],
        [number_of(step, phases) for step in position.agenda],
        position.ending,
        position.component,
        position.repute.contents(),
    ]


def number_of(step: Step, phases: list[Step]) -> int | Step:
    for number in range(len(phases)):
        if phases[number] is step:
            return number
    return step


Cards = tuple[int, ...]


def offer_of(held: tuple[int, int, int, Cards, Cards, Cards, int, int]) -> Offer:
    number, seat, to, cards, places, wants, answers, declined = held
    return Offer(number, seat, to, cards, places, wants, answers, declined)


def call_of(held: tuple[int, Cards, Cards]) -> Call:
    seat, has, wants = held
    return Call(seat, has, wants)


def fact_of(held: tuple[int, int, int, int]) -> Shown:
    seat, card, count, reach = held
    return Shown(seat, card, count, reach)


def unpack(state: list[Any], position: Position, phases: list[Step]) -> None:
    """Lay all this on a position. It takes the lists for its own."""
    position.hands = state[0]
    position.origins = state[1]
    position.fields = state[2]
    position.thalers = state[3]
    position.aside = state[4]
    position.pile = state[5]
    position.discard = state[6]
    position.turned = state[7]
    position.run_outs = state[8]
    position.no_pile = state[9]
    position.start = state[10]
    position.active = state[11]
    position.turn = state[12]
    position.ply = state[13]
    position.offers = tuple([offer_of(held) for held in state[14]])
    position.offer_count = state[15]
    position.calls = tuple([call_of(held) for held in state[16]])
    position.talk = state[17]
    position.deals = state[18]
    position.shown = tuple([fact_of(held) for held in state[19]])
    position.agenda = [phases[step] if isinstance(step, int) else step for step in state[20]]
    position.ending = state[21]
    position.component = state[22]
    favours, honoured, refused = state[23]
    position.repute = Repute(favours, honoured, refused)
