"""On PostgreSQL several servers know the same people: each tells the others which cookies have ended.

A notice is `<server> <what> <key>`. Of tables nothing is told: the owner of a table is the only one that has it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from tobean.server.logs import log, log_error
from tobean.server.store.writer import CHANNEL, LISTENERS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tobean.server.database.database import Database

RETRY: Final = 2.0
QUIET: Final = 5.0
"""Seconds without a notice after which the connection is tested."""


class NotificationListener:
    """Listens for what other servers tell. What was missed while the line was down is asked of the database."""

    def __init__(
        self,
        database: Database,
        own: str,
        recheck_all: Callable[[], Awaitable[None]],
        handle_notification: Callable[[str, str, str], Awaitable[None]],
    ) -> None:
        self.database = database
        self.address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.own = own
        """How this server marks its own notices."""
        self.recheck_all = recheck_all
        self.handle_notification = handle_notification
        self.listening = False
        """Would a notice be heard now?"""
        self.process = 0
        """The number of the process of PostgreSQL that serves this line."""
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        import psycopg

        from tobean.server.database.postgres import timed_async

        seconds = self.database.timeout
        connect = timed_async(QUIET + seconds)  # to wait for a notice is one statement, too
        parameters = self.database.connection_parameters(seconds)
        while True:
            try:
                async with await connect(self.address, autocommit=True, **parameters) as connection:
                    self.process = connection.info.backend_pid
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"SELECT pg_advisory_lock_shared({LISTENERS})")
                    await self.recheck_all()
                    self.listening = True
                    while True:
                        async for notice in connection.notifies(timeout=QUIET):
                            sender, *news = notice.payload.split(" ")
                            if sender != self.own and len(news) == 2:
                                await self.handle_notification(sender, *news)
                        # Through a partition no notice comes, and TCP may not tell: a question does.
                        await connection.execute("SELECT 1")
            except psycopg.Error as error:
                log("the line to the database is down", error=type(error).__name__)
            except Exception as error:  # one notice that cannot be followed must not deafen the server
                log_error("a notice could not be followed", error)
            finally:
                self.listening = False
            await asyncio.sleep(RETRY)
