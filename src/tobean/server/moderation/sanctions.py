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

    def is_active(self, kind: str, target: str) -> bool:
        return bool(self.until) and bool(target) and self.until.get((kind, target), 0.0) > time.time()

    def is_banned(self, person: str, address: str = "") -> bool:
        return self.is_active(BAN, person) or self.is_active(BAN, address)

    def is_muted(self, person: str) -> bool:
        return self.is_active(MUTE, person)


def address_block(target: str) -> str:
    """Return the address block that an address belongs to, as bans store it; "" for the id of a person.

    Raises `BadInput` for a network of another size.
    """
    try:
        network = ipaddress.ip_network(target.partition("%")[0])
    except ValueError:
        return ""
    block = address_block_of(str(network.network_address))
    if network.num_addresses > 1 and str(network) != block:
        raise BadInput("{who!r}: a ban is for one address, or for a /64 network of IPv6", who=target)
    return block


def no_such_person(person: str) -> BadInput:
    return BadInput("there is no person {person!r}; `tobean admin people` lists them", person=person)


def impose(connection: Connection, kind: str, target: str, days: float) -> float:
    """Ban or mute a person, or ban an address; returns until when. Raises `BadInput` for an unknown person."""
    block = address_block(target)
    if kind == MUTE and block:
        raise BadInput("only a person can be muted, not an address")
    if not block and not connection.scalar(select(exists().where(PERSONS.c.id == target))):
        raise no_such_person(target)
    lift(connection, kind, target)
    until = time.time() + days * DAY
    connection.execute(insert(SANCTIONS).values(who=block or target, what=kind, until=until))
    commands.issue(connection, commands.SANCTIONS)
    return until


def lift(connection: Connection, kind: str, target: str) -> bool:
    """End a ban or mute; returns whether there was one."""
    stored = address_block(target) or target
    deleted = connection.execute(delete(SANCTIONS).where(SANCTIONS.c.who == stored, SANCTIONS.c.what == kind))
    commands.issue(connection, commands.SANCTIONS)
    return deleted.rowcount > 0


def active_sanctions(connection: Connection, now: float) -> Sequence[Any]:
    """List unexpired bans and mutes with the person's name, the first to expire first."""
    named = SANCTIONS.outerjoin(PERSONS, PERSONS.c.id == SANCTIONS.c.who)
    query = select(SANCTIONS.c.who, SANCTIONS.c.what, SANCTIONS.c.until, PERSONS.c.name).select_from(named)
    return connection.execute(query.where(SANCTIONS.c.until > now).order_by(SANCTIONS.c.until)).all()
