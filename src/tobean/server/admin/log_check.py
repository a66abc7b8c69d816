"""Check of all logs. Each is read in a short transaction and replayed outside of it, so that play continues."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, select

from tobean.games import GAMES
from tobean.kernel.errors import BadInput, TobeanError
from tobean.server.archive.archive import Archive, ArchiveUnavailable
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.log_reader import whole_log
from tobean.server.database.database import reading
from tobean.server.database.schema import LOG, TABLES
from tobean.session.errors import OldRules
from tobean.session.session import load_session

DAMAGED: Final = "damaged"
OLD_RULES: Final = "old rules"
"""Played under another edition of the rules; the current ones refuse one of its actions. The log is intact."""
NOT_INSTALLED: Final = "not installed"


@dataclass(frozen=True)
class Finding:
    """Result of checking one table."""

    table: str
    entries: int
    kind: str = ""
    """`DAMAGED`, `OLD_RULES` or `NOT_INSTALLED`; "" if the table is fine."""
    reason: TobeanError | None = None


def check(engine: Engine, archive: Archive) -> Iterator[Finding]:
    """Check all tables one after the other, archived ones included."""
    with reading(engine) as connection:
        games = {row.id: row.game for row in connection.execute(select(TABLES.c.id, TABLES.c.game))}
        logs = set(connection.scalars(select(LOG.c.table_id).distinct()))
    for table in sorted(games.keys() | logs):
        yield check_table(engine, archive, table, games.get(table))


def check_table(engine: Engine, archive: Archive, table: str, game: str | None) -> Finding:
    try:
        lines = whole_log(engine, archive, table)
    except (BadArchive, ArchiveUnavailable) as error:
        return Finding(table, 0, DAMAGED, error)
    if game is None:
        return Finding(table, len(lines), DAMAGED, BadInput("a log without a table"))
    if game not in GAMES:
        return Finding(table, len(lines), NOT_INSTALLED, BadInput("the game {game} is not installed", game=game))
    if not lines:
        return Finding(table, 0, DAMAGED, BadInput("a table without a log"))
    if not lines[-1]:
        return Finding(table, len(lines) - 1, DAMAGED, BadInput("an entry is missing"))
    try:
        load_session(lines)
    except OldRules as error:
        return Finding(table, len(lines), OLD_RULES, error)
    except TobeanError as error:
        return Finding(table, len(lines), DAMAGED, error)
    return Finding(table, len(lines))
