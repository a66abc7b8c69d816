"""Checkpoints of SQLite's write-ahead log, made by a separate thread so that no commit waits for one.

By default SQLite does this within a commit, every thousand pages, which would delay all actions in that commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError

from tobean.server.logs import log

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tobean.server.database.database import Database
    from tobean.server.store.writer import Writer

EVERY: Final = 2.0
"""Seconds between two checks of the write-ahead log."""
RESTART_PAGES: Final = 16_384
"""Pages (64 MB) after which the write-ahead log is restarted, for which the writer waits a moment."""

BUSY_TIMEOUT_MS: Final = 20
"""Milliseconds that a restart waits for readers; writers are blocked during that time."""


class Checkpoints:
    """Thread that makes checkpoints."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self.writer = writer
        self.commits = 0
        """Number of the writer's commits at the last checkpoint."""
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.run, name="checkpoints", daemon=True)

    def start(self) -> None:
        self.thread.start()

    async def stop(self) -> None:
        if self.thread.is_alive():
            self.ending.set()
            await asyncio.to_thread(self.thread.join)

    # --- in the thread ------------------------------------------------------------------------------------------

    def run(self) -> None:
        engine = self.database.engine()
        try:
            while not self.ending.wait(EVERY):
                try:
                    self.checkpoint(engine)
                except (DBAPIError, sqlite3.Error) as error:
                    log("no checkpoint could be made", error=type(error).__name__)
        finally:
            engine.dispose()

    def checkpoint(self, engine: Engine) -> None:
        commits = self.writer.commits
        if commits == self.commits:
            return
        with engine.connect() as connection:
            cursor = connection.connection.cursor()  # outside of any transaction
            # A restart blocks the writer until the last reader of the old log, for example a backup, is done:
            # so it gives up soon and is tried again the next time.
            cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
            pages = cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            if pages > RESTART_PAGES:
                cursor.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            cursor.close()
        self.commits = commits
