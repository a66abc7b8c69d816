"""Index of the archive in the database: the name of each archived log, and names to be deleted.

The order of steps ensures that nothing is lost or leaked wherever a program is killed: a new name is listed in
`STRAYS`, the log is written under it, and one transaction sets the table's name, removes it from `STRAYS` and adds the
previous name there. The archive itself, which may be remote, is only used between transactions.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, literal, select, update

from tobean.server.archive.backends import fresh_name
from tobean.server.database.database import BATCH_SIZE, reading, short_write
from tobean.server.database.mentions import add_mentions
from tobean.server.database.schema import MENTIONS, STRAYS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive

RESERVATION_SECONDS: Final = 3600.0
"""Seconds after which a name that was reserved but not used counts as abandoned by a killed program."""
DELETABLE: Final = 0.0
"""Time in `STRAYS` of a name that is about to be deleted and can no longer be set for a table."""


def reserve_name(engine: Engine, table: str) -> str:
    """Reserve a name to write a log under. Unless it is set for a table soon, it is deleted again."""
    name = fresh_name(table)
    with short_write(engine) as connection:
        connection.execute(insert(STRAYS).values(name=name, at=time.time()))
    return name


def release_name(engine: Engine, name: str) -> None:
    """Mark an unused name for deletion."""
    with short_write(engine) as connection:
        connection.execute(update(STRAYS).where(STRAYS.c.name == name).values(at=DELETABLE))


def set_location(connection: Connection, table: str, name: str, packed: int, persons: Iterable[str] = ()) -> bool:
    """Record that the first `packed` entries of a table, which mention these persons, are archived under this name.

    Returns False if the reservation has expired.
    """
    if not connection.execute(delete(STRAYS).where(STRAYS.c.name == name, STRAYS.c.at > DELETABLE)).rowcount:
        return False
    clear_location(connection, table)
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(archive=name, packed=packed))
    add_mentions(connection, [(table, person) for person in persons])
    return True


def clear_location(connection: Connection, table: str) -> None:
    """Mark the archived log of a table for deletion."""
    name = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
    if name:
        connection.execute(insert(STRAYS).values(name=name, at=DELETABLE))


def clear_all_locations(connection: Connection) -> None:
    """Mark all archived logs for deletion."""
    names = select(TABLES.c.archive, literal(DELETABLE)).where(TABLES.c.archive != "")
    connection.execute(insert(STRAYS).from_select(["name", "at"], names))
    connection.execute(delete(MENTIONS))


def delete_unreferenced(engine: Engine, archive: Archive) -> int:
    """Delete names that no table refers to, and those left by killed programs; returns their number.

    Names leave `STRAYS` after the archive, so that a program killed in between does not lose them.
    """
    count = 0
    old = STRAYS.c.at < time.time() - RESERVATION_SECONDS
    last = ""
    while True:
        with reading(engine) as connection:
            query = select(STRAYS.c.name).where(old, STRAYS.c.name > last)
            names = list(connection.scalars(query.order_by(STRAYS.c.name).limit(BATCH_SIZE)))
        if names:
            with short_write(engine) as connection:
                connection.execute(update(STRAYS).where(STRAYS.c.name.in_(names), old).values(at=DELETABLE))
                still_listed = select(STRAYS.c.name).where(STRAYS.c.name.in_(names), STRAYS.c.at == DELETABLE)
                # A name that its writer has set for a table since is no longer in the list.
                deletable = list(connection.scalars(still_listed))
            for name in deletable:
                archive.delete_log(name)
            with short_write(engine) as connection:
                connection.execute(delete(STRAYS).where(STRAYS.c.name.in_(deletable)))
            count += len(deletable)
        if len(names) < BATCH_SIZE:
            return count
        last = names[-1]
