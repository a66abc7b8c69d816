"""Deletes expired tables and people's data about once an hour."""

import asyncio
import random
import time
from typing import Final

from tobean.server.admin.tables import Retention, prune
from tobean.server.archive.archive import Archive
from tobean.server.database.database import MAINTENANCE_TIMEOUT, Database
from tobean.server.database.errors import DATABASE_ERRORS, log_database_error
from tobean.server.logs import log
from tobean.server.process.tasks import stop_task

INTERVAL_SECONDS: Final = 3600.0


class RetentionTask:
    """Background task that runs `prune`."""

    def __init__(self, database: Database, archive: Archive, retention: Retention) -> None:
        self.database = database
        self.archive = archive
        self.retention = retention
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stop_task(self.task)

    async def run(self) -> None:
        while True:
            # The interval is random so that servers take turns: one run an hour is enough.
            await asyncio.sleep(INTERVAL_SECONDS * random.uniform(0.5, 1.5))
            try:
                deleted = await asyncio.to_thread(self.prune_now)
            except (*DATABASE_ERRORS, OSError) as error:
                log_database_error("expired data could not be deleted", error)
            else:
                log("expired data deleted", **deleted)

    def prune_now(self) -> dict[str, int]:
        engine = self.database.engine(MAINTENANCE_TIMEOUT)
        try:
            return prune(engine, self.archive, self.retention, time.time())
        finally:
            engine.dispose()
