"""SQLite keeps what is new in a journal beside the file; a thread of its own brings it over, so that no commit waits.

Left to itself SQLite does this within a commit, every thousand pages, and everybody whose action is in it would wait.
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
"""Seconds between two looks at the journal."""
LONGEST: Final = 16_384
"""So many pages (64 MB) the journal may have; then the writer waits a moment, so that it can begin anew."""

PATIENCE: Final = 20
"""Milliseconds for which a restart of the journal waits for readers, while nobody can write."""


class Checkpoints:
    """The thread that brings the journal over."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self.writer = writer
        self.commits = 0
        """Up to which commit of the writer the journal has been brought over."""
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
                    log("the journal could not be brought over", error=type(error).__name__)
        finally:
            engine.dispose()

    def checkpoint(self, engine: Engine) -> None:
        commits = self.writer.commits
        if commits == self.commits:
            return
        with engine.connect() as connection:
            cursor = connection.connection.cursor()  # outside of any transaction
            # A restart locks the writer out until the last reader of the old journal has gone, a backup for example:
            # it soon gives up, and is tried again the next time.
            cursor.execute(f"PRAGMA busy_timeout={PATIENCE}")
            pages = cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            if pages > LONGEST:
                cursor.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            cursor.close()
        self.commits = commits
