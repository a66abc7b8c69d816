"""Chance nodes: tables that stop where chance decides and wait for the outcome.

Such a table applies an action to a clone of itself. When a random result is needed that has not been supplied, the
clone is discarded and the table waits at a node: it remains as it was before the action, and the node stores the
action, the outcomes so far, and the cards from which the next one is drawn. Once the last outcome is known, the table
takes over the state of the clone. Thus every game has chance nodes without any code for them, and tables that do not
stop pay nothing for those that do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from tobean.kernel.agenda import Step
from tobean.kernel.chance import ChanceNodeReached
from tobean.kernel.errors import BadInput
from tobean.kernel.message_args import KindArg
from tobean.kernel.state.value_object import ValueObject

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.table import Table


@final
class ChanceNode(ValueObject):
    """The point at which a table waits for chance."""

    ATTRIBUTES = ("action", "outcomes_so_far", "counts")

    def __init__(self, action: Action | None, outcomes_so_far: tuple[int, ...], counts: tuple[int, ...]) -> None:
        self.action = action
        """The action in progress; None during the initial deal."""
        self.outcomes_so_far = outcomes_so_far
        """Outcomes since the action began."""
        self.counts = counts
        """Number of cards of each kind from which the next outcome is drawn."""

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible kinds with their probabilities, which add up to one."""
        total = sum(self.counts)
        return [(kind, count / total) for kind, count in enumerate(self.counts) if count]

    def check(self, outcome: int) -> None:
        if not 0 <= outcome < len(self.counts) or not self.counts[outcome]:
            card = KindArg(outcome)
            raise BadInput("the chance result {card} is not among the cards it is drawn from", card=card)


class DealOut(Step):
    """The initial deal: the only step on the agenda of an empty table that stops at chance."""

    NAME = "deal out"


def apply_until_chance(table: Table, action: Action | None, outcomes_so_far: tuple[int, ...]) -> None:
    """Apply an action (None: the initial deal) as far as the given outcomes reach."""
    work = table.clone()
    work.node = None
    work.explicit = False
    work.chance.script = list(reversed(outcomes_so_far))
    if table.events is not None:
        work.events = []
    try:
        if action is None:
            work.agenda.clear()
            work.rules.setup(work)
            work.advance()
        else:
            work.apply_trusted(action)
    except ChanceNodeReached as reached:
        table.node = ChanceNode(action, outcomes_so_far, reached.counts)
        return
    table.node = None
    table.become(work)
    if table.events is not None and work.events is not None:
        table.events.extend(work.events)
    if table.chance.drawn is not None:
        table.chance.drawn.extend(outcomes_so_far)
