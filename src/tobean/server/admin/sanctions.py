"""Who may not come, and who may not talk. Kept in memory, so that it costs no request anything."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, select

from tobean.kernel.errors import BadInput
from tobean.server.admin import orders
from tobean.server.defence.houses import house_of
from tobean.server.store.governing import SANCTIONS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tobean.server.store.store import Store

BAN: Final = "ban"
MUTE: Final = "mute"
DAY: Final = 86400.0


class Sanctions:
    """Those that hold, as they were read last."""

    def __init__(self) -> None:
        self.until: dict[tuple[str, str], float] = {}

    async def load(self, store: Store) -> None:
        async with store.reader.connect() as connection:
            rows = await connection.execute(select(SANCTIONS))
            self.until = {(row.what, row.who): row.until for row in rows}

    def holds(self, what: str, who: str) -> bool:
        return bool(self.until) and bool(who) and self.until.get((what, who), 0.0) > time.time()

    def is_banned(self, person: str, address: str = "") -> bool:
        return self.holds(BAN, person) or self.holds(BAN, address)

    def is_muted(self, person: str) -> bool:
        return self.holds(MUTE, person)


def whom(who: str) -> str:
    """A person's id as it is, an address as the part of it that counts as one house."""
    try:
        ipaddress.ip_address(who)
    except ValueError:
        return who
    return house_of(who)


def impose(connection: Connection, what: str, who: str, days: float) -> None:
    """Ban or mute somebody for so many days."""
    if what == MUTE and whom(who) != who:
        raise BadInput("only a person can be muted, not an address")
    lift(connection, what, who)
    connection.execute(insert(SANCTIONS).values(who=whom(who), what=what, until=time.time() + days * DAY))
    orders.give(connection, orders.SANCTIONS)


def lift(connection: Connection, what: str, who: str) -> bool:
    """Allow it again; says whether it was forbidden."""
    gone = connection.execute(delete(SANCTIONS).where(SANCTIONS.c.who == whom(who), SANCTIONS.c.what == what))
    orders.give(connection, orders.SANCTIONS)
    return gone.rowcount > 0
