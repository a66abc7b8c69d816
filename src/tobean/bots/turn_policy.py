"""Turn policy: which seat is asked next in games without people (invariant 5 in docs/architecture.md)."""

from __future__ import annotations

from typing import Final, final

from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.phases.trading import seat_to_answer
from tobean.kernel.table import Table

NO_LIMIT: Final = 1 << 40
NEVER: Final = -1


@final
class DecisionPoint:
    """A seat that is asked: for the choice that is awaited, or whether it wants to act out of turn."""

    def __init__(self, seat: int, is_optional: bool) -> None:
        self.seat = seat
        self.is_optional = is_optional
        """Whether another seat is awaited, so that doing nothing is an answer."""

    def __repr__(self) -> str:
        return f"<Asked: seat {self.seat}{' may volunteer' if self.is_optional else ''}>"


@final
class TurnPolicy:
    """Iterates over the seats to ask, until the game or a turn is over.

    The awaited seat is asked. When trading has just begun, or a deal or a call has changed it, all other seats are
    asked first, clockwise, once each; likewise at the last chance for harvests. The caller applies each answer before
    it asks for the next seat.
    """

    def __init__(self, table: Table, volunteers: bool = True, last_turn: int = NO_LIMIT) -> None:
        self.table = table
        self.volunteers = volunteers
        """Whether seats that are not awaited are asked as well."""
        self.last_turn = last_turn
        self.asked_revision = NEVER
        """Revision (`trading_revision` or last chance) at which the others were last asked."""
        self.seats_to_ask: list[int] = []
        """Seats still to be asked out of turn, the next one last."""
        self.others_were_asked = False
        """Whether the others have been asked, so that the awaited seat is next."""

    def __iter__(self) -> TurnPolicy:
        return self

    def __next__(self) -> DecisionPoint:
        decision_point = self.next_decision()
        if decision_point is None:
            raise StopIteration
        return decision_point

    def next_decision(self) -> DecisionPoint | None:
        """Return the next seat to ask; None if the game, or the turn, is over."""
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
        """Return this policy at the same point for a copy of the table."""
        other = TurnPolicy(table, self.volunteers, self.last_turn)
        other.asked_revision, other.others_were_asked, other.seats_to_ask = (
            self.asked_revision,
            self.others_were_asked,
            self.seats_to_ask.copy(),
        )
        return other

    def has_news(self) -> bool:
        """Whether something has happened to which the others could not yet react."""
        table = self.table
        revision = NEVER
        if table.may_talk(table.active) and seat_to_answer(table) == NO_SEAT:
            revision = trading_revision(table)
        if revision in (NEVER, self.asked_revision) and table.decision.is_last_chance:
            revision = -table.turn * 100 - table.phase
        if revision in (NEVER, self.asked_revision):
            return False
        self.asked_revision = revision
        return True


def trading_revision(table: Table) -> int:
    """Return a number that changes whenever other seats may want to react to the trading."""
    return (table.turn * 100 + table.deals) * 100 + len(table.calls)
