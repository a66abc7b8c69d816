"""Backups: all that is kept, as of one moment, in one file of packed JSON lines that any database can take in.

A database is read in one transaction that sees it as it was when it began, while servers go on writing. (To copy the
file of SQLite while it is written to loses entries.) The first line says what it is, the last one how many there were,
so that half a backup is never taken for a whole one. Games in the archive are in it as they were in the log.
"""

from __future__ import annotations

import gzip
import os
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from tobean.kernel.errors import BadInput
from tobean.server.admin import orders
from tobean.server.admin.erasure import erase_again
from tobean.server.archive.pointing import clear, unpoint_all
from tobean.server.store.database import READING, be_patient, cause_of, migrate, reading
from tobean.server.store.governing import CLOSED, ERASED, REPORTS, SANCTIONS
from tobean.server.store.mentions import add_mentions, mentioned
from tobean.server.store.schema import CLEARED, LOG, PERSONS, RECORDS, REVOKED, SITS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Column, Connection, Engine, Table

    from tobean.server.archive.archive import Archive
    from tobean.server.store.database import Database

KIND: Final = "tobean backup"
FORM: Final = 1
KEPT: Final[dict[str, Table]] = {
    str(table.name): table
    for table in (PERSONS, TABLES, SITS, CLEARED, RECORDS, REVOKED, CLOSED, SANCTIONS, REPORTS, ERASED, LOG)
}
"""What a backup holds. Orders are for the servers that run now."""
ELSEWHERE: Final = (TABLES.c.packed, TABLES.c.archive, TABLES.c.revision)
"""Where the archive is has no meaning elsewhere."""
AT_ONCE: Final = 1000
UNCHANGING: Final = {"isolation_level": "REPEATABLE READ"}


def back_up(database: Database, archive: Archive, path: Path) -> dict[str, int]:
    """Write a backup; returns how many rows of each table it has. A file that is there is left as it is."""
    engine = database.engine()
    counts: dict[str, int] = {}
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadInput("{path}: the backup cannot be written: {reason}", path=path, reason=error.strerror) from error
    try:
        options = READING if database.is_sqlite else {**READING, **UNCHANGING}
        with (
            os.fdopen(descriptor, "wb") as raw,
            gzip.open(raw, "wb", compresslevel=6) as file,
            engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            be_patient(connection)
            write_line(file, {"kind": KIND, "form": FORM, "at": time.time()})
            for name, table in KEPT.items():
                counts[name] = 0
                for row in rows_of(connection, archive, table):
                    write_line(file, [name, *row])
                    counts[name] += 1
            write_line(file, {"rows": counts})
    except BaseException as error:
        path.unlink()
        if isinstance(error, OSError):
            reason = error.strerror or error
            raise BadInput("{path}: the backup cannot be written: {reason}", path=path, reason=reason) from error
        raise
    finally:
        engine.dispose()
    return counts


def columns(table: Table) -> list[Column[Any]]:
    """What is kept of a row."""
    return [column for column in table.columns if column not in ELSEWHERE]


def rows_of(connection: Connection, archive: Archive, table: Table) -> Iterator[Sequence[Any]]:
    asked = select(*columns(table))
    if table is LOG:
        yield from archived_entries(connection, archive)
        behind = func.coalesce(TABLES.c.packed, 0) <= LOG.c.seq
        asked = asked.select_from(LOG.outerjoin(TABLES, TABLES.c.id == LOG.c.table_id)).where(behind)
    yield from connection.execution_options(yield_per=AT_ONCE).execute(asked)


def archived_entries(connection: Connection, archive: Archive) -> Iterator[tuple[str, int, str]]:
    """Rows of the log as they were before they were archived."""
    asked = select(TABLES.c.id, TABLES.c.packed, TABLES.c.archive).where(TABLES.c.packed > 0)
    for row in connection.execute(asked).all():
        for seq, line in enumerate(lines_in(connection.engine, archive, row.id, row.archive)[: row.packed]):
            yield row.id, seq, line


def lines_in(engine: Engine, archive: Archive, table: str, name: str) -> list[str]:
    """An archived log; one that was written anew since the moment of the backup is taken as it is now."""
    try:
        return archive.lines(name)
    except FileNotFoundError:
        with reading(engine) as connection:
            now = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
        if now is None:
            return []  # somebody has removed the table meanwhile
        if now == name:
            raise
        return archive.lines(now)


def write_line(file: Any, value: object) -> None:
    file.write(msgspec.json.encode(value) + b"\n")


def lines_of(path: Path) -> Iterator[Any]:
    """The lines of a backup; raises `BadInput` where it is none, or not a whole one."""
    counts: dict[str, int] = dict.fromkeys(KEPT, 0)
    try:
        with gzip.open(path, "rb") as file:
            first = msgspec.json.decode(file.readline())
            if not isinstance(first, dict) or first.get("kind") != KIND or first.get("form") != FORM:
                raise BadInput("{path}: this is not a backup that this tobean can read", path=path)
            for line in file:
                found = msgspec.json.decode(line)
                if isinstance(found, dict):
                    if found.get("rows") != {name: count for name, count in counts.items() if name in found["rows"]}:
                        raise BadInput("{path}: this backup is not whole", path=path)
                    return
                counts[found[0]] += 1
                yield found
    except (OSError, EOFError, msgspec.DecodeError, KeyError, IndexError, TypeError) as error:
        raise BadInput("{path}: this is not a backup that can be read: {reason}", path=path, reason=error) from error
    raise BadInput("{path}: this backup is not whole", path=path)


def restore(
    database: Database, archive: Archive, path: Path, *, replacing: bool, erased: dict[str, str]
) -> tuple[dict[str, int], int]:
    """Take in a backup, all of it or nothing; returns how many rows of each table, and who was deleted again.

    Who has been deleted since it was made, by what is noted here and in `erased`, is deleted from it again.
    """
    for _ in lines_of(path):
        pass  # before anything is touched it is known to be whole
    migrate(database)
    engine = database.engine()
    counts: dict[str, int] = dict.fromkeys(KEPT, 0)
    try:
        with engine.begin() as connection:
            there = connection.scalar(select(func.count()).select_from(TABLES)) or 0
            if there and not replacing:
                raise BadInput("there are {count} tables here; --replace puts the backup in their place", count=there)
            since = {row.digest: row.alias for row in connection.execute(select(ERASED))} | erased
            unpoint_all(connection)
            for table in KEPT.values():
                connection.execute(delete(table))
            take_in(connection, path, counts)
            for digest, alias in since.items():
                connection.execute(delete(ERASED).where(ERASED.c.digest == digest))
                connection.execute(insert(ERASED).values(digest=digest, alias=alias, at=time.time()))
            # A program that has read a log from before must not archive it in the place of this one.
            connection.execute(update(TABLES).values(revision=int(time.time())))
            if not database.is_sqlite:
                number_on(connection)
            orders.take_away_all(connection)
        clear(engine, archive)
        again = erase_again(engine, archive, since.items())
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    except OSError as error:
        raise BadInput("the archive cannot be used: {reason}", reason=error.strerror or error) from error
    finally:
        engine.dispose()
    return counts, again


def take_in(connection: Connection, path: Path, counts: dict[str, int]) -> None:
    waiting: list[dict[str, Any]] = []
    name = ""
    for found in lines_of(path):
        if found[0] != name or len(waiting) >= AT_ONCE:
            put(connection, name, waiting)
            name, waiting = found[0], []
        waiting.append(dict(zip((column.name for column in columns(KEPT[name])), found[1:], strict=True)))
        counts[name] += 1
    put(connection, name, waiting)


def put(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(KEPT[name]), rows)
    if name == LOG.name:
        add_mentions(connection, [(row["table_id"], who) for row in rows for who in mentioned([row["entry"]])])


def number_on(connection: Connection) -> None:
    """PostgreSQL numbers reports by itself: behind those that were taken in."""
    connection.execute(
        text("SELECT setval(pg_get_serial_sequence('reports', 'id'), coalesce((SELECT max(id) FROM reports), 0) + 1)")
    )
