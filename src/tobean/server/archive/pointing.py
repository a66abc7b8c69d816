"""What the database knows of the archive: where a log lies, who is in it, and what has to go.

In this order nothing is lost or kept twice, wherever a program is killed: a name is noted as astray, the log is
written under it, and one transaction points there, takes the name from the strays and puts the earlier one there.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, literal, select, update

from tobean.server.archive.places import fresh_name
from tobean.server.store.database import be_patient
from tobean.server.store.schema import MENTIONS, STRAYS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive

UNFINISHED: Final = 3600.0
"""Nobody takes so many seconds to write a log: whoever was about to was killed."""
AT_ONCE: Final = 500


def reserve(engine: Engine, table: str) -> str:
    """A name to write a log under. Unless something points there soon, whatever is written there goes again."""
    name = fresh_name(table)
    with engine.begin() as connection:
        connection.execute(insert(STRAYS).values(name=name, at=time.time()))
    return name


def give_up(engine: Engine, name: str) -> None:
    """Nothing will point to this name: it may go at once."""
    with engine.begin() as connection:
        connection.execute(update(STRAYS).where(STRAYS.c.name == name).values(at=0.0))


def point(connection: Connection, table: str, name: str, lines: Sequence[str]) -> bool:
    """From now on these entries of a table lie there; False: it took too long, and the name is not ours any more."""
    if not connection.execute(delete(STRAYS).where(STRAYS.c.name == name)).rowcount:
        return False
    unpoint(connection, [table])
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(archive=name, packed=len(lines)))
    people = [{"table_id": table, "who": who} for who in sorted(mentioned(lines))]
    if people:
        connection.execute(insert(MENTIONS), people)
    return True


def unpoint(connection: Connection, tables: Iterable[str]) -> None:
    """What lies in the archive of these tables shall go."""
    for table in tables:
        name = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
        if name:
            connection.execute(insert(STRAYS).values(name=name, at=0.0))
        connection.execute(delete(MENTIONS).where(MENTIONS.c.table_id == table))


def unpoint_all(connection: Connection) -> None:
    """The same for all tables."""
    names = select(TABLES.c.archive, literal(0.0)).where(TABLES.c.archive != "")
    connection.execute(insert(STRAYS).from_select(["name", "at"], names))
    connection.execute(delete(MENTIONS))


def clear(engine: Engine, archive: Archive) -> int:
    """Delete what nothing points to any more, and what somebody was killed while writing; returns how many."""
    count = 0
    old = STRAYS.c.at < time.time() - UNFINISHED
    while True:
        with engine.begin() as connection:
            be_patient(connection)
            found = select(STRAYS.c.name).where(old).order_by(STRAYS.c.name).limit(AT_ONCE).with_for_update()
            names = list(connection.scalars(found))
            for name in names:
                connection.execute(delete(STRAYS).where(STRAYS.c.name == name))
                # Before the transaction ends: whoever is killed in between finds the name here again.
                archive.drop(name)
        count += len(names)
        if len(names) < AT_ONCE:
            return count


# --- who is in a log ---------------------------------------------------------------------------------------------


def watching(name: str) -> str:
    """How somebody is mentioned who talked without a seat: they are known by name only."""
    return f"watching {name}"


def mentioned(lines: Iterable[str]) -> set[str]:
    """Everybody who is in a log."""
    found: set[str] = set()
    for line in lines:
        entry = json.loads(line)
        kind = entry.get("entry")
        if kind == "opened":
            found.update(seat.get("person", "") for seat in entry["setup"]["seats"])
        elif kind == "seated":
            found.add(entry["now"].get("person", ""))
        elif kind == "said" and entry["seat"] < 0:
            found.add(watching(entry["name"]))
    return found - {""}
