"""Whom to ask next, and how: the policy by which games without people are driven (law 5 of docs/architecture.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.events import NOBODY
from tobean.kernel.phases.trading import seat_to_answer

if TYPE_CHECKING:
    from tobean.kernel.table import Table


NO_LIMIT: Final = 1 << 40
NEVER: Final = -1


@final
class DecisionPoint:
    """A seat that is asked: for its choice, which is awaited, or whether it wants to do something all the same."""

    def __init__(self, seat: int, volunteers: bool) -> None:
        self.seat = seat
        self.volunteers = volunteers
        """Somebody else is awaited: nothing is an answer, too."""

    def __repr__(self) -> str:
        return f"<Asked: seat {self.seat}{' may volunteer' if self.volunteers else ''}>"


@final
class TurnPolicy:
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
        self.asked_revision = NEVER
        """What was new when the others were last asked."""
        self.seats_to_ask: list[int] = []
        """Who may still put in a word, the next one last."""
        self.others_were_asked = False
        """The others have had their say: now it is for the awaited seat."""

    def __iter__(self) -> TurnPolicy:
        return self

    def __next__(self) -> DecisionPoint:
        decision_point = self.next_decision()
        if decision_point is None:
            raise StopIteration
        return decision_point

    def next_decision(self) -> DecisionPoint | None:
        """Who is asked next; None: the game, or the turn, is over."""
        table = self.table
        if not self.seats_to_ask and not self.others_were_asked:
            if table.over or table.turn > self.last_turn:
                return None
            if self.volunteers and self.has_news():
                self.others_were_asked = True
                for step in range(table.players - 1, 0, -1):
                    self.seats_to_ask.append((table.active + step) % table.players)
        if table.over:  # the last harvest has ended the game
            return None
        if self.seats_to_ask:
            return DecisionPoint(self.seats_to_ask.pop(), True)
        self.others_were_asked = False
        return DecisionPoint(table.awaited, False)

    def copy(self, table: Table) -> TurnPolicy:
        """The same point of the drive of a copy of the table."""
        other = TurnPolicy(table, self.volunteers, self.last_turn)
        other.asked_revision, other.others_were_asked, other.seats_to_ask = (
            self.asked_revision,
            self.others_were_asked,
            self.seats_to_ask.copy(),
        )
        return other

    def has_news(self) -> bool:
        """Is there something to which the others have not had the chance to react?"""
        table = self.table
        now = NEVER
        if table.may_talk(table.active) and seat_to_answer(table) == NOBODY:
            now = trading_revision(table)
        if now in (NEVER, self.asked_revision) and table.decision.is_last_chance:
            now = -table.turn * 100 - table.phase
        if now in (NEVER, self.asked_revision):
            return False
        self.asked_revision = now
        return True


def trading_revision(table: Table) -> int:
    """Changes whenever there is something new that others may want to react to."""
    return (table.turn * 100 + table.deals) * 100 + len(table.calls)
