"""Bans and mutes, kept in memory so that a check costs a request nothing."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, exists, insert, select

from tobean.kernel.errors import BadInput
from tobean.server.database.moderation_schema import SANCTIONS
from tobean.server.database.schema import PERSONS
from tobean.server.moderation import commands
from tobean.server.protection.address_blocks import address_block_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from tobean.server.store.store import Store

BAN: Final = "ban"
MUTE: Final = "mute"
DAY: Final = 86400.0


class Sanctions:
    """Sanctions as last read from the database."""

    def __init__(self) -> None:
        self.until: dict[tuple[str, str], float] = {}

    async def load(self, store: Store) -> None:
        async with store.reader.connect() as connection:
            rows = await connection.execute(select(SANCTIONS))
            self.until = {(row.what, row.who): row.until for row in rows}

    def is_active(self, what: str, who: str) -> bool:
        return bool(self.until) and bool(who) and self.until.get((what, who), 0.0) > time.time()

    def is_banned(self, person: str, address: str = "") -> bool:
        return self.is_active(BAN, person) or self.is_active(BAN, address)

    def is_muted(self, person: str) -> bool:
        return self.is_active(MUTE, person)


def address_block(who: str) -> str:
    """Return the address block that an address belongs to, as bans store it; "" for the id of a person.

    Raises `BadInput` for a network of another size.
    """
    try:
        network = ipaddress.ip_network(who.partition("%")[0])
    except ValueError:
        return ""
    block = address_block_of(str(network.network_address))
    if network.num_addresses > 1 and str(network) != block:
        raise BadInput("{who!r}: a ban is for one address, or for a /64 network of IPv6", who=who)
    return block


def no_such_person(person: str) -> BadInput:
    return BadInput("there is no person {person!r}; `tobean admin people` lists them", person=person)


def impose(connection: Connection, what: str, who: str, days: float) -> float:
    """Ban or mute a person, or ban an address; returns until when. Raises `BadInput` for an unknown person."""
    block = address_block(who)
    if what == MUTE and block:
        raise BadInput("only a person can be muted, not an address")
    if not block and not connection.scalar(select(exists().where(PERSONS.c.id == who))):
        raise no_such_person(who)
    lift(connection, what, who)
    until = time.time() + days * DAY
    connection.execute(insert(SANCTIONS).values(who=block or who, what=what, until=until))
    commands.issue(connection, commands.SANCTIONS)
    return until


def lift(connection: Connection, what: str, who: str) -> bool:
    """End a ban or mute; returns whether there was one."""
    stored = address_block(who) or who
    deleted = connection.execute(delete(SANCTIONS).where(SANCTIONS.c.who == stored, SANCTIONS.c.what == what))
    commands.issue(connection, commands.SANCTIONS)
    return deleted.rowcount > 0


def active_sanctions(connection: Connection, now: float) -> Sequence[Any]:
    """List unexpired bans and mutes with the person's name, the first to expire first."""
    named = SANCTIONS.outerjoin(PERSONS, PERSONS.c.id == SANCTIONS.c.who)
    query = select(SANCTIONS.c.who, SANCTIONS.c.what, SANCTIONS.c.until, PERSONS.c.name).select_from(named)
    return connection.execute(query.where(SANCTIONS.c.until > now).order_by(SANCTIONS.c.until)).all()
