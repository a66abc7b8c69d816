"""Polls the `orders` table and applies each command to the memory of this server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sqlalchemy import func, select

from tobean.server.database.database import driver_sql
from tobean.server.database.errors import DATABASE_ERRORS, log_database_error
from tobean.server.database.moderation_schema import ORDERS
from tobean.server.logs import log, short_id
from tobean.server.moderation.commands import EVERYTHING, LOG, PERSON, SANCTIONS, TABLE
from tobean.server.process.tasks import stop_task

if TYPE_CHECKING:
    from tobean.server.site import Site

POLL_SECONDS: Final = 1.0
NEW_COMMANDS: Final = "SELECT id, what, key FROM orders WHERE id > :last ORDER BY id LIMIT 1000"


class CommandPoller:
    """Executes the commands that `tobean admin` and other servers write to the database."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.last = 0
        self.query = driver_sql(site.store.database, NEW_COMMANDS)
        self.failing = False
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        async with self.site.store.reader.connect() as connection:
            self.last = int(await connection.scalar(select(func.max(ORDERS.c.id))) or 0)
        await self.site.sanctions.load(self.site.store)
        self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stop_task(self.task)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.poll()
                self.failing = False
            except DATABASE_ERRORS as error:
                if not self.failing:
                    log_database_error("the commands could not be read", error)
                self.failing = True

    async def poll(self) -> None:
        """Execute the commands issued since the last poll."""
        for command_id, what, key in await self.site.store.writer.fetch_rows(self.query, {"last": self.last}):
            log("a command is executed", about=what, key=short_id(key))
            await self.execute(what, key)
            self.last = command_id

    async def execute(self, command: str, key: str) -> None:
        registry = self.site.registry
        if command == SANCTIONS:
            await self.site.sanctions.load(self.site.store)
            for connection in registry.connections():
                if self.site.sanctions.is_banned(connection.visitor.id):
                    connection.drop()
            return
        if command == PERSON:
            registry.revocations.revoke_here(key)
        if command in (LOG, TABLE):
            registry.quarantine.forget(key)
        if command == LOG:
            await registry.reload_table(key)
        for live_table in list(registry.live_tables.values()):
            if command == EVERYTHING or (command == TABLE and live_table.id == key):
                registry.close(live_table)
        await registry.replays.forget()
