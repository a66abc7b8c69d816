"""Who owns which table, in the database: servers say that they live, and take, keep and give up tables.

A lease holds as long as its server lives, so that one small write a second keeps all tables of a server. All times are
the database's: no server's clock matters. Every change of hands raises the fence of the table (`APPEND` compares it).
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
"""Grows with every form of logs that an earlier server could not fold: tables with such a log it leaves alone."""
PLAIN_FORMAT: Final = 1
ARCHIVED_FORMAT: Final = 2
"""A part of the log is in the archive."""
MOST_WAKING: Final = 5000
LASTS: Final = 3.0
"""Seconds for which a server counts as alive after it has last said so."""
SQLITE_NOW: Final = "((julianday('now') - 2440587.5) * 86400.0)"
POSTGRES_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"

REGISTER: Final = """
    INSERT INTO servers (id, door, address, protocol, version, expires)
    VALUES (:id, :door, :address, :protocol, :version, {now} + :lasts)
    ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
"""
RENEW: Final = "UPDATE servers SET expires = {now} + :lasts WHERE id = :id AND expires > {now}"
LIVING: Final = "SELECT id, door, address, protocol, version FROM servers WHERE expires > {now}"
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
"""Stands within a question about `tables`: does no living server own this one?"""
PENDING_WORK: Final = """
    SELECT CASE WHEN expires <= {now} THEN 'dead' ELSE 'late' END AS kind, id FROM servers
        WHERE expires <= {now} + :late
    UNION ALL
    SELECT 'table', waking.id FROM (
        SELECT id FROM tables WHERE wakes <= :now AND {unowned} LIMIT :most
    ) AS waking
"""
"""What somebody has to look after, in one question, because every server asks it every second."""
UNSAVED: Final = """
    SELECT tables.id FROM leases JOIN tables ON tables.id = leases.table_id
    WHERE leases.owner = :owner AND tables.state IN ('open', 'playing', 'ended')
    AND EXISTS (SELECT 1 FROM log WHERE log.table_id = tables.id AND log.seq > tables.seq)
"""
"""Tables whose row was drawn from less than the whole log: their server was killed."""
RELEASE: Final = "UPDATE leases SET owner = '' WHERE table_id = :table AND owner = :owner AND fence = :fence"
OWNER: Final = """
    SELECT servers.id, door, address, protocol, version FROM servers JOIN leases ON leases.owner = servers.id
    WHERE leases.table_id = :table AND servers.expires > {now}
"""
HELD: Final = "SELECT table_id, fence FROM leases WHERE owner = :owner"


@dataclass(frozen=True)
class Peer:
    """A server, as others know it."""

    id: str
    door: str
    """Where neighbours on the same machine hand connections in; "" if nowhere."""
    address: str
    """`host:port` where servers on other machines reach it; "" if nowhere."""
    protocol: int
    version: str


class PendingWork(NamedTuple):
    """What somebody has to look after."""

    dead: list[str]
    """Servers that live no more."""
    overdue_servers: list[str]
    """Servers that should have said by now that they live."""
    tables: list[str]
    """Tables that want attention by now and that no living server looks after."""


class StoreProtocol(Protocol):
    """Where it is written down: the store."""

    database: Database
    writer: Writer
    reader: AsyncEngine

    async def write(self, statement: Executable, **values: object) -> None: ...


class LeaseStore:
    """What servers ask of the database about each other."""

    def __init__(self, store: StoreProtocol, lease_seconds: float = LASTS) -> None:
        self.store = store
        self.lease_seconds = lease_seconds
        self.now = now_on(store.database)
        self.renewing = driver_sql(store.database, self.sql(RENEW))
        pending_work = PENDING_WORK.format(now=self.now, unowned=UNOWNED.format(now=self.now))
        self.attending = driver_sql(store.database, pending_work)

    def sql(self, template: str) -> str:
        return template.format(now=self.now)

    # --- servers ------------------------------------------------------------------------------------------------

    async def register(self, peer: Peer) -> None:
        """From now on this server lives."""
        values = {**vars(peer), "lasts": self.lease_seconds}

        await self.store.write(text(self.sql(REGISTER)), **values)

    async def renew(self, server: str) -> bool:
        """Say that it still lives; False if it has counted as dead since it last said so."""
        return (
            await self.store.writer.execute_statement(self.renewing, {"id": server, "lasts": self.lease_seconds}) == 1
        )

    async def mark_dead(self, server: str) -> None:
        """This server is known to be dead: nobody has to wait until its time is over."""
        await self.store.write(text("UPDATE servers SET expires = 0 WHERE id = :id"), id=server)

    async def pending_work(self, now: float) -> PendingWork:
        values = {"now": now, "most": MOST_WAKING, "late": self.lease_seconds / 2}
        found = PendingWork([], [], [])
        for kind, key in await self.store.writer.fetch_rows(self.attending, values):
            {"dead": found.dead, "late": found.overdue_servers, "table": found.tables}[kind].append(key)
        return found

    async def unsaved_tables_of(self, server: str) -> list[str]:
        """The tables of a dead server whose row is behind the log."""
        async with self.store.reader.connect() as connection:
            return list((await connection.scalars(text(UNSAVED), {"owner": server})).all())

    async def deregister(self, server: str) -> None:
        """This server has ended, or is dead, and owns nothing any more."""

        def work(connection: Connection) -> None:
            connection.execute(text("UPDATE leases SET owner = '' WHERE owner = :id"), {"id": server})
            connection.execute(text("DELETE FROM servers WHERE id = :id"), {"id": server})

        await self.store.writer.do(work)

    async def mark_all_dead(self) -> None:
        """Nobody else is here: whoever is written down as living was killed."""
        await self.store.write(text("UPDATE servers SET expires = 0"))

    async def live_servers(self) -> list[Peer]:
        async with self.store.reader.connect() as connection:
            return [peer_of(row) for row in await connection.execute(text(self.sql(LIVING)))]

    # --- tables -------------------------------------------------------------------------------------------------

    def claim_in_transaction(
        self, connection: Connection, table: str, server: str, log_format: int = FORMAT
    ) -> int | None:
        """Within a transaction: the fence by which this server owns the table from now on.

        None: another one does, or the log has a form that this one does not know.
        """
        values = {"table": table, "owner": server, "plain": PLAIN_FORMAT, "format": log_format}
        found = connection.execute(text(self.sql(CLAIM)), values).first()
        return None if found is None else int(found.fence)

    async def claim(self, table: str, server: str, log_format: int = FORMAT) -> int | None:
        return await self.store.writer.do(
            lambda connection: self.claim_in_transaction(connection, table, server, log_format)
        )

    async def release(self, tables: Iterable[tuple[str, int]], server: str) -> None:
        """Give up tables, each with its fence; one that has changed hands since is left alone."""
        rows = [{"table": table, "owner": server, "fence": fence} for table, fence in sorted(tables)]

        def work(connection: Connection) -> None:
            connection.execute(text(RELEASE), rows)

        if rows:
            await self.store.writer.do(work)

    async def owner(self, table: str) -> Peer | None:
        """The living server that owns this table."""
        async with self.store.reader.connect() as connection:
            row = (await connection.execute(text(self.sql(OWNER)), {"table": table})).first()
        return None if row is None else peer_of(row)

    async def held(self, server: str) -> dict[str, int]:
        """The tables of a server with their fences."""
        async with self.store.reader.connect() as connection:
            return {row.table_id: row.fence for row in await connection.execute(text(HELD), {"owner": server})}

    async def format(self, table: str) -> int:
        """The form of the log of a table."""
        async with self.store.reader.connect() as connection:
            found = await connection.scalar(text("SELECT format FROM leases WHERE table_id = :table"), {"table": table})
        return PLAIN_FORMAT if found is None else int(found)

    async def fence(self, table: str) -> int | None:
        """The present fence of a table."""
        async with self.store.reader.connect() as connection:
            found = await connection.scalar(text("SELECT fence FROM leases WHERE table_id = :table"), {"table": table})
        return None if found is None else int(found)


def now_on(database: Database) -> str:
    """The time as the database has it, in seconds."""
    return SQLITE_NOW if database.is_sqlite else POSTGRES_NOW


def peer_of(row: Row[tuple[str, str, str, int, str]]) -> Peer:
    return Peer(row.id, row.door, row.address, row.protocol, row.version)
