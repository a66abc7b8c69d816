"""Tables as whoever runs a server sees them: closing, removing, and letting go what nobody needs any more."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, delete, exists, func, insert, or_, select

from tobean.kernel.errors import BadInput
from tobean.server.admin import orders
from tobean.server.archive.pointing import clear, unpoint
from tobean.server.store.governing import CLOSED, ORDERS, REPORTS, SANCTIONS
from tobean.server.store.schema import CLEARED, LOG, MENTIONS, PERSONS, RECORDS, REVOKED, SITS, TABLES
from tobean.server.store.store import OVER, summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive

DAY: Final = 86400.0
YEAR: Final = 365 * DAY
LEEWAY: Final = 2.0
"""A table over days may rest for so many times its clock before it counts as abandoned."""
OLD_ORDERS: Final = DAY
ALL_ABOUT_IT: Final = (LOG, SITS, CLEARED, CLOSED, REPORTS, MENTIONS)


@dataclass(frozen=True)
class Retention:
    """For how many days things are kept; 0: for ever."""

    abandoned: float = 7
    """Tables at which nothing has happened for so long."""
    finished: float = 365
    """Games that are over and were not public, and records that people have brought."""


def table_id(connection: Connection, table: str) -> str:
    """The id of a table, of which the beginning is enough; raises `BadInput`."""
    found = list(connection.scalars(select(TABLES.c.id).where(TABLES.c.id.startswith(table, autoescape=True)).limit(2)))
    if len(found) != 1:
        raise BadInput("there is no table {table!r}" if not found else "{table!r} could be several tables", table=table)
    return str(found[0])


def close(connection: Connection, table: str) -> None:
    """Nobody plays on there; what was played can still be looked at by whoever runs the server."""
    connection.execute(delete(CLOSED).where(CLOSED.c.table_id == table))
    connection.execute(insert(CLOSED).values(table_id=table, at=time.time()))
    orders.take_away(connection, table)


def reopen(connection: Connection, table: str) -> None:
    connection.execute(delete(CLOSED).where(CLOSED.c.table_id == table))
    orders.take_away(connection, table)


def remove(connection: Connection, table: str) -> None:
    """Nothing is left of it; what is in the archive goes next (`clear`)."""
    unpoint(connection, [table])
    for about in ALL_ABOUT_IT:
        connection.execute(delete(about).where(about.c.table_id == table))
    connection.execute(delete(TABLES).where(TABLES.c.id == table))
    orders.take_away(connection, table)


def remove_all(
    engine: Engine, archive: Archive, tables: Iterable[str], pause: Callable[[float], None] = time.sleep
) -> int:
    """Remove tables, each in a transaction; once more when the servers have heard, should one have listed it anew."""
    found = list(tables)
    for _ in range(2 if found else 0):
        for table in found:
            with engine.begin() as connection:
                remove(connection, table)
        pause(orders.HEARD)
    clear(engine, archive)
    return len(found)


# --- letting go ----------------------------------------------------------------------------------------------------


def abandoned(connection: Connection, days: float, now: float) -> list[str]:
    """Tables that are not over and at which nothing has happened for so long, or twice as long as their clock."""
    if not days:
        return []
    before = now - days * DAY
    rows = connection.execute(
        select(TABLES.c.id, TABLES.c.updated, TABLES.c.summary).where(TABLES.c.state != OVER, TABLES.c.updated < before)
    )
    return [row.id for row in rows if row.updated < now - LEEWAY * summary_of(row.summary).clock]


def finished(connection: Connection, days: float, now: float) -> list[str]:
    """Games that were over so long ago and are not public."""
    if not days:
        return []
    old = and_(TABLES.c.state == OVER, TABLES.c.updated < now - days * DAY)
    return list(connection.scalars(select(TABLES.c.id).where(old, ~TABLES.c.public)))


def tidy(connection: Connection, days: float, now: float) -> dict[str, int]:
    """What else is not needed any more; returns how many of each."""
    sits = exists().where(SITS.c.person == PERSONS.c.id)
    hosts = exists().where(TABLES.c.host == PERSONS.c.id)
    gone = {
        # A cookie lasts a year, so nobody can be this person any more.
        "persons": delete(PERSONS).where(PERSONS.c.created < now - YEAR, ~sits, ~hosts),
        "revoked": delete(REVOKED).where(REVOKED.c.at < now - YEAR),
        "sanctions": delete(SANCTIONS).where(SANCTIONS.c.until < now),
        "orders": delete(ORDERS).where(ORDERS.c.at < now - OLD_ORDERS),
    }
    if days:
        gone["records"] = delete(RECORDS).where(RECORDS.c.brought < now - days * DAY)
        gone["reports"] = delete(REPORTS).where(or_(REPORTS.c.done, REPORTS.c.at < now - days * DAY))
    return {name: connection.execute(statement).rowcount for name, statement in gone.items()}


def prune(
    engine: Engine, archive: Archive, retention: Retention, now: float, pause: Callable[[float], None] = time.sleep
) -> dict[str, int]:
    """Let go what is older than it shall get; returns how many of each."""
    with engine.connect() as connection:
        old = abandoned(connection, retention.abandoned, now)
        over = finished(connection, retention.finished, now)
    remove_all(engine, archive, [*old, *over], pause)
    with engine.begin() as connection:
        return {"abandoned": len(old), "finished": len(over), **tidy(connection, retention.finished, now)}


# --- looking --------------------------------------------------------------------------------------------------------


def counts(connection: Connection) -> dict[str, int]:
    """How much of everything there is."""
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
    return {**states, **{name: int(connection.scalar(question) or 0) for name, question in numbers.items()}}
