"""One table while somebody is at it: its session, who looks on, and that nothing is told before it is written."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from typing import TYPE_CHECKING, Final, Protocol

from tobean.play.bots.bot_scheduler import BotScheduler
from tobean.play.session.entries import Acted, Arranged, Said, Seated, Started, Undone, Wished, entry_text
from tobean.play.session.errors import BadLog
from tobean.play.session.reducer import OVER, PLAYING
from tobean.play.session.session import Session
from tobean.play.session.setup import LIVE
from tobean.play.wire import messages
from tobean.server.database.database import log_database_error
from tobean.server.logs import log, short_id
from tobean.server.store.store import Summary, TableRow
from tobean.server.store.writer import ConditionalEntries, Conflict, WriteFailed, WriteUnknown
from tobean.server.tables.session_loading import load_session
from tobean.server.workers.fair_queue import Requester

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.play.session.entries import Entry
    from tobean.play.session.setup import Setup
    from tobean.server.cluster.leases import Leases
    from tobean.server.metrics import Metrics
    from tobean.server.people.identity import Visitor
    from tobean.server.people.revocation import Revocations
    from tobean.server.store.store import Store
    from tobean.server.workers.worker_pool import WorkerPool

MOVING: Final = (Acted, Undone, Started, Wished)
"""Entries after which everybody's picture of the table is another one."""

AWAY_SECONDS: Final = 45.0
"""A person without an open page counts as away after this time: the log says so, and a bot may take over."""

MOST_PASSED_ON: Final = 50
"""Lines of chat that are sent when a log is loaded again: more than this would drop slow readers."""


class Viewer(Protocol):
    """Somebody who looks at a table, as far as the table is concerned."""

    visitor: Visitor
    language: str
    seats: tuple[int, ...]
    sending_since: float
    dropped: bool
    watches: bool

    def post(self, message: bytes) -> None: ...
    def resend_all(self) -> None: ...
    def send_update(self) -> None: ...
    def send_table_soon(self) -> None: ...
    def drop(self) -> None: ...
    def abort(self) -> None: ...
    def close_now(self) -> None: ...


class DriverProtocol(Protocol):
    """Whoever lets the bots of a table play."""

    def schedule(self, live_table: LiveTable) -> None: ...
    def schedule_replies(self, live_table: LiveTable) -> None: ...
    def due(self, live_table: LiveTable) -> float | None: ...


class Registry(Protocol):
    """Where tables are kept, as far as a table and those at it need it: the hall."""

    store: Store
    leases: Leases
    metrics: Metrics
    worker_pool: WorkerPool
    revocations: Revocations
    patience: float

    @property
    def driver(self) -> DriverProtocol: ...
    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None: ...
    def close(self, live_table: LiveTable) -> None: ...
    def table_data(self, live_table: LiveTable) -> dict[str, object]: ...
    async def live_table(self, table: str) -> LiveTable | None: ...
    async def open(self, setup: Setup, host: str, *, public: bool) -> LiveTable: ...
    async def open_with_session(
        self, session: Session, entries: list[Entry], host: str, *, public: bool = False, table: str = ""
    ) -> LiveTable: ...


class LiveTable:
    """A table in memory."""

    def __init__(
        self,
        table: str,
        registry: Registry,
        session: Session,
        host: str,
        public: bool,
        opened: float,
        fence: int | None = None,
    ) -> None:
        self.id = table
        self.fence = fence
        """The number of the lease by which this server owns it; None where there is only this server."""
        self.registry = registry
        self.session = session
        self.host = host
        self.address_block = host
        """The address it shares the bots' time with; after a restart the host stands for it."""
        self.public = public
        self.opened = opened
        self.rematch = ""
        self.connections: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.bot_scheduler = BotScheduler(session)
        self.changed_event = asyncio.Event()
        """Set when something has changed that bots may react to."""
        self.listed_persons: tuple[str, ...] | None = None
        """Who sat here when the lists were last brought up to date."""
        self.rematch_lock = asyncio.Lock()
        """Held while a table for another game is opened."""
        self.loaded_at = self.last_used = time.monotonic()
        self.closed = False
        """Has the table been taken from memory? Then this is not it any more."""
        self.left_at: dict[int, float] = {}
        """When the last guest of a seat has gone."""

    @property
    def requester(self) -> Requester:
        """For whom its bots think."""
        return Requester(self.address_block, self.host, self.id)

    # --- changing ---------------------------------------------------------------------------------------------

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]:
        """Change the table: first in the session, then on disk, and only then before people's eyes.

        What the session refuses has changed nothing. If the entries cannot be written the session is taken from the
        log again, and the caller hears why. `act` gets the session as it is once it is this change's turn; whoever
        decided on one that has been replaced meanwhile is too late.
        """
        async with self.lock:
            if self.closed:
                raise WriteFailed("the table is loaded anew")
            before, seq = self.session, self.session.seq
            try:
                return await self.write(act)
            except Conflict:
                # An erasure has rewritten the last entry if the log is as long as before: then nobody has been faster.
                if self.closed or self.session is before or self.session.seq != seq:
                    raise
                return await self.write(act)

    async def write(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]:
        """Change the table once; the caller holds the lock."""
        session = self.session
        seq, after = session.seq, session.last_line
        entries = act(session, time.time())
        if not entries:
            return entries
        if session.seq != seq + len(entries):
            raise Conflict("this was decided on a session that has been replaced")
        # The last of them is written already, since what comes next will be decided after it.
        texts = [*[entry_text(entry).decode() for entry in entries[:-1]], session.last_line]
        lines = ConditionalEntries(after, texts, self.fence)
        begun = time.perf_counter()
        writing = self.registry.store.append(self.id, seq, lines)
        try:
            await writing
        except asyncio.CancelledError:
            # It is known by now what became of the entries, and everybody has to know before anybody goes on.
            if writing.exception() is not None:
                await self.reload_and_check_written(seq, lines)
            else:
                self.publish(entries)
            raise
        except Exception as error:
            self.registry.metrics.count("conflicts" if isinstance(error, Conflict) else "not_written")
            log("entry not written", table=short_id(self.id), error=type(error).__name__)
            written = await self.reload_and_check_written(seq, lines)
            if written is False and isinstance(error, WriteUnknown):
                raise WriteFailed("the log cannot be written: {reason}", reason=type(error).__name__) from error
            if not written or not isinstance(error, WriteFailed):
                raise
        else:
            self.registry.metrics.observe("write_seconds", time.perf_counter() - begun)
            self.publish(entries)
        return entries

    async def reload_and_check_written(self, seq: int, lines: list[str]) -> bool | None:
        """Load the table from its log again and say whether the entries are there; None if that cannot be found out.

        A connection that broke in the middle leaves open what became of the entries. A table that cannot be loaded is
        closed for now.
        """
        if self.closed:
            return None
        try:
            if not await self.registry.leases.owns(self.id, self.fence):
                self.registry.close(self)  # another server has it now; whoever comes again is led there
                return False
            found = await self.registry.store.entries(self.id)
            await self.reload(found)
        except BadLog:
            self.registry.close(self)  # whoever comes next finds out what is wrong
        except Exception as error:  # whatever it is, nobody may go on with a session that is not written
            self.registry.close(self)
            log_database_error("a table had to be closed", error)
        else:
            return found[seq : seq + len(lines)] == lines
        return None

    async def reload(self, lines: list[str]) -> None:
        """Take the session from its log; the one in memory is ahead of it or behind it."""
        before = self.session
        self.session = await asyncio.to_thread(load_session, lines)
        self.bot_scheduler = BotScheduler(self.session)
        self.registry.metrics.count("reloads")
        for number, _ in [line for line in self.session.chat if line not in before.chat][-MOST_PASSED_ON:]:
            self.send_chat_line(number)
        for connection in self.connections:
            connection.resend_all()
        self.registry.mark_changed(self)

    def publish(self, entries: list[Entry]) -> None:
        """Entries are on disk: now everybody may know."""
        self.last_used = time.monotonic()
        first = self.session.seq - len(entries)
        send_update = seated = changed_table = False
        for number, entry in enumerate(entries, start=first):
            if isinstance(entry, Said):
                self.send_chat_line(number)
                continue
            changed_table = True
            if isinstance(entry, (Seated, Started)):
                seated = True
            if isinstance(entry, Acted):
                self.registry.metrics.count("actions", self.session.setup.game)
            if isinstance(entry, MOVING) or (isinstance(entry, Arranged) and entry.shown):
                send_update = True
        if seated or self.session.state == OVER:
            self.send_table()
        if send_update or seated:
            for connection in self.connections:
                connection.send_update()
        if changed_table:
            self.registry.mark_changed(self, only_moved=not seated and self.session.state == PLAYING)
        elif not self.closed:
            self.registry.driver.schedule_replies(self)

    def send_chat_line(self, number: int) -> None:
        """A line of chat, to everybody in their language; it is made once for each."""
        lines: dict[str, bytes] = {}
        for connection in self.connections:
            if connection.language not in lines:
                lines[connection.language] = messages.encode(messages.chat(number, self.session, connection.language))
            connection.post(lines[connection.language])

    def send_table(self) -> None:
        """Seats or presence have changed."""
        for connection in self.connections:
            connection.send_table_soon()

    # --- coming and going ---------------------------------------------------------------------------------------

    def add_connection(self, connection: Viewer) -> None:
        self.connections.add(connection)
        self.last_used = time.monotonic()
        self.send_table()
        self.registry.driver.schedule(self)

    def remove_connection(self, connection: Viewer) -> None:
        self.connections.discard(connection)
        self.last_used = time.monotonic()
        for seat in connection.seats:
            self.left_at[seat] = self.last_used
        self.send_table()
        self.registry.driver.schedule(self)

    def present_seats(self) -> set[int]:
        """The seats whose persons look on."""
        return {seat for connection in self.connections for seat in connection.seats}

    def seconds_absent(self, seat: int) -> float:
        """For how many seconds nobody has looked on from this seat."""
        return 0.0 if seat in self.present_seats() else time.monotonic() - self.left_at.get(seat, self.loaded_at)

    def spectators(self) -> list[Visitor]:
        """The people who watch without a seat, each of them once; several strangers are several people."""
        found: dict[str, Visitor] = {}
        for number, connection in enumerate(self.connections):
            if connection.watches and not connection.seats:
                found[connection.visitor.id or str(number)] = connection.visitor
        return sorted(found.values(), key=lambda visitor: visitor.name)

    def is_alone(self, seat: int, person: str) -> bool:
        """Whether nobody but bots is left when this person leaves this seat of a running game.

        Nobody else plays or has left a seat that is kept for them, opened the table, or watches. Several hands of one
        person on one device are several people.
        """
        session = self.session
        if session.state != PLAYING or self.host != person:
            return False
        if any(other.person for number, other in enumerate(session.seats) if number != seat):
            return False
        return all(connection.visitor.id == person for connection in self.connections)

    def unnoted(self) -> list[int]:
        """The seats whose people are away or back, while the log says otherwise.

        Nobody is noted as away where nobody is there to read it, or where people play over days.
        """
        session = self.session
        if not self.connections or session.state != PLAYING or session.setup.pace != LIVE:
            return []
        present_seats = self.present_seats()
        return [
            seat
            for seat, who in enumerate(session.seats)
            if who.is_person
            and (who.away if seat in present_seats else not who.away and self.seconds_absent(seat) >= AWAY_SECONDS)
        ]

    async def note_presence(self) -> None:
        """Log that people are away or back, so that all at the table read it."""
        for seat in self.unnoted():

            def noting(session: Session, now: float, seat: int = seat) -> list[Entry]:
                return session.note_presence(seat, seat in self.present_seats(), now)

            await self.change(noting)

    # --- describing -----------------------------------------------------------------------------------------------

    def row(self) -> TableRow:
        """The table for the lists."""
        session = self.session
        awaited: tuple[int, ...] = ()
        result = None
        turn = 0
        if session.state == PLAYING:
            turn = session.table.turn
            seat = session.table.awaited
            awaited = (seat,) if session.seats[seat].is_person else ()
        elif session.state == OVER:
            result = messages.result_data(session.table.result())
        listed_persons = tuple(seat.person for seat in session.seats)
        summary = Summary(
            seats=tuple(seat.public() for seat in session.seats),
            awaited=awaited,
            pace=session.setup.pace,
            clock=session.setup.clock,
            turn=turn,
            result=result,
            rematch=self.rematch,
            learning=session.setup.learning,
        )
        return TableRow(
            self.id,
            session.setup.game,
            self.host,
            self.public,
            session.state,
            session.seq - 1,
            self.opened,
            session.at,
            self.registry.driver.due(self),
            summary,
            None if listed_persons == self.listed_persons else listed_persons,
        )

    def may_unload(self, now: float) -> bool:
        """Nobody looks, and nothing has happened for a while."""
        return not self.connections and not self.lock.locked() and now - self.last_used > self.registry.patience


SEED_BYTES: Final = 16
SEEDS_AT_ONCE: Final = 256
_SEEDS: Final[list[bytes]] = []
"""Entropy that nobody has used; the system is asked for much at a time, since to ask takes longer than to act."""
if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_SEEDS.clear)


def fresh_seed() -> str:
    """Entropy for one deal or action."""
    if not _SEEDS:
        drawn = secrets.token_bytes(SEED_BYTES * SEEDS_AT_ONCE)
        _SEEDS.extend([drawn[first : first + SEED_BYTES] for first in range(0, len(drawn), SEED_BYTES)])
    return _SEEDS.pop().hex()
