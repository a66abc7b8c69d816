"""Undo, of actions that revealed nothing, and only while no other seat has acted.

The table is copied whenever something was revealed or another seat acts. Undo returns to that copy and replays all but
the last action since.
"""

from collections.abc import Sequence
from typing import Final

from tobean.kernel.actions import Action, BuyField, DiscardTurned, EndTrading, GoOn, Harvest, Pass, Plant
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.table import Table
from tobean.record.record import Move
from tobean.session.errors import Refused
from tobean.session.page.page_plugin import page_of

UNDOABLE: Final = (Plant, Harvest, Pass, GoOn, BuyField, DiscardTurned, EndTrading)
"""Actions that reveal nothing but the card laid down, so that undoing them gives no advantage."""


def is_undoable(table: Table, action: Action) -> bool:
    """Whether the action itself allows an undo. A game may name further ones."""
    return isinstance(action, UNDOABLE) or action.VERB in page_of(table.rules.name).undoable


class UndoWindow:
    """The actions that can still be undone: all those since the copy, of one person."""

    def __init__(self) -> None:
        self.copy: Table | None = None
        self.begin = 0
        self.seat = NO_SEAT

    def before(self, table: Table, moves: Sequence[Move], action: Action) -> None:
        """Close the window before an action of another seat."""
        if self.seat not in (NO_SEAT, action.seat):
            self.close(table, moves)

    def after(self, table: Table, moves: Sequence[Move], by: str) -> None:
        """Update the window after the last of the moves."""
        move = moves[-1]
        if by == "person" and not move.chance and is_undoable(table, move.action):
            self.seat = move.action.seat
        else:
            self.close(table, moves)

    def close(self, table: Table, moves: Sequence[Move]) -> None:
        """Make everything done so far permanent."""
        self.copy = table.clone()
        self.begin = len(moves)
        self.seat = NO_SEAT

    def check(self, seat: int) -> None:
        """Raise `Refused` unless this seat can undo its last action."""
        if self.copy is None or self.seat == NO_SEAT:
            raise Refused("There is nothing to take back: nothing was done, or something has been revealed since.")
        if self.seat != seat:
            raise Refused("Only your own last action can be taken back, and only until another player acts.")

    def undo_last(self, moves: Sequence[Move]) -> Table:
        if self.copy is None or len(moves) <= self.begin:
            raise Refused("There is nothing to take back: nothing was done, or something has been revealed since.")
        table = self.copy.clone()
        table.events = []
        for move in moves[self.begin : -1]:
            table.apply(move.action)
        table.events = []
        if len(moves) - 1 == self.begin:
            self.seat = NO_SEAT
        return table
