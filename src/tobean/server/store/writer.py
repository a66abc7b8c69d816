"""One thread writes. The entries that wait for the log go into one transaction; all else takes its turn in between.

A commit waits for the disk; while it does, what comes in gathers for the next one. So the busier the server, the less
an entry costs. Because nobody else writes, nobody here ever waits for a lock of the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import queue
import secrets
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tobean.kernel.errors import TobeanError
from tobean.server.database.database import is_timeout, name_of
from tobean.server.logs import log_error
from tobean.server.store import mentions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection, Engine, PoolProxiedConnection

    from tobean.server.database.database import Database

Found = TypeVar("Found")

CHANNEL: Final = "tobean"
"""Where PostgreSQL tells the other servers which cookies have ended."""
REVOKED_NOTICE: Final = "ended"
"""Stands before a cookie, or a person all of whose cookies have ended."""
ACKNOWLEDGED: Final = "heard"
"""The answer to that."""
LISTENERS: Final = 7086327
"""The advisory lock of PostgreSQL that every server shares while it listens, so that they can be counted."""
MOST_AT_ONCE: Final = 500
APPEND: Final = """
    INSERT INTO log (table_id, seq, entry)
    SELECT table_id, seq, entry FROM ({rows}) AS fresh
    WHERE (after IS NULL OR EXISTS (
        SELECT 1 FROM log WHERE log.table_id = fresh.table_id AND log.seq = fresh.seq - 1 AND log.entry = fresh.after
    )) AND (fence IS NULL OR EXISTS (
        SELECT 1 FROM leases WHERE leases.table_id = fresh.table_id AND leases.fence = fresh.fence
    ))
    ON CONFLICT DO NOTHING
"""
"""The one write there is for logs. `after` is the entry that the row must follow, `fence` the lease it comes under."""
SQLITE_ROWS: Final = """
    SELECT json_extract(value, '$[0]') AS table_id, json_extract(value, '$[1]') AS seq,
        json_extract(value, '$[2]') AS entry, json_extract(value, '$[3]') AS after, json_extract(value, '$[4]') AS fence
    FROM json_each(?)
"""
"""All rows in one step: a thread that had to take up each row anew would wait for the event loop each time."""
POSTGRES_ROWS: Final = """
    SELECT * FROM unnest(%s::varchar[], %s::integer[], %s::text[], %s::text[], %s::integer[])
        AS given (table_id, seq, entry, after, fence)
"""
PROBE: Final = (
    text("INSERT INTO log (table_id, seq, entry) VALUES (:id, 0, '')"),
    text("DELETE FROM log WHERE table_id = :id"),
)
"""A write that leaves nothing behind. In one transaction, so that nobody ever sees the row; the pages it touches are
written all the same."""


class Conflict(TobeanError):
    """The log does not end with the entry that this was decided after. The session has to be loaded again."""


class WriteFailed(TobeanError):
    """The log could not be written, for example because the disk is full. Nothing has happened."""


class WriteUnknown(WriteFailed):
    """The database did not answer, so it is not known whether the entries were written."""


class ConditionalEntries(list[str]):
    """Entries as they are written, and the entry they were decided after: they go right behind it or nowhere.

    `fence` is the number of the lease by which their server owns the table; None where there is but one server.
    """

    def __init__(self, after: str, entries: Iterable[str], fence: int | None = None) -> None:
        super().__init__(entries)
        self.after = after
        self.fence = fence


class WriteFuture(asyncio.Future[None]):
    """Done when entries are on the disk, or cannot get there. Nobody calls it off: they may be on their way already.

    Whoever waits for it and is cancelled meanwhile hears so when it is done, and then knows what became of them.
    """

    def cancel(self, msg: Any | None = None) -> bool:
        return False


@dataclass(slots=True)
class AppendJob:
    """Entries for one table, from `seq` on, and who waits for them."""

    table: str
    seq: int
    entries: ConditionalEntries
    done: asyncio.Future[Any]
    at: float = field(default_factory=time.monotonic)

    def rows(self) -> list[tuple[str, int, str, str | None, int | None]]:
        """Table, number, entry, what must stand before it and whose the table must be: both said of the first only."""
        first, *others = self.entries
        after = self.entries.after if self.seq else None
        rows: list[tuple[str, int, str, str | None, int | None]] = [
            (self.table, self.seq, first, after, self.entries.fence)
        ]
        for number, entry in enumerate(others, start=self.seq + 1):
            rows.append((self.table, number, entry, None, None))
        return rows


@dataclass(frozen=True)
class TransactionJob:
    """Something else to write, in a transaction of its own, and who waits for it."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


@dataclass(frozen=True)
class StatementJob:
    """One statement that is asked or said every second, as the driver reads it, and who waits for it."""

    sql: str
    values: Mapping[str, object]
    reads: bool
    done: asyncio.Future[Any]


class Writer:
    """Takes what is to be written from the event loop and tells it when that is on the disk."""

    def __init__(self, database: Database, write_lock: AbstractContextManager[None] | None = None) -> None:
        self.database = database
        self.append_sql = APPEND.format(rows=SQLITE_ROWS if database.is_sqlite else POSTGRES_ROWS)
        rows = mentions.SQLITE_ROWS if database.is_sqlite else mentions.POSTGRES_ROWS
        self.mention_sql = mentions.MENTION.format(rows=rows)
        self.write_lock: AbstractContextManager[None] = write_lock or contextlib.nullcontext()
        """Held while something is written, where other processes write to the same file."""
        self.pending_appends: list[AppendJob] = []
        """What is handed over to the thread when all who have their turn now have had it: to wake it takes long."""
        self.waiting: queue.SimpleQueue[list[AppendJob] | TransactionJob | StatementJob | None] = queue.SimpleQueue()
        self.jobs: deque[TransactionJob | StatementJob] = deque()
        """Those that the thread has taken up but not done."""
        self.ending = False
        self.thread = threading.Thread(target=self.run, name="log writer", daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.own = secrets.token_hex(8)
        """Marks what this server tells the others."""
        self.commits = 0
        self.written = 0
        self.last_write_failed = False
        """Whether a write has failed since something was last written to the log."""
        self.log_written_at = -math.inf
        """When, by the monotonic clock, something was last written to the log."""
        self.refused_before = -math.inf
        """Entries handed in before this moment, by the monotonic clock, are not written any more."""
        self.committing = False
        """Whether a COMMIT of entries is under way; if it fails, it is not known what became of them."""

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        if self.thread.is_alive():
            self.flush_pending()
            self.waiting.put(None)
            await asyncio.to_thread(self.thread.join)

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        """Done when the entries are on the disk. Raises `Conflict` or `WriteFailed`, and then none of them is.

        The database itself compares: what was decided after another entry than the last one is refused, and so is
        what comes from a server that owns the table no more.
        """
        assert self.loop is not None
        done = WriteFuture(loop=self.loop)
        if not self.pending_appends:
            self.loop.call_soon(self.flush_pending)
        self.pending_appends.append(AppendJob(table, seq, entries, done))
        return done

    def refuse_entries(self) -> None:
        """Refuse all entries that are not on their way to the database yet: their tables have been closed."""
        self.refused_before = time.monotonic()

    def flush_pending(self) -> None:
        if self.pending_appends:
            self.waiting.put(self.pending_appends)
            self.pending_appends = []

    def do(self, work: Callable[[Connection], Found]) -> asyncio.Future[Found]:
        """Done when this work, a short transaction, is on the disk; raises what the database raises."""
        assert self.loop is not None
        done: asyncio.Future[Found] = self.loop.create_future()
        self.waiting.put(TransactionJob(work, done))
        return done

    async def probe(self) -> None:
        """Write to the log and leave nothing there; raises what the database raises."""

        def work(connection: Connection) -> None:
            for statement in PROBE:
                connection.execute(statement, {"id": self.own})

        await self.do(work)
        self.note_written()

    def note_written(self) -> None:
        self.last_write_failed, self.log_written_at = False, time.monotonic()

    def fetch_rows(self, sql: str, values: Mapping[str, object]) -> asyncio.Future[list[tuple[Any, ...]]]:
        """The rows that answer a short question; raises what the database raises."""
        return self.errand(sql, values, reads=True)

    def execute_statement(self, sql: str, values: Mapping[str, object]) -> asyncio.Future[int]:
        """How many rows one statement has changed, when that is on the disk; raises what the database raises."""
        return self.errand(sql, values, reads=False)

    def errand(self, sql: str, values: Mapping[str, object], *, reads: bool) -> asyncio.Future[Any]:
        assert self.loop is not None
        done: asyncio.Future[Any] = self.loop.create_future()
        self.waiting.put(StatementJob(sql, values, reads, done))
        return done

    # --- in the thread ------------------------------------------------------------------------------------------

    def run(self) -> None:
        engine = self.database.engine(self.database.timeout)
        try:
            while True:
                batch: list[AppendJob] = []
                self.gather(batch, patient=not self.jobs and not self.ending)
                if batch:
                    self.resolve(batch, self.write_all(engine, batch))
                if self.jobs:
                    job = self.jobs.popleft()
                    if isinstance(job, StatementJob):
                        self.resolve([job], [self.run_statement(engine, job)])
                    else:
                        self.resolve([job], [self.run_transaction(engine, job)])
                elif self.ending:
                    return
        finally:
            engine.dispose()

    def gather(self, batch: list[AppendJob], *, patient: bool) -> None:
        """All entries that wait; who is patient waits for something if there is nothing at all."""
        while len(batch) < MOST_AT_ONCE:
            try:
                item = self.waiting.get(block=patient)
            except queue.Empty:
                break
            patient = False
            if item is None:
                self.ending = True
            elif isinstance(item, (TransactionJob, StatementJob)):
                self.jobs.append(item)
            else:
                batch += item

    def failed(self, error: BaseException) -> BaseException:
        """Return the error. If the database did not answer at all, refuse what waits: it would take as long each time.

        None of it has been sent, so nothing of it happens later.
        """
        self.last_write_failed = self.last_write_failed or isinstance(error, DBAPIError)
        if not is_timeout(error):
            return error
        while not self.waiting.empty():
            batch: list[AppendJob] = []
            self.gather(batch, patient=False)
            self.resolve(batch, [write_error(error)] * len(batch))
        jobs = list(self.jobs)
        self.jobs.clear()
        self.resolve(jobs, [error] * len(jobs))
        return error

    def run_transaction(self, engine: Engine, job: TransactionJob) -> object:
        """What the work returned, or the exception that came of it."""
        try:
            with self.write_lock, engine.begin() as connection:
                return job.work(connection)
        except Exception as error:  # whoever waits for it is told; the thread has to go on for the others
            return self.failed(error)

    def run_statement(self, engine: Engine, errand: StatementJob) -> object:
        """What came of a statement. Past SQLAlchemy, of which an idle server would do nothing else."""
        errors = engine.dialect.loaded_dbapi.Error
        try:
            if errand.reads:
                with (
                    dbapi_connection_of(engine) as dbapi_connection,
                    contextlib.closing(dbapi_connection.cursor()) as cursor,
                ):
                    cursor.execute(errand.sql, errand.values)
                    return cursor.fetchall()
            with (
                self.write_lock,
                dbapi_connection_of(engine) as dbapi_connection,
                contextlib.closing(dbapi_connection.cursor()) as cursor,
            ):
                if self.database.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                cursor.execute(errand.sql, errand.values)
                dbapi_connection.commit()
                return cursor.rowcount
        except errors as error:
            return self.failed(DBAPIError.instance(None, None, error, errors, hide_parameters=True))
        except Exception as error:  # whoever waits for it is told; the thread has to go on for the others
            return error

    def write_all(self, engine: Engine, batch: list[AppendJob]) -> Sequence[TobeanError | None]:
        """Write entries, past SQLAlchemy's transactions: at a steady pace these cost more than what is written."""
        errors = engine.dialect.loaded_dbapi.Error
        try:
            with self.write_lock, dbapi_connection_of(engine) as dbapi_connection:
                self.gather(batch, patient=False)  # what has come while others wrote goes along
                if any(item.at < self.refused_before for item in batch):
                    return [WriteFailed("the table is loaded anew")] * len(batch)
                return self.write(dbapi_connection, batch, errors)
        except errors as error:
            self.failed(DBAPIError.instance(None, None, error, errors, hide_parameters=True))
            # SQLite rolls back where a COMMIT fails.
            undecided = self.committing and not self.database.is_sqlite
            return [write_error(error, undecided=undecided)] * len(batch)
        except Exception as error:  # whatever it is, the thread has to go on
            self.last_write_failed = True
            log_error("the log cannot be written", error)
            return [WriteFailed("the log cannot be written: {reason}", reason=error)] * len(batch)
        finally:
            self.committing = False

    def write(
        self, dbapi_connection: PoolProxiedConnection, batch: list[AppendJob], errors: type[Exception]
    ) -> Sequence[TobeanError | None]:
        outcomes: list[TobeanError | None] = [None] * len(batch)
        try:
            self.insert(dbapi_connection, batch)
        except Conflict:
            # Somebody was faster with one of them: find out with which, and write the others.
            self.committing = True
            outcomes = [self.write_alone(dbapi_connection, item, errors) for item in batch]
        if any(outcome is None for outcome in outcomes):
            self.note_written()
        self.commits += 1
        self.written += sum(len(item.entries) for item, outcome in zip(batch, outcomes, strict=True) if not outcome)
        return outcomes

    def write_alone(
        self, dbapi_connection: PoolProxiedConnection, item: AppendJob, errors: type[Exception]
    ) -> TobeanError | None:
        try:
            self.insert(dbapi_connection, [item])
        except Conflict:
            return Conflict("entry {seq} was decided on a log that is another one by now", seq=item.seq)
        except errors as error:
            if is_timeout(error):
                raise
            self.last_write_failed = True
            dbapi_connection.rollback()
            return write_error(error)
        return None

    def insert(self, dbapi_connection: PoolProxiedConnection, batch: list[AppendJob]) -> None:
        """Write all of them. What does not follow on the log is left out by the database, and then none may stay."""
        # In order, so that two servers that write the same entries do not wait for each other in a ring.
        rows = sorted((row for item in batch for row in item.rows()), key=lambda row: row[:2])
        named = sorted({(row[0], who) for row in rows for who in mentions.mentioned(row[2:3])})
        cursor = dbapi_connection.cursor()
        try:
            if self.database.is_sqlite:
                cursor.execute("BEGIN IMMEDIATE")
            cursor.execute(self.append_sql, self.columns(rows))
            if cursor.rowcount != len(rows):
                dbapi_connection.rollback()
                raise Conflict("not all entries follow on what is written")
            if named:
                cursor.execute(self.mention_sql, self.columns(named))
            self.committing = True
            dbapi_connection.commit()
        finally:
            cursor.close()

    def columns(self, rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
        """Rows as the one value, or the lists of values, that a statement for many rows takes."""
        if self.database.is_sqlite:
            return (msgspec.json.encode(rows).decode(),)
        return tuple(list(column) for column in zip(*rows, strict=True))

    def resolve(self, items: Sequence[AppendJob | TransactionJob | StatementJob], outcomes: Sequence[object]) -> None:
        def settle() -> None:
            for item, outcome in zip(items, outcomes, strict=True):
                if item.done.cancelled():
                    continue
                if isinstance(outcome, Exception):
                    item.done.set_exception(outcome)
                else:
                    item.done.set_result(outcome)

        assert self.loop is not None
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)


@contextlib.contextmanager
def dbapi_connection_of(engine: Engine) -> Iterator[PoolProxiedConnection]:
    """A line to the database; when something goes wrong there, what is under way ends with it."""
    with contextlib.closing(engine.raw_connection()) as dbapi_connection:
        try:
            yield dbapi_connection
        except BaseException:
            dbapi_connection.invalidate()
            raise


def write_error(error: BaseException, *, undecided: bool = False) -> WriteFailed:
    """What is told of an error of the database."""
    reason = name_of(error.orig if isinstance(error, DBAPIError) else error)
    if undecided:
        return WriteUnknown("it is not known whether the log was written: {reason}", reason=reason)
    return WriteFailed("the log cannot be written: {reason}", reason=reason)
