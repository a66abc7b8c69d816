"""Facts about people in the database of a server."""

import time
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, func, select, text

from tobean.server.database.schema import FACTS, PERSONS
from tobean.server.store.facts import Change, Fact, Ranked, check_fact
from tobean.server.store.store import Store

WRITE: Final = text(
    "INSERT INTO facts (owner, key, value, score, at) VALUES (:owner, :key, :value, :score, :at) "
    "ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, score = excluded.score, at = excluded.at"
)


class DatabaseFacts:
    """Facts in the database of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def matching(self, owner: str, prefix: str) -> dict[str, Fact]:
        query = select(FACTS).where(FACTS.c.owner == owner, FACTS.c.key.startswith(prefix, autoescape=True))
        async with self.store.reader.connect() as connection:
            return {
                row.key: Fact(row.value, row.score) for row in await connection.execute(query.order_by(FACTS.c.key))
            }

    async def change(self, keys: Sequence[tuple[str, str]], change: Change) -> list[Fact | None]:
        def work(connection: Connection) -> list[Fact | None]:
            if not self.store.database.is_sqlite:
                lock(connection, keys)
            old = [stored(connection, owner, key) for owner, key in keys]
            new = change(list(old))
            for (owner, key), fact in zip(keys, new, strict=True):
                if fact is not None:
                    write(connection, owner, key, fact)
            return [after or before for before, after in zip(old, new, strict=True)]

        return await self.store.writer.transact(work)

    async def ranking(self, key: str, limit: int) -> list[Ranked]:
        query = (
            select(FACTS.c.owner, PERSONS.c.name, FACTS.c.value, FACTS.c.score)
            .join(PERSONS, PERSONS.c.id == FACTS.c.owner)
            .where(FACTS.c.key == key, FACTS.c.score.is_not(None))
            .order_by(FACTS.c.score.desc(), FACTS.c.at)
            .limit(limit)
        )
        async with self.store.reader.connect() as connection:
            rows = await connection.execute(query)
            return [Ranked(row.owner, row.name, Fact(row.value, row.score)) for row in rows]

    async def delete(self, owner: str, key: str) -> None:
        await self.store.write(delete(FACTS).where(FACTS.c.owner == owner, FACTS.c.key == key))


def lock(connection: Connection, keys: Sequence[tuple[str, str]]) -> None:
    """Lock facts on PostgreSQL, present or not, until the transaction ends; in order, so that nothing deadlocks."""
    for owner, key in sorted(keys):
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"{owner}/{key}", 0))))


def stored(connection: Connection, owner: str, key: str) -> Fact | None:
    query = select(FACTS.c.value, FACTS.c.score).where(FACTS.c.owner == owner, FACTS.c.key == key)
    row = connection.execute(query).first()
    return None if row is None else Fact(row.value, row.score)


def write(connection: Connection, owner: str, key: str, fact: Fact) -> None:
    check_fact(key, fact)
    values = {"owner": owner, "key": key, "value": fact.value, "score": fact.score, "at": time.time()}
    connection.execute(WRITE, values)
