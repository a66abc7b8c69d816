"""Moves finished games from the log to the archive one by one, while servers run."""

import time

from sqlalchemy import Connection, Engine, and_, or_, select, text, update

from tobean.server.archive.archive import Archive
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.index import delete_unreferenced, release_name, reserve_name, set_location
from tobean.server.archive.log_reader import StoredLog, archived, is_unchanged, stored_log
from tobean.server.database.database import BATCH_SIZE, reading, short_write
from tobean.server.database.deletion import delete_entries
from tobean.server.database.mentions import mentioned
from tobean.server.database.schema import ARCHIVED_FORMAT, LEASES, TABLES, TO_PACK
from tobean.server.logs import log, short_id


def finished_before(connection: Connection, before: float, behind: tuple[float, str]) -> list[tuple[float, str]]:
    """List unarchived games that ended before a time, with their end: up to `BATCH_SIZE` after the key `behind`."""
    at, table = behind
    later = or_(TABLES.c.updated > at, and_(TABLES.c.updated == at, TABLES.c.id > table))
    query = select(TABLES.c.updated, TABLES.c.id).where(text(TO_PACK), TABLES.c.updated < before, later)
    rows = connection.execute(query.order_by(TABLES.c.updated, TABLES.c.id).limit(BATCH_SIZE))
    return [(row.updated, row.id) for row in rows]


def archive_all(engine: Engine, archive: Archive, days: float) -> int:
    """Archive all games that ended this many days ago; returns their number. Raises `OSError`."""
    before = time.time() - days * 86400.0
    behind = (0.0, "")
    count = 0
    while True:
        with reading(engine) as connection:
            tables = finished_before(connection, before, behind)
        for _, table in tables:
            count += archive_table(engine, archive, table)
        if len(tables) < BATCH_SIZE:
            break
        behind = tables[-1]
    delete_unreferenced(engine, archive)
    return count


def archive_table(engine: Engine, archive: Archive, table: str) -> bool:
    """Archive the log of a table; returns whether that was done. Raises `OSError`.

    A log that is damaged, or changed in the meantime, is not archived.
    """
    with reading(engine) as connection:
        before = stored_log(connection, table)
    try:
        packed = archived(archive, before)
        if packed is None:
            return False  # another server has archived it
        lines = before.entries_after(packed)
        if len(lines) <= before.packed or not lines[-1]:
            return False
        name = reserve_name(engine, table)
        archive.store_log(name, table, lines)
    except BadArchive as error:
        log("a game could not be archived", table=short_id(table), reason=str(error))
        return False
    if not switch_to_archive(engine, table, name, before, lines):
        release_name(engine, name)
        return False
    delete_entries(engine, table, len(lines) - 1)
    return True


def switch_to_archive(engine: Engine, table: str, name: str, before: StoredLog, lines: list[str]) -> bool:
    """Refer to the archive, unless the log was rewritten since it was read.

    From then on readers skip the entries in the log; `delete_entries` removes them.
    """
    persons = mentioned(lines)
    with short_write(engine) as connection:
        if not is_unchanged(connection, table, before) or not set_location(
            connection, table, name, len(lines), persons
        ):
            return False
        # Servers of a version without an archive must no longer open this table.
        connection.execute(update(LEASES).where(LEASES.c.table_id == table).values(format=ARCHIVED_FORMAT))
    return True
