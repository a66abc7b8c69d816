"""Revocation of cookies announced between servers on PostgreSQL by LISTEN and NOTIFY.

A notification is `<server> <what> <key>`. None is needed about tables: only the owner of a table has it in memory.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from tobean.server.database.database import Database
from tobean.server.logs import log, log_error
from tobean.server.store.writer import CHANNEL, LISTENER_LOCK_KEY

RETRY_SECONDS: Final = 2.0
IDLE_SECONDS: Final = 5.0
"""Seconds without a notification after which the connection is tested."""


class NotificationListener:
    """Listens for notifications of other servers. After a lost connection the database is rechecked."""

    def __init__(
        self,
        database: Database,
        server_id: str,
        recheck_all: Callable[[], Awaitable[None]],
        handle_notification: Callable[[str, str, str], Awaitable[None]],
    ) -> None:
        self.database = database
        self.address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.server_id = server_id
        """Id by which this server recognises its own notifications."""
        self.recheck_all = recheck_all
        self.handle_notification = handle_notification
        self.listening = False
        """Whether a notification would be received now."""
        self.process = 0
        """Id of the PostgreSQL process that serves this connection."""
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        import psycopg

        from tobean.server.database.postgres import timed_async

        seconds = self.database.timeout
        connect = timed_async(IDLE_SECONDS + seconds)  # waiting for notifications counts as one statement
        parameters = self.database.connection_parameters(seconds)
        while True:
            try:
                async with await connect(self.address, autocommit=True, **parameters) as connection:
                    self.process = connection.info.backend_pid
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"SELECT pg_advisory_lock_shared({LISTENER_LOCK_KEY})")
                    await self.recheck_all()
                    self.listening = True
                    while True:
                        async for notification in connection.notifies(timeout=IDLE_SECONDS):
                            sender, *parts = notification.payload.split(" ")
                            if sender != self.server_id and len(parts) == 2:
                                await self.handle_notification(sender, *parts)
                        # In a network partition no notification arrives, and TCP may not notice: a query does.
                        await connection.execute("SELECT 1")
            except psycopg.Error as error:
                log("the connection for notifications is lost", error=type(error).__name__)
            except Exception as error:  # one bad notification must not stop the listener
                log_error("a notification could not be handled", error)
            finally:
                self.listening = False
            await asyncio.sleep(RETRY_SECONDS)
