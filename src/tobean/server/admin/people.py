"""Search for people by name or table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select

from tobean.server.database.schema import PERSONS, SITS, TABLES
from tobean.server.moderation.erasure import tables_with
from tobean.server.moderation.sanctions import no_such_person

MAX_LISTED: Final = 100


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
    return connection.execute(query.order_by(PERSONS.c.created.desc()).limit(MAX_LISTED)).all()


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
