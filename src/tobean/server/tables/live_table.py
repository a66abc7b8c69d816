"""A table in memory: its session and its viewers. No change is sent to a viewer before it is in the log."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from tobean.server.database.errors import log_database_error
from tobean.server.logs import log, short_id
from tobean.server.people.visitor import Visitor
from tobean.server.store.rows import Summary, TableRow
from tobean.server.store.write_errors import ConditionalEntries, Conflict, WriteFailed, WriteUnknown
from tobean.server.tables.seat_requests import SeatRequests
from tobean.server.workers.fair_queue import Requester
from tobean.session.bots.bot_scheduler import BotScheduler
from tobean.session.errors import BadLog
from tobean.session.log.entries import Acted, Arranged, Entry, Said, Seated, Started, Undone, Wished, entry_text
from tobean.session.log.reducer import FINISHED, PLAYING
from tobean.session.session import Session, load_session
from tobean.session.setup import LIVE, Setup
from tobean.session.wire import messages

if TYPE_CHECKING:  # a browser runs tables without these modules
    from tobean.server.cluster.leases import Leases
    from tobean.server.metrics import Metrics
    from tobean.server.people.revocation import Revocations
    from tobean.server.store.store import Store
    from tobean.server.workers.worker_pool import WorkerPool

MOVE_ENTRIES: Final = (Acted, Undone, Started, Wished)
"""Entries after which every viewer gets an update of the table."""

AWAY_SECONDS: Final = 45.0
"""Seconds without an open page after which a person counts as away: the log says so, and a bot may take over."""

MAX_PASSED_ON: Final = 50
"""Maximum number of chat lines sent when a log is reloaded: more of them would drop slow viewers."""


class Viewer(Protocol):
    """The part of a viewer's connection that a table uses."""

    visitor: Visitor
    language: str
    seats: tuple[int, ...]
    sending_since: float
    dropped: bool
    shows_table: bool

    def queue_encoded(self, message: bytes) -> None: ...
    def resend_all(self) -> None: ...
    def send_update(self) -> None: ...
    def send_table_soon(self) -> None: ...
    def drop(self) -> None: ...
    def abort(self) -> None: ...
    def close_now(self) -> None: ...


class DriverProtocol(Protocol):
    """The part of the driver that a table uses."""

    def schedule(self, live_table: LiveTable) -> None: ...
    def schedule_replies(self, live_table: LiveTable) -> None: ...
    def due_time(self, live_table: LiveTable) -> float | None: ...


class Registry(Protocol):
    """The part of the table registry that a table and its viewers use."""

    store: Store
    leases: Leases
    metrics: Metrics
    worker_pool: WorkerPool
    revocations: Revocations
    unload_after: float

    @property
    def driver(self) -> DriverProtocol: ...
    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None: ...
    def notify_over(self, live_table: LiveTable) -> None: ...
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
        """Fencing token of the lease by which this server owns the table; None if there is only this server."""
        self.registry = registry
        self.session = session
        self.host = host
        self.address_block = host
        """Address whose share of the workers' time its bots use; after a restart, the host's id in its place."""
        self.public = public
        self.opened = opened
        self.rematch = ""
        self.connections: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.bot_scheduler = BotScheduler(session)
        self.changed_event = asyncio.Event()
        """Set after a change that bots may react to."""
        self.listed_persons: tuple[str, ...] | None = None
        """Persons in the seats when the table's row was last saved."""
        self.rematch_lock = asyncio.Lock()
        """Held while the table of the rematch is opened."""
        self.loaded_at = self.last_used = time.monotonic()
        self.closed = False
        """Whether the table has been unloaded; another object may represent it by now."""
        self.left_at: dict[str, float] = {}
        """Time at which the host and each player closed their last page."""
        self.seat_requests = SeatRequests(self)

    @property
    def requester(self) -> Requester:
        """The requester on whose account its bots compute."""
        return Requester(self.address_block, self.host, self.id)

    # --- changing ---------------------------------------------------------------------------------------------

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]:
        """Change the table: first in the session, then in the log, and only then on the viewers' screens.

        An action that the session refuses changes nothing. If the entries cannot be written, the session is reloaded
        from the log and the error is raised. `act` gets the session that is current once this change holds the lock;
        a decision made on a session that has been replaced since is refused.
        """
        async with self.lock:
            if self.closed:
                raise WriteFailed("the table is being reloaded")
            before, seq = self.session, self.session.seq
            try:
                return await self.write(act)
            except Conflict:
                # If the log is as long as before, an erasure has rewritten its last entry: no other change came first.
                if self.closed or self.session is before or self.session.seq != seq:
                    raise
                return await self.write(act)

    async def write(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]:
        """Try to change the table once; the caller holds the lock."""
        session = self.session
        seq, after = session.seq, session.last_line
        entries = act(session, time.time())
        if not entries:
            return entries
        if session.seq != seq + len(entries):
            raise Conflict("this was decided on a session that has been replaced")
        # The session has encoded the last entry already: the next change will be conditional on it.
        texts = [*[entry_text(entry).decode() for entry in entries[:-1]], session.last_line]
        lines = ConditionalEntries(after, texts, self.fence)
        begun = time.perf_counter()
        writing = self.registry.store.append(self.id, seq, lines)
        try:
            await writing
        except asyncio.CancelledError:
            # The write has been decided by now. Viewers and session have to agree with the log before the next change.
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
        """Reload the table from its log and return whether the entries are in it; None if that is unknown.

        After a connection broke in the middle of a write, only the log can tell. A table that cannot be loaded is
        closed for now.
        """
        if self.closed:
            return None
        try:
            if not await self.registry.leases.owns(self.id, self.fence):
                self.registry.close(self)  # another server owns it now; viewers that reconnect are routed there
                return False
            logged = await self.registry.store.entries(self.id)
            await self.reload(logged)
        except BadLog:
            self.registry.close(self)  # the next attempt to load it puts it into quarantine
        except Exception as error:  # in any case, a session that is not in the log must not be played on
            self.registry.close(self)
            log_database_error("a table had to be closed", error)
        else:
            return logged[seq : seq + len(lines)] == lines
        return None

    async def reload(self, lines: list[str]) -> None:
        """Replace the session, which is ahead of its log or behind it, by the one that the log yields."""
        before = self.session
        self.session = await asyncio.to_thread(load_session, lines)
        self.bot_scheduler = BotScheduler(self.session)
        self.registry.metrics.count("reloads")
        for number, _ in [line for line in self.session.chat if line not in before.chat][-MAX_PASSED_ON:]:
            self.send_chat_line(number)
        for connection in self.connections:
            connection.resend_all()
        self.registry.mark_changed(self)

    def publish(self, entries: list[Entry]) -> None:
        """Send entries that are in the log to the viewers, and schedule what follows from them."""
        self.last_used = time.monotonic()
        first = self.session.seq - len(entries)
        moved = seated = changed_table = False
        for number, entry in enumerate(entries, start=first):
            if isinstance(entry, Said):
                self.send_chat_line(number)
                continue
            changed_table = True
            if isinstance(entry, (Seated, Started)):
                seated = True
            if isinstance(entry, Acted):
                self.registry.metrics.count("actions", self.session.setup.game)
            if isinstance(entry, MOVE_ENTRIES) or (isinstance(entry, Arranged) and entry.shown):
                moved = True
        if seated or self.session.state == FINISHED:
            self.send_table()
        if changed_table and self.session.state == FINISHED:
            self.registry.notify_over(self)
        if moved or seated:
            for connection in self.connections:
                connection.send_update()
        if changed_table:
            self.registry.mark_changed(self, only_moved=not seated and self.session.state == PLAYING)
        elif not self.closed:
            self.registry.driver.schedule_replies(self)

    def send_chat_line(self, number: int) -> None:
        """Send a line of chat to all viewers; it is encoded once for each language."""
        lines: dict[str, bytes] = {}
        for connection in self.connections:
            if connection.language not in lines:
                lines[connection.language] = messages.encode(messages.chat(number, self.session, connection.language))
            connection.queue_encoded(lines[connection.language])

    def send_table(self) -> None:
        """Resend the seats and the presence of their players to all viewers."""
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
        if connection.seats or connection.visitor.id == self.host:
            self.left_at[connection.visitor.id] = self.last_used
        self.send_table()
        self.registry.driver.schedule(self)

    def present_seats(self) -> set[int]:
        """Return the seats whose persons have the table open."""
        return {seat for connection in self.connections for seat in connection.seats}

    def present_persons(self) -> set[str]:
        """Return the ids of all people who have the table open."""
        return {connection.visitor.id for connection in self.connections if connection.visitor.id}

    def is_away(self, person: str) -> bool:
        """Whether the host or a player has not had the table open for a while."""
        left_at = self.left_at.get(person, self.loaded_at)
        return person not in self.present_persons() and time.monotonic() - left_at >= AWAY_SECONDS

    def spectators(self) -> list[Visitor]:
        """Return the viewers without a seat, each person once; anonymous viewers count one by one."""
        visitors: dict[str, Visitor] = {}
        for number, connection in enumerate(self.connections):
            if connection.shows_table and not connection.seats:
                visitors[connection.visitor.id or str(number)] = connection.visitor
        return sorted(visitors.values(), key=lambda visitor: visitor.name)

    def is_alone(self, seat: int, person: str) -> bool:
        """Whether only bots are left when this person leaves this seat of a running game.

        That is so if no other person plays, has left a seat that is kept for them, opened the table, or watches.
        Several hands of one person on one device count as several people.
        """
        session = self.session
        if session.state != PLAYING or self.host != person:
            return False
        if any(other.person for number, other in enumerate(session.seats) if number != seat):
            return False
        return all(connection.visitor.id == person for connection in self.connections)

    def may_view(self, person: str) -> bool:
        """Whether this person may see the table. A deal of the day is its player's alone until the game is over."""
        session = self.session
        if not session.setup.deal or session.state == FINISHED:
            return True
        return bool(person) and (person == self.host or any(seat.person == person for seat in session.seats))

    def unreported_seats(self) -> list[int]:
        """Return the seats whose persons are away or back while the log says otherwise.

        Absence is not noted if there is no viewer to read it, nor in games played over days.
        """
        session = self.session
        if not self.connections or session.state != PLAYING or session.setup.pace != LIVE:
            return []
        present_seats = self.present_seats()
        return [
            seat
            for seat, player in enumerate(session.seats)
            if player.is_person
            and (player.away if seat in present_seats else not player.away and self.is_away(player.person))
        ]

    async def note_presence(self) -> None:
        """Log that people are away or back, so that all viewers read it."""
        for seat in self.unreported_seats():

            def note(session: Session, now: float, seat: int = seat) -> list[Entry]:
                return session.note_presence(seat, seat in self.present_seats(), now)

            await self.change(note)

    # --- describing -----------------------------------------------------------------------------------------------

    def row(self) -> TableRow:
        """Return the table's row in the database, which the lists of tables are made from."""
        session = self.session
        awaited: tuple[int, ...] = ()
        result = None
        turn = 0
        if session.state == PLAYING:
            turn = session.table.turn
            seat = session.table.awaited
            awaited = (seat,) if session.seats[seat].is_person else ()
        elif session.state == FINISHED:
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
            self.registry.driver.due_time(self),
            summary,
            None if listed_persons == self.listed_persons else listed_persons,
        )

    def may_unload(self, now: float) -> bool:
        """Whether the table has no viewers and has not been used for a while."""
        return not self.connections and not self.lock.locked() and now - self.last_used > self.registry.unload_after


SEED_BYTES: Final = 16
SEEDS_AT_ONCE: Final = 256
_SEEDS: Final[list[bytes]] = []
"""Unused entropy. It is drawn from the system in large blocks, since one draw takes longer than one action."""
if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_SEEDS.clear)


def fresh_seed() -> str:
    """Return entropy for one shuffle or action, in hexadecimal."""
    if not _SEEDS:
        drawn = secrets.token_bytes(SEED_BYTES * SEEDS_AT_ONCE)
        _SEEDS.extend([drawn[first : first + SEED_BYTES] for first in range(0, len(drawn), SEED_BYTES)])
    return _SEEDS.pop().hex()
