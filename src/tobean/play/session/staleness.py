"""Detection of stale clicks: since when the state that a seat's choice depends on is unchanged.

Other players' offers and calls do not make a click stale: the rules check it again, and then it is taken.
"""

from tobean.kernel.actions import Accept, Action, Call, Decline, Harvest, MakeOffer, Withdraw
from tobean.kernel.phases.trading import Trading
from tobean.kernel.table import Table
from tobean.play.page.page_plugin import page_of
from tobean.play.session.errors import Stale

TALK = (MakeOffer, Accept, Decline, Withdraw, Call)


def own_fields(table: Table, seat: int) -> tuple[object, ...]:
    """Return the rows of a seat: all that a harvest depends on."""
    return tuple([tuple(row) for row in table.fields[seat]])


def own_state_of(table: Table, seat: int) -> tuple[object, ...]:
    """Return all that a choice of this seat depends on: its cards and its decision."""
    decision = table.agenda[-1] if table.agenda else None
    trading = isinstance(decision, Trading)
    asked = table.active == seat if trading else table.awaited == seat
    return (
        tuple(table.hands[seat]),
        table.aside[seat],
        tuple(table.turned) if seat == table.active else (),
        decision if asked else None,
        table.turn if asked else 0,
        () if table.component is None else page_of(table.rules.name).belongings(table.component, seat),
    )


class Staleness:
    """The version since which each seat's state is unchanged."""

    def __init__(self, table: Table, version: int) -> None:
        players = range(table.players)
        self.turn = table.turn
        self.turn_since = version
        self.fields = [own_fields(table, seat) for seat in players]
        self.fields_since = [version for _ in players]
        self.own_state = [own_state_of(table, seat) for seat in players]
        self.own_state_since = [version for _ in players]
        self.talk_since = [version for _ in players]

    def note(self, table: Table, version: int, action: Action) -> None:
        """Update after an action that led to this version."""
        if table.turn != self.turn:
            self.turn, self.turn_since = table.turn, version
        if isinstance(action, (MakeOffer, Call)):
            self.talk_since[action.seat] = version  # the same offer twice is a double click
        for seat in range(table.players):
            fields = own_fields(table, seat)
            if fields != self.fields[seat]:
                self.fields[seat], self.fields_since[seat] = fields, version
            own_state = own_state_of(table, seat)
            if own_state != self.own_state[seat]:
                self.own_state[seat], self.own_state_since[seat] = own_state, version

    def check(self, action: Action, version: int, now: int) -> None:
        """Raise `Stale` if this action was meant for a position that is gone."""
        seat = action.seat
        since = self.fields_since[seat]
        if not isinstance(action, Harvest):
            since = max(since, self.own_state_since[seat])
        if isinstance(action, TALK):
            since = max(since, self.turn_since)  # offer numbers restart each turn
        if isinstance(action, (MakeOffer, Call)):
            since = max(since, self.talk_since[seat])
        if not since <= version <= now:
            raise Stale("The table has moved on: have another look.")
