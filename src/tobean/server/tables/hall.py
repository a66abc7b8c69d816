"""All tables in memory: loaded from the log when somebody comes, kept while somebody looks, driven while bots play."""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tobean.games import GAMES
from tobean.kernel.errors import GameMissing
from tobean.play.session.entries import entry_text
from tobean.play.session.errors import BadLog
from tobean.play.session.session import Session
from tobean.play.wire import wire
from tobean.server.cluster.leases import Elsewhere, Newer
from tobean.server.ids import new_id
from tobean.server.logs import log, short, trouble
from tobean.server.people.endings import Endings
from tobean.server.store.database import UNUSABLE, LeaseExpired, database_trouble
from tobean.server.store.notices import Notices
from tobean.server.store.writer import Conflict, Continuation, NotWritten
from tobean.server.tables.closing import Closed
from tobean.server.tables.driver import Driver
from tobean.server.tables.library import Library
from tobean.server.tables.quarantine import Damaged, Quarantine
from tobean.server.tables.resuming import resumed
from tobean.server.tables.room import Guest, Room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tobean.play.session.entries import Entry
    from tobean.play.session.setup import Setup
    from tobean.server.cluster.leases import Leases
    from tobean.server.cluster.neighbours import Neighbours
    from tobean.server.metrics import Metrics
    from tobean.server.settings import Settings
    from tobean.server.store.store import Store
    from tobean.server.workers.thinking import Thinking

ID_BYTES: Final = 15
"""120 bits: nobody guesses a table."""
TICK: Final = 1.0
SAVE_AFTER: Final = 5.0
"""So long after a change the lists are brought up to date, each table in its time; the log is written at once."""
MOVES_AFTER: Final = 20.0
"""So long where somebody has moved and that is all: nobody but those at the table waits for it, and they ask at once
(`front.save_own`)."""
SAVE_AT_ONCE: Final = 20
WAKE_AT_ONCE: Final = 8
PATIENCE: Final = 300.0
"""So long a table stays in memory after the last guest has gone."""
MOST_SPECTATORS: Final = 20
"""How many names of spectators are sent; all of them are counted."""
LONGEST_SEND: Final = 20.0
"""Whoever takes longer to read one message is dropped; the browser connects again."""


class Hall:
    """The tables."""

    def __init__(
        self,
        store: Store,
        leases: Leases,
        neighbours: Neighbours,
        settings: Settings,
        metrics: Metrics,
        thinkers: Thinking,
    ) -> None:
        self.store = store
        self.leases = leases
        self.neighbours = neighbours
        leases.lapsed, leases.expire = self.lapsed, self.expire
        self.settings = settings
        self.metrics = metrics
        self.thinkers = thinkers
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.unsaved: dict[Room, float] = {}
        """Tables that the lists show as they were, and when these are brought up to date."""
        self.driver = Driver(self)
        self.library = Library(self)
        self.quarantine = Quarantine(self)
        self.endings = Endings(self)
        self.patience = PATIENCE
        self.saving = asyncio.Lock()
        self.failing = False
        """Did housekeeping fail the last time?"""
        self.unloadable: set[str] = set()
        """Tables of which it has been noted that they cannot be loaded."""
        self.ending = asyncio.Event()
        self.ticking: asyncio.Task[None] | None = None
        self.waking: set[asyncio.Task[None]] = set()
        self.notices: Notices | None = None
        if not store.database.is_sqlite:
            self.notices = Notices(store.database, store.writer.own, self.endings.missed, self.endings.told)
        metrics.gauge("tables", lambda: len(self.rooms))
        metrics.gauge("viewers", lambda: sum(len(room.guests) for room in self.rooms.values()))
        metrics.gauge("log_commits_total", lambda: store.writer.commits)
        metrics.gauge("log_entries_total", lambda: store.writer.written)

    # --- finding and opening --------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room | None:
        """The table of this id, from memory or from the log; raises `Damaged` if that cannot be replayed.

        Raises `GameMissing` if it is one of a game that is not installed here, `Elsewhere` if another server owns it,
        `Newer` if one of a newer version has written there what this one does not understand.
        """
        await self.leases.ensure()
        room = self.rooms.get(table)
        if room is not None:
            room.used = time.monotonic()  # whoever asks for it is about to come
            return room
        self.quarantine.check(table)
        task = self.loading.get(table)
        if task is None:
            task = self.loading[table] = asyncio.create_task(self.load(table))
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(task)

    async def load(self, table: str) -> Room | None:
        row = await self.store.table(table)
        if row is None:
            return None
        if row.game not in GAMES:
            raise GameMissing(row.game)  # once its package is back, so is the table
        if await self.store.is_closed(table):
            raise Closed("This table is closed.")
        try:
            fence = await self.leases.claim(table)  # before the log is read: from now on nobody else writes there
        except Newer:
            if table not in self.unloadable:
                self.unloadable.add(table)
                log("a table waits for a newer version of this server", logging.WARNING, table=short(table))
            raise
        lines = await self.store.entries(table)
        try:
            session = await asyncio.to_thread(resumed, lines)
        except BadLog as error:
            self.leases.give_up(table, fence)
            raise await self.quarantine.set_aside(row, lines, error) from error
        room = Room(table, self, session, row.host, row.public, row.opened, fence)
        room.rematch = row.summary.rematch
        self.rooms[table] = room
        self.changed(room)
        return room

    async def load_again(self, table: str) -> None:
        """Take up a log that an erasure has rewritten; nobody at the table is disconnected."""
        if table in self.loading:  # perhaps from before
            await asyncio.wait([self.loading[table]])
        room = self.rooms.get(table)
        if room is None:
            return
        async with room.lock:
            if room.closed:
                return
            try:
                row = await self.store.table(room.id)
                if row is not None:
                    room.host = row.host
                await room.reload(await self.store.entries(room.id))
            except Exception as error:  # whatever it is, nobody may go on with the names from before
                self.close(room)
                database_trouble("a table had to be closed", error)

    async def open(self, setup: Setup, host: str, *, public: bool) -> Room:
        """A new table; raises `BadSetup`."""
        session, entries = Session.open(setup, time.time())
        return await self.take_up(session, entries, host, public=public)

    async def take_up(
        self, session: Session, entries: list[Entry], host: str, *, public: bool = False, table: str = ""
    ) -> Room:
        """A new table with a session that has begun elsewhere: these are its entries so far."""
        room = Room(table or new_id(ID_BYTES), self, session, host, public, time.time())
        # The row comes first: a log without a row would be lost, a row without a log is only empty.
        # It wants nobody's attention before there is a log to load it from.
        room.fence = await self.store.open_table(replace(room.row(), wakes=None), self.leases.claiming)
        lines = [entry_text(entry).decode() for entry in entries]
        await self.store.append(room.id, 0, Continuation("", lines, room.fence))
        self.quarantine.forget(room.id)
        self.rooms[room.id] = room
        self.changed(room)
        log("table opened", table=short(room.id), game=session.setup.game, seats=len(session.seats))
        return room

    def table_data(self, room: Room) -> dict[str, object]:
        """The table for its guests, with what only the server knows."""
        found = wire.table_data(room.session)
        present, spectators = room.present(), room.spectators()
        named = [{"name": each.name, "face": each.face} for each in spectators if each.name]
        seats = [{**seat.public(), "present": number in present} for number, seat in enumerate(room.session.seats)]
        return {
            **found,
            "id": room.id,
            "public": room.public,
            "seats": seats,
            "watching": len(spectators),
            "spectators": named[:MOST_SPECTATORS],
            "rematch": f"/tables/{room.rematch}" if room.rematch else None,
        }

    # --- driving --------------------------------------------------------------------------------------------------

    def guests(self) -> Iterator[Guest]:
        """Everybody who looks at a table here."""
        for room in list(self.rooms.values()):
            yield from list(room.guests)

    def changed(self, room: Room, *, only_moved: bool = False) -> None:
        """Something has happened there."""
        if room.closed:
            return
        due = time.monotonic() + (MOVES_AFTER if only_moved else SAVE_AFTER)
        self.unsaved[room] = min(due, self.unsaved.get(room, due))
        self.driver.look(room)

    async def lapsed(self, held: dict[str, int]) -> None:
        """This server has counted as dead for a while: what others have taken meanwhile is theirs."""
        for room in list(self.rooms.values()):
            if held.get(room.id) != room.fence:
                self.close(room)
        # Tables that are closed here and still written down as owned would be woken by no server.
        gone = [(table, fence) for table, fence in held.items() if table not in {**self.rooms, **self.loading}]
        await self.leases.book.release(gone, self.leases.me.id)
        self.start_waking()

    def expire(self) -> None:
        """Close all tables: the lease has expired, and another server may own them by now."""
        self.store.writer.refuse_entries()
        for room in list(self.rooms.values()):
            self.put_away(room)
            for guest in list(room.guests):
                guest.close_now()

    # --- housekeeping -----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up the tables that were in the middle of something when the server ended."""
        await self.leases.start()
        self.ticking = asyncio.create_task(self.tick_on())
        if self.notices is not None:
            self.notices.start()
        self.start_waking()

    def start_waking(self) -> None:
        task = asyncio.create_task(self.wake_outdated())
        self.waking.add(task)
        task.add_done_callback(self.waking.discard)

    async def wake_outdated(self) -> None:
        """Load the tables whose row is behind their log: bots and clocks may wait for them."""
        try:
            await self.wake_all(await self.store.outdated())
        except (*UNUSABLE, LeaseExpired) as error:
            database_trouble("outdated tables could not be loaded", error)

    async def wake_all(self, tables: list[str]) -> None:
        """Some at a time, and in any order, so that servers which wake the same ones do not always meet."""
        random.shuffle(tables)
        for first in range(0, len(tables), WAKE_AT_ONCE):
            if self.ending.is_set():
                return
            some = [table for table in tables[first : first + WAKE_AT_ONCE] if table not in self.rooms]
            await asyncio.gather(*[self.wake(table) for table in some])

    async def hand_on(self) -> None:
        """This server is about to end: others take its tables, some at a time, and whoever looks on is led there."""
        self.leases.draining = True
        if self.leases.alone or not await self.leases.others():
            return
        await self.save_rows()
        while self.rooms:
            some = list(self.rooms.values())[:SAVE_AT_ONCE]
            for room in some:
                async with room.lock:  # what is being written gets there
                    self.put_away(room)
            await self.leases.release([(room.id, room.fence) for room in some if room.fence is not None])
            for room in some:
                for guest in list(room.guests):
                    guest.drop()
        log("tables handed on")

    async def give(self, table: str) -> bool:
        """A server on another machine is asked for this table: it shall have it, unless somebody looks on here."""
        room = self.rooms.get(table)
        if room is None or room.fence is None or room.guests:
            return False
        async with room.lock:
            if room.closed or room.guests:
                return False
            row = room.row()
            self.put_away(room)
        await self.store.save_tables([row])
        await self.leases.release([(room.id, room.fence)])
        return True

    async def stop(self) -> None:
        """End all that runs here, wait until it has ended, and bring the lists up to date."""
        self.ending.set()
        tasks: list[asyncio.Task[Any]] = [*self.driver.tasks.values(), *self.driver.answers.tasks.values()]
        if self.notices is not None and self.notices.task is not None:
            tasks.append(self.notices.task)
        for task in tasks:
            task.cancel()
        # What writes is not broken off: a transaction that nobody ends would lock the database.
        tasks += [*self.loading.values(), *self.waking, *([] if self.ticking is None else [self.ticking])]
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in self.rooms.values():
            for guest in list(room.guests):
                guest.drop()
        try:
            await self.save_rows()
        except UNUSABLE as error:
            database_trouble("the lists could not be brought up to date; they are drawn anew at the next start", error)
        await self.leases.stop()

    async def tick_on(self) -> None:
        while not self.ending.is_set():
            try:
                async with asyncio.timeout(TICK):
                    await self.ending.wait()
            except TimeoutError:
                pass
            try:
                await self.tick()
                self.failing = False
            except Exception as error:  # housekeeping goes on, whatever happens; it is noted when it begins to fail
                self.metrics.count("errors")
                if not self.failing:
                    database_trouble("housekeeping failed", error)
                self.failing = True

    async def tick(self) -> None:
        now = time.monotonic()
        await self.save_rows(now)
        await self.wake_all(await self.leases.waking(time.time()))
        for room in list(self.rooms.values()):
            for guest in list(room.guests):
                if guest.sending_since and now - guest.sending_since > LONGEST_SEND:
                    self.metrics.count("dropped")
                    guest.hang()
            try:
                await room.note_presence()
            except (Conflict, NotWritten):
                pass  # tried again at the next tick
            if room.may_unload(now) and self.driver.idle(room) and room not in self.unsaved:
                self.close(room)

    def close(self, room: Room) -> None:
        """Take a table from memory; whoever still looks connects again and loads it from the log."""
        if self.put_away(room):
            self.leases.give_up(room.id, room.fence)
        for guest in list(room.guests):
            guest.drop()

    def put_away(self, room: Room) -> bool:
        """Nothing happens at this table here any more; says whether it was the one in memory."""
        room.closed = True
        self.driver.forget(room)
        self.unsaved.pop(room, None)
        if self.rooms.get(room.id) is not room:
            return False
        del self.rooms[room.id]
        return True

    async def wake(self, table: str) -> None:
        """Load a table that wants attention. One that cannot be read does not stop the others."""
        try:
            await self.room(table)
        except Damaged:
            return  # it has been noted, and wants attention no more
        except Elsewhere:
            return  # another server was faster
        except Newer:
            return  # it has been noted
        except Closed:
            return
        except GameMissing as error:
            if table not in self.unloadable:
                self.unloadable.add(table)
                log(
                    "a table waits for its game to be installed", logging.WARNING, table=short(table), reason=str(error)
                )
        except (*UNUSABLE, LeaseExpired):
            raise  # nothing can be loaded now
        except Exception as error:  # whatever is wrong with this one; it is noted once
            self.metrics.count("errors")
            if table not in self.unloadable:
                self.unloadable.add(table)
                trouble("a table cannot be loaded", error)

    async def save_rows(self, now: float = math.inf) -> None:
        """Bring the lists up to date where that is due; without a moment, everywhere.

        Some tables at a time: in between everybody else has a turn.
        """
        async with self.saving:
            rooms = [room for room, due in self.unsaved.items() if due <= now]
            for first in range(0, len(rooms), SAVE_AT_ONCE):
                await self.save_some(rooms[first : first + SAVE_AT_ONCE])

    async def save_some(self, rooms: list[Room]) -> None:
        # Where an entry is being written the session is ahead of the log: the next time.
        rooms = [room for room in rooms if room in self.unsaved and not room.lock.locked() and not room.closed]
        due = [self.unsaved.pop(room) for room in rooms]
        try:
            sitting = [tuple(seat.person for seat in room.session.seats) for room in rooms]
            await self.store.save_tables([room.row() for room in rooms])
        except BaseException:
            self.unsaved.update({room: at for room, at in zip(rooms, due, strict=True) if not room.closed})
            raise
        for room, persons in zip(rooms, sitting, strict=True):
            room.sitting = persons
