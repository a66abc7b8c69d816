"""Every few minutes a server moves the games that have been over for long enough into the archive."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import TobeanError
from tobean.server.archive.moving import move_all
from tobean.server.logs import log
from tobean.server.store.database import MAINTENANCE_TIMEOUT, UNUSABLE, database_trouble
from tobean.server.tasks import stopped

if TYPE_CHECKING:
    from tobean.server.archive.archive import Archive
    from tobean.server.metrics import Metrics
    from tobean.server.store.database import Database

SELDOMEST: Final = 600.0
OFTENEST: Final = 1.0
SHARE: Final = 0.05
"""So much later than it might a game may be moved."""


class Mover:
    """Moves what is over. `days`: so long after the end; 0: never."""

    def __init__(self, database: Database, archive: Archive, days: float, metrics: Metrics) -> None:
        self.database = database
        self.archive = archive
        self.days = days
        self.metrics = metrics
        self.failing = False
        self.task: asyncio.Task[None] | None = None

    @property
    def pause(self) -> float:
        return min(SELDOMEST, max(OFTENEST, self.days * 86400.0 * SHARE))

    def start(self) -> None:
        if self.days and self.archive.place is not None:
            self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stopped(self.task)

    async def run(self) -> None:
        while True:
            # Each server at another time: what one has moved the others need not.
            await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))
            try:
                count = await asyncio.to_thread(self.move)
                self.failing = False
            except (*UNUSABLE, OSError, TobeanError) as error:
                if not self.failing:
                    database_trouble("finished games could not be archived", error)
                self.failing = True
            else:
                self.metrics.count("archived", by=count)
                if count:
                    log("finished games archived", count=count)

    def move(self) -> int:
        engine = self.database.engine(MAINTENANCE_TIMEOUT)
        try:
            return move_all(engine, self.archive, self.days)
        finally:
            engine.dispose()
