"""Erasure of a person: a pseudonym replaces their id and names everywhere, and their chat is removed.

Tables are found by the index of mentions, and a person's data by their id, never by a name, which others may share.
Servers may be running, and nothing here holds SQLite's writer for long: a log is read and rewritten outside of any
transaction, then changed in short ones. A server that has the table in memory is told to reload it. It may still write
an old name in the second before it reads the command, so the tables are searched again. An archived log is written to a
new object, and the old one is deleted.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, insert, select, text, update

from tobean.kernel.errors import TobeanError
from tobean.server.archive.archive import Archive
from tobean.server.archive.index import delete_unreferenced, release_name, reserve_name, set_location
from tobean.server.archive.log_reader import TRIES, StoredLog, archived, is_unchanged, missing_log_error, stored_log
from tobean.server.database.database import BATCH_SIZE, reading, short_write
from tobean.server.database.moderation_schema import ERASED, ORDERS, REPORTS, SANCTIONS
from tobean.server.database.schema import CLEARED, FACTS, MENTIONS, PERSONS, RECORDS, SITS, TABLES
from tobean.server.logs import log
from tobean.server.moderation import commands
from tobean.server.moderation.pseudonyms import PSEUDONYM, Pseudonym, digest_of, last_seats, new_pseudonym
from tobean.server.moderation.sanctions import no_such_person
from tobean.server.store.store import summary_of

MAX_PASSES: Final = 10
RECORDS_AT_ONCE: Final = 20
STALLED_SECONDS: Final = 600.0
"""Age in seconds at which an erasure that has not ended counts as interrupted."""
REWRITE: Final = text("UPDATE log SET entry = :entry WHERE table_id = :table AND seq = :seq")


class Erasure:
    """Erasure of one person.

    Call `start`, then `erase_tables` every `commands.PROPAGATION_SECONDS` until it returns True, then `finish`.
    """

    def __init__(self, engine: Engine, archive: Archive, person: str, name: str = "") -> None:
        self.engine = engine
        self.archive = archive
        self.pseudonym = Pseudonym(person, name or new_pseudonym())
        self.tables: set[str] = set()
        self.passes = 0

    def start(self) -> None:
        """Delete the data outside of tables; raises `BadInput` if there is no such person."""
        person = self.pseudonym.person
        with reading(self.engine) as connection:
            row = connection.execute(select(PERSONS).where(PERSONS.c.id == person)).first()
            known = row is not None or bool(tables_with(connection, person))
        if not person or not known:  # bots have no id
            raise no_such_person(person)
        if row is not None:
            self.pseudonym.replacement_for(row.name)
        erase_records(self.engine, self.pseudonym)
        with short_write(self.engine) as connection:
            delete_person(connection, self.pseudonym)

    def erase_tables(self) -> bool:
        """Erase the person from all tables; True if there was nothing left to change since the last call.

        An error at one table is raised after the other tables are done.
        """
        with reading(self.engine) as connection:
            tables = sorted({*tables_with(connection, self.pseudonym.person), *self.tables})
        changed: set[str] = set()
        fault: Exception | None = None
        for table in tables:
            try:
                if erase_from_table(self.engine, self.archive, table, self.pseudonym):
                    changed.add(table)
            except (TobeanError, OSError) as error:
                fault = error
        self.tables |= changed
        if fault is not None:
            raise fault
        self.passes += 1
        return self.passes == MAX_PASSES or (self.passes > 1 and not changed)

    def finish(self) -> int:
        """Delete the last traces; returns the number of tables the person was at."""
        with short_write(self.engine) as connection:
            commands.pseudonymise(connection, self.pseudonym.person, self.pseudonym.key)
            # A request that was running at the start may have stored one meanwhile.
            connection.execute(delete(FACTS).where(FACTS.c.owner == self.pseudonym.person))
        delete_unreferenced(self.engine, self.archive)
        return len(self.tables)


def erase(
    engine: Engine, archive: Archive, person: str, name: str = "", pause: Callable[[float], None] = time.sleep
) -> int:
    """Erase a person; returns the number of tables changed. Raises `BadInput` if there is no such person."""
    erasure = Erasure(engine, archive, person, name)
    erasure.start()
    while not erasure.erase_tables():
        pause(commands.PROPAGATION_SECONDS)
    return erasure.finish()


def delete_person(connection: Connection, pseudonym: Pseudonym) -> None:
    """Delete the person and all sessions, and record the erasure."""
    connection.execute(delete(PERSONS).where(PERSONS.c.id == pseudonym.person))
    connection.execute(delete(CLEARED).where(CLEARED.c.person == pseudonym.person))
    connection.execute(delete(FACTS).where(FACTS.c.owner == pseudonym.person))
    connection.execute(delete(SANCTIONS).where(SANCTIONS.c.who == pseudonym.person))
    connection.execute(update(REPORTS).where(REPORTS.c.about == pseudonym.person).values(about=pseudonym.key))
    connection.execute(update(REPORTS).where(REPORTS.c.by == pseudonym.person).values(by=pseudonym.key))
    digest = digest_of(pseudonym.person)
    connection.execute(delete(ERASED).where(ERASED.c.digest == digest))
    connection.execute(insert(ERASED).values(digest=digest, alias=pseudonym.name, at=time.time()))
    commands.issue(connection, commands.PERSON, pseudonym.person)


def erase_records(engine: Engine, pseudonym: Pseudonym) -> None:
    """Remove the person's name from the records that they uploaded."""
    while True:
        with reading(engine) as connection:
            query = select(RECORDS.c.id, RECORDS.c.text).where(RECORDS.c.person == pseudonym.person)
            rows = connection.execute(query.limit(RECORDS_AT_ONCE)).all()
        if not rows:
            return
        texts = {row.id: pseudonym.without_names(row.text) for row in rows}
        with short_write(engine) as connection:
            for record, text_without_names in texts.items():
                connection.execute(
                    update(RECORDS).where(RECORDS.c.id == record).values(person=pseudonym.key, text=text_without_names)
                )


def tables_with(connection: Connection, person: str) -> set[str]:
    """Return the tables whose log names this person, where they have a seat, or which they opened."""
    found = set(connection.scalars(select(MENTIONS.c.table_id).where(MENTIONS.c.who == person)))
    found |= set(connection.scalars(select(SITS.c.table_id).where(SITS.c.person == person)))
    return found | set(connection.scalars(select(TABLES.c.id).where(TABLES.c.host == person)))


# --- one table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RewrittenLog:
    """Log without the person, and the parts of it that have to be written."""

    archived_lines: list[str]
    """The archived part, if it has changed; else empty."""
    rows: list[tuple[int, str]]
    """Sequence numbers and changed entries, the last one first, because the next append has to follow it."""
    seats: list[tuple[str, int]]
    """Name and face of each seat at the end of the log."""

    @property
    def changes_anything(self) -> bool:
        return bool(self.archived_lines or self.rows)


def erase_from_table(engine: Engine, archive: Archive, table: str, pseudonym: Pseudonym) -> bool:
    """Rewrite one log and its rows in the lists; returns whether anything had to be changed."""
    for _ in range(TRIES):
        with reading(engine) as connection:
            stored = stored_log(connection, table)
        archived_lines = archived(archive, stored)
        if archived_lines is None:
            continue  # archived since it was read
        new_log = rewrite_log(stored, archived_lines, pseudonym)
        object_name = ""
        if new_log.archived_lines:
            object_name = reserve_name(engine, table)
            archive.store_log(object_name, table, new_log.archived_lines)
        if write_log(engine, table, stored, new_log, object_name):
            return update_table_lists(engine, table, pseudonym, new_log)
        if object_name:
            release_name(engine, object_name)
    raise missing_log_error(stored)


def rewrite_log(stored: StoredLog, archived_lines: Sequence[str], pseudonym: Pseudonym) -> RewrittenLog:
    later = [(seq, line) for seq, line in stored.rows if seq >= stored.packed]
    lines = pseudonym.log([*archived_lines, *(line for _, line in later)])
    by_number = dict(zip([*range(stored.packed), *(seq for seq, _ in later)], lines, strict=True))
    rows = [(seq, by_number[seq]) for seq, line in reversed(stored.rows) if by_number[seq] != line]
    new_archived_lines = lines[: stored.packed]
    return RewrittenLog(new_archived_lines if new_archived_lines != archived_lines else [], rows, last_seats(lines))


def write_log(engine: Engine, table: str, stored: StoredLog, new_log: RewrittenLog, object_name: str) -> bool:
    """Write the changes in short transactions; False if the log was rewritten or archived since it was read."""
    if not new_log.changes_anything:
        return True
    for first in range(0, max(1, len(new_log.rows)), BATCH_SIZE):
        with short_write(engine) as connection:
            if not is_unchanged(connection, table, stored):
                return False
            if object_name and not set_location(connection, table, object_name, len(new_log.archived_lines)):
                return False
            rows = [
                {"table": table, "seq": seq, "entry": line} for seq, line in new_log.rows[first : first + BATCH_SIZE]
            ]
            if rows:
                connection.execute(REWRITE, rows)
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(revision=TABLES.c.revision + 1))
        stored = replace(stored, archive=object_name or stored.archive, revision=stored.revision + 1)
        object_name = ""
    return True


def update_table_lists(engine: Engine, table: str, pseudonym: Pseudonym, new_log: RewrittenLog) -> bool:
    """Replace the person in the table lists and issue the reload command; returns whether anything was changed."""
    with reading(engine) as connection:
        listed = table in tables_with(connection, pseudonym.person)
    if not listed and not new_log.changes_anything:
        return False
    with short_write(engine) as connection:
        connection.execute(
            update(SITS).where(SITS.c.table_id == table, SITS.c.person == pseudonym.person).values(person=pseudonym.key)
        )
        connection.execute(
            update(TABLES).where(TABLES.c.id == table, TABLES.c.host == pseudonym.person).values(host=pseudonym.key)
        )
        connection.execute(delete(MENTIONS).where(MENTIONS.c.table_id == table, MENTIONS.c.who == pseudonym.person))
        update_listed_seats(connection, table, new_log.seats)
        commands.issue(connection, commands.LOG, table)
    return True


def update_listed_seats(connection: Connection, table: str, names_and_faces: list[tuple[str, int]]) -> None:
    """Update the names and faces that the lists show."""
    summary_text = connection.scalar(select(TABLES.c.summary).where(TABLES.c.id == table))
    if summary_text is None:
        return
    summary = summary_of(summary_text)
    pairs = zip(summary.seats, names_and_faces, strict=False)
    seats = tuple({**seat, "name": name, "face": face} for seat, (name, face) in pairs)
    new_summary_text = msgspec.json.encode(msgspec.structs.replace(summary, seats=seats)).decode()
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(summary=new_summary_text))


def unfinished_condition() -> ColumnElement[bool]:
    """SQL condition for persons whose erasure is unfinished: their commands still have the person's id.

    `finish` replaces it.
    """
    return and_(ORDERS.c.what == commands.PERSON, ~ORDERS.c.key.startswith(PSEUDONYM))


def interrupted_erasures(connection: Connection, now: float) -> list[str]:
    """Return the persons whose erasure was interrupted when its process was killed."""
    query = select(ORDERS.c.key).where(unfinished_condition(), ORDERS.c.at < now - STALLED_SECONDS).distinct()
    return list(connection.scalars(query))


def finish_erasures(engine: Engine, archive: Archive, now: float) -> int:
    """Finish erasures that were interrupted when their process was killed; returns their number."""
    with reading(engine) as connection:
        persons = interrupted_erasures(connection, now)
        pseudonym_names = {row.digest: row.alias for row in connection.execute(select(ERASED))} if persons else {}
    for person in persons:
        erasure = Erasure(engine, archive, person, pseudonym_names.get(digest_of(person), ""))
        try:
            while not erasure.erase_tables():
                pass  # the servers have read the command long ago
            erasure.finish()
        except (TobeanError, OSError) as error:
            log("an erasure could not be finished", logging.ERROR, error=type(error).__name__)
    return len(persons)


def erase_again(engine: Engine, archive: Archive, erased: Iterable[tuple[str, str]]) -> int:
    """Repeat the erasures made since a backup, after it was restored; returns their number."""
    pseudonym_names = dict(erased)
    with reading(engine) as connection:
        persons = list(connection.scalars(select(PERSONS.c.id)))
    again = [person for person in persons if digest_of(person) in pseudonym_names]
    for person in again:
        erase(engine, archive, person, pseudonym_names[digest_of(person)], pause=lambda _: None)
    return len(again)
