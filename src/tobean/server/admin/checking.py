"""Is everything in order? Every log is folded from its first entry to its last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from tobean.games import GAMES
from tobean.kernel.errors import TobeanError
from tobean.server.store.schema import LOG, TABLES
from tobean.server.tables.resuming import resumed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


@dataclass(frozen=True)
class Finding:
    """A table and what is wrong with it; "" if nothing is."""

    table: str
    entries: int
    fault: str = ""


def check(connection: Connection) -> Iterator[Finding]:
    """All tables, one after the other."""
    games = {row.id: row.game for row in connection.execute(select(TABLES.c.id, TABLES.c.game))}
    logs = set(connection.scalars(select(LOG.c.table_id).distinct()))
    for table in sorted(games.keys() | logs):
        yield look_at(connection, table, games.get(table))


def look_at(connection: Connection, table: str, game: str | None) -> Finding:
    question = select(LOG.c.seq, LOG.c.entry).where(LOG.c.table_id == table).order_by(LOG.c.seq)
    rows = connection.execute(question).all()
    if game is None:
        return Finding(table, len(rows), "a log without a table")
    if game not in GAMES:
        return Finding(table, len(rows), f"{game} is not installed")
    if not rows:
        return Finding(table, 0, "a table without a log")
    if [row.seq for row in rows] != list(range(len(rows))):
        return Finding(table, len(rows), "an entry is missing")
    try:
        resumed([row.entry for row in rows])
    except TobeanError as error:
        return Finding(table, len(rows), str(error))
    return Finding(table, len(rows))
