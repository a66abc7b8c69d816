"""Moving finished games out of the log into the archive, one by one, while servers go on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import and_, or_, select, text, update

from tobean.server.archive.packing import BadArchive
from tobean.server.archive.pointing import clear, give_up, point, reserve
from tobean.server.archive.reading import archived, is_unchanged, kept_now
from tobean.server.logs import log, short
from tobean.server.store.database import AT_ONCE, reading, short_write
from tobean.server.store.leases import ARCHIVED_FORMAT
from tobean.server.store.mentions import mentioned
from tobean.server.store.removing import delete_entries
from tobean.server.store.schema import LEASES, TABLES, TO_PACK

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive
    from tobean.server.archive.reading import Kept


def due(connection: Connection, before: float, behind: tuple[float, str]) -> list[tuple[float, str]]:
    """Some games that were over by then and are not in the archive, with when that was, those after one of these."""
    at, table = behind
    later = or_(TABLES.c.updated > at, and_(TABLES.c.updated == at, TABLES.c.id > table))
    question = select(TABLES.c.updated, TABLES.c.id).where(text(TO_PACK), TABLES.c.updated < before, later)
    rows = connection.execute(question.order_by(TABLES.c.updated, TABLES.c.id).limit(AT_ONCE))
    return [(row.updated, row.id) for row in rows]


def move_all(engine: Engine, archive: Archive, days: float) -> int:
    """Move all games that have been over for so many days; returns how many were moved. Raises `OSError`."""
    before = time.time() - days * 86400.0
    behind = (0.0, "")
    count = 0
    while True:
        with reading(engine) as connection:
            tables = due(connection, before, behind)
        for _, table in tables:
            count += move(engine, archive, table)
        if len(tables) < AT_ONCE:
            break
        behind = tables[-1]
    clear(engine, archive)
    return count


def move(engine: Engine, archive: Archive, table: str) -> bool:
    """Move what there is of a log into the archive; says whether that was done. Raises `OSError`.

    It is left where it is if somebody changes it meanwhile, or if it is damaged.
    """
    with reading(engine) as connection:
        before = kept_now(connection, table)
    try:
        packed = archived(archive, before)
        if packed is None:
            return False  # another server was faster
        lines = before.behind(packed)
        if len(lines) <= before.packed or not lines[-1]:
            return False
        name = reserve(engine, table)
        archive.keep(name, table, lines)
    except BadArchive as error:
        log("a game could not be archived", table=short(table), reason=str(error))
        return False
    if not change_over(engine, table, name, before, lines):
        give_up(engine, name)
        return False
    delete_entries(engine, table, len(lines) - 1)
    return True


def change_over(engine: Engine, table: str, name: str, before: Kept, lines: list[str]) -> bool:
    """Point to the archive, unless the log has been rewritten since it was read.

    Readers skip the entries in the log from then on; `delete_entries` removes them.
    """
    persons = mentioned(lines)
    with short_write(engine) as connection:
        if not is_unchanged(connection, table, before) or not point(connection, table, name, len(lines), persons):
            return False
        # Servers of a version without an archive leave it alone from now on.
        connection.execute(update(LEASES).where(LEASES.c.table_id == table).values(format=ARCHIVED_FORMAT))
    return True
