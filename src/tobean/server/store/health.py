"""Health check: whether the database answers and the log can be written, for `/health`.

A check costs one short query. The log is only written to as a test if nothing was written for a while or the last
write failed. Concurrent requests share one check, so that frequent requests cost the database nothing more.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from tobean.server.database.errors import DATABASE_ERRORS, log_database_error
from tobean.server.logs import log

if TYPE_CHECKING:
    from tobean.server.store.store import Store

PROBE_TIMEOUT: Final = 3.0
"""Seconds after which a check counts as failed."""
RECENT_WRITE_SECONDS: Final = 60.0
"""Seconds for which a write proves that the log can be written."""
RETRY_SECONDS: Final = 2.0
"""Seconds between two test writes while the log cannot be written."""
NO_ANSWER: Final = "The database does not answer."
NOT_WRITABLE: Final = "The log cannot be written."


class Health:
    """Checks the database of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.checking: asyncio.Task[str] | None = None
        self.started_at = 0.0
        self.failed_at = -math.inf
        """Time of the last failed test write."""
        self.reason = ""
        """Result of the last check; used to log a change once."""

    async def check(self) -> str:
        """Return in one sentence why games cannot be stored at the moment; "" if they can."""
        if self.checking is None or self.checking.done():
            self.checking, self.started_at = asyncio.create_task(self.check_now()), time.monotonic()
        task = self.checking
        # Not cancelled at the timeout: until it ends, later requests get the negative answer immediately.
        await asyncio.wait([task], timeout=max(0.0, self.started_at + PROBE_TIMEOUT - time.monotonic()))
        reason = task.result() if task.done() else NO_ANSWER
        if reason != self.reason:
            self.reason = reason
            if reason:
                log("this server is not healthy", logging.ERROR, reason=reason)
            else:
                log("this server is healthy again", logging.WARNING)
        return reason

    async def check_now(self) -> str:
        writer = self.store.writer
        try:
            async with self.store.reader.connect() as connection:
                await connection.scalar(select(1))
        except (*DATABASE_ERRORS, OSError) as error:
            self.log_once("the database does not answer", error)
            return NO_ANSWER
        now = time.monotonic()
        if not writer.last_write_failed and now - writer.log_written_at < RECENT_WRITE_SECONDS:
            return ""
        if now - self.failed_at < RETRY_SECONDS:
            return NOT_WRITABLE
        try:
            await writer.probe()
        except (*DATABASE_ERRORS, OSError) as error:
            self.failed_at = time.monotonic()
            self.log_once("the log cannot be written", error)
            return NOT_WRITABLE
        return ""

    def log_once(self, message: str, error: BaseException) -> None:
        """Log the first error of a series."""
        if not self.reason:
            log_database_error(message, error)
