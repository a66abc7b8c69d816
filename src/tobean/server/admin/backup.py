"""Backups: snapshots of the whole database, each one file of compressed JSON lines that any database can import.

A database is read in one transaction, which sees a snapshot while servers write. (Copying the SQLite file while
it is written to loses entries.) The first line identifies the format and the last one has the number of rows, so that a
truncated backup is recognised. Archived games are included as log entries.
"""

import gzip
import math
import os
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Column, Connection, Engine, Table, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError, StatementError

from tobean.kernel.errors import BadInput
from tobean.server.archive.archive import Archive
from tobean.server.archive.index import clear_all_locations, delete_unreferenced
from tobean.server.database.database import READING, Database, allow_idle_transaction, reading
from tobean.server.database.errors import cause_of
from tobean.server.database.mentions import add_mentions, mentioned
from tobean.server.database.moderation_schema import CLOSED, ERASED, REPORTS, SANCTIONS
from tobean.server.database.schema import CLEARED, FACTS, LOG, PERSONS, RECORDS, REVOKED, SITS, TABLES
from tobean.server.moderation import commands
from tobean.server.moderation.erasure import erase_again

KIND: Final = "tobean backup"
FORM: Final = 1
BACKED_UP: Final[dict[str, Table]] = {
    str(table.name): table
    for table in (PERSONS, FACTS, TABLES, SITS, CLEARED, RECORDS, REVOKED, CLOSED, SANCTIONS, REPORTS, ERASED, LOG)
}
"""Tables in a backup. Commands are left out: they concern only the servers that run now."""
OMITTED: Final = (TABLES.c.packed, TABLES.c.archive, TABLES.c.revision)
"""Columns left out: the location in the archive has no meaning elsewhere."""
BATCH_SIZE: Final = 1000
MAX_LINE: Final = 16 * 2**20
"""Bytes; several times the size of the largest possible row, a record of a game."""
MAX_RATIO: Final = 200
"""Largest allowed decompression ratio. Backups have about ten; gzip could reach a thousand."""
ALWAYS_READ: Final = 2**30
"""Decompressed bytes up to which every backup is read, at any ratio."""
UNREADABLE: Final = (
    OSError,
    EOFError,
    zlib.error,
    msgspec.DecodeError,
    RecursionError,
    KeyError,
    IndexError,
    TypeError,
    ValueError,
)
"""Exceptions that a file which is not a backup can raise."""
SNAPSHOT_ISOLATION: Final = {"isolation_level": "REPEATABLE READ"}


def back_up(database: Database, archive: Archive, path: Path) -> dict[str, int]:
    """Write a backup to a new file; returns the number of rows of each table. An existing file is not touched."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadInput("{path}: the backup cannot be written: {reason}", path=path, reason=error.strerror) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            counts = write_backup(database, archive, file)
            file.flush()
            os.fsync(descriptor)
    except BaseException as error:
        path.unlink()
        if isinstance(error, OSError):
            reason = error.strerror or error
            raise BadInput("{path}: the backup cannot be written: {reason}", path=path, reason=reason) from error
        raise
    return counts


def write_backup(database: Database, archive: Archive, stream: IO[bytes]) -> dict[str, int]:
    """Write a backup to a stream; returns the number of rows of each table."""
    engine = database.engine()
    counts: dict[str, int] = {}
    options = READING if database.is_sqlite else {**READING, **SNAPSHOT_ISOLATION}
    try:
        with (
            gzip.open(stream, "wb", compresslevel=6) as file,
            engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            allow_idle_transaction(connection)
            write_line(file, {"kind": KIND, "form": FORM, "at": time.time()})
            for name, table in BACKED_UP.items():
                counts[name] = 0
                for row in rows_of(connection, archive, table):
                    write_line(file, [name, *row])
                    counts[name] += 1
            write_line(file, {"rows": counts})
    finally:
        engine.dispose()
    return counts


def columns(table: Table) -> list[Column[Any]]:
    """Return the columns of a table that are backed up."""
    return [column for column in table.columns if column not in OMITTED]


def rows_of(connection: Connection, archive: Archive, table: Table) -> Iterator[Sequence[Any]]:
    query = select(*columns(table))
    if table is LOG:
        yield from archived_entries(connection, archive)
        not_archived = func.coalesce(TABLES.c.packed, 0) <= LOG.c.seq
        query = query.select_from(LOG.outerjoin(TABLES, TABLES.c.id == LOG.c.table_id)).where(not_archived)
    yield from connection.execution_options(yield_per=BATCH_SIZE).execute(query)


def archived_entries(connection: Connection, archive: Archive) -> Iterator[tuple[str, int, str]]:
    """Yield archived entries as the log rows they were before."""
    query = select(TABLES.c.id, TABLES.c.packed, TABLES.c.archive).where(TABLES.c.packed > 0)
    for row in connection.execute(query).all():
        for seq, line in enumerate(lines_in(connection.engine, archive, row.id, row.archive)[: row.packed]):
            yield row.id, seq, line


def lines_in(engine: Engine, archive: Archive, table: str, name: str) -> list[str]:
    """Read an archived log. One that was rewritten since the snapshot is read in its current version."""
    try:
        return archive.lines(name)
    except FileNotFoundError:
        with reading(engine) as connection:
            current = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
        if current is None:
            return []  # the table has been removed since
        if current == name:
            raise
        return archive.lines(current)


def write_line(file: Any, value: object) -> None:
    file.write(msgspec.json.encode(value) + b"\n")


# --- restoring -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Backup:
    """A backup that has been read to its end and is complete."""

    path: Path
    at: float
    rows: dict[str, int]
    limit: float
    """Decompressed bytes up to which it is read."""


def read_backup(path: Path, *, limited: bool = True) -> Backup:
    """Read a whole backup; raises `BadInput` if it is none, incomplete, or larger than a backup of its size can be."""
    try:
        limit = max(ALWAYS_READ, MAX_RATIO * path.stat().st_size) if limited else math.inf
    except OSError as error:
        raise BadInput("{path}: the backup cannot be read: {reason}", path=path, reason=error.strerror) from error
    head: dict[str, Any] = {}
    counts = dict.fromkeys(BACKED_UP, 0)
    for row in lines_of(path, limit, head):
        counts[row[0]] += 1
    return Backup(path, float(head["at"]), counts, limit)


def lines_of(path: Path, limit: float, head: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the rows of a backup and store its first line in `head`. Raises `BadInput`."""
    counts: dict[str, int] = dict.fromkeys(BACKED_UP, 0)
    widths = {name: len(columns(table)) for name, table in BACKED_UP.items()}
    size = 0
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(MAX_LINE + 1):
                is_first = not size
                size += len(line)
                if len(line) > MAX_LINE:
                    raise BadInput("{path}: this is not a backup that this tobean can read", path=path)
                if size > limit:
                    raise BadInput(
                        "{path}: unpacked, this is larger than a backup of its size can be; if it is yours, "
                        "--any-size reads it",
                        path=path,
                    )
                value = msgspec.json.decode(line)
                if is_first:
                    if not isinstance(value, dict) or value.get("kind") != KIND or value.get("form") != FORM:
                        raise BadInput("{path}: this is not a backup that this tobean can read", path=path)
                    head.update(value, at=float(value["at"]))
                elif isinstance(value, dict):
                    if value["rows"] != {name: count for name, count in counts.items() if name in value["rows"]}:
                        raise BadInput("{path}: this backup is incomplete", path=path)
                    return
                else:
                    name, *values = value
                    if len(values) != widths[name]:
                        raise BadInput("{path}: this is not a backup that this tobean can read", path=path)
                    counts[name] += 1
                    yield value
    except BadInput:
        raise
    except UNREADABLE as error:
        raise BadInput("{path}: this is not a backup that can be read: {reason}", path=path, reason=error) from error
    raise BadInput("{path}: this backup is incomplete", path=path)


def table_count(database: Database) -> int:
    """Count the tables in a database of any schema version; the database may not exist."""
    if database.is_sqlite and not os.path.exists(str(database.url.database)):
        return 0
    engine = database.engine()
    try:
        with reading(engine) as connection:
            if not inspect(connection).has_table(str(TABLES.name)):
                return 0
            return connection.scalar(select(func.count()).select_from(TABLES)) or 0
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    finally:
        engine.dispose()


def not_empty(count: int) -> BadInput:
    return BadInput("there are {count} tables here; --replace puts the backup in their place", count=count)


def restore(
    database: Database, archive: Archive, backup: Backup, *, replace_existing: bool, erased: dict[str, str]
) -> tuple[dict[str, int], int]:
    """Import a backup completely or not at all; the database must have the current schema.

    People erased since the backup was made, according to this database and `erased`, are erased from it again.
    Returns the number of rows of each table, and of people erased again.
    """
    engine = database.engine()
    counts: dict[str, int] = dict.fromkeys(BACKED_UP, 0)
    try:
        with engine.begin() as connection:
            existing = connection.scalar(select(func.count()).select_from(TABLES)) or 0
            if existing and not replace_existing:
                raise not_empty(existing)
            erased_persons = {row.digest: row.alias for row in connection.execute(select(ERASED))} | erased
            clear_all_locations(connection)
            for table in BACKED_UP.values():
                connection.execute(delete(table))
            import_backup(connection, backup, counts)
            for digest, alias in erased_persons.items():
                connection.execute(delete(ERASED).where(ERASED.c.digest == digest))
                connection.execute(insert(ERASED).values(digest=digest, alias=alias, at=time.time()))
            # A program that has read a log from before must not archive it over this one.
            connection.execute(update(TABLES).values(revision=int(time.time())))
            if not database.is_sqlite:
                reset_sequences(connection)
            commands.revoke_all_leases(connection)
        delete_unreferenced(engine, archive)
        erased_again = erase_again(engine, archive, erased_persons.items())
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    except (StatementError, OverflowError) as error:  # a value that does not fit its column
        raise BadInput(
            "{path}: this is not a backup that can be read: {reason}", path=backup.path, reason=type(error).__name__
        ) from error
    except OSError as error:
        raise BadInput("the archive cannot be used: {reason}", reason=error.strerror or error) from error
    finally:
        engine.dispose()
    return counts, erased_again


def import_backup(connection: Connection, backup: Backup, counts: dict[str, int]) -> None:
    rows: list[dict[str, Any]] = []
    name = ""
    for row in lines_of(backup.path, backup.limit, {}):
        if row[0] != name or len(rows) >= BATCH_SIZE:
            insert_rows(connection, name, rows)
            name, rows = row[0], []
        rows.append(dict(zip((column.name for column in columns(BACKED_UP[name])), row[1:], strict=False)))
        counts[name] += 1
    insert_rows(connection, name, rows)


def insert_rows(connection: Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(BACKED_UP[name]), rows)
    if name == LOG.name:
        add_mentions(connection, [(row["table_id"], person) for row in rows for person in mentioned([row["entry"]])])


def reset_sequences(connection: Connection) -> None:
    """Advance PostgreSQL's sequence of report numbers past the imported ones."""
    connection.execute(
        text("SELECT setval(pg_get_serial_sequence('reports', 'id'), coalesce((SELECT max(id) FROM reports), 0) + 1)")
    )
