"""The log is written by one thread, which puts the entries of many tables into one transaction.

A commit waits for the disk; while it does, what comes in gathers for the next one. So the busier the server, the less
an entry costs.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError, IntegrityError

from tobean.kernel.errors import TobeanError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from tobean.server.store.database import Database

CHANNEL: Final = "tobean"
"""Where PostgreSQL tells the other servers which table has new entries."""
MOST_AT_ONCE: Final = 500


class Conflict(TobeanError):
    """Somebody else has written this entry of the log first. The session has to be loaded again."""


class NotWritten(TobeanError):
    """The log could not be written, for example because the disk is full. Nothing has happened."""


@dataclass(frozen=True)
class Append:
    """Entries for one table, from `seq` on, and who waits for them."""

    table: str
    seq: int
    entries: tuple[str, ...]
    done: asyncio.Future[None]

    def rows(self) -> list[tuple[str, int, str]]:
        return [(self.table, self.seq + number, entry) for number, entry in enumerate(self.entries)]


class Writer:
    """Takes entries from the event loop and tells it when they are on the disk."""

    def __init__(self, database: Database) -> None:
        self.database = database
        mark = "?" if database.is_sqlite else "%s"
        self.insert = f"INSERT INTO log (table_id, seq, entry) VALUES ({mark}, {mark}, {mark})"
        self.waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="log writer", daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.own = secrets.token_hex(8)
        """Marks what this server tells the others."""
        self.commits = 0
        self.written = 0

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        if self.thread.is_alive():
            self.waiting.put(None)
            await asyncio.to_thread(self.thread.join)

    def append(self, table: str, seq: int, entries: Sequence[str]) -> asyncio.Future[None]:
        """Done when the entries are on the disk. Raises `Conflict` or `NotWritten`, and then none of them is."""
        assert self.loop is not None
        done: asyncio.Future[None] = self.loop.create_future()
        self.waiting.put(Append(table, seq, tuple(entries), done))
        return done

    # --- in the thread ------------------------------------------------------------------------------------------

    def run(self) -> None:
        engine = self.database.engine()
        try:
            while True:
                batch, last = self.gather()
                if batch:
                    try:
                        with engine.connect() as connection:
                            outcomes = self.write(connection, batch)
                    except DBAPIError as error:
                        outcomes = [NotWritten(f"the log cannot be written: {error.orig}")] * len(batch)
                    self.tell(batch, outcomes)
                if last:
                    return
        finally:
            engine.dispose()

    def gather(self) -> tuple[list[Append], bool]:
        """All that waits, at least one; and whether that was the last."""
        batch: list[Append] = []
        first = self.waiting.get()
        if first is None:
            return batch, True
        batch.append(first)
        while len(batch) < MOST_AT_ONCE:
            try:
                item = self.waiting.get_nowait()
            except queue.Empty:
                break
            if item is None:
                return batch, True
            batch.append(item)
        return batch, False

    def write(self, connection: Connection, batch: list[Append]) -> Sequence[TobeanError | None]:
        try:
            with connection.begin():
                connection.exec_driver_sql(self.insert, [row for item in batch for row in item.rows()])
                self.notify(connection, batch)
            outcomes: list[TobeanError | None] = [None] * len(batch)
        except IntegrityError:
            # Somebody was faster with one of them: find out with which, and write the others.
            outcomes = [self.write_alone(connection, item) for item in batch]
        self.commits += 1
        self.written += sum(len(item.entries) for item, outcome in zip(batch, outcomes, strict=True) if not outcome)
        return outcomes

    def write_alone(self, connection: Connection, item: Append) -> TobeanError | None:
        try:
            with connection.begin():
                connection.exec_driver_sql(self.insert, item.rows())
                self.notify(connection, [item])
        except IntegrityError:
            return Conflict(f"entry {item.seq} of this table has been written by somebody else")
        except DBAPIError as error:
            return NotWritten(f"the log cannot be written: {error.orig}")
        return None

    def notify(self, connection: Connection, batch: list[Append]) -> None:
        if not self.database.is_sqlite:
            for table in {item.table for item in batch}:
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.own} {table}"))

    def tell(self, batch: list[Append], outcomes: Sequence[TobeanError | None]) -> None:
        def settle() -> None:
            for item, outcome in zip(batch, outcomes, strict=True):
                if item.done.cancelled():
                    continue
                if outcome is None:
                    item.done.set_result(None)
                else:
                    item.done.set_exception(outcome)

        assert self.loop is not None
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)
