"""Taking back: only what revealed nothing, and only while nobody else has acted.

The table is copied whenever something was revealed or somebody else acts. Taking back means to go to that copy and play
again all but the last action since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Action, BuyField, DiscardTurned, EndTrading, GoOn, Harvest, Pass, Plant
from tobean.kernel.state.seats import NO_SEAT
from tobean.kernel.table import Table
from tobean.play.page.page_plugin import page_of
from tobean.play.session.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.record.record import Move

UNDOABLE: Final = (Plant, Harvest, Pass, GoOn, BuyField, DiscardTurned, EndTrading)
"""What shows nobody anything but the own card that is laid down; whoever takes it back has learned nothing."""


def is_undoable(table: Table, action: Action) -> bool:
    """Can this be taken back, as far as it is up to the action? A game may name further ones."""
    return isinstance(action, UNDOABLE) or action.VERB in page_of(table.rules.name).undoable


class UndoWindow:
    """The actions that can still be taken back: all those since the copy, of one person."""

    def __init__(self) -> None:
        self.copy: Table | None = None
        self.begin = 0
        self.seat = NO_SEAT

    def before(self, table: Table, moves: Sequence[Move], action: Action) -> None:
        """An action is about to be taken: what somebody else did before it stands."""
        if self.seat not in (NO_SEAT, action.seat):
            self.close(table, moves)

    def after(self, table: Table, moves: Sequence[Move], by: str) -> None:
        """The last of the moves has been made."""
        move = moves[-1]
        if by == "person" and not move.chance and is_undoable(table, move.action):
            self.seat = move.action.seat
        else:
            self.close(table, moves)

    def close(self, table: Table, moves: Sequence[Move]) -> None:
        """What has been done stands."""
        self.copy = table.clone()
        self.begin = len(moves)
        self.seat = NO_SEAT

    def check(self, seat: int) -> None:
        """Raise `Refused` unless this seat can take back its last action."""
        if self.copy is None or self.seat == NO_SEAT:
            raise Refused("There is nothing to take back: nothing was done, or something has been revealed since.")
        if self.seat != seat:
            raise Refused("Only your own last action can be taken back, and only until somebody else acts.")

    def undo_last(self, moves: Sequence[Move]) -> Table:
        """The table before the last move."""
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
