"""A server follows the orders that it finds in its database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sqlalchemy import func, select

from tobean.server.admin.orders import EVERYTHING, LOG, PERSON, SANCTIONS, TABLE
from tobean.server.logs import log, short
from tobean.server.store.database import UNUSABLE, database_trouble, driver_sql
from tobean.server.store.governing import ORDERS
from tobean.server.tasks import stopped

if TYPE_CHECKING:
    from tobean.server.pages.site import Site

LOOK_EVERY: Final = 1.0
FRESH: Final = "SELECT id, what, key FROM orders WHERE id > :last ORDER BY id LIMIT 1000"


class Orderly:
    """Reads the orders, and follows them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.last = 0
        self.fresh = driver_sql(site.store.database, FRESH)
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
            except UNUSABLE as error:
                if not self.failing:
                    database_trouble("the orders could not be read", error)
                self.failing = True

    async def look(self) -> None:
        """Follow what has been ordered since the last time."""
        for number, what, key in await self.site.store.writer.ask(self.fresh, {"last": self.last}):
            log("an order is followed", about=what, key=short(key))
            await self.follow(what, key)
            self.last = number

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
        if what in (LOG, TABLE):
            hall.quarantine.forget(key)
        if what == LOG:
            await hall.load_again(key)
        for room in list(hall.rooms.values()):
            if what == EVERYTHING or (what == TABLE and room.id == key):
                hall.close(room)
        await hall.library.forget()
