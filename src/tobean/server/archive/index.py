"""What the database knows of the archive: where a log lies, and what has to go.

In this order nothing is lost or kept twice, wherever a program is killed: a name is noted as astray, the log is
written under it, and one transaction points there, takes the name from the strays and puts the earlier one there.
The archive itself, which may be far away, is only used between transactions.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, literal, select, update

from tobean.server.archive.backends import fresh_name
from tobean.server.database.database import AT_ONCE, reading, short_write
from tobean.server.database.schema import MENTIONS, STRAYS, TABLES
from tobean.server.store.mentions import add_mentions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive

UNFINISHED: Final = 3600.0
"""Nobody takes so many seconds to write a log: whoever was about to was killed."""
DELETABLE: Final = 0.0
"""The time of a name that is about to be deleted: nothing can point there any more."""


def reserve_name(engine: Engine, table: str) -> str:
    """A name to write a log under. Unless something points there soon, whatever is written there goes again."""
    name = fresh_name(table)
    with short_write(engine) as connection:
        connection.execute(insert(STRAYS).values(name=name, at=time.time()))
    return name


def release_name(engine: Engine, name: str) -> None:
    """Nothing will point to this name: it may go at once."""
    with short_write(engine) as connection:
        connection.execute(update(STRAYS).where(STRAYS.c.name == name).values(at=DELETABLE))


def set_location(connection: Connection, table: str, name: str, packed: int, persons: Iterable[str] = ()) -> bool:
    """From now on so many entries of a table, which name these persons, lie there.

    False: it took too long, and the name is not ours any more.
    """
    if not connection.execute(delete(STRAYS).where(STRAYS.c.name == name, STRAYS.c.at > DELETABLE)).rowcount:
        return False
    clear_location(connection, table)
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(archive=name, packed=packed))
    add_mentions(connection, [(table, who) for who in persons])
    return True


def clear_location(connection: Connection, table: str) -> None:
    """Let what the archive has of this table be deleted."""
    name = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
    if name:
        connection.execute(insert(STRAYS).values(name=name, at=DELETABLE))


def clear_all_locations(connection: Connection) -> None:
    """The same for all tables."""
    names = select(TABLES.c.archive, literal(DELETABLE)).where(TABLES.c.archive != "")
    connection.execute(insert(STRAYS).from_select(["name", "at"], names))
    connection.execute(delete(MENTIONS))


def delete_unreferenced(engine: Engine, archive: Archive) -> int:
    """Delete what nothing points to any more, and what was left unfinished by a killed program; returns how many.

    Names leave the list after the archive: a program that is killed in between finds them again.
    """
    count = 0
    old = STRAYS.c.at < time.time() - UNFINISHED
    last = ""
    while True:
        with reading(engine) as connection:
            found = select(STRAYS.c.name).where(old, STRAYS.c.name > last)
            names = list(connection.scalars(found.order_by(STRAYS.c.name).limit(AT_ONCE)))
        if names:
            with short_write(engine) as connection:
                connection.execute(update(STRAYS).where(STRAYS.c.name.in_(names), old).values(at=DELETABLE))
                going = select(STRAYS.c.name).where(STRAYS.c.name.in_(names), STRAYS.c.at == DELETABLE)
                # What its writer has pointed to meanwhile is not a stray any more.
                gone = list(connection.scalars(going))
            for name in gone:
                archive.delete_log(name)
            with short_write(engine) as connection:
                connection.execute(delete(STRAYS).where(STRAYS.c.name.in_(gone)))
            count += len(gone)
        if len(names) < AT_ONCE:
            return count
        last = names[-1]
