"""Requests of visitors for a bot's seat in a running game, until the host answers them. They are kept in memory only.

A request belongs to a person, not to a connection, so it outlasts a reconnection. It is shown, and can be granted,
while its visitor has the table open.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from tobean.session.errors import Refused
from tobean.session.log.reducer import PLAYING
from tobean.session.seats import BOT

if TYPE_CHECKING:
    from tobean.server.people.visitor import Visitor
    from tobean.session.session import Session

MAX_REQUESTS: Final = 20
"""Maximum number of requests at a table."""
DECLINED_SECONDS: Final = 300.0
"""Seconds for which a person whose request was declined cannot ask again at this table."""
HOST: Final = "host"
PLAYERS: Final = "players"
NOBODY: Final = "nobody"
DECLINED: Final = "declined"


class Table(Protocol):
    """The part of a live table that requests depend on."""

    session: Session
    host: str

    def present_persons(self) -> set[str]: ...
    def is_away(self, person: str) -> bool: ...


@dataclass
class SeatRequest:
    """A request for one seat."""

    number: int
    seat: int
    visitor: Visitor
    model: int
    """Seconds for a decision, if the visitor is a language model; 0: no model."""
    declined_at: float | None = None

    def is_over(self) -> bool:
        """Whether it was declined so long ago that the person may ask again."""
        return self.declined_at is not None and time.monotonic() - self.declined_at >= DECLINED_SECONDS


class SeatRequests:
    """The requests at one table: one for each person."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.by_person: dict[str, SeatRequest] = {}
        self.last_number = 0

    # --- asking -----------------------------------------------------------------------------------------------

    def ask(self, seat: int, visitor: Visitor, model: int) -> None:
        """Store a request, in place of an earlier one of this person."""
        before = self.of(visitor)
        if before is not None and before.declined_at is not None:
            raise Refused("Your request was declined. You can ask again in a few minutes.")
        if before is not None and before.seat == seat:
            return  # a double click, or the form and the page
        others = {person: request for person, request in self.by_person.items() if person != visitor.id}
        if len(others) >= MAX_REQUESTS:
            others = {person: request for person, request in others.items() if self.is_kept(request)}
        if len(others) >= MAX_REQUESTS:
            raise Refused("Many people ask for a seat here already. Wait until they have been answered.")
        self.last_number += 1
        self.by_person = {**others, visitor.id: SeatRequest(self.last_number, seat, visitor, model)}

    def is_kept(self, request: SeatRequest) -> bool:
        """Whether a request still counts when there are many: its visitor is there, or was declined lately."""
        if request.declined_at is not None:
            return not request.is_over()
        return request.visitor.id in self.table.present_persons()

    def of(self, visitor: Visitor) -> SeatRequest | None:
        """Return this person's request for a seat that is still to be had."""
        request = self.by_person.get(visitor.id)
        return request if request is not None and not request.is_over() and self.is_seat_free(request.seat) else None

    def is_seat_free(self, seat: int) -> bool:
        session = self.table.session
        return session.state == PLAYING and session.seats[seat].kind == BOT and not session.seats[seat].person

    def withdraw(self, visitor: Visitor) -> None:
        """Drop a request that waits; after a refusal it stays, so that the person cannot ask again at once."""
        request = self.of(visitor)
        if request is not None and request.declined_at is None:
            del self.by_person[visitor.id]

    # --- answering --------------------------------------------------------------------------------------------

    def waiting(self) -> list[SeatRequest]:
        """List the requests of visitors who have the table open, the oldest first."""
        present = self.table.present_persons()
        found = [self.of(request.visitor) for person, request in self.by_person.items() if person in present]
        return [request for request in found if request is not None and request.declined_at is None]

    def with_number(self, number: int) -> SeatRequest:
        for request in self.waiting():
            if request.number == number:
                return request
        raise Refused("This request is gone.")

    def decider(self) -> str:
        """Return who answers requests: the host or, if the host is away or a language model, the players there."""
        table = self.table
        seats = table.session.seats
        is_model = any(seat.is_person and seat.model and seat.person == table.host for seat in seats)
        if not is_model and not table.is_away(table.host):
            return HOST
        present = table.present_persons()
        return (
            PLAYERS if any(seat.is_person and not seat.model and seat.person in present for seat in seats) else NOBODY
        )

    def may_answer(self, visitor: Visitor) -> bool:
        """Whether this visitor may admit people to seats of bots."""
        table = self.table
        if not visitor.id or table.session.state != PLAYING:
            return False
        if visitor.id == table.host:
            return True
        seats = [table.session.seats[seat] for seat in table.session.seats_of(visitor.id)]
        return any(not seat.model for seat in seats) and self.decider() != HOST

    # --- describing -------------------------------------------------------------------------------------------

    def data_for(self, visitor: Visitor) -> dict[str, object]:
        """Return the requests that this visitor may answer, and the visitor's own, as JSON."""
        own = self.of(visitor)
        answerable = self.waiting() if self.by_person and self.may_answer(visitor) else []
        return {
            "requests": [
                {
                    "number": request.number,
                    "seat": request.seat,
                    "name": request.visitor.name,
                    "face": request.visitor.face,
                    "model": bool(request.model),
                }
                for request in answerable
            ],
            "asked": None
            if own is None
            else {"seat": own.seat, "answer": self.decider() if own.declined_at is None else DECLINED},
        }
