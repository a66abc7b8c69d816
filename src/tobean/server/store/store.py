"""What the server asks of the database."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import and_, delete, exists, func, insert, or_, select, text, update

from tobean.server.archive.archive import Archive
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.log_reader import TRIES, archived, gone, log_query, stored_log_from
from tobean.server.database.checkpoints import Checkpoints
from tobean.server.database.database import READING, Database, driver_sql
from tobean.server.database.file_lock import write_lock_for
from tobean.server.database.schema import CLEARED, LOG, PERSONS, RECORDS, REVOKED, SITS, TABLES
from tobean.server.logs import log, short_id
from tobean.server.store.leases import UNOWNED, now_on
from tobean.server.store.moderation import CLOSED
from tobean.server.store.writer import CHANNEL, LISTENERS, ConditionalEntries, WriteFuture, Writer
from tobean.server.store.writer import REVOKED_NOTICE as COOKIE_ENDED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Executable, Exists, Row

OPEN: Final = "open"
PLAYING: Final = "playing"
REVOKED_NOTICE: Final = "ended"
"""The only person has left a game against bots, and can still go on with it."""
OVER: Final = "over"
DAMAGED: Final = "damaged"
"""The log cannot be replayed: nobody drives this table. A program that can read it makes it what it was."""

COLUMNS: Final = ("id", "game", "host", "public", "state", "seq", "opened", "updated", "wakes", "summary")
SAVE_TABLES: Final = """
    INSERT INTO tables ({columns}) VALUES {rows}
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, seq = excluded.seq, updated = excluded.updated,
        wakes = excluded.wakes, summary = excluded.summary
    WHERE excluded.seq >= tables.seq
"""
"""All rows in one step, as in `writer.APPEND`: while the database works, the event loop does, too."""
LISTENING: Final = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :lock AND granted AND pid <> :besides "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
CLEAR: Final = text(
    "INSERT INTO cleared (person, table_id, at) VALUES (:person, :table, :at) "
    "ON CONFLICT (person, table_id) DO UPDATE SET at = excluded.at"
)
REVOKE: Final = text("INSERT INTO revoked (cookie, at) VALUES (:cookie, :at) ON CONFLICT (cookie) DO NOTHING")


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the lists show of a table."""

    seats: tuple[dict[str, Any], ...] = ()
    """What everybody may know of each seat."""
    awaited: tuple[int, ...] = ()
    """The seats of persons that somebody waits for."""
    pace: str = ""
    clock: int = 0
    turn: int = 0
    result: dict[str, Any] | None = None
    rematch: str = ""
    """The table where they play again."""
    learning: bool = False
    """Is it an introduction?"""


@dataclass(frozen=True)
class TableRow:
    """A table as the lists know it."""

    id: str
    game: str
    host: str
    public: bool
    state: str
    seq: int
    opened: float
    updated: float
    wakes: float | None
    summary: Summary
    listed_persons: tuple[str, ...] | None = None
    """The persons at its seats, "" for nobody; None: as they were written before."""


@dataclass(frozen=True)
class Person:
    """Somebody with a name."""

    id: str
    name: str
    created: float
    valid_from: float
    """Cookies from before there were epochs count if they were signed later than this."""
    epoch: int = 0
    """How often this person has ended all cookies."""
    face: int = 0
    """The picture that the person has chosen; 0: none yet."""


class Store:
    """The database, with one method a question."""

    def __init__(self, database: Database, archive: Archive | None = None, *, shared: bool = False) -> None:
        """`shared`: several processes write to the same SQLite file."""
        self.database = database
        self.archive = archive or Archive(None)
        self.engine = database.async_engine()
        # On PostgreSQL a question needs no transaction: none is begun, and none counts as abandoned on a busy machine.
        asking = READING if database.is_sqlite else {**READING, "isolation_level": "AUTOCOMMIT"}
        self.reader = self.engine.execution_options(**asking)
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
        """One statement, in the thread that writes."""

        def work(connection: Connection) -> None:
            connection.execute(statement, values)

        await self.writer.do(work)

    # --- the log ------------------------------------------------------------------------------------------------

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        return self.writer.append(table, seq, entries)

    async def entries(self, table: str) -> list[str]:
        """All entries of a table, in order. Where one is missing or no text, an empty line is last.

        Raises `ArchiveUnavailable` if they are in the archive, and that cannot be reached.
        """
        asked = log_query(table, sqlite=self.database.is_sqlite)
        for _ in range(TRIES):
            async with self.reader.connect() as connection:
                found = stored_log_from((await connection.execute(asked)).all())
            if not found.archive:
                return found.behind([])
            try:
                lines = await asyncio.to_thread(archived, self.archive, found)
            except BadArchive as error:
                log("an archived game cannot be read", logging.ERROR, table=short_id(table), reason=str(error))
                return [""]
            if lines is not None:
                return found.behind(lines)
        raise gone(found)

    async def quarantine_table(self, table: str) -> None:
        """The log of this table cannot be replayed: it wants nobody's attention any more."""
        await self.write(update(TABLES).where(TABLES.c.id == table).values(state=DAMAGED, wakes=None))

    # --- tables -------------------------------------------------------------------------------------------------

    async def save_tables(self, rows: Sequence[TableRow]) -> None:
        """Write these rows, old or new; all or none. One drawn from less of the log than the stored one is left."""
        # In order, so that two servers that write the same rows do not wait for each other in a ring.
        rows = sorted(rows, key=lambda row: row.id)
        if any(row.listed_persons is not None for row in rows):
            await self.writer.do(partial(write_rows, rows))
        elif rows:
            await self.writer.execute_statement(driver_sql(self.database, save_sql(len(rows))), row_values(rows))

    async def open_table(self, row: TableRow, claim: Callable[[Connection, str], int | None]) -> int | None:
        """Write down a new table and whose it is; returns its fence."""

        def work(connection: Connection) -> int | None:
            fence = claim(connection, row.id)
            write_rows([row], connection)
            return fence

        return await self.writer.do(work)

    async def table(self, table: str) -> TableRow | None:
        async with self.reader.connect() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).first()
        return None if row is None else row_of(row)

    async def is_closed(self, table: str) -> bool:
        """Has whoever runs the server closed this table?"""
        async with self.reader.connect() as connection:
            return await connection.scalar(select(CLOSED.c.at).where(CLOSED.c.table_id == table)) is not None

    async def tables(self, *conditions: Any, most: int = 50) -> list[TableRow]:
        closed = exists().where(CLOSED.c.table_id == TABLES.c.id)
        question = select(TABLES).where(*conditions, ~closed).order_by(TABLES.c.updated.desc()).limit(most)
        async with self.reader.connect() as connection:
            return [row_of(row) for row in await connection.execute(question)]

    async def lobby(self) -> tuple[list[TableRow], list[TableRow]]:
        """Public tables that wait for players, and public tables where a game is on."""
        waiting = await self.tables(TABLES.c.public, TABLES.c.state == OPEN, most=40)
        playing = await self.tables(TABLES.c.public, TABLES.c.state == PLAYING, most=40)
        return waiting, playing

    async def tables_of(self, person: str, most: int = 60) -> list[TableRow]:
        """The tables at which a person sits or that the person has opened and not cleared since, the latest first."""
        sits = exists().where(and_(SITS.c.table_id == TABLES.c.id, SITS.c.person == person))
        return await self.tables(or_(sits, TABLES.c.host == person), ~cleared_by(person), most=most)

    async def clear(self, person: str, tables: Sequence[str], at: float) -> None:
        """Take tables from the lists of this person, until something happens there."""

        def work(connection: Connection) -> None:
            for table in tables:
                connection.execute(CLEAR, {"person": person, "table": table, "at": at})

        if tables:
            await self.writer.do(work)

    async def seats_of(self, person: str) -> dict[str, tuple[int, ...]]:
        """The seats of a person by table."""
        found: dict[str, tuple[int, ...]] = {}
        question = select(SITS.c.table_id, SITS.c.seat).where(SITS.c.person == person)
        async with self.reader.connect() as connection:
            for row in await connection.execute(question):
                found[row.table_id] = (*found.get(row.table_id, ()), row.seat)
        return found

    async def open_table_count(self, person: str) -> int:
        """How many tables that are not over this person has opened and not cleared since."""
        going = TABLES.c.state.in_((OPEN, PLAYING))
        question = select(func.count()).where(TABLES.c.host == person, going, ~cleared_by(person))
        async with self.reader.connect() as connection:
            return int(await connection.scalar(question) or 0)

    async def finished(self, most: int = 40) -> list[TableRow]:
        """Public games that are over."""
        return await self.tables(TABLES.c.public, TABLES.c.state == OVER, most=most)

    async def outdated(self) -> list[str]:
        """Tables whose row was drawn from less than the whole log, and whose server was killed."""
        further = exists().where(LOG.c.table_id == TABLES.c.id, LOG.c.seq > TABLES.c.seq)
        question = select(TABLES.c.id).where(TABLES.c.state.in_((OPEN, PLAYING, REVOKED_NOTICE)), further, self.unowned)
        async with self.reader.connect() as connection:
            return list((await connection.scalars(question)).all())

    # --- records ------------------------------------------------------------------------------------------------

    async def record(self, record: str) -> str | None:
        """The text of a record that somebody brought."""
        async with self.reader.connect() as connection:
            return await connection.scalar(select(RECORDS.c.text).where(RECORDS.c.id == record))

    async def add_record(self, record: str, person: str, words: str, at: float) -> None:
        await self.write(insert(RECORDS).values(id=record, person=person, text=words, brought=at))

    # --- persons ------------------------------------------------------------------------------------------------

    async def person(self, person: str, *cookies: str) -> Person | None:
        """Who this is, unless one of these cookies or links has been revoked."""
        revoked = exists().where(REVOKED.c.cookie.in_(cookies))
        async with self.reader.connect() as connection:
            row = (await connection.execute(select(PERSONS).where(PERSONS.c.id == person, ~revoked))).first()
        return None if row is None else Person(row.id, row.name, row.created, row.valid_from, row.epoch, row.face)

    async def add_person(self, person: Person) -> None:
        await self.write(insert(PERSONS).values(asdict(person)))

    async def rename(self, person: str, name: str, face: int) -> None:
        await self.write(update(PERSONS).where(PERSONS.c.id == person).values(name=name, face=face))

    async def valid_cookies(self, cookies: Mapping[str, tuple[str, int]]) -> set[str]:
        """Of these cookies, each with its person and epoch, those that still count."""
        epochs = select(PERSONS.c.id, PERSONS.c.epoch).where(PERSONS.c.id.in_({who for who, _ in cookies.values()}))
        ended = select(REVOKED.c.cookie).where(REVOKED.c.cookie.in_(list(cookies)))
        async with self.reader.connect() as connection:
            known = {(row.id, row.epoch) for row in await connection.execute(epochs)}
            gone = set((await connection.scalars(ended)).all())
        return {cookie for cookie, whose in cookies.items() if whose in known and cookie not in gone}

    async def consume_link(self, link: str, at: float) -> bool:
        """Use up a link; says whether nobody has done so before."""

        def work(connection: Connection) -> bool:
            return connection.execute(REVOKE, {"cookie": link, "at": at}).rowcount == 1

        return await self.writer.do(work)

    async def revoke(self, cookie: str, at: float) -> None:
        """End a cookie. Other servers are told."""

        def work(connection: Connection) -> None:
            connection.execute(REVOKE, {"cookie": cookie, "at": at})
            self.announce(connection, f"{COOKIE_ENDED} {cookie}")

        await self.writer.do(work)

    async def revoke_all(self, person: str) -> None:
        """Every cookie this person has so far. Other servers are told."""

        def work(connection: Connection) -> None:
            connection.execute(update(PERSONS).where(PERSONS.c.id == person).values(epoch=PERSONS.c.epoch + 1))
            self.announce(connection, f"{COOKIE_ENDED} {person}")

        await self.writer.do(work)

    def announce(self, connection: Connection, news: str) -> None:
        """Tell the other servers, as soon as this transaction is on the disk."""
        if not self.database.is_sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, f"{self.writer.own} {news}")))

    async def notify(self, news: str) -> None:
        """Tell the other servers, and nothing else."""
        await self.writer.do(lambda connection: self.announce(connection, news))

    async def listeners(self, besides: int) -> int:
        """How many servers listen for notices on PostgreSQL, the one of this process of it apart."""
        async with self.reader.connect() as connection:
            return int(await connection.scalar(LISTENING, {"lock": LISTENERS, "besides": besides}) or 0)

    async def open_seat_count(self, person: str) -> int:
        """How many seats this person has at tables that are not over."""
        question = select(func.count()).where(
            SITS.c.person == person, SITS.c.table_id == TABLES.c.id, TABLES.c.state.notin_((REVOKED_NOTICE, OVER))
        )
        async with self.reader.connect() as connection:
            return int(await connection.scalar(question) or 0)


def cleared_by(person: str) -> Exists:
    """Has this person cleared the table from the own lists, and has nothing happened there since?"""
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
    """What the lists show; one that is damaged shows nothing until the table is drawn anew."""
    try:
        return msgspec.json.decode(text, type=Summary)
    except msgspec.DecodeError:
        return Summary()


@lru_cache
def save_sql(count: int) -> str:
    """The statement that saves so many rows."""
    rows = [f"({', '.join([f':{column}{number}' for column in COLUMNS])})" for number in range(count)]
    return SAVE_TABLES.format(columns=", ".join(COLUMNS), rows=", ".join(rows))


def row_values(rows: Sequence[TableRow]) -> dict[str, object]:
    """What stands in that statement."""
    values: dict[str, object] = {}
    for number, row in enumerate(rows):
        for column in COLUMNS:
            values[f"{column}{number}"] = getattr(row, column)
        values[f"summary{number}"] = msgspec.json.encode(row.summary).decode()
    return values


def write_rows(rows: Sequence[TableRow], connection: Connection) -> None:
    connection.execute(text(save_sql(len(rows))), row_values(rows))
    moved = {row.id: row.listed_persons for row in rows if row.listed_persons is not None}
    if moved:
        connection.execute(delete(SITS).where(SITS.c.table_id.in_(list(moved))))
    listed_persons = [
        {"table_id": table, "seat": seat, "person": person}
        for table, persons in moved.items()
        for seat, person in enumerate(persons)
        if person
    ]
    if listed_persons:
        connection.execute(insert(SITS), listed_persons)
