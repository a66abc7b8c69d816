"""Deletion of many rows in batches, each in a short transaction."""

from typing import Any

from sqlalchemy import ColumnElement, Engine, Table, delete, func, select

from tobean.server.database.database import BATCH_SIZE, reading, short_write
from tobean.server.database.schema import LOG


def delete_rows(engine: Engine, table: Table, *conditions: ColumnElement[Any]) -> int:
    """Delete the rows that meet these conditions; returns their number.

    They are found in read transactions, because a condition may need a scan.
    """
    key = next(iter(table.primary_key.columns))
    query = select(key).where(*conditions).distinct().order_by(key).limit(BATCH_SIZE)
    count = 0
    keys: list[Any] = []
    while True:
        with reading(engine) as connection:
            keys = list(connection.scalars(query.where(key > keys[-1]) if keys else query))
        if keys:
            with short_write(engine) as connection:
                count += connection.execute(delete(table).where(key.in_(keys), *conditions)).rowcount
        if len(keys) < BATCH_SIZE:
            return count


def delete_entries(engine: Engine, table: str, before: int | None = None) -> None:
    """Delete the entries of a log, or those before this sequence number."""
    with reading(engine) as connection:
        query = select(func.min(LOG.c.seq), func.max(LOG.c.seq)).where(LOG.c.table_id == table)
        first, last = connection.execute(query).one()
    if first is None:
        return
    end = last + 1 if before is None else min(before, last + 1)
    for seq in range(first, end, BATCH_SIZE):
        with short_write(engine) as connection:
            batch = (LOG.c.table_id == table, LOG.c.seq < min(end, seq + BATCH_SIZE))
            connection.execute(delete(LOG).where(*batch))
