"""People who delete themselves: one step of one erasure at a time, without a thread while servers are waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tobean.server.admin import commands
from tobean.server.admin.erasure import Erasure

if TYPE_CHECKING:
    from tobean.server.archive.archive import Archive
    from tobean.server.database.database import Database


class SelfErasure:
    """The erasures of one server."""

    def __init__(self, database: Database, archive: Archive) -> None:
        self.engine = database.engine()
        """One for all of them: it keeps compiled statements, so that transactions stay short."""
        self.archive = archive
        self.step = asyncio.Lock()

    async def erase(self, person: str) -> None:
        """Delete a person; when this returns, nothing of them is left. One that is broken off is finished later."""
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
