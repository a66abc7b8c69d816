"""How positions travel between processes: as plain numbers and strings of bytes, which are pickled far quicker than
objects and lists of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.actions import Call
from tobean.kernel.hands import Shown
from tobean.kernel.offers import Offer
from tobean.kernel.position import STATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.position import Position
    from tobean.kernel.steps import Step

CARDS: Final = [STATE.index(name) for name in ("discard", "turned", "talk")]
"""Lists of small numbers ..."""
HANDS: Final = [STATE.index(name) for name in ("hands", "origins")]
"""... such a list for each seat ..."""
PILES: Final = [STATE.index(name) for name in ("thalers", "aside")]
"""... or a tuple for each ..."""
FIELDS: Final = STATE.index("fields")
"""... or several."""
OFFERS: Final = STATE.index("offers")
CALLS: Final = STATE.index("calls")
SHOWN: Final = STATE.index("shown")
AGENDA: Final = STATE.index("agenda")


def packed(position: Position, phases: list[Step]) -> list[Any]:
    """All that changes, in the order of `STATE`. A step of the turn is its number among the phases."""
    state: list[Any] = [getattr(position, name) for name in STATE]
    for place in CARDS:
        state[place] = small(state[place])
    for place in HANDS + PILES:
        state[place] = flat(state[place])
    state[FIELDS] = (
        small([len(rows) for rows in position.fields]),
        *flat([row for rows in position.fields for row in rows]),
    )
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
    """Lay all this on a position."""
    for place in CARDS:
        state[place] = list(state[place])
    for place in HANDS:
        state[place] = [list(cards) for cards in parted(*state[place])]
    for place in PILES:
        state[place] = [tuple(cards) for cards in parted(*state[place])]
    counts, lengths, cards = state[FIELDS]
    rows = [tuple(row) for row in parted(lengths, cards)]
    state[FIELDS] = [list(some) for some in parted(counts, rows)]
    state[OFFERS] = tuple([Offer(*held) for held in state[OFFERS]])
    state[CALLS] = tuple([Call(*held) for held in state[CALLS]])
    state[SHOWN] = tuple([Shown(*held) for held in state[SHOWN]])
    state[AGENDA] = [phases[step] if isinstance(step, int) else step for step in state[AGENDA]]
    for index in range(len(STATE)):
        setattr(position, STATE[index], state[index])


# --- lists of numbers --------------------------------------------------------------------------------------


def small(numbers: list[int]) -> bytes | list[int]:
    """Numbers as bytes, if each of them is one."""
    try:
        return bytes(numbers)
    except ValueError:  # a hidden card, or a number above 255
        return numbers


def flat(lists: Sequence[Sequence[int]]) -> tuple[bytes | list[int], bytes | list[int]]:
    """Lists as one: how long each is, and all numbers."""
    numbers: list[int] = []
    for part in lists:
        numbers += part
    return small([len(part) for part in lists]), small(numbers)


def parted(lengths: Sequence[int], held: Sequence[Any]) -> list[Sequence[Any]]:
    """The parts of so many each."""
    found: list[Sequence[Any]] = []
    start = 0
    for length in lengths:
        found.append(held[start : start + length])
        start += length
    return found
