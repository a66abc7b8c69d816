"""Commands for running servers: rows of the `orders` table, which every server polls once a second.

A command says that a table, its log, a person or everything has changed in the database, so that the copy a server has
in memory is out of date.
"""

import time
from typing import Final

from sqlalchemy import Connection, insert, update

from tobean.server.database.moderation_schema import ORDERS
from tobean.server.database.schema import LEASES

PROPAGATION_SECONDS: Final = 3.0
"""Seconds after which every running server has read a command."""

TABLE: Final = "table"
LOG: Final = "log"
"""Entries of a table were rewritten: its owner reloads it, and no viewer is disconnected."""
PERSON: Final = "person"
SANCTIONS: Final = "sanctions"
EVERYTHING: Final = "everything"


def issue(connection: Connection, command: str, key: str = "") -> None:
    """Add a command. Servers see it once this transaction is committed."""
    connection.execute(insert(ORDERS).values(at=time.time(), what=command, key=key))


def revoke_lease(connection: Connection, table: str) -> None:
    """Take a changed table away from its owner, which can write no more and reloads it on reading the command."""
    connection.execute(update(LEASES).where(LEASES.c.table_id == table).values(owner="", fence=LEASES.c.fence + 1))
    issue(connection, TABLE, table)


def pseudonymise(connection: Connection, person: str, key: str) -> None:
    """Replace the id of an erased person once every server has executed the command.

    The row stays: SQLite would reuse its number for the next command, and servers that have read it would skip that.
    """
    connection.execute(update(ORDERS).where(ORDERS.c.key == person).values(key=key))


def revoke_all_leases(connection: Connection) -> None:
    """Take all tables away from their owners, after everything has changed."""
    connection.execute(update(LEASES).values(owner="", fence=LEASES.c.fence + 1))
    issue(connection, EVERYTHING)
