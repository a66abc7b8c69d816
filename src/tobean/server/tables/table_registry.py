"""Registry of the tables in memory.

A table is loaded from its log on request, stays in memory while it has viewers or its bots play, and is unloaded after
a while. A row in the database, which the lists of tables are made from, is saved some time after each change.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tobean.games import GAMES
from tobean.kernel.errors import GameNotInstalled, TobeanError
from tobean.server.cluster.errors import NewerFormat, OwnedElsewhere
from tobean.server.database.errors import DATABASE_ERRORS, LeaseExpired, log_database_error
from tobean.server.ids import new_id
from tobean.server.logs import log, log_error, short_id
from tobean.server.people.revocation import Revocations
from tobean.server.store.write_errors import ConditionalEntries, Conflict, WriteFailed
from tobean.server.tables.driver import Driver
from tobean.server.tables.live_table import LiveTable, Viewer
from tobean.server.tables.quarantine import Quarantine, TableDamaged
from tobean.server.tables.replays import ReplayStore
from tobean.session.errors import BadLog
from tobean.session.log.entries import Entry, entry_text
from tobean.session.session import Session, load_session
from tobean.session.setup import Setup
from tobean.session.wire import messages

if TYPE_CHECKING:  # a browser runs tables without these modules
    from tobean.server.cluster.leases import Leases
    from tobean.server.cluster.peers import Peers
    from tobean.server.metrics import Metrics
    from tobean.server.settings import Settings
    from tobean.server.store.notifications import NotificationListener
    from tobean.server.store.store import Store
    from tobean.server.workers.worker_pool import WorkerPool

ID_BYTES: Final = 15
"""120 bits, so that the address of a table cannot be guessed."""
TICK: Final = 1.0
SAVE_AFTER: Final = 5.0
"""Seconds between a change of a table and the saving of its row. The log is written immediately."""
MOVES_AFTER: Final = 20.0
"""The same if there were only moves. They matter on the pages of the table's own players only, and these pages save the
rows first (`my_tables.save_tables_of`)."""
SAVE_AT_ONCE: Final = 20
LOAD_AT_ONCE: Final = 8
UNLOAD_AFTER: Final = 300.0
"""Seconds that a table stays in memory after its last viewer has left."""
MAX_SPECTATORS: Final = 20
"""Most names of spectators that are sent; the number sent counts all of them."""
MAX_SEND: Final = 20.0
"""Seconds after which a viewer that has not taken a message is dropped; the browser reconnects."""


class TableClosed(TobeanError):
    """The table was closed by an operator and cannot be played on."""


class TableRegistry:
    """Loads, opens, saves and unloads the tables of this server."""

    def __init__(
        self,
        store: Store,
        leases: Leases,
        peers: Peers,
        settings: Settings,
        metrics: Metrics,
        worker_pool: WorkerPool,
    ) -> None:
        self.store = store
        self.leases = leases
        self.peers = peers
        leases.close_lost_tables, leases.close_all_tables = self.close_lost_tables, self.close_all_tables
        self.settings = settings
        self.metrics = metrics
        self.worker_pool = worker_pool
        self.live_tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.unsaved: dict[LiveTable, float] = {}
        """Tables whose row is outdated, and the time at which it is due to be saved (monotonic clock)."""
        self.driver = Driver(self)
        self.replays = ReplayStore(self)
        self.quarantine = Quarantine(self)
        self.revocations = Revocations(self)
        self.unload_after = UNLOAD_AFTER
        self.saving = asyncio.Lock()
        self.failing = False
        """Whether the last housekeeping run failed; used to log a failure once."""
        self.reported_unloadable: set[str] = set()
        """Tables for which it has been logged that they cannot be loaded."""
        self.ending = asyncio.Event()
        self.ticking: asyncio.Task[None] | None = None
        self.background_tasks: set[asyncio.Task[None]] = set()
        self.over_listeners: list[Callable[[LiveTable], Awaitable[None]]] = []
        """Functions called when a game is over and its end is in the log, perhaps several times for the same game."""
        self.notification_listener: NotificationListener | None = None
        if not store.database.is_sqlite:
            from tobean.server.store.notifications import NotificationListener

            self.notification_listener = NotificationListener(
                store.database,
                store.writer.server_id,
                self.revocations.recheck_all,
                self.revocations.handle_notification,
            )
        metrics.gauge("tables", lambda: len(self.live_tables))
        metrics.gauge("viewers", lambda: sum(len(live_table.connections) for live_table in self.live_tables.values()))
        metrics.gauge("log_commits_total", lambda: store.writer.commits)
        metrics.gauge("log_entries_total", lambda: store.writer.written)

    # --- finding and opening --------------------------------------------------------------------------------------

    async def live_table(self, table: str) -> LiveTable | None:
        """Return the table with this id, from memory or from its log, or None if there is none.

        Raises `TableDamaged` if the log cannot be replayed, `TableClosed` if an operator has closed the table,
        `GameNotInstalled` if its game is not installed here, `OwnedElsewhere` if another server owns it, and
        `NewerFormat` if a server of a newer version has written entries that this one does not understand.
        """
        await self.leases.ensure_valid()
        live_table = self.live_tables.get(table)
        if live_table is not None:
            live_table.last_used = time.monotonic()  # the caller is about to connect
            return live_table
        self.quarantine.check(table)
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.create_task(self.load(table))
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def load(self, table: str) -> LiveTable | None:
        row = await self.store.table(table)
        if row is None:
            return None
        if row.game not in GAMES:
            raise GameNotInstalled(row.game)  # the table works again once the package is installed again
        if await self.store.is_closed(table):
            raise TableClosed("This table is closed.")
        try:
            fence = await self.leases.claim(table)  # before the log is read: from now on no other server writes to it
        except NewerFormat:
            if table not in self.reported_unloadable:
                self.reported_unloadable.add(table)
                log("a table waits for a newer version of this server", logging.WARNING, table=short_id(table))
            raise
        lines = await self.store.entries(table)
        try:
            session = await asyncio.to_thread(load_session, lines)
        except BadLog as error:
            self.leases.release_soon(table, fence)
            raise await self.quarantine.quarantine_table(row, lines, error) from error
        live_table = LiveTable(table, self, session, row.host, row.public, row.opened, fence)
        live_table.rematch = row.summary.rematch
        self.live_tables[table] = live_table
        self.mark_changed(live_table)
        return live_table

    async def reload_table(self, table: str) -> None:
        """Reload a table whose log an erasure has rewritten, without disconnecting its viewers."""
        if table in self.loading:  # perhaps it read the log before the erasure
            await asyncio.wait([self.loading[table]])
        live_table = self.live_tables.get(table)
        if live_table is None:
            return
        async with live_table.lock:
            if live_table.closed:
                return
            try:
                row = await self.store.table(live_table.id)
                if row is not None:
                    live_table.host = row.host
                await live_table.reload(await self.store.entries(live_table.id))
            except Exception as error:  # in any case, the erased names must not be used any longer
                self.close(live_table)
                log_database_error("a table had to be closed", error)

    async def open(self, setup: Setup, host: str, *, public: bool) -> LiveTable:
        """Open a new table; raises `BadSetup`."""
        session, entries = Session.open(setup, time.time())
        return await self.open_with_session(session, entries, host, public=public)

    async def open_with_session(
        self, session: Session, entries: list[Entry], host: str, *, public: bool = False, table: str = ""
    ) -> LiveTable:
        """Open a new table with a session that has begun already; `entries` are its log so far."""
        live_table = LiveTable(table or self.new_table_id(session.setup.game), self, session, host, public, time.time())
        # The row is written first: a log without a row would be lost, a row without a log is only an empty table.
        # `wakes` stays empty until there is a log to load the table from.
        live_table.fence = await self.store.open_table(
            replace(live_table.row(), wakes=None), self.leases.claim_in_transaction
        )
        lines = [entry_text(entry).decode() for entry in entries]
        await self.store.append(live_table.id, 0, ConditionalEntries("", lines, live_table.fence))
        self.quarantine.forget(live_table.id)
        self.live_tables[live_table.id] = live_table
        self.mark_changed(live_table)
        log("table opened", table=short_id(live_table.id), game=session.setup.game, seats=len(session.seats))
        return live_table

    def table_data(self, live_table: LiveTable) -> dict[str, object]:
        """Return the data of a table for its viewers: those of the session, and those that only the server knows."""
        data = messages.table_data(live_table.session)
        present_seats, spectators = live_table.present_seats(), live_table.spectators()
        named = [{"name": visitor.name, "face": visitor.face} for visitor in spectators if visitor.name]
        seats = [
            {**seat.public(), "present": number in present_seats}
            for number, seat in enumerate(live_table.session.seats)
        ]
        return {
            **data,
            "id": live_table.id,
            "public": live_table.public,
            "seats": seats,
            "watching": len(spectators),
            "spectators": named[:MAX_SPECTATORS],
            "rematch": f"/tables/{live_table.rematch}" if live_table.rematch else None,
        }

    # --- driving --------------------------------------------------------------------------------------------------

    def connections(self) -> Iterator[Viewer]:
        """Yield the connections of all viewers in this process."""
        for live_table in list(self.live_tables.values()):
            yield from list(live_table.connections)

    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None:
        """Schedule the saving of the table's row and the moves of its bots. `only_moved`: see `MOVES_AFTER`."""
        if live_table.closed:
            return
        due = time.monotonic() + (MOVES_AFTER if only_moved else SAVE_AFTER)
        self.unsaved[live_table] = min(due, self.unsaved.get(live_table, due))
        self.driver.schedule(live_table)

    def notify_over(self, live_table: LiveTable) -> None:
        """Call the listeners; a failure of one of them does not affect the table."""
        for listener in self.over_listeners:
            task = asyncio.create_task(self.call_listener(listener, live_table))
            self.background_tasks.add(task)
            task.add_done_callback(self.background_tasks.discard)

    async def call_listener(self, listener: Callable[[LiveTable], Awaitable[None]], live_table: LiveTable) -> None:
        try:
            await listener(live_table)
        except Exception as error:  # the table must not fail with what is counted elsewhere
            self.metrics.count("errors")
            log_error("the end of a game could not be noted", error)

    def new_table_id(self, game: str) -> str:
        """Return an id for a new table of this game."""
        return new_id(ID_BYTES)

    async def close_lost_tables(self, fences: dict[str, int]) -> None:
        """Close the tables that other servers have claimed while this server's lease had expired.

        `fences` has the fencing tokens of the tables that this server still owns.
        """
        for live_table in list(self.live_tables.values()):
            if fences.get(live_table.id) != live_table.fence:
                self.close(live_table)
        # A table that is not in memory here but still recorded as owned by this server would be loaded by no server.
        gone = [(table, fence) for table, fence in fences.items() if table not in {**self.live_tables, **self.loading}]
        await self.leases.lease_store.release(gone, self.leases.own_peer.id)
        self.start_loading_outdated()

    def close_all_tables(self) -> None:
        """Close all tables immediately: the lease has expired, and other servers may own them by now."""
        self.store.writer.refuse_entries()
        for live_table in list(self.live_tables.values()):
            self.unload(live_table)
            for connection in list(live_table.connections):
                connection.close_now()

    # --- housekeeping -----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start housekeeping, and load the tables that were being played when the server stopped."""
        await self.leases.start()
        self.ticking = asyncio.create_task(self.run_housekeeping())
        if self.notification_listener is not None:
            self.notification_listener.start()
        self.start_loading_outdated()

    def start_loading_outdated(self) -> None:
        task = asyncio.create_task(self.load_outdated())
        self.background_tasks.add(task)
        task.add_done_callback(self.background_tasks.discard)

    async def load_outdated(self) -> None:
        """Load the tables whose row is behind their log: their bots or clocks may be due."""
        try:
            await self.load_all(await self.store.outdated_tables())
        except (*DATABASE_ERRORS, LeaseExpired) as error:
            log_database_error("outdated tables could not be loaded", error)

    async def load_all(self, tables: list[str]) -> None:
        """Load tables in small batches, shuffled so that servers loading the same tables seldom collide."""
        random.shuffle(tables)
        for first in range(0, len(tables), LOAD_AT_ONCE):
            if self.ending.is_set():
                return
            batch = [table for table in tables[first : first + LOAD_AT_ONCE] if table not in self.live_tables]
            await asyncio.gather(*[self.load_for_attention(table) for table in batch])

    async def hand_over_tables(self) -> None:
        """Release all tables, in batches, before this server stops; viewers reconnect to the servers that take them."""
        self.leases.draining = True
        if self.leases.alone or not await self.leases.others():
            return
        await self.save_rows()
        while self.live_tables:
            batch = list(self.live_tables.values())[:SAVE_AT_ONCE]
            for live_table in batch:
                async with live_table.lock:  # a write under way is completed first
                    self.unload(live_table)
            await self.leases.release(
                [(live_table.id, live_table.fence) for live_table in batch if live_table.fence is not None]
            )
            for live_table in batch:
                for connection in list(live_table.connections):
                    connection.drop()
        log("tables handed over")

    async def give_table(self, table: str) -> bool:
        """Release a table to a server on another machine that was asked for it, unless it has viewers here."""
        live_table = self.live_tables.get(table)
        if live_table is None or live_table.fence is None or live_table.connections:
            return False
        async with live_table.lock:
            if live_table.closed or live_table.connections:
                return False
            row = live_table.row()
            self.unload(live_table)
        await self.store.save_tables([row])
        await self.leases.release([(live_table.id, live_table.fence)])
        return True

    async def stop(self) -> None:
        """Stop all tasks, wait for them, disconnect the viewers, and save the rows."""
        self.ending.set()
        tasks: list[asyncio.Task[Any]] = [*self.driver.tasks.values(), *self.driver.bot_replies.tasks.values()]
        if self.notification_listener is not None and self.notification_listener.task is not None:
            tasks.append(self.notification_listener.task)
        for task in tasks:
            task.cancel()
        # Tasks that write are not cancelled: a transaction left open would lock the database.
        tasks += [*self.loading.values(), *self.background_tasks, *([] if self.ticking is None else [self.ticking])]
        await asyncio.gather(*tasks, return_exceptions=True)
        for live_table in self.live_tables.values():
            for connection in list(live_table.connections):
                connection.drop()
        try:
            await self.save_rows()
        except DATABASE_ERRORS as error:
            log_database_error("rows of tables could not be saved; they are rebuilt at the next start", error)
        await self.leases.stop()

    async def run_housekeeping(self) -> None:
        while not self.ending.is_set():
            try:
                async with asyncio.timeout(TICK):
                    await self.ending.wait()
            except TimeoutError:
                pass
            try:
                await self.tick()
                self.failing = False
            except Exception as error:  # housekeeping continues in any case; only the first failure is logged
                self.metrics.count("errors")
                if not self.failing:
                    log_database_error("housekeeping failed", error)
                self.failing = True

    async def tick(self) -> None:
        now = time.monotonic()
        await self.save_rows(now)
        await self.load_all(await self.leases.tables_to_load(time.time()))
        for live_table in list(self.live_tables.values()):
            for connection in list(live_table.connections):
                if connection.sending_since and now - connection.sending_since > MAX_SEND:
                    self.metrics.count("dropped")
                    connection.abort()
            try:
                await live_table.note_presence()
            except (Conflict, WriteFailed):
                pass  # tried again at the next tick
            if live_table.may_unload(now) and self.driver.is_idle(live_table) and live_table not in self.unsaved:
                self.close(live_table)

    def close(self, live_table: LiveTable) -> None:
        """Unload a table and release it; viewers reconnect, which loads it from the log."""
        if self.unload(live_table):
            self.leases.release_soon(live_table.id, live_table.fence)
        for connection in list(live_table.connections):
            connection.drop()

    def unload(self, live_table: LiveTable) -> bool:
        """Remove a table from memory and stop its tasks. Returns False if another object has taken its place."""
        live_table.closed = True
        self.driver.forget(live_table)
        self.unsaved.pop(live_table, None)
        if self.live_tables.get(live_table.id) is not live_table:
            return False
        del self.live_tables[live_table.id]
        return True

    async def load_for_attention(self, table: str) -> None:
        """Load a table whose bots or clocks are due. A table that cannot be loaded does not stop the others."""
        try:
            await self.live_table(table)
        except TableDamaged:
            return  # it is in quarantine, and will not be due again
        except OwnedElsewhere:
            return  # another server was faster
        except NewerFormat:
            return  # logged by `load`
        except TableClosed:
            return
        except GameNotInstalled as error:
            if table not in self.reported_unloadable:
                self.reported_unloadable.add(table)
                log(
                    "a table waits for its game to be installed",
                    logging.WARNING,
                    table=short_id(table),
                    reason=str(error),
                )
        except (*DATABASE_ERRORS, LeaseExpired):
            raise  # no table can be loaded now
        except Exception as error:  # a fault of this table only; logged once
            self.metrics.count("errors")
            if table not in self.reported_unloadable:
                self.reported_unloadable.add(table)
                log_error("a table cannot be loaded", error)

    async def save_rows(self, now: float = math.inf) -> None:
        """Save the rows that are due at `now`, by default all outdated rows.

        They are saved in batches, so that other writes get a turn in between.
        """
        async with self.saving:
            live_tables = [live_table for live_table, due in self.unsaved.items() if due <= now]
            for first in range(0, len(live_tables), SAVE_AT_ONCE):
                await self.save_some(live_tables[first : first + SAVE_AT_ONCE])

    async def save_some(self, live_tables: list[LiveTable]) -> None:
        # While an entry is being written, the session is ahead of the log: such a table is saved the next time.
        live_tables = [
            live_table
            for live_table in live_tables
            if live_table in self.unsaved and not live_table.lock.locked() and not live_table.closed
        ]
        due = [self.unsaved.pop(live_table) for live_table in live_tables]
        try:
            listed_persons = [tuple(seat.person for seat in live_table.session.seats) for live_table in live_tables]
            await self.store.save_tables([live_table.row() for live_table in live_tables])
        except BaseException:
            self.unsaved.update(
                {live_table: at for live_table, at in zip(live_tables, due, strict=True) if not live_table.closed}
            )
            raise
        for live_table, persons in zip(live_tables, listed_persons, strict=True):
            live_table.listed_persons = persons
