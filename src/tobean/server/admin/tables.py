"""Operations on tables for operators: closing, removal, retention. Every transaction here is short."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Engine, Exists, Table, and_, delete, exists, func, insert, or_, select

from tobean.kernel.errors import BadInput
from tobean.server.archive.archive import Archive
from tobean.server.archive.index import clear_location, delete_unreferenced
from tobean.server.database.database import reading, short_write
from tobean.server.database.deletion import delete_entries, delete_rows
from tobean.server.database.moderation_schema import CLOSED, ORDERS, REPORTS, SANCTIONS
from tobean.server.database.schema import CLEARED, FACTS, LOG, MENTIONS, PERSONS, RECORDS, REVOKED, SITS, TABLES
from tobean.server.moderation import commands
from tobean.server.moderation.erasure import finish_erasures, interrupted_erasures, unfinished_condition
from tobean.server.store.facts import SERVER
from tobean.server.store.store import summary_of
from tobean.session.log.reducer import FINISHED

DAY: Final = 86400.0
YEAR: Final = 365 * DAY
CLOCK_FACTOR: Final = 2.0
"""A table with a move clock counts as abandoned only after this many times its clock."""
OLD_ORDERS: Final = DAY
MIN_PREFIX: Final = 6
"""Characters of an id that suffice to name a table: as many as the logs show."""
TABLE_ROWS: Final = (SITS, CLEARED, CLOSED, REPORTS, MENTIONS)
"""Further tables with rows about a table."""


@dataclass(frozen=True)
class Retention:
    """Retention periods in days; 0: unlimited."""

    abandoned: float = 7
    """For tables without any activity."""
    finished: float = 365
    """For finished games that were not public, and for uploaded records."""


def table_id(connection: Connection, table: str) -> str:
    """Resolve the id of a table, given in full or by its first characters; raises `BadInput`."""
    if connection.scalar(select(is_listed(table))):
        return table
    if len(table) < MIN_PREFIX:
        raise BadInput(
            "{table!r} is too short for the beginning of an id; give at least {count} characters",
            table=table,
            count=MIN_PREFIX,
        )
    matches = list(
        connection.scalars(select(TABLES.c.id).where(TABLES.c.id.startswith(table, autoescape=True)).limit(2))
    )
    if len(matches) != 1:
        raise BadInput(
            "there is no table {table!r}" if not matches else "{table!r} could be several tables", table=table
        )
    return str(matches[0])


def close(connection: Connection, table: str) -> None:
    """Stop play at a table. An operator can still look at what was played."""
    connection.execute(delete(CLOSED).where(CLOSED.c.table_id == table))
    connection.execute(insert(CLOSED).values(table_id=table, at=time.time()))
    commands.revoke_lease(connection, table)


def reopen(connection: Connection, table: str) -> None:
    connection.execute(delete(CLOSED).where(CLOSED.c.table_id == table))
    commands.revoke_lease(connection, table)


def remove(engine: Engine, table: str) -> None:
    """Remove a table with its log; `delete_unreferenced` then deletes the archived part.

    The row is deleted last: if the program is killed before, the table can be removed again.
    """
    with short_write(engine) as connection:
        commands.revoke_lease(connection, table)
    delete_entries(engine, table)
    with short_write(engine) as connection:
        clear_location(connection, table)
        for about in TABLE_ROWS:
            connection.execute(delete(about).where(about.c.table_id == table))
        connection.execute(delete(TABLES).where(TABLES.c.id == table))
        commands.revoke_lease(connection, table)


def remove_all(
    engine: Engine, archive: Archive, tables: Iterable[str], pause: Callable[[float], None] = time.sleep
) -> int:
    """Remove tables, and again those that a server wrote to before it read the command."""
    removed = list(tables)
    for table in removed:
        remove(engine, table)
    if removed:
        pause(commands.PROPAGATION_SECONDS)
    for table in removed:
        with reading(engine) as connection:
            is_back = connection.scalar(select(or_(is_listed(table), exists().where(LOG.c.table_id == table))))
        if is_back:
            remove(engine, table)
    delete_unreferenced(engine, archive)
    return len(removed)


def is_listed(table: str) -> Exists:
    return exists().where(TABLES.c.id == table)


# --- retention -----------------------------------------------------------------------------------------------------


def abandoned(connection: Connection, days: float, now: float) -> list[str]:
    """Find unfinished tables without activity for this many days and for `CLOCK_FACTOR` times their clock."""
    if not days:
        return []
    before = now - days * DAY
    rows = connection.execute(
        select(TABLES.c.id, TABLES.c.updated, TABLES.c.summary).where(
            TABLES.c.state != FINISHED, TABLES.c.updated < before
        )
    )
    return [row.id for row in rows if row.updated < now - CLOCK_FACTOR * summary_of(row.summary).clock]


def finished(connection: Connection, days: float, now: float) -> list[str]:
    """Find games that ended this many days ago and are not public."""
    if not days:
        return []
    old = and_(TABLES.c.state == FINISHED, TABLES.c.updated < now - days * DAY)
    return list(connection.scalars(select(TABLES.c.id).where(old, ~TABLES.c.public)))


def expired(days: float, now: float) -> dict[str, tuple[Table, list[ColumnElement[bool]]]]:
    """Return the other database tables, by name, with the conditions under which their rows expire."""
    sits = exists().where(SITS.c.person == PERSONS.c.id)
    hosts = exists().where(TABLES.c.host == PERSONS.c.id)
    active = exists().where(FACTS.c.owner == PERSONS.c.id, FACTS.c.at >= now - YEAR)
    owned = or_(FACTS.c.owner == SERVER, exists().where(PERSONS.c.id == FACTS.c.owner))
    # SQLite reuses the number of a deleted order unless a later one exists.
    newest = select(func.max(ORDERS.c.id)).scalar_subquery()
    conditions: dict[str, tuple[Table, list[ColumnElement[bool]]]] = {
        # A cookie lasts a year, so no session of this person can still be valid.
        "persons": (PERSONS, [PERSONS.c.created < now - YEAR, ~sits, ~hosts, ~active]),
        "facts": (FACTS, [~owned]),
        "revoked": (REVOKED, [REVOKED.c.at < now - YEAR]),
        "sanctions": (SANCTIONS, [SANCTIONS.c.until < now]),
        "orders": (ORDERS, [ORDERS.c.at < now - OLD_ORDERS, ORDERS.c.id < newest, ~unfinished_condition()]),
    }
    if days:
        conditions["records"] = RECORDS, [RECORDS.c.brought < now - days * DAY]
        conditions["reports"] = REPORTS, [or_(REPORTS.c.done, REPORTS.c.at < now - days * DAY)]
    return conditions


def delete_expired(engine: Engine, days: float, now: float) -> dict[str, int]:
    """Delete expired rows other than tables; returns how many of each kind."""
    return {name: delete_rows(engine, table, *conditions) for name, (table, conditions) in expired(days, now).items()}


def half_archived(connection: Connection) -> list[tuple[str, int]]:
    """Find archived tables whose entries are still in the log because the archiver was killed."""
    left = exists().where(LOG.c.table_id == TABLES.c.id, LOG.c.seq < TABLES.c.packed - 1)
    rows = connection.execute(select(TABLES.c.id, TABLES.c.packed).where(TABLES.c.packed > 1, left))
    return [(row.id, row.packed) for row in rows]


def prune(
    engine: Engine, archive: Archive, retention: Retention, now: float, pause: Callable[[float], None] = time.sleep
) -> dict[str, int]:
    """Delete everything that has expired; returns how many of each kind."""
    with reading(engine) as connection:
        old = abandoned(connection, retention.abandoned, now)
        over = finished(connection, retention.finished, now)
        half_moved = half_archived(connection)
    finish_erasures(engine, archive, now)
    for table, packed in half_moved:
        delete_entries(engine, table, packed - 1)
    remove_all(engine, archive, [*old, *over], pause)
    return {"abandoned": len(old), "finished": len(over), **delete_expired(engine, retention.finished, now)}


@dataclass(frozen=True)
class Expired:
    """Dry run of `prune`: the tables and rows that it would delete now."""

    tables: list[str]
    counts: dict[str, int]
    """Number of rows by kind."""


def due_for_deletion(connection: Connection, retention: Retention, now: float) -> Expired:
    old = abandoned(connection, retention.abandoned, now)
    over = finished(connection, retention.finished, now)
    counts = {"abandoned": len(old), "finished": len(over)}
    for name, (table, conditions) in expired(retention.finished, now).items():
        counts[name] = connection.scalar(select(func.count()).select_from(table).where(*conditions)) or 0
    counts["unfinished erasures"] = len(interrupted_erasures(connection, now))
    return Expired([*old, *over], counts)


# --- information ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableFacts:
    """Facts by which an operator recognises a table."""

    id: str
    game: str
    state: str
    opened: float
    updated: float
    players: list[str]


def facts_of(connection: Connection, tables: Iterable[str]) -> list[TableFacts]:
    rows = connection.execute(select(TABLES).where(TABLES.c.id.in_(list(tables))).order_by(TABLES.c.updated))
    return [
        TableFacts(
            row.id,
            row.game,
            row.state,
            row.opened,
            row.updated,
            [str(name) for seat in summary_of(row.summary).seats if (name := seat.get("name"))],
        )
        for row in rows
    ]


def counts(connection: Connection) -> dict[str, int]:
    """Count tables by state, and the rows of everything else."""
    by_state = select(TABLES.c.state, func.count().label("count")).group_by(TABLES.c.state)
    states: dict[str, int] = {row[0]: row[1] for row in connection.execute(by_state)}
    numbers = {
        "entries": select(func.count()).select_from(LOG),
        "archived": select(func.count()).where(TABLES.c.packed > 0),
        "archived entries": select(func.sum(TABLES.c.packed)),
        "persons": select(func.count()).select_from(PERSONS),
        "records": select(func.count()).select_from(RECORDS),
        "closed": select(func.count()).select_from(CLOSED),
        "reports": select(func.count()).select_from(REPORTS).where(~REPORTS.c.done),
        "sanctions": select(func.count()).select_from(SANCTIONS),
    }
    return {**states, **{name: int(connection.scalar(query) or 0) for name, query in numbers.items()}}
