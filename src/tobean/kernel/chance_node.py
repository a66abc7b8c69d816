"""Chance nodes: a table that stops where chance decides, and waits to be told what it brings.

Such a table takes an action on a copy of itself. Where chance is asked and has not been told what to say, the copy is
given up and the table waits at a node: it stays as it was before the action, and knows the action, what chance has
said since, and from which cards it draws next. With the last answer the table becomes the copy. So every game has
chance nodes without knowing of them, and a table that does not stop pays nothing for those that do.
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
    """Where a table waits for chance."""

    ATTRIBUTES = ("action", "outcomes_so_far", "counts")

    def __init__(self, action: Action | None, outcomes_so_far: tuple[int, ...], counts: tuple[int, ...]) -> None:
        self.action = action
        """What is being done; None while the cards are dealt for the first time."""
        self.outcomes_so_far = outcomes_so_far
        """What chance has brought since."""
        self.counts = counts
        """How many cards of each kind there are, of which it brings one."""

    def outcomes(self) -> list[tuple[int, float]]:
        """Every kind that can come, and how likely it is. The probabilities add up to one."""
        total = sum(self.counts)
        return [(kind, count / total) for kind, count in enumerate(self.counts) if count]

    def check(self, outcome: int) -> None:
        if not 0 <= outcome < len(self.counts) or not self.counts[outcome]:
            card = KindArg(outcome)
            raise BadInput("the chance result {card} is not among the cards it is drawn from", card=card)


class DealOut(Step):
    """The cards are being dealt for the first time: all that lies ahead of a table on which nothing lies yet."""

    NAME = "deal out"


def apply_until_chance(table: Table, action: Action | None, outcomes_so_far: tuple[int, ...]) -> None:
    """Take an action, or deal, as far as chance has spoken."""
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
    except ChanceNodeReached as asked:
        table.node = ChanceNode(action, outcomes_so_far, asked.counts)
        return
    table.node = None
    table.become(work)
    if table.events is not None and work.events is not None:
        table.events.extend(work.events)
    if table.chance.drawn is not None:
        table.chance.drawn.extend(outcomes_so_far)
