"""Deleting a person everywhere: from now on somebody else of a meaningless name has sat in their seats.

Servers may run meanwhile. In one transaction a table's log is written anew, its owner loses the lease, so that nothing
follows on the old log, and the servers are told. What else one has written in the second before it heard is found by
looking once more. A log in the archive is written anew there, and the old one is deleted.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, insert, or_, select, update

from tobean.kernel.errors import BadInput
from tobean.server.admin import orders
from tobean.server.admin.aliases import Alias, digest_of, fresh_alias, last_names
from tobean.server.archive.pointing import clear, point, reserve, watching
from tobean.server.archive.reading import archived, gone, kept_now
from tobean.server.store.database import be_patient
from tobean.server.store.governing import ERASED, REPORTS, SANCTIONS
from tobean.server.store.schema import CLEARED, LOG, MENTIONS, PERSONS, RECORDS, SITS, TABLES
from tobean.server.store.store import summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection, Engine

    from tobean.server.archive.archive import Archive
    from tobean.server.archive.reading import Kept

MOST_LOOKS: Final = 10


def erase(
    engine: Engine, archive: Archive, person: str, alias: str = "", pause: Callable[[float], None] = time.sleep
) -> int:
    """Delete a person; returns at how many tables. Raises `BadInput` if there is nobody of this id."""
    who = Alias(person, alias or fresh_alias())
    with engine.begin() as connection:
        row = connection.execute(select(PERSONS).where(PERSONS.c.id == person)).first()
        if not person or (row is None and not tables_with(connection, who)):  # bots have no id
            raise BadInput("there is no person {person!r}; `tobean admin people` lists them", person=person)
        if row is not None:
            who.learn(row.name)
        leave(connection, who)
    tables: set[str] = set()
    for look in range(MOST_LOOKS):
        changed = erase_from_tables(engine, archive, who, tables)
        tables |= changed
        if look and not changed:
            break
        pause(orders.HEARD)
    clear(engine, archive)
    return len(tables)


def leave(connection: Connection, who: Alias) -> None:
    """The person is nobody any more, on no device."""
    connection.execute(delete(PERSONS).where(PERSONS.c.id == who.person))
    connection.execute(delete(CLEARED).where(CLEARED.c.person == who.person))
    connection.execute(delete(SANCTIONS).where(SANCTIONS.c.who == who.person))
    connection.execute(update(REPORTS).where(REPORTS.c.about == who.person).values(about=who.key))
    connection.execute(update(REPORTS).where(REPORTS.c.by == who.person).values(by=who.key))
    digest = digest_of(who.person)
    connection.execute(delete(ERASED).where(ERASED.c.digest == digest))
    connection.execute(insert(ERASED).values(digest=digest, alias=who.alias, at=time.time()))
    for row in connection.execute(select(RECORDS).where(RECORDS.c.person == who.person)).all():
        text = who.without_names(row.text)
        connection.execute(update(RECORDS).where(RECORDS.c.id == row.id).values(person=who.key, text=text))
    orders.give(connection, orders.PERSON, who.person)


def tables_with(connection: Connection, who: Alias) -> list[str]:
    """Where the person is in the log or the lists; also where bots went on under the name in the next game."""
    found = set(connection.scalars(select(LOG.c.table_id).where(LOG.c.entry.contains(who.person)).distinct()))
    found |= set(connection.scalars(select(SITS.c.table_id).where(SITS.c.person == who.person)))
    found |= set(connection.scalars(select(TABLES.c.id).where(TABLES.c.host == who.person)))
    keys = (who.person, *map(watching, who.names))
    found |= set(connection.scalars(select(MENTIONS.c.table_id).where(MENTIONS.c.who.in_(keys))))
    for name in who.names:
        # Who only watched is known by name.
        spoken = or_(*(LOG.c.entry.contains(text) for text in said_by_watcher(name)))
        found |= set(connection.scalars(select(LOG.c.table_id).where(spoken).distinct()))
    return sorted(found)


def said_by_watcher(name: str) -> Iterable[str]:
    """How lines of chat of somebody who watches begin in the log."""
    return (f'"seat":-1,"name":{msgspec.json.encode(name).decode()}',)


def erase_from_tables(engine: Engine, archive: Archive, who: Alias, before: Iterable[str]) -> set[str]:
    """One look at all tables, and again at those of before; returns where something had to be changed."""
    with engine.connect() as connection:
        waiting = sorted({*tables_with(connection, who), *before})
    seen: set[str] = set()
    changed: set[str] = set()
    while waiting:
        table = waiting.pop(0)
        seen.add(table)
        if erase_at(engine, archive, table, who):
            changed.add(table)
        with engine.connect() as connection:
            summary = connection.scalar(select(TABLES.c.summary).where(TABLES.c.id == table))
        onwards = summary_of(summary).rematch if summary else ""
        if onwards and onwards not in seen:
            waiting.append(onwards)
    return changed


def erase_at(engine: Engine, archive: Archive, table: str, who: Alias) -> bool:
    """Write one log anew, and what the lists show of it."""
    while True:
        with engine.connect() as connection:
            name = connection.scalar(select(TABLES.c.archive).where(TABLES.c.id == table))
        fresh = reserve(engine, table) if name else ""
        with engine.begin() as connection:
            be_patient(connection)
            connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
            found = kept_now(connection, table, locking=True)
            if found.archive == (name or ""):  # else it has just been archived
                return erase_in(connection, archive, table, found, fresh, who)


def erase_in(connection: Connection, archive: Archive, table: str, found: Kept, name: str, who: Alias) -> bool:
    """The same within a transaction; what is archived of it is written under this name."""
    packed = archived(archive, found)
    if packed is None:
        raise gone(found)
    later = [(seq, line) for seq, line in found.rows if seq >= found.packed]
    lines = [*packed, *(line for _, line in later)]
    fresh = who.log(lines)
    if fresh[: found.packed] != packed:
        archive.keep(name, table, fresh[: found.packed])
        point(connection, table, name, fresh[: found.packed])
    numbers = [*range(found.packed), *(seq for seq, _ in later)]
    now = dict(zip(numbers, fresh, strict=True))
    for seq, line in found.rows:
        if now[seq] != line:
            connection.execute(update(LOG).where(LOG.c.table_id == table, LOG.c.seq == seq).values(entry=now[seq]))
    sat = connection.execute(
        update(SITS).where(SITS.c.table_id == table, SITS.c.person == who.person).values(person=who.key)
    )
    hosted = connection.execute(
        update(TABLES).where(TABLES.c.id == table, TABLES.c.host == who.person).values(host=who.key)
    )
    changed = fresh != lines or bool(sat.rowcount) or bool(hosted.rowcount)
    if changed:
        show_names(connection, table, last_names(fresh))
        orders.take_away(connection, table)
    return changed


def show_names(connection: Connection, table: str, names: list[str]) -> None:
    """Let the lists show these names."""
    text = connection.scalar(select(TABLES.c.summary).where(TABLES.c.id == table))
    if text is None:
        return
    summary = summary_of(text)
    seats = tuple({**seat, "name": name} for seat, name in zip(summary.seats, names, strict=False))
    fresh = msgspec.json.encode(msgspec.structs.replace(summary, seats=seats)).decode()
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(summary=fresh))


def erase_again(engine: Engine, archive: Archive, erased: Iterable[tuple[str, str]]) -> int:
    """After a backup was restored: delete those who had been deleted since it was made; returns how many."""
    aliases = dict(erased)
    with engine.connect() as connection:
        persons = list(connection.scalars(select(PERSONS.c.id)))
    found = [person for person in persons if digest_of(person) in aliases]
    for person in found:
        erase(engine, archive, person, aliases[digest_of(person)], pause=lambda _: None)
    return len(found)
