"""Archives finished games every few minutes."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import TobeanError
from tobean.server.archive.archiver import archive_all
from tobean.server.database.database import MAINTENANCE_TIMEOUT
from tobean.server.database.errors import DATABASE_ERRORS, log_database_error
from tobean.server.logs import log
from tobean.server.process.tasks import stop_task

if TYPE_CHECKING:
    from tobean.server.archive.archive import Archive
    from tobean.server.database.database import Database
    from tobean.server.metrics import Metrics

MAX_INTERVAL: Final = 600.0
MIN_INTERVAL: Final = 1.0
DELAY_SHARE: Final = 0.05
"""Longest additional delay before a game is archived, as a share of `days`."""


class ArchiverTask:
    """Background task that archives games `days` after their end; 0: never."""

    def __init__(self, database: Database, archive: Archive, days: float, metrics: Metrics) -> None:
        self.database = database
        self.archive = archive
        self.days = days
        self.metrics = metrics
        self.failing = False
        self.task: asyncio.Task[None] | None = None

    @property
    def interval(self) -> float:
        return min(MAX_INTERVAL, max(MIN_INTERVAL, self.days * 86400.0 * DELAY_SHARE))

    def start(self) -> None:
        if self.days and self.archive.backend is not None:
            self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stop_task(self.task)

    async def run(self) -> None:
        while True:
            # The interval is random so that servers take turns: a game is archived by one of them.
            await asyncio.sleep(self.interval * random.uniform(0.5, 1.5))
            try:
                count = await asyncio.to_thread(self.run_once)
                self.failing = False
            except (*DATABASE_ERRORS, OSError, TobeanError) as error:
                if not self.failing:
                    log_database_error("finished games could not be archived", error)
                self.failing = True
            else:
                self.metrics.count("archived", by=count)
                if count:
                    log("finished games archived", count=count)

    def run_once(self) -> int:
        engine = self.database.engine(MAINTENANCE_TIMEOUT)
        try:
            return archive_all(engine, self.archive, self.days)
        finally:
            engine.dispose()
