"""People as an operator finds them: by name, by table, by reports about them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, insert, select, update

from tobean.kernel.errors import BadInput
from tobean.server.admin.erasure import tables_with
from tobean.server.admin.sanctions import no_such_person
from tobean.server.database.schema import PERSONS, SITS, TABLES
from tobean.server.store.moderation import REPORTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

LONGEST_REPORT: Final = 1000
MOST: Final = 100


def people(connection: Connection, name: str = "", table: str = "") -> Sequence[Any]:
    """List persons with id, name, first visit and number of seats, filtered by name or table."""
    seats = select(func.count()).where(SITS.c.person == PERSONS.c.id).scalar_subquery()
    query = select(PERSONS.c.id, PERSONS.c.name, PERSONS.c.created, seats.label("seats"))
    if name:
        query = query.where(func.lower(PERSONS.c.name).contains(name.lower(), autoescape=True))
    if table:
        at = select(SITS.c.person).where(SITS.c.table_id.startswith(table, autoescape=True))
        host = select(TABLES.c.host).where(TABLES.c.id.startswith(table, autoescape=True))
        query = query.where(PERSONS.c.id.in_(at.union(host)))
    return connection.execute(query.order_by(PERSONS.c.created.desc()).limit(MOST)).all()


@dataclass(frozen=True)
class PersonFacts:
    """Facts by which an operator recognises a person."""

    id: str
    name: str
    """Empty for a person found only in logs."""
    created: float
    tables: int
    """Number of tables where they have or had a seat, chatted, or which they opened."""


def person_facts(connection: Connection, person: str) -> PersonFacts:
    """Look up a person; raises `BadInput` if there is no such person."""
    row = connection.execute(select(PERSONS).where(PERSONS.c.id == person)).first()
    tables = tables_with(connection, person) if person else set()  # bots have no id
    if row is None and not tables:
        raise no_such_person(person)
    return PersonFacts(person, row.name if row else "", row.created if row else 0.0, len(tables))


def report(connection: Connection, table: str, about: str, by: str, text: str) -> None:
    """Store a report of one person about another."""
    stripped = text.strip()
    if not stripped or len(stripped) > LONGEST_REPORT:
        raise BadInput("A report has 1 to {most} characters.", most=LONGEST_REPORT)
    values = {"at": time.time(), "table_id": table, "about": about, "by": by, "text": stripped, "done": False}
    connection.execute(insert(REPORTS).values(values))


def reports(connection: Connection) -> Sequence[Any]:
    """List the reports that no operator has settled."""
    return connection.execute(select(REPORTS).where(~REPORTS.c.done).order_by(REPORTS.c.at).limit(MOST)).all()


def settle(connection: Connection, number: int) -> None:
    """Mark a report as dealt with."""
    done = connection.execute(update(REPORTS).where(REPORTS.c.id == number).values(done=True))
    if not done.rowcount:
        raise BadInput("there is no report {number}", number=number)
