"""The agenda: what happens next is a stack of small steps inside the table.

A *task* is run by the engine. A *decision* waits for somebody. Steps are immutable and hold only ints, so
that copying the agenda is one list copy and a snapshot of it is plain text. When a run-out interrupts
a task, the rest of it is pushed back (K13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import is_number
from tobean.kernel.errors import BadNotation, Illegal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


class Step:
    """One entry of the agenda: a name, the phase of the turn it belongs to (0: none), and an int.

    A task has only `run`. The other methods are those of a decision; `waits` tells the two apart.
    """

    def __init__(self, name: str, phase: int = 0, count: int = 0) -> None:
        self.name = name
        self.phase = phase
        self.count = count
        self.waits = False
        self.inside = False
        """A decision in the middle of one step, in which nobody does anything else (K8); games say which."""
        self.last_moment = False
        """A decision before which others may want to harvest: something is about to happen to them."""

    def __repr__(self) -> str:
        return f"{self.name} {self.count}" if self.count else self.name

    def fits(self, table: Table) -> bool:
        """Could its `count` be one at this table? Asked of positions that somebody has written down."""
        return True

    def run(self, table: Table) -> None:
        """Do the task; it has been taken off the agenda already."""

    def done(self, table: Table) -> bool:
        """Is there nothing left to choose? Decided on public facts only (I3)."""
        return False

    def awaited(self, table: Table) -> int:
        """The seat whose choice is awaited. Others may act too, where the rules allow."""
        return table.active

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""
        raise Illegal("O1", "Not now: {what} is not what this decision asks for.", what=action.words())

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that `check` let pass."""

    def options(self, table: Table, seat: int) -> list[Action]:
        """What the seat may choose, standing acts apart; open-ended acts (offers, calls) left out."""
        return []

    def may_talk(self, table: Table, seat: int) -> bool:
        """Can the seat make offers and calls now? They are open-ended: checked and sampled, not listed."""
        return False

    def sample_talk(self, table: Table, seat: int, pick: int, chance: Chance) -> Action:
        """Some offer (pick 0) or call (pick 1) of the seat."""
        raise NotImplementedError

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        """One of the seat's legal actions at random."""
        return chance.choice(table.legal_actions(seat))


class Decision(Step):
    """A step at which somebody must choose. It lies on the agenda until it is done."""

    def __init__(self, name: str, phase: int = 0, count: int = 0) -> None:
        super().__init__(name, phase, count)
        self.waits = True


STEPS: Final[dict[str, Callable[[int], Step]]] = {}
"""How to make the step of a name: the vocabulary of snapshots and table texts."""


def vocabulary(name: str, make: Callable[[int], Step]) -> None:
    STEPS[name] = make


def step_named(text: str) -> Step:
    """The step that prints as this text."""
    words = text.strip().rsplit(" ", 1)
    count = 0
    if len(words) == 2 and is_number(words[1]):
        text, count = words[0], int(words[1])
    make = STEPS.get(text.strip())
    if make is None:
        raise BadNotation(f"there is no step {text.strip()!r}; known steps: {', '.join(sorted(STEPS))}")
    try:
        step = make(count)
    except IndexError:
        raise BadNotation(f"the step {text.strip()!r} takes no count {count}") from None
    if step.count != count:
        raise BadNotation(f"the step {text.strip()!r} takes no count {count}")
    return step
