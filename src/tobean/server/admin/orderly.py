"""A server follows the orders that it finds in its database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

from tobean.server.admin.orders import EVERYTHING, PERSON, SANCTIONS, TABLE
from tobean.server.logs import log, short
from tobean.server.store.database import database_trouble
from tobean.server.store.governing import ORDERS
from tobean.server.tasks import stopped

if TYPE_CHECKING:
    from tobean.server.pages.site import Site

LOOK_EVERY: Final = 1.0
MOST: Final = 1000
FRESH: Final = select(ORDERS).where(ORDERS.c.id > bindparam("last")).order_by(ORDERS.c.id).limit(MOST)


class Orderly:
    """Reads the orders, and follows them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.last = 0
        self.failing = False
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        async with self.site.store.reader.connect() as connection:
            self.last = int(await connection.scalar(select(func.max(ORDERS.c.id))) or 0)
        await self.site.sanctions.load(self.site.store)
        self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stopped(self.task)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
                self.failing = False
            except DBAPIError as error:
                if not self.failing:
                    database_trouble("the orders could not be read", error)
                self.failing = True

    async def look(self) -> None:
        """Follow what has been ordered since the last time."""
        # Where things are written, since this is asked every second: it wakes one thread and not another one, too.
        last = {"last": self.last}
        for row in await self.site.store.writer.do(lambda connection: connection.execute(FRESH, last).all()):
            log("an order is followed", about=row.what, key=short(row.key))
            await self.follow(row.what, row.key)
            self.last = row.id

    async def follow(self, what: str, key: str) -> None:
        hall = self.site.hall
        if what == SANCTIONS:
            await self.site.sanctions.load(self.site.store)
            for guest in hall.guests():
                if self.site.sanctions.is_banned(guest.visitor.id):
                    guest.drop()
            return
        if what == PERSON:
            hall.endings.end(key)
        for room in list(hall.rooms.values()):
            if what == EVERYTHING or (what == TABLE and room.id == key):
                hall.close(room)
        await hall.library.forget()
