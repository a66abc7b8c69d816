"""Checking all logs: each is read in a short read transaction and folded outside of it, so that play goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from tobean.games import GAMES
from tobean.kernel.errors import TobeanError
from tobean.server.archive.archive import NotRead
from tobean.server.archive.packing import BadArchive
from tobean.server.archive.reading import whole_log
from tobean.server.store.database import reading
from tobean.server.store.schema import LOG, TABLES
from tobean.server.tables.resuming import resumed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

    from tobean.server.archive.archive import Archive


@dataclass(frozen=True)
class Finding:
    """A table and what is wrong with it; "" if nothing is."""

    table: str
    entries: int
    fault: str = ""


def check(engine: Engine, archive: Archive) -> Iterator[Finding]:
    """All tables, one after the other, those in the archive, too."""
    with reading(engine) as connection:
        games = {row.id: row.game for row in connection.execute(select(TABLES.c.id, TABLES.c.game))}
        logs = set(connection.scalars(select(LOG.c.table_id).distinct()))
    for table in sorted(games.keys() | logs):
        yield look_at(engine, archive, table, games.get(table))


def look_at(engine: Engine, archive: Archive, table: str, game: str | None) -> Finding:
    try:
        lines = whole_log(engine, archive, table)
    except (BadArchive, NotRead) as error:
        return Finding(table, 0, str(error))
    if game is None:
        return Finding(table, len(lines), "a log without a table")
    if game not in GAMES:
        return Finding(table, len(lines), f"{game} is not installed")
    if not lines:
        return Finding(table, 0, "a table without a log")
    if not lines[-1]:
        return Finding(table, len(lines) - 1, "an entry is missing")
    try:
        resumed(lines)
    except TobeanError as error:
        return Finding(table, len(lines), str(error))
    return Finding(table, len(lines))
