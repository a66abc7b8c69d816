"""The tables that this server owns: taken when somebody comes, kept by a heartbeat, given up when they are put away.

Only the owner of a table folds its log, drives its bots and knows who is present. A server that hangs for longer than a
lease lasts finds out when it goes on: what others have taken meanwhile it closes, and the database refuses its writes.

A server that cannot use the database notices by its own clock that its lease has expired. It then closes all tables,
because another server may own them by now, and refuses everything until a heartbeat is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import BadInput, TobeanError
from tobean.server.cluster.door import is_shut
from tobean.server.logs import log
from tobean.server.store.database import LeaseExpired, database_trouble
from tobean.server.store.leases import FORMAT, LASTS, LeaseBook, Peer
from tobean.version import __version__

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

    from tobean.server.store.store import Store

PROTOCOL: Final = 1
"""How servers speak to each other. It grows when two versions would not understand each other."""
BEAT: Final = 0.9
"""Seconds between two heartbeats; fewer where a lease is shorter than usual."""
BEATS: Final = 3.3
"""Heartbeats in the time of one lease, at least."""


class Elsewhere(TobeanError):
    """Another server owns this table."""


class Newer(TobeanError):
    """A newer server has written to this table what this one does not understand."""


class Leases:
    """What one server owns. Where it is the only one, `alone`, all tables are its own and nothing is written down."""

    def __init__(self, store: Store, *, alone: bool, door: str = "", address: str = "", lasts: float = LASTS) -> None:
        self.book = LeaseBook(store, lasts)
        self.alone = alone
        self.me = Peer(store.writer.own, door, address, PROTOCOL, __version__)
        self.lapsed: Callable[[dict[str, int]], Awaitable[None]] | None = None
        """Called with what is still owned when this server has counted as dead for a while."""
        self.expire: Callable[[], None] | None = None
        """Called once when the lease has expired."""
        self.expired = False
        """Whether the lease has expired without a heartbeat since."""
        self.until = 0.0
        """Up to when, by our own monotonic clock, nobody else can have taken a table."""
        self.draining = False
        """This server is about to end: it takes no more tables."""
        self.unsettled = False
        """Whether it has to be found out what this server still owns: its lease had expired."""
        self.heartbeat: asyncio.Task[None] | None = None
        self.tasks: list[asyncio.Task[None]] = []
        self.giving_up: set[asyncio.Task[None]] = set()

    # --- living -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to live; raises `BadInput` if servers run on this database that would not understand this one."""
        if self.alone:
            await self.book.bury_all()
            return
        for peer in await self.book.living():
            if peer.protocol != PROTOCOL:
                raise BadInput(
                    "a server of version {other} runs on this database, which does not understand this one, {own}; "
                    "end it first",
                    other=peer.version,
                    own=__version__,
                )
        begun = time.monotonic()
        await self.book.register(self.me)
        self.until = begun + self.book.lasts
        self.tasks = [asyncio.create_task(self.run()), asyncio.create_task(self.watch())]

    async def stop(self) -> None:
        """Give up all tables."""
        if self.tasks:
            tasks = [*self.tasks, self.heartbeat] if self.heartbeat is not None else self.tasks
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, *self.giving_up, return_exceptions=True)
            try:
                await self.book.resign(self.me.id)
            except Exception as error:  # others take the tables when our time is over
                database_trouble("the tables could not be given up", error)

    @property
    def beat(self) -> float:
        return min(BEAT, self.book.lasts / BEATS)

    async def run(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(self.beat)
            try:
                await self.renew()
                failing = False
            except Exception as error:  # the heart goes on; it is noted when it begins to fail
                if not failing:
                    database_trouble("no sign of life could be given", error)
                failing = True

    async def watch(self) -> None:
        """Notice that the lease has expired, even while a heartbeat waits for its answer.

        Looks twice: a process that was stopped for a while renews its lease first.
        """
        overdue = False
        while True:
            await asyncio.sleep(self.beat / 2)
            before, overdue = overdue, time.monotonic() > self.until
            if before and overdue and not self.expired:
                self.expired = self.unsettled = True
                log("the lease has expired: no heartbeat could be written", logging.ERROR)
                if self.expire is not None:
                    self.expire()

    async def renew(self) -> None:
        """Wait for the heartbeat under way, or send one. It goes on if its caller is cancelled."""
        if self.heartbeat is None or self.heartbeat.done():
            self.heartbeat = asyncio.create_task(self.send_heartbeat())
        await asyncio.shield(self.heartbeat)

    async def send_heartbeat(self) -> None:
        begun = -math.inf
        # One that took longer than a lease lasts proves nothing: nobody knows when it was written.
        while time.monotonic() - begun > self.book.lasts:
            begun = time.monotonic()
            if not await self.book.renew(self.me.id):
                log("this server has counted as dead for a while")
                self.unsettled = True
                await self.book.register(self.me)
        if self.unsettled:
            held = await self.book.held(self.me.id)
            if self.lapsed is not None:
                await self.lapsed(held)
            self.unsettled = False
        self.until = begun + self.book.lasts
        if self.expired:
            self.expired = False
            log("the lease is renewed: tables are served again", logging.WARNING)

    async def ensure(self) -> None:
        """Make sure that no other server can own a table that is about to be shown; raises `LeaseExpired`."""
        if self.alone:
            return
        if not self.expired and time.monotonic() > self.until:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.book.lasts):
                    await self.renew()
        if self.expired or time.monotonic() > self.until:
            raise LeaseExpired("The server cannot use its database at the moment.")

    # --- tables -------------------------------------------------------------------------------------------------

    async def claim(self, table: str) -> int | None:
        """Own this table from now on; returns its fence, None where there is only this server.

        Raises `Elsewhere` if another living server owns it, `Newer` if its log has a form that is not known here.
        """
        if self.alone:
            return None
        fence = None if self.draining else await self.book.claim(table, self.me.id, FORMAT)
        if fence is None and await self.book.format(table) > FORMAT:
            raise Newer("A newer version of this server has written to this table.")
        if fence is None:
            raise Elsewhere("Another server looks after this table.")
        return fence

    def claiming(self, connection: Connection, table: str) -> int | None:
        """The same for a new table, within the transaction that writes it down."""
        if self.alone:
            return None
        fence = self.book.claimed(connection, table, self.me.id, FORMAT)
        if fence is None:
            raise Elsewhere("Another server looks after this table.")
        return fence

    async def owns(self, table: str, fence: int | None) -> bool:
        """Has the table not changed hands?"""
        return self.alone or await self.book.fence(table) == fence

    def give_up(self, table: str, fence: int | None) -> None:
        """The table has been put away: whoever is asked for it next may take it."""
        if fence is not None:
            task = asyncio.create_task(self.release([(table, fence)]))
            self.giving_up.add(task)
            task.add_done_callback(self.giving_up.discard)

    async def release(self, tables: list[tuple[str, int]]) -> None:
        try:
            await self.book.release(tables, self.me.id)
        except Exception as error:  # it stays ours, and whoever comes is led here
            database_trouble("a table could not be given up", error)

    async def owner(self, table: str) -> Peer | None:
        """The other living server that owns this table; None: nobody does, or this one."""
        found = await self.book.owner(table)
        return None if found is None or found.id == self.me.id else found

    async def waking(self, now: float) -> list[str]:
        """Tables that want attention and that nobody looks after; what dead servers owned is anybody's from now on."""
        found = await self.book.attention(now)
        if self.alone:
            return found.tables
        if found.late:
            await self.bury_gone(found.late)
            found = await self.book.attention(now)  # looking after them took a while, too
        waking = found.tables
        for server in found.dead:
            if server != self.me.id:
                waking += await self.book.left_by(server)
                await self.book.resign(server)
        return list(dict.fromkeys(waking))

    async def bury_gone(self, late: list[str]) -> None:
        """Those of these servers where nobody is any more need not be waited for until their time is over."""
        peers = [peer for peer in await self.others() if peer.id in late]
        shut = await asyncio.gather(*[is_shut(peer.door, peer.address) for peer in peers])
        for peer, is_gone in zip(peers, shut, strict=True):
            if is_gone:
                log("a server is gone", server=peer.id)
                await self.book.bury(peer.id)

    async def others(self) -> list[Peer]:
        """The other living servers."""
        return [peer for peer in await self.book.living() if peer.id != self.me.id]
