"""How servers that run hear of what was done to their database: a list of orders, which each reads every second.

A table, its log, a person or everything was changed: what a server has of it in memory is not true any more.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import insert, update

from tobean.server.database.schema import LEASES
from tobean.server.store.moderation import ORDERS

if TYPE_CHECKING:
    from sqlalchemy import Connection

PROPAGATION_SECONDS: Final = 3.0
"""After so many seconds every server that runs has heard."""

TABLE: Final = "table"
LOG: Final = "log"
"""Entries of a table were rewritten: its owner loads it again, and nobody there is disconnected."""
PERSON: Final = "person"
SANCTIONS: Final = "sanctions"
EVERYTHING: Final = "everything"


def issue(connection: Connection, what: str, key: str = "") -> None:
    """Let the servers hear of it once this transaction is on the disk."""
    connection.execute(insert(ORDERS).values(at=time.time(), what=what, key=key))


def revoke_lease(connection: Connection, table: str) -> None:
    """A table has been changed: whoever owns it writes nothing more to it, and loads it anew once it has heard."""
    connection.execute(update(LEASES).where(LEASES.c.table_id == table).values(owner="", fence=LEASES.c.fence + 1))
    issue(connection, TABLE, table)


def pseudonymise(connection: Connection, person: str, key: str) -> None:
    """Once every server has heard that a person is gone, the id need not stay. The number of the order does: SQLite
    would give it to the next one, and servers that have seen it would not look at that."""
    connection.execute(update(ORDERS).where(ORDERS.c.key == person).values(key=key))


def revoke_all_leases(connection: Connection) -> None:
    """The same for all tables."""
    connection.execute(update(LEASES).values(owner="", fence=LEASES.c.fence + 1))
    issue(connection, EVERYTHING)
