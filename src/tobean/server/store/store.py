"""Queries and updates of the server's database."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Connection,
    Executable,
    Exists,
    Row,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from tobean.server.archive.archive import Archive
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.log_reader import TRIES, archived, log_query, missing_log_error, stored_log_from
from tobean.server.database.database import READING, Database, driver_sql
from tobean.server.database.file_lock import write_lock_for
from tobean.server.database.moderation_schema import CLOSED, REPORTS
from tobean.server.database.schema import CLEARED, LOG, MENTIONS, PERSONS, RECORDS, REVOKED, SITS, TABLES
from tobean.server.logs import log, short_id
from tobean.server.store.checkpoints import Checkpoints
from tobean.server.store.leases import UNOWNED, now_on
from tobean.server.store.notices import REVOKED_NOTICE
from tobean.server.store.rows import DAMAGED, Person, Summary, TableRow
from tobean.server.store.write_errors import ConditionalEntries, WriteFuture
from tobean.server.store.writer import CHANNEL, LISTENER_LOCK_KEY, Writer
from tobean.session.log.reducer import ABANDONED, FINISHED, OPEN, PLAYING

COLUMNS: Final = ("id", "game", "host", "public", "state", "seq", "opened", "updated", "wakes", "summary")
SAVE_TABLES: Final = """
    INSERT INTO tables ({columns}) VALUES {rows}
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, seq = excluded.seq, updated = excluded.updated,
        wakes = excluded.wakes, summary = excluded.summary
    WHERE excluded.seq >= tables.seq
"""
"""All rows in one statement, as in `writer.APPEND`: while the database works, the event loop continues."""
LISTENING: Final = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :lock AND granted AND pid <> :except_pid "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
CLEAR: Final = text(
    "INSERT INTO cleared (person, table_id, at) VALUES (:person, :table, :at) "
    "ON CONFLICT (person, table_id) DO UPDATE SET at = excluded.at"
)
REVOKE: Final = text("INSERT INTO revoked (cookie, at) VALUES (:cookie, :at) ON CONFLICT (cookie) DO NOTHING")


class Store:
    """Database of a server, with one method for each query."""

    def __init__(self, database: Database, archive: Archive | None = None, *, shared: bool = False) -> None:
        """Open the database; with `shared`, several processes write to the same SQLite file."""
        self.database = database
        self.archive = archive or Archive(None)
        self.engine = database.async_engine()
        # PostgreSQL reads use autocommit, so no transaction can hit the idle timeout.
        options = READING if database.is_sqlite else {**READING, "isolation_level": "AUTOCOMMIT"}
        self.reader = self.engine.execution_options(**options)
        self.writer = Writer(database, write_lock_for(database) if shared and database.is_sqlite else None)
        self.unowned: Any = text(UNOWNED.format(now=now_on(database)))
        self.checkpoints = Checkpoints(database, self.writer) if database.is_sqlite else None

    def start(self) -> None:
        self.writer.start()
        if self.checkpoints is not None:
            self.checkpoints.start()

    async def close(self) -> None:
        if self.checkpoints is not None:
            await self.checkpoints.stop()
        await self.writer.stop()
        await self.engine.dispose()

    async def write(self, statement: Executable, **values: object) -> None:
        """Execute one statement in the writer thread."""

        def work(connection: Connection) -> None:
            connection.execute(statement, values)

        await self.writer.transact(work)

    # --- the log ------------------------------------------------------------------------------------------------

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        return self.writer.append(table, seq, entries)

    async def entries(self, table: str) -> list[str]:
        """Return all entries of a table in order. Where one is missing or not text, the result ends with an empty line.

        Raises `ArchiveUnavailable` if a part is in the archive and that cannot be reached.
        """
        query = log_query(table, sqlite=self.database.is_sqlite)
        for _ in range(TRIES):
            async with self.reader.connect() as connection:
                stored = stored_log_from((await connection.execute(query)).all())
            if not stored.archive:
                return stored.entries_after([])
            try:
                lines = await asyncio.to_thread(archived, self.archive, stored)
            except BadArchive as error:
                log("an archived game cannot be read", logging.ERROR, table=short_id(table), reason=str(error))
                return [""]
            if lines is not None:
                return stored.entries_after(lines)
        raise missing_log_error(stored)

    async def quarantine_table(self, table: str) -> None:
        """Mark a table whose log cannot be replayed as damaged; it is no longer due."""
        await self.write(update(TABLES).where(TABLES.c.id == table).values(state=DAMAGED, wakes=None))

    # --- tables -------------------------------------------------------------------------------------------------

    async def save_tables(self, rows: Sequence[TableRow]) -> None:
        """Save rows, old or new, in one transaction. Never overwrites a row derived from a later entry."""
        # In order, so that two servers that write the same rows do not deadlock.
        rows = sorted(rows, key=lambda row: row.id)
        if any(row.listed_persons is not None for row in rows):
            await self.writer.transact(partial(write_rows, rows))
        elif rows:
            await self.writer.execute_statement(driver_sql(self.database, save_sql(len(rows))), row_values(rows))

    async def open_table(self, row: TableRow, claim: Callable[[Connection, str], int | None]) -> int | None:
        """Insert a new table and acquire it; returns its fencing token."""

        def work(connection: Connection) -> int | None:
            fence = claim(connection, row.id)
            write_rows([row], connection)
            return fence

        return await self.writer.transact(work)

    async def table(self, table: str) -> TableRow | None:
        async with self.reader.connect() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).first()
        return None if row is None else row_of(row)

    async def is_closed(self, table: str) -> bool:
        async with self.reader.connect() as connection:
            return await connection.scalar(select(CLOSED.c.at).where(CLOSED.c.table_id == table)) is not None

    async def tables(self, *conditions: Any, limit: int = 50) -> list[TableRow]:
        closed = exists().where(CLOSED.c.table_id == TABLES.c.id)
        query = select(TABLES).where(*conditions, ~closed).order_by(TABLES.c.updated.desc()).limit(limit)
        async with self.reader.connect() as connection:
            return [row_of(row) for row in await connection.execute(query)]

    async def lobby(self) -> tuple[list[TableRow], list[TableRow]]:
        """Return public tables that wait for players, and public tables with a game in progress."""
        waiting = await self.tables(TABLES.c.public, TABLES.c.state == OPEN, limit=40)
        playing = await self.tables(TABLES.c.public, TABLES.c.state == PLAYING, limit=40)
        return waiting, playing

    async def tables_of(self, person: str, limit: int = 60) -> list[TableRow]:
        """Return the tables where a person has a seat or that they opened, unless cleared since, the latest first."""
        sits = exists().where(and_(SITS.c.table_id == TABLES.c.id, SITS.c.person == person))
        return await self.tables(or_(sits, TABLES.c.host == person), ~cleared_by(person), limit=limit)

    async def hide_tables(self, person: str, tables: Sequence[str], at: float) -> None:
        """Hide tables from the lists of this person until there is new activity."""

        def work(connection: Connection) -> None:
            for table in tables:
                connection.execute(CLEAR, {"person": person, "table": table, "at": at})

        if tables:
            await self.writer.transact(work)

    async def seats_of(self, person: str) -> dict[str, tuple[int, ...]]:
        seats: dict[str, tuple[int, ...]] = {}
        query = select(SITS.c.table_id, SITS.c.seat).where(SITS.c.person == person)
        async with self.reader.connect() as connection:
            for row in await connection.execute(query):
                seats[row.table_id] = (*seats.get(row.table_id, ()), row.seat)
        return seats

    async def open_table_count(self, person: str) -> int:
        """Count the unfinished tables that this person has opened and not cleared since."""
        unfinished = TABLES.c.state.in_((OPEN, PLAYING))
        query = select(func.count()).where(TABLES.c.host == person, unfinished, ~cleared_by(person))
        async with self.reader.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def finished_public_tables(self, limit: int = 40) -> list[TableRow]:
        """Return finished public games."""
        return await self.tables(TABLES.c.public, TABLES.c.state == FINISHED, limit=limit)

    async def finished_tables_of(self, person: str) -> list[TableRow]:
        """Return the tables with a seat of this person whose game is over or whose log is damaged, the oldest first."""
        sits = exists().where(and_(SITS.c.table_id == TABLES.c.id, SITS.c.person == person))
        closed = exists().where(CLOSED.c.table_id == TABLES.c.id)
        query = select(TABLES).where(TABLES.c.state.in_((FINISHED, DAMAGED)), sits, ~closed).order_by(TABLES.c.updated)
        async with self.reader.connect() as connection:
            return [row_of(row) for row in await connection.execute(query)]

    async def all_tables_of(self, person: str) -> list[TableRow]:
        """Return every table whose log names this person, where they have a seat, or which they opened."""
        named = exists().where(and_(MENTIONS.c.table_id == TABLES.c.id, MENTIONS.c.who == person))
        sits = exists().where(and_(SITS.c.table_id == TABLES.c.id, SITS.c.person == person))
        query = select(TABLES).where(or_(named, sits, TABLES.c.host == person)).order_by(TABLES.c.opened)
        async with self.reader.connect() as connection:
            return [row_of(row) for row in await connection.execute(query)]

    async def outdated_tables(self) -> list[str]:
        """Return tables whose row was derived from less than the whole log because their server was killed."""
        has_later_entries = exists().where(LOG.c.table_id == TABLES.c.id, LOG.c.seq > TABLES.c.seq)
        query = select(TABLES.c.id).where(
            TABLES.c.state.in_((OPEN, PLAYING, ABANDONED)), has_later_entries, self.unowned
        )
        async with self.reader.connect() as connection:
            return list((await connection.scalars(query)).all())

    # --- records ------------------------------------------------------------------------------------------------

    async def record(self, record: str) -> str | None:
        """Return the text of an uploaded record."""
        async with self.reader.connect() as connection:
            return await connection.scalar(select(RECORDS.c.text).where(RECORDS.c.id == record))

    async def records_of(self, person: str) -> list[str]:
        """Return the ids of the records that this person has uploaded."""
        query = select(RECORDS.c.id).where(RECORDS.c.person == person).order_by(RECORDS.c.brought)
        async with self.reader.connect() as connection:
            return list((await connection.scalars(query)).all())

    async def reports_by(self, person: str) -> list[dict[str, Any]]:
        """Return the reports that this person has sent."""
        query = select(REPORTS.c.at, REPORTS.c.table_id, REPORTS.c.text).where(REPORTS.c.by == person)
        async with self.reader.connect() as connection:
            return [
                {"at": row.at, "table": row.table_id, "text": row.text}
                for row in await connection.execute(query.order_by(REPORTS.c.at))
            ]

    async def add_record(self, record: str, person: str, record_text: str, at: float) -> None:
        await self.write(insert(RECORDS).values(id=record, person=person, text=record_text, brought=at))

    # --- persons ------------------------------------------------------------------------------------------------

    async def person(self, person: str, *cookies: str) -> Person | None:
        """Load a person; None if one of these cookies or links has been revoked."""
        revoked = exists().where(REVOKED.c.cookie.in_(cookies))
        async with self.reader.connect() as connection:
            row = (await connection.execute(select(PERSONS).where(PERSONS.c.id == person, ~revoked))).first()
        return None if row is None else Person(row.id, row.name, row.created, row.valid_from, row.epoch, row.face)

    async def add_person(self, person: Person) -> None:
        await self.write(insert(PERSONS).values(asdict(person)))

    async def rename(self, person: str, name: str, face: int) -> None:
        await self.write(update(PERSONS).where(PERSONS.c.id == person).values(name=name, face=face))

    async def valid_cookies(self, cookies: Mapping[str, tuple[str, int]]) -> set[str]:
        """Return those of these cookies, each with its person and epoch, that are still valid."""
        epochs = select(PERSONS.c.id, PERSONS.c.epoch).where(
            PERSONS.c.id.in_({person for person, _ in cookies.values()})
        )
        revoked = select(REVOKED.c.cookie).where(REVOKED.c.cookie.in_(list(cookies)))
        async with self.reader.connect() as connection:
            known = {(row.id, row.epoch) for row in await connection.execute(epochs)}
            revoked_cookies = set((await connection.scalars(revoked)).all())
        return {cookie for cookie, owner in cookies.items() if owner in known and cookie not in revoked_cookies}

    async def consume_link(self, link: str, at: float) -> bool:
        """Use up a link; returns whether it was unused."""

        def work(connection: Connection) -> bool:
            return connection.execute(REVOKE, {"cookie": link, "at": at}).rowcount == 1

        return await self.writer.transact(work)

    async def revoke(self, cookie: str, at: float) -> None:
        """Revoke a cookie and notify other servers."""

        def work(connection: Connection) -> None:
            connection.execute(REVOKE, {"cookie": cookie, "at": at})
            self.announce(connection, f"{REVOKED_NOTICE} {cookie}")

        await self.writer.transact(work)

    async def revoke_all(self, person: str) -> None:
        """Revoke every cookie that this person has so far, and notify other servers."""

        def work(connection: Connection) -> None:
            connection.execute(update(PERSONS).where(PERSONS.c.id == person).values(epoch=PERSONS.c.epoch + 1))
            self.announce(connection, f"{REVOKED_NOTICE} {person}")

        await self.writer.transact(work)

    def announce(self, connection: Connection, notification: str) -> None:
        """Notify the other servers when this transaction is committed."""
        if not self.database.is_sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"{self.writer.server_id} {notification}")))

    async def notify(self, notification: str) -> None:
        """Notify the other servers without writing anything else."""
        await self.writer.transact(lambda connection: self.announce(connection, notification))

    async def listeners(self, except_pid: int) -> int:
        """Count the servers that listen for notifications, except the PostgreSQL process `except_pid`."""
        async with self.reader.connect() as connection:
            return int(await connection.scalar(LISTENING, {"lock": LISTENER_LOCK_KEY, "except_pid": except_pid}) or 0)

    async def open_seat_count(self, person: str) -> int:
        query = select(func.count()).where(
            SITS.c.person == person, SITS.c.table_id == TABLES.c.id, TABLES.c.state.notin_((ABANDONED, FINISHED))
        )
        async with self.reader.connect() as connection:
            return int(await connection.scalar(query) or 0)


def cleared_by(person: str) -> Exists:
    """SQL condition: this person has cleared the table from their lists, without activity since."""
    return exists().where(
        CLEARED.c.person == person, CLEARED.c.table_id == TABLES.c.id, CLEARED.c.at >= TABLES.c.updated
    )


def row_of(row: Row[Any]) -> TableRow:
    return TableRow(
        row.id,
        row.game,
        row.host,
        row.public,
        row.state,
        row.seq,
        row.opened,
        row.updated,
        row.wakes,
        summary_of(row.summary),
    )


def summary_of(text: str) -> Summary:
    """Decode a summary; a damaged one is empty until the table is saved again."""
    try:
        return msgspec.json.decode(text, type=Summary)
    except msgspec.DecodeError:
        return Summary()


@lru_cache
def save_sql(count: int) -> str:
    """Return the statement that saves this number of rows."""
    rows = [f"({', '.join([f':{column}{number}' for column in COLUMNS])})" for number in range(count)]
    return SAVE_TABLES.format(columns=", ".join(COLUMNS), rows=", ".join(rows))


def row_values(rows: Sequence[TableRow]) -> dict[str, object]:
    """Return the parameters of `save_sql`."""
    values: dict[str, object] = {}
    for number, row in enumerate(rows):
        for column in COLUMNS:
            values[f"{column}{number}"] = getattr(row, column)
        values[f"summary{number}"] = msgspec.json.encode(row.summary).decode()
    return values


def write_rows(rows: Sequence[TableRow], connection: Connection) -> None:
    connection.execute(text(save_sql(len(rows))), row_values(rows))
    changed = {row.id: row.listed_persons for row in rows if row.listed_persons is not None}
    if changed:
        connection.execute(delete(SITS).where(SITS.c.table_id.in_(list(changed))))
    seats = [
        {"table_id": table, "seat": seat, "person": person}
        for table, persons in changed.items()
        for seat, person in enumerate(persons)
        if person
    ]
    if seats:
        connection.execute(insert(SITS), seats)
