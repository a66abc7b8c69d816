"""Reads the whole log of a table: the archived part, then the entries in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, LargeBinary, Row, Select, cast, select

from tobean.server.archive.archive import Archive, ArchiveUnavailable
from tobean.server.archive.archive_format import BadArchive
from tobean.server.database.database import reading
from tobean.server.database.schema import LOG, TABLES

TRIES: Final = 3
NO_TABLE: Final = -1


@dataclass(frozen=True)
class StoredLog:
    """Log entries in the database, with the location of the archived part, as of one moment."""

    rows: tuple[tuple[int, str], ...]
    """Sequence numbers and entries; an entry that is not valid text is empty."""
    packed: int
    """Number of leading entries in the archive."""
    archive: str
    """Name of the archived part."""
    revision: int
    """Grows whenever entries are rewritten; `NO_TABLE` if only the log is left of a table."""

    def entries_after(self, archived: Sequence[str]) -> list[str]:
        """Return all entries in order. Where one is missing or not text, the result ends with an empty line."""
        entries = list(archived)
        for seq, line in self.rows:
            if seq < self.packed:
                continue  # the last archived entry stays, so that the next append can follow it
            if seq != len(entries) or not line:
                return [*entries, ""]
            entries.append(line)
        return entries


def log_query(table: str, *, sqlite: bool) -> Select[Any]:
    """Select entries and archive location in one statement, so that both are consistent."""
    # SQLite stores arbitrary bytes; PostgreSQL only valid text.
    entry = cast(LOG.c.entry, LargeBinary) if sqlite else LOG.c.entry
    joined = LOG.outerjoin(TABLES, TABLES.c.id == LOG.c.table_id)
    location = (TABLES.c.packed, TABLES.c.archive, TABLES.c.revision)
    query = select(LOG.c.seq, entry.label("entry"), *location).select_from(joined)
    return query.where(LOG.c.table_id == table).order_by(LOG.c.seq)


def stored_log_from(rows: Sequence[Row[Any]]) -> StoredLog:
    """Convert the rows of `log_query`."""
    if not rows:
        return StoredLog((), 0, "", NO_TABLE)
    first = rows[0]
    entries = tuple((row.seq, text_of(row.entry)) for row in rows)
    return StoredLog(
        entries, first.packed or 0, first.archive or "", NO_TABLE if first.revision is None else first.revision
    )


def text_of(entry: str | bytes) -> str:
    try:
        return entry.decode() if isinstance(entry, bytes) else entry
    except UnicodeDecodeError:
        return ""


def archived(archive: Archive, stored: StoredLog) -> list[str] | None:
    """Read the archived part of a log; None if it was moved or deleted. Raises `ArchiveUnavailable`, `BadArchive`."""
    if not stored.archive:
        return []
    try:
        lines = archive.lines(stored.archive)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ArchiveUnavailable("the archive cannot be read: {reason}", reason=error.strerror or error) from error
    if len(lines) != stored.packed:
        raise BadArchive("this archived game is not whole")
    return lines


def missing_log_error(stored: StoredLog) -> ArchiveUnavailable:
    """Create the error for a missing object. It may be logged, so it has no full table id."""
    return ArchiveUnavailable("{name} is not in the archive", name=f"{stored.archive[:9]}…")


def stored_log(connection: Connection, table: str) -> StoredLog:
    return stored_log_from(connection.execute(log_query(table, sqlite=connection.dialect.name == "sqlite")).all())


def is_unchanged(connection: Connection, table: str, before: StoredLog) -> bool:
    """Whether the log was neither archived nor rewritten since; later entries may follow. Locks the table's row."""
    location = (TABLES.c.packed, TABLES.c.archive, TABLES.c.revision)
    current = connection.execute(select(*location).where(TABLES.c.id == table).with_for_update()).first()
    if current is None:
        return before.revision == NO_TABLE
    return tuple(current) == (before.packed, before.archive, before.revision)


def whole_log(engine: Engine, archive: Archive, table: str) -> list[str]:
    """Return all entries of a table in order; raises `ArchiveUnavailable`, `BadArchive`."""
    for _ in range(TRIES):
        with reading(engine) as connection:
            stored = stored_log(connection, table)
        lines = archived(archive, stored)
        if lines is not None:
            return stored.entries_after(lines)
    raise missing_log_error(stored)
