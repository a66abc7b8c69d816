"""Whom to ask next, and how: the policy by which games without people are driven (law 5 of docs/architecture.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.events import NOBODY
from tobean.kernel.trading import to_answer

if TYPE_CHECKING:
    from tobean.kernel.table import Table


NO_LIMIT: Final = 1 << 40
NEVER: Final = -1


@final
class Asked:
    """A seat that is asked: for its choice, which is awaited, or whether it wants to do something all the same."""

    def __init__(self, seat: int, volunteers: bool) -> None:
        self.seat = seat
        self.volunteers = volunteers
        """Somebody else is awaited: nothing is an answer, too."""

    def __repr__(self) -> str:
        return f"<Asked: seat {self.seat}{' may volunteer' if self.volunteers else ''}>"


@final
class Drive:
    """An iterator over who is asked, until the game, or a turn, is over.

    The awaited seat is asked. Whenever trading has just begun, or a deal or a call has changed it, the other seats may
    put in a word first, clockwise, once each; likewise at a last moment for harvests. Whoever drives plays the answer
    before asking for the next seat.
    """

    def __init__(self, table: Table, volunteers: bool = True, last_turn: int = NO_LIMIT) -> None:
        self.table = table
        self.volunteers = volunteers
        """Are seats asked that are not awaited?"""
        self.last_turn = last_turn
        self.asked_at = NEVER
        """What was new when the others were last asked."""
        self.waiting: list[int] = []
        """Who may still put in a word, the next one last."""
        self.heard = False
        """The others have had their say: now it is for the awaited seat."""

    def __iter__(self) -> Drive:
        return self

    def __next__(self) -> Asked:
        asked = self.ask()
        if asked is None:
            raise StopIteration
        return asked

    def ask(self) -> Asked | None:
        """Who is asked next; None: the game, or the turn, is over."""
        table = self.table
        if not self.waiting and not self.heard:
            if table.over or table.turn > self.last_turn:
                return None
            if self.volunteers and self.is_news():
                self.heard = True
                for step in range(table.players - 1, 0, -1):
                    self.waiting.append((table.active + step) % table.players)
        if table.over:  # the last harvest has ended the game
            return None
        if self.waiting:
            return Asked(self.waiting.pop(), True)
        self.heard = False
        return Asked(table.awaited, False)

    def copy(self, table: Table) -> Drive:
        """The same point of the drive of a copy of the table."""
        other = Drive(table, self.volunteers, self.last_turn)
        other.asked_at, other.heard, other.waiting = self.asked_at, self.heard, self.waiting.copy()
        return other

    def is_news(self) -> bool:
        """Is there something to which the others have not had the chance to react?"""
        table = self.table
        now = NEVER
        if table.may_talk(table.active) and to_answer(table) == NOBODY:
            now = trading_revision(table)
        if now in (NEVER, self.asked_at) and table.decision.last_moment:
            now = -table.turn * 100 - table.phase
        if now in (NEVER, self.asked_at):
            return False
        self.asked_at = now
        return True


def trading_revision(table: Table) -> int:
    """Changes whenever there is something new that others may want to react to."""
    return (table.turn * 100 + table.deals) * 100 + len(table.calls)
