"""Erasure requested by people themselves: one step at a time, and no thread is held while waiting for servers."""

import asyncio

from tobean.server.archive.archive import Archive
from tobean.server.database.database import Database
from tobean.server.moderation import commands
from tobean.server.moderation.erasure import Erasure


class SelfErasure:
    """Erasures that run on one server."""

    def __init__(self, database: Database, archive: Archive) -> None:
        self.engine = database.engine()
        """Shared by all erasures: its cache of compiled statements keeps transactions short."""
        self.archive = archive
        self.step = asyncio.Lock()

    async def erase(self, person: str) -> None:
        """Erase a person completely. An interrupted erasure is finished later by `finish_erasures`."""
        erasure = Erasure(self.engine, self.archive, person)
        async with self.step:
            await asyncio.to_thread(erasure.start)
        while True:
            async with self.step:
                if await asyncio.to_thread(erasure.erase_tables):
                    await asyncio.to_thread(erasure.finish)
                    return
            await asyncio.sleep(commands.PROPAGATION_SECONDS)

    def close(self) -> None:
        self.engine.dispose()
