"""Leases of this server on tables: acquired at a request, kept by a heartbeat, released when the table is unloaded.

Only the owner of a table replays its log, drives its bots and knows which people are present. A server that hangs for
longer than a lease finds out when it continues: it closes the tables that others have taken meanwhile, and the database
refuses its writes by their fencing token.

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

from tobean.kernel.errors import BadInput
from tobean.server.cluster.errors import NewerFormat, OwnedElsewhere
from tobean.server.database.errors import LeaseExpired, log_database_error
from tobean.server.logs import log
from tobean.server.process.fd_passing import is_peer_gone
from tobean.server.store.leases import FORMAT, LEASE_SECONDS, LeaseStore, Peer
from tobean.version import __version__

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

    from tobean.server.store.store import Store

PROTOCOL: Final = 1
"""Version of the protocol between servers. It grows when two versions would not understand each other."""
HEARTBEAT_SECONDS: Final = 0.9
"""Seconds between two heartbeats; fewer if leases are shorter than usual."""
HEARTBEATS_PER_LEASE: Final = 3.3
"""Minimum number of heartbeats in the time of one lease."""


class Leases:
    """Leases of one server. With `alone` set it is the only server, owns all tables and stores no leases."""

    def __init__(
        self,
        store: Store,
        *,
        alone: bool,
        socket_path: str = "",
        address: str = "",
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self.lease_store = LeaseStore(store, lease_seconds)
        self.alone = alone
        self.own_peer = Peer(store.writer.server_id, socket_path, address, PROTOCOL, __version__)
        self.close_lost_tables: Callable[[dict[str, int]], Awaitable[None]] | None = None
        """Called with the tables still owned after this server has counted as dead for a while."""
        self.close_all_tables: Callable[[], None] | None = None
        """Called once when the lease has expired."""
        self.expired = False
        """Whether the lease has expired without a heartbeat since."""
        self.until = 0.0
        """Time, by our own monotonic clock, before which no other server can have taken a table."""
        self.draining = False
        """Whether this server is about to end and takes no further tables."""
        self.must_check_ownership = False
        """Whether ownership has to be read from the database because the lease had expired."""
        self.heartbeat: asyncio.Task[None] | None = None
        self.tasks: list[asyncio.Task[None]] = []
        self.releasing: set[asyncio.Task[None]] = set()

    # --- heartbeat ----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Register this server; raises `BadInput` if servers with another protocol run on this database."""
        if self.alone:
            await self.lease_store.mark_all_dead()
            return
        for peer in await self.lease_store.live_servers():
            if peer.protocol != PROTOCOL:
                raise BadInput(
                    "a server of version {other} runs on this database, which does not understand this one, {own}; "
                    "end it first",
                    other=peer.version,
                    own=__version__,
                )
        started_at = time.monotonic()
        await self.lease_store.register(self.own_peer)
        self.until = started_at + self.lease_store.lease_seconds
        self.tasks = [asyncio.create_task(self.run()), asyncio.create_task(self.watch())]

    async def stop(self) -> None:
        """Release all tables and deregister."""
        if self.tasks:
            tasks = [*self.tasks, self.heartbeat] if self.heartbeat is not None else self.tasks
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, *self.releasing, return_exceptions=True)
            try:
                await self.lease_store.deregister(self.own_peer.id)
            except Exception as error:  # others take the tables when the lease expires
                log_database_error("the tables could not be released", error)

    @property
    def heartbeat_seconds(self) -> float:
        return min(HEARTBEAT_SECONDS, self.lease_store.lease_seconds / HEARTBEATS_PER_LEASE)

    async def run(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(self.heartbeat_seconds)
            try:
                await self.renew()
                failing = False
            except Exception as error:  # heartbeats continue; only the first failure is logged
                if not failing:
                    log_database_error("no heartbeat could be written", error)
                failing = True

    async def watch(self) -> None:
        """Notice that the lease has expired, even while a heartbeat waits for its answer.

        Checks twice: a process that was stopped for a while renews its lease first.
        """
        overdue = False
        while True:
            await asyncio.sleep(self.heartbeat_seconds / 2)
            before, overdue = overdue, time.monotonic() > self.until
            if before and overdue and not self.expired:
                self.expired = self.must_check_ownership = True
                log("the lease has expired: no heartbeat could be written", logging.ERROR)
                if self.close_all_tables is not None:
                    self.close_all_tables()

    async def renew(self) -> None:
        """Wait for the heartbeat under way, or send one. It continues if its caller is cancelled."""
        if self.heartbeat is None or self.heartbeat.done():
            self.heartbeat = asyncio.create_task(self.send_heartbeat())
        await asyncio.shield(self.heartbeat)

    async def send_heartbeat(self) -> None:
        started_at = -math.inf
        # A heartbeat that took longer than a lease proves nothing: the time of its write is unknown.
        while time.monotonic() - started_at > self.lease_store.lease_seconds:
            started_at = time.monotonic()
            if not await self.lease_store.renew(self.own_peer.id):
                log("this server has counted as dead for a while")
                self.must_check_ownership = True
                await self.lease_store.register(self.own_peer)
        if self.must_check_ownership:
            fences = await self.lease_store.fences_of(self.own_peer.id)
            if self.close_lost_tables is not None:
                await self.close_lost_tables(fences)
            self.must_check_ownership = False
        self.until = started_at + self.lease_store.lease_seconds
        if self.expired:
            self.expired = False
            log("the lease is renewed: tables are served again", logging.WARNING)

    async def ensure_valid(self) -> None:
        """Ensure that no other server can own a table that is about to be shown; raises `LeaseExpired`."""
        if self.alone:
            return
        if not self.expired and time.monotonic() > self.until:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.lease_store.lease_seconds):
                    await self.renew()
        if self.expired or time.monotonic() > self.until:
            raise LeaseExpired("The server cannot use its database at the moment.")

    # --- tables -------------------------------------------------------------------------------------------------

    async def claim(self, table: str) -> int | None:
        """Acquire a table; returns its fencing token, None if this server is alone.

        Raises `OwnedElsewhere` if another live server owns it, `NewerFormat` if the format of its log is unknown here.
        """
        if self.alone:
            return None
        fence = None if self.draining else await self.lease_store.claim(table, self.own_peer.id, FORMAT)
        if fence is None and await self.lease_store.format(table) > FORMAT:
            raise NewerFormat("A newer version of this server has written to this table.")
        if fence is None:
            raise OwnedElsewhere("Another server runs this table.")
        return fence

    def claim_in_transaction(self, connection: Connection, table: str) -> int | None:
        """Acquire a new table within the transaction that inserts it."""
        if self.alone:
            return None
        fence = self.lease_store.claim_in_transaction(connection, table, self.own_peer.id, FORMAT)
        if fence is None:
            raise OwnedElsewhere("Another server runs this table.")
        return fence

    async def owns(self, table: str, fence: int | None) -> bool:
        """Whether this server still owns the table with this fencing token."""
        return self.alone or await self.lease_store.fence(table) == fence

    def release_soon(self, table: str, fence: int | None) -> None:
        """Release an unloaded table in the background, so that any server may take it."""
        if fence is not None:
            task = asyncio.create_task(self.release([(table, fence)]))
            self.releasing.add(task)
            task.add_done_callback(self.releasing.discard)

    async def release(self, tables: list[tuple[str, int]]) -> None:
        try:
            await self.lease_store.release(tables, self.own_peer.id)
        except Exception as error:  # it stays ours, and connections are routed here
            log_database_error("a table could not be released", error)

    async def owner(self, table: str) -> Peer | None:
        """Return the other live server that owns this table; None if it has no owner or is owned here."""
        peer = await self.lease_store.owner(table)
        return None if peer is None or peer.id == self.own_peer.id else peer

    async def tables_to_load(self, now: float) -> list[str]:
        """Return tables that need attention and have no live owner, including those of dead servers."""
        work = await self.lease_store.pending_work(now)
        if self.alone:
            return work.tables
        if work.overdue_servers:
            await self.expire_dead_servers(work.overdue_servers)
            work = await self.lease_store.pending_work(now)  # probing them took a while
        tables = work.tables
        for server in work.dead:
            if server != self.own_peer.id:
                tables += await self.lease_store.unsaved_tables_of(server)
                await self.lease_store.deregister(server)
        return list(dict.fromkeys(tables))

    async def expire_dead_servers(self, overdue_servers: list[str]) -> None:
        """Mark those of these servers dead that are gone, without waiting until their leases expire."""
        peers = [peer for peer in await self.others() if peer.id in overdue_servers]
        gone = await asyncio.gather(*[is_peer_gone(peer.socket_path, peer.address) for peer in peers])
        for peer, is_gone in zip(peers, gone, strict=True):
            if is_gone:
                log("a server is gone", server=peer.id)
                await self.lease_store.mark_dead(peer.id)

    async def others(self) -> list[Peer]:
        return [peer for peer in await self.lease_store.live_servers() if peer.id != self.own_peer.id]
