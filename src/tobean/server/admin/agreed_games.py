"""Finished games whose players have all agreed that positions of them may become puzzles."""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection, Engine, select

from tobean.games import GAMES
from tobean.kernel.base.seats import seat_name
from tobean.kernel.errors import TobeanError
from tobean.record.record import Record
from tobean.server.archive.archive import Archive, ArchiveUnavailable
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.log_reader import whole_log
from tobean.server.database.database import reading
from tobean.server.database.mentions import mentioned
from tobean.server.database.schema import FACTS, SITS, TABLES
from tobean.server.people.consent import GAMES_AS_PUZZLES
from tobean.session.log.reducer import FINISHED
from tobean.session.session import load_session


def agreed_people(connection: Connection) -> set[str]:
    return set(connection.scalars(select(FACTS.c.owner).where(FACTS.c.key == GAMES_AS_PUZZLES)))


def agreed_games(engine: Engine, archive: Archive) -> Iterator[tuple[str, Record | TobeanError]]:
    """Yield tables with their records, or with the error that prevents reading one.

    All persons named in the log must have agreed, including those that left a seat during the game and spectators in
    the chat. In the records players are called by their seats.
    """
    with reading(engine) as connection:
        agreed = agreed_people(connection)
        over = select(TABLES.c.id).where(TABLES.c.state == FINISHED, TABLES.c.game.in_(list(GAMES)))
        tables = set(
            connection.scalars(over.join(SITS, SITS.c.table_id == TABLES.c.id).where(SITS.c.person.in_(agreed)))
        )
    for table in sorted(tables):
        try:
            lines = whole_log(engine, archive, table)
            people = mentioned(lines)
            if people and people <= agreed:
                yield table, without_names(load_session(lines).record())
        except (BadArchive, ArchiveUnavailable, TobeanError) as error:
            yield table, error


def without_names(record: Record) -> Record:
    return replace(record, players=tuple(f"Player {seat_name(seat)}" for seat in range(len(record.players))))
