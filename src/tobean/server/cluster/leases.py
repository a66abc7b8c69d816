"""The tables that this server owns: taken when somebody comes, kept by a heartbeat, given up when they are put away.

Only the owner of a table folds its log, drives its bots and knows who is present. A server that hangs for longer than a
lease lasts finds out when it goes on: what others have taken meanwhile it closes, and the database refuses its writes.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import BadInput, TobeanError
from tobean.server.cluster.door import is_shut
from tobean.server.logs import log
from tobean.server.store.database import database_trouble
from tobean.server.store.leases import FORMAT, LASTS, LeaseBook, Peer
from tobean.version import __version__

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

    from tobean.server.store.store import Store

PROTOCOL: Final = 1
"""How servers speak to each other. It grows when two versions would not understand each other."""
BEAT: Final = 0.9
"""Seconds between two signs of life."""


class Elsewhere(TobeanError):
    """Another server owns this table."""


class Newer(TobeanError):
    """A newer server has written to this table what this one does not understand."""


class Leases:
    """What one server owns. Where it is the only one, `alone`, all tables are its own and nothing is written down."""

    def __init__(self, store: Store, *, alone: bool, door: str = "", address: str = "") -> None:
        self.book = LeaseBook(store)
        self.alone = alone
        self.me = Peer(store.writer.own, door, address, PROTOCOL, __version__)
        self.lapsed: Callable[[dict[str, int]], Awaitable[None]] | None = None
        """Called with what is still owned when this server has counted as dead for a while."""
        self.until = 0.0
        """Up to when, by our own monotonic clock, nobody else can have taken a table."""
        self.draining = False
        """This server is about to end: it takes no more tables."""
        self.renewing = asyncio.Lock()
        self.task: asyncio.Task[None] | None = None
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
        self.until = begun + LASTS
        self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        """Give up all tables."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, *self.giving_up, return_exceptions=True)
            try:
                await self.book.resign(self.me.id)
            except Exception as error:  # others take the tables when our time is over
                database_trouble("the tables could not be given up", error)

    async def run(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.renew()
                failing = False
            except Exception as error:  # the heart goes on; it is noted when it begins to fail
                if not failing:
                    database_trouble("no sign of life could be given", error)
                failing = True

    async def renew(self) -> None:
        """Say that this server lives; if it has counted as dead, look what it still owns."""
        async with self.renewing:
            begun = time.monotonic()
            if not await self.book.renew(self.me.id):
                log("this server has counted as dead for a while")
                await self.book.register(self.me)
                held = await self.book.held(self.me.id)
                if self.lapsed is not None:
                    await self.lapsed(held)
            self.until = begun + LASTS

    async def ensure(self) -> None:
        """Before a table is shown from memory: can nobody else have taken it meanwhile?"""
        if not self.alone and time.monotonic() > self.until:
            await self.renew()

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
