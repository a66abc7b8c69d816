"""Leases in the database: servers send heartbeats, and acquire and release tables.

A lease is valid as long as its server is alive, so that one small write a second renews all tables of a server. All
times are the database's: the clocks of servers do not matter. Every change of owner raises the fencing token of the
table, which `APPEND` compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from sqlalchemy import text

from tobean.server.database.database import driver_sql

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Executable, Row
    from sqlalchemy.ext.asyncio import AsyncEngine

    from tobean.server.database.database import Database
    from tobean.server.store.writer import Writer

FORMAT: Final = 2
"""Highest known format of logs. It grows with every format that earlier servers cannot replay."""
PLAIN_FORMAT: Final = 1
MAX_WAKING: Final = 5000
LEASE_SECONDS: Final = 3.0
"""Seconds for which a server counts as alive after its last heartbeat."""
SQLITE_NOW: Final = "((julianday('now') - 2440587.5) * 86400.0)"
POSTGRES_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"

REGISTER: Final = """
    INSERT INTO servers (id, door, address, protocol, version, expires)
    VALUES (:id, :door, :address, :protocol, :version, {now} + :lasts)
    ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
"""
RENEW: Final = "UPDATE servers SET expires = {now} + :lasts WHERE id = :id AND expires > {now}"
SELECT_LIVE_SERVERS: Final = "SELECT id, door, address, protocol, version FROM servers WHERE expires > {now}"
CLAIM: Final = """
    INSERT INTO leases (table_id, owner, fence, format) VALUES (:table, :owner, 1, :plain)
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, fence = leases.fence + 1
    WHERE leases.format <= :format AND (leases.owner IN ('', excluded.owner) OR NOT EXISTS (
        SELECT 1 FROM servers WHERE servers.id = leases.owner AND servers.expires > {now}
    ))
    RETURNING fence
"""
UNOWNED: Final = """NOT EXISTS (
    SELECT 1 FROM leases JOIN servers ON servers.id = leases.owner
    WHERE leases.table_id = tables.id AND servers.expires > {now}
)"""
"""Condition within a query on `tables`: no live server owns the table."""
PENDING_WORK: Final = """
    SELECT CASE WHEN expires <= {now} THEN 'dead' ELSE 'late' END AS kind, id FROM servers
        WHERE expires <= {now} + :late
    UNION ALL
    SELECT 'table', waking.id FROM (
        SELECT id FROM tables WHERE wakes <= :now AND {unowned} LIMIT :most
    ) AS waking
"""
"""Servers and tables that need attention, in one query because every server runs it every second."""
UNSAVED: Final = """
    SELECT tables.id FROM leases JOIN tables ON tables.id = leases.table_id
    WHERE leases.owner = :owner AND tables.state IN ('open', 'playing', 'ended')
    AND EXISTS (SELECT 1 FROM log WHERE log.table_id = tables.id AND log.seq > tables.seq)
"""
"""Tables whose row was derived from less than the whole log because their server was killed."""
RELEASE: Final = "UPDATE leases SET owner = '' WHERE table_id = :table AND owner = :owner AND fence = :fence"
SELECT_OWNER: Final = """
    SELECT servers.id, door, address, protocol, version FROM servers JOIN leases ON leases.owner = servers.id
    WHERE leases.table_id = :table AND servers.expires > {now}
"""
SELECT_HELD_LEASES: Final = "SELECT table_id, fence FROM leases WHERE owner = :owner"


@dataclass(frozen=True)
class Peer:
    """A server, as others reach it."""

    id: str
    socket_path: str
    """Unix socket for processes on the same machine; "" if there is none."""
    address: str
    """`host:port` for servers on other machines; "" if there is none."""
    protocol: int
    version: str


class PendingWork(NamedTuple):
    """Servers and tables that need attention."""

    dead: list[str]
    """Servers whose lease has expired."""
    overdue_servers: list[str]
    """Servers whose heartbeat is overdue."""
    tables: list[str]
    """Tables that are due and have no live owner."""


class StoreProtocol(Protocol):
    """The parts of `Store` that leases need."""

    database: Database
    writer: Writer
    reader: AsyncEngine

    async def write(self, statement: Executable, **values: object) -> None: ...


class LeaseStore:
    """Queries and updates of servers and leases."""

    def __init__(self, store: StoreProtocol, lease_seconds: float = LEASE_SECONDS) -> None:
        self.store = store
        self.lease_seconds = lease_seconds
        self.now = now_on(store.database)
        self.renew_sql = driver_sql(store.database, self.sql(RENEW))
        pending_work = PENDING_WORK.format(now=self.now, unowned=UNOWNED.format(now=self.now))
        self.pending_sql = driver_sql(store.database, pending_work)

    def sql(self, template: str) -> str:
        return template.format(now=self.now)

    # --- servers ------------------------------------------------------------------------------------------------

    async def register(self, peer: Peer) -> None:
        """Add this server with a first heartbeat."""
        await self.store.write(
            text(self.sql(REGISTER)),
            id=peer.id,
            door=peer.socket_path,
            address=peer.address,
            protocol=peer.protocol,
            version=peer.version,
            lasts=self.lease_seconds,
        )

    async def renew(self, server: str) -> bool:
        """Send a heartbeat; False if the server has counted as dead since the last one."""
        return (
            await self.store.writer.execute_statement(self.renew_sql, {"id": server, "lasts": self.lease_seconds}) == 1
        )

    async def mark_dead(self, server: str) -> None:
        """Expire the lease of a server that is known to be dead, so that others need not wait."""
        await self.store.write(text("UPDATE servers SET expires = 0 WHERE id = :id"), id=server)

    async def pending_work(self, now: float) -> PendingWork:
        values = {"now": now, "most": MAX_WAKING, "late": self.lease_seconds / 2}
        work = PendingWork([], [], [])
        for kind, key in await self.store.writer.fetch_rows(self.pending_sql, values):
            {"dead": work.dead, "late": work.overdue_servers, "table": work.tables}[kind].append(key)
        return work

    async def unsaved_tables_of(self, server: str) -> list[str]:
        """Return the tables of a dead server whose row is behind the log."""
        async with self.store.reader.connect() as connection:
            return list((await connection.scalars(text(UNSAVED), {"owner": server})).all())

    async def deregister(self, server: str) -> None:
        """Remove a server that has ended or died, and release all its tables."""

        def work(connection: Connection) -> None:
            connection.execute(text("UPDATE leases SET owner = '' WHERE owner = :id"), {"id": server})
            connection.execute(text("DELETE FROM servers WHERE id = :id"), {"id": server})

        await self.store.writer.transact(work)

    async def mark_all_dead(self) -> None:
        """Expire all servers, for a server that is alone: the registered ones were killed."""
        await self.store.write(text("UPDATE servers SET expires = 0"))

    async def live_servers(self) -> list[Peer]:
        async with self.store.reader.connect() as connection:
            return [peer_of(row) for row in await connection.execute(text(self.sql(SELECT_LIVE_SERVERS)))]

    # --- tables -------------------------------------------------------------------------------------------------

    def claim_in_transaction(
        self, connection: Connection, table: str, server: str, log_format: int = FORMAT
    ) -> int | None:
        """Acquire a table within a transaction; returns the new fencing token.

        Returns None if another server owns it, or if the format of its log is unknown here.
        """
        values = {"table": table, "owner": server, "plain": PLAIN_FORMAT, "format": log_format}
        row = connection.execute(text(self.sql(CLAIM)), values).first()
        return None if row is None else int(row.fence)

    async def claim(self, table: str, server: str, log_format: int = FORMAT) -> int | None:
        return await self.store.writer.transact(
            lambda connection: self.claim_in_transaction(connection, table, server, log_format)
        )

    async def release(self, tables: Iterable[tuple[str, int]], server: str) -> None:
        """Release tables with their fencing tokens; those that have another owner by now are skipped."""
        rows = [{"table": table, "owner": server, "fence": fence} for table, fence in sorted(tables)]

        def work(connection: Connection) -> None:
            connection.execute(text(RELEASE), rows)

        if rows:
            await self.store.writer.transact(work)

    async def owner(self, table: str) -> Peer | None:
        """Return the live server that owns this table."""
        async with self.store.reader.connect() as connection:
            row = (await connection.execute(text(self.sql(SELECT_OWNER)), {"table": table})).first()
        return None if row is None else peer_of(row)

    async def fences_of(self, server: str) -> dict[str, int]:
        """Return the tables of a server with their fencing tokens."""
        async with self.store.reader.connect() as connection:
            return {
                row.table_id: row.fence for row in await connection.execute(text(SELECT_HELD_LEASES), {"owner": server})
            }

    async def format(self, table: str) -> int:
        async with self.store.reader.connect() as connection:
            value = await connection.scalar(text("SELECT format FROM leases WHERE table_id = :table"), {"table": table})
        return PLAIN_FORMAT if value is None else int(value)

    async def fence(self, table: str) -> int | None:
        """Return the current fencing token of a table."""
        async with self.store.reader.connect() as connection:
            value = await connection.scalar(text("SELECT fence FROM leases WHERE table_id = :table"), {"table": table})
        return None if value is None else int(value)


def now_on(database: Database) -> str:
    """SQL expression for the time of the database, in seconds."""
    return SQLITE_NOW if database.is_sqlite else POSTGRES_NOW


def peer_of(row: Row[tuple[str, str, str, int, str]]) -> Peer:
    return Peer(row.id, row.door, row.address, row.protocol, row.version)
