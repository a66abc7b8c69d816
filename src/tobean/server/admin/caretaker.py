"""Every hour a server lets go what is older than it shall get."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Final

from tobean.server.admin.tables import prune
from tobean.server.logs import log
from tobean.server.store.database import MAINTENANCE_TIMEOUT, UNUSABLE, database_trouble
from tobean.server.tasks import stopped

if TYPE_CHECKING:
    from tobean.server.admin.tables import Retention
    from tobean.server.archive.archive import Archive
    from tobean.server.store.database import Database

EVERY: Final = 3600.0


class Caretaker:
    """Looks after the age of things."""

    def __init__(self, database: Database, archive: Archive, retention: Retention) -> None:
        self.database = database
        self.archive = archive
        self.retention = retention
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        await stopped(self.task)

    async def run(self) -> None:
        while True:
            # Each server at another time: one is enough.
            await asyncio.sleep(EVERY * random.uniform(0.5, 1.5))
            try:
                gone = await asyncio.to_thread(self.let_go)
            except (*UNUSABLE, OSError) as error:
                database_trouble("what is old could not be let go", error)
            else:
                log("what is old is let go", **gone)

    def let_go(self) -> dict[str, int]:
        engine = self.database.engine(MAINTENANCE_TIMEOUT)
        try:
            return prune(engine, self.archive, self.retention, time.time())
        finally:
            engine.dispose()
