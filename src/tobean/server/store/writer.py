"""Writer thread of the database. Log entries are batched into one transaction; other jobs run between batches.

While a commit waits for the disk, new entries gather for the next one: the busier the server, the less an entry
costs. Because no other thread writes, there is never a wait for a database lock here.
"""

import asyncio
import contextlib
import math
import queue
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, PoolProxiedConnection, text
from sqlalchemy.exc import DBAPIError

from tobean.kernel.errors import TobeanError
from tobean.server.database import mentions
from tobean.server.database.database import Database
from tobean.server.database.errors import is_timeout, name_of
from tobean.server.logs import log_error
from tobean.server.store.write_errors import ConditionalEntries, Conflict, WriteFailed, WriteFuture, WriteUnknown

Found = TypeVar("Found")

CHANNEL: Final = "tobean"
"""PostgreSQL channel for notifications about revoked cookies."""
LISTENER_LOCK_KEY: Final = 7086327
"""Key of the PostgreSQL advisory lock that every server shares while it listens, so that listeners can be counted."""
MAX_BATCH: Final = 500
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
"""The only statement that appends to logs. `after` is the entry that a row must follow, `fence` its fencing token."""
SQLITE_ROWS: Final = """
    SELECT json_extract(value, '$[0]') AS table_id, json_extract(value, '$[1]') AS seq,
        json_extract(value, '$[2]') AS entry, json_extract(value, '$[3]') AS after, json_extract(value, '$[4]') AS fence
    FROM json_each(?)
"""
"""All rows in one parameter: with one row at a time the thread would wait for the event loop at each row."""
POSTGRES_ROWS: Final = """
    SELECT * FROM unnest(%s::varchar[], %s::integer[], %s::text[], %s::text[], %s::integer[])
        AS given (table_id, seq, entry, after, fence)
"""
PROBE: Final = (
    text("INSERT INTO log (table_id, seq, entry) VALUES (:id, 0, '')"),
    text("DELETE FROM log WHERE table_id = :id"),
)
"""Write that leaves nothing behind. In one transaction, so that the row is never visible; the pages it touches are
still written."""


@dataclass(slots=True)
class AppendJob:
    """Entries for one table, starting at `seq`."""

    table: str
    seq: int
    entries: ConditionalEntries
    done: asyncio.Future[Any]
    at: float = field(default_factory=time.monotonic)

    def rows(self) -> list[tuple[str, int, str, str | None, int | None]]:
        """Return table, number, entry, required predecessor and fencing token; the last two only for the first row."""
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
    """Another write, in a transaction of its own."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


@dataclass(frozen=True)
class StatementJob:
    """One frequent statement, in the driver's syntax."""

    sql: str
    values: Mapping[str, object]
    reads: bool
    done: asyncio.Future[Any]


class Writer:
    """Runs write jobs of the event loop in a thread and resolves their futures when they are on the disk."""

    def __init__(self, database: Database, write_lock: AbstractContextManager[None] | None = None) -> None:
        self.database = database
        self.append_sql = APPEND.format(rows=SQLITE_ROWS if database.is_sqlite else POSTGRES_ROWS)
        rows = mentions.SQLITE_ROWS if database.is_sqlite else mentions.POSTGRES_ROWS
        self.mention_sql = mentions.MENTION.format(rows=rows)
        self.write_lock: AbstractContextManager[None] = write_lock or contextlib.nullcontext()
        """Held while writing, if other processes write to the same file."""
        self.pending_appends: list[AppendJob] = []
        """Jobs collected during one iteration of the event loop, because waking the thread is slow."""
        self.waiting: queue.SimpleQueue[list[AppendJob] | TransactionJob | StatementJob | None] = queue.SimpleQueue()
        self.jobs: deque[TransactionJob | StatementJob] = deque()
        """Jobs that the thread has received but not run."""
        self.is_stopping = False
        self.thread = threading.Thread(target=self.run, name="log writer", daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.server_id = secrets.token_hex(8)
        """Id of this server in leases and notifications."""
        self.commits = 0
        self.written = 0
        self.last_write_failed = False
        """Whether a write has failed since the last successful write to the log."""
        self.log_written_at = -math.inf
        """Monotonic time of the last successful write to the log."""
        self.refused_before = -math.inf
        """Entries queued before this monotonic time are no longer written."""
        self.is_committing = False
        """Whether a COMMIT of entries is in progress; if it fails, its outcome is unknown."""

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def stop(self) -> None:
        """Write everything that is queued, then end."""
        if self.thread.is_alive():
            self.flush_pending()
            self.waiting.put(None)
            await asyncio.to_thread(self.thread.join)

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        """Queue entries; done when they are on the disk. Raises `Conflict` or `WriteFailed`: then none was written.

        The database itself compares: entries decided after another entry than the last one are refused, and so are
        those of a server that no longer owns the table.
        """
        assert self.loop is not None
        done = WriteFuture(loop=self.loop)
        if not self.pending_appends:
            self.loop.call_soon(self.flush_pending)
        self.pending_appends.append(AppendJob(table, seq, entries, done))
        return done

    def refuse_entries(self) -> None:
        """Refuse all entries not yet sent to the database, because their tables have been closed."""
        self.refused_before = time.monotonic()

    def flush_pending(self) -> None:
        if self.pending_appends:
            self.waiting.put(self.pending_appends)
            self.pending_appends = []

    def transact(self, work: Callable[[Connection], Found]) -> asyncio.Future[Found]:
        """Run a short transaction; the result is done when it is on the disk. Raises what the database raises."""
        assert self.loop is not None
        done: asyncio.Future[Found] = self.loop.create_future()
        self.waiting.put(TransactionJob(work, done))
        return done

    async def probe(self) -> None:
        """Test-write to the log and leave nothing there; raises what the database raises."""

        def work(connection: Connection) -> None:
            for statement in PROBE:
                connection.execute(statement, {"id": self.server_id})

        await self.transact(work)
        self.note_written()

    def note_written(self) -> None:
        self.last_write_failed, self.log_written_at = False, time.monotonic()

    def fetch_rows(self, sql: str, values: Mapping[str, object]) -> asyncio.Future[list[tuple[Any, ...]]]:
        """Return the rows of a short query; raises what the database raises."""
        return self.enqueue_statement(sql, values, reads=True)

    def execute_statement(self, sql: str, values: Mapping[str, object]) -> asyncio.Future[int]:
        """Return the number of changed rows once they are on the disk; raises what the database raises."""
        return self.enqueue_statement(sql, values, reads=False)

    def enqueue_statement(self, sql: str, values: Mapping[str, object], *, reads: bool) -> asyncio.Future[Any]:
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
                self.collect_batch(batch, wait=not self.jobs and not self.is_stopping)
                if batch:
                    self.resolve(batch, self.write_batch(engine, batch))
                if self.jobs:
                    job = self.jobs.popleft()
                    if isinstance(job, StatementJob):
                        self.resolve([job], [self.run_statement(engine, job)])
                    else:
                        self.resolve([job], [self.run_transaction(engine, job)])
                elif self.is_stopping:
                    return
        finally:
            engine.dispose()

    def collect_batch(self, batch: list[AppendJob], *, wait: bool) -> None:
        """Move queued appends to `batch` and other jobs to `self.jobs`; if `wait`, wait for the first one."""
        while len(batch) < MAX_BATCH:
            try:
                item = self.waiting.get(block=wait)
            except queue.Empty:
                break
            wait = False
            if item is None:
                self.is_stopping = True
            elif isinstance(item, (TransactionJob, StatementJob)):
                self.jobs.append(item)
            else:
                batch += item

    def record_failure(self, error: BaseException) -> BaseException:
        """Record a failure and return the error.

        After a timeout, refuse everything that is queued: each job would take as long again. None of it has
        been sent, so none of it is written later.
        """
        self.last_write_failed = self.last_write_failed or isinstance(error, DBAPIError)
        if not is_timeout(error):
            return error
        while not self.waiting.empty():
            batch: list[AppendJob] = []
            self.collect_batch(batch, wait=False)
            self.resolve(batch, [write_error(error)] * len(batch))
        jobs = list(self.jobs)
        self.jobs.clear()
        self.resolve(jobs, [error] * len(jobs))
        return error

    def run_transaction(self, engine: Engine, job: TransactionJob) -> object:
        """Return the result of the work, or its exception."""
        try:
            with self.write_lock, engine.begin() as connection:
                return job.work(connection)
        except Exception as error:  # passed to the caller; the thread must continue
            return self.record_failure(error)

    def run_statement(self, engine: Engine, statement: StatementJob) -> object:
        """Return the result of a statement. Bypasses SQLAlchemy, which would be most of the work of an idle server."""
        errors = engine.dialect.loaded_dbapi.Error
        try:
            if statement.reads:
                with (
                    dbapi_connection_of(engine) as dbapi_connection,
                    contextlib.closing(dbapi_connection.cursor()) as cursor,
                ):
                    cursor.execute(statement.sql, statement.values)
                    return cursor.fetchall()
            with (
                self.write_lock,
                dbapi_connection_of(engine) as dbapi_connection,
                contextlib.closing(dbapi_connection.cursor()) as cursor,
            ):
                if self.database.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                cursor.execute(statement.sql, statement.values)
                dbapi_connection.commit()
                return cursor.rowcount
        except errors as error:
            return self.record_failure(DBAPIError.instance(None, None, error, errors, hide_parameters=True))
        except Exception as error:  # passed to the caller; the thread must continue
            return error

    def write_batch(self, engine: Engine, batch: list[AppendJob]) -> Sequence[TobeanError | None]:
        """Write entries without SQLAlchemy's transactions, which under steady load cost more than the writes."""
        errors = engine.dialect.loaded_dbapi.Error
        try:
            with self.write_lock, dbapi_connection_of(engine) as dbapi_connection:
                self.collect_batch(batch, wait=False)  # include jobs queued while other processes wrote
                if any(job.at < self.refused_before for job in batch):
                    return [WriteFailed("the table is being reloaded")] * len(batch)
                return self.insert_or_split(dbapi_connection, batch, errors)
        except errors as error:
            self.record_failure(DBAPIError.instance(None, None, error, errors, hide_parameters=True))
            # SQLite rolls back if a COMMIT fails.
            undecided = self.is_committing and not self.database.is_sqlite
            return [write_error(error, undecided=undecided)] * len(batch)
        except Exception as error:  # whatever happens, the thread must continue
            self.last_write_failed = True
            log_error("the log cannot be written", error)
            return [WriteFailed("the log cannot be written: {reason}", reason=error)] * len(batch)
        finally:
            self.is_committing = False

    def insert_or_split(
        self, dbapi_connection: PoolProxiedConnection, batch: list[AppendJob], errors: type[Exception]
    ) -> Sequence[TobeanError | None]:
        outcomes: list[TobeanError | None] = [None] * len(batch)
        try:
            self.insert(dbapi_connection, batch)
        except Conflict:
            # One of them is in conflict: find out which, and write the others.
            self.is_committing = True
            outcomes = [self.insert_one(dbapi_connection, job, errors) for job in batch]
        if any(outcome is None for outcome in outcomes):
            self.note_written()
        self.commits += 1
        self.written += sum(len(job.entries) for job, outcome in zip(batch, outcomes, strict=True) if not outcome)
        return outcomes

    def insert_one(
        self, dbapi_connection: PoolProxiedConnection, job: AppendJob, errors: type[Exception]
    ) -> TobeanError | None:
        try:
            self.insert(dbapi_connection, [job])
        except Conflict:
            return Conflict("entry {seq} is based on a log that has since changed", seq=job.seq)
        except errors as error:
            if is_timeout(error):
                raise
            self.last_write_failed = True
            dbapi_connection.rollback()
            return write_error(error)
        return None

    def insert(self, dbapi_connection: PoolProxiedConnection, batch: list[AppendJob]) -> None:
        """Insert all rows. The database leaves out those that do not follow on the log; then all are rolled back."""
        # In order, so that two servers that write the same entries do not deadlock.
        rows = sorted((row for job in batch for row in job.rows()), key=lambda row: row[:2])
        mention_rows = sorted({(row[0], person) for row in rows for person in mentions.mentioned(row[2:3])})
        cursor = dbapi_connection.cursor()
        try:
            if self.database.is_sqlite:
                cursor.execute("BEGIN IMMEDIATE")
            cursor.execute(self.append_sql, self.columns(rows))
            if cursor.rowcount != len(rows):
                dbapi_connection.rollback()
                raise Conflict("some entries do not continue the stored log")
            if mention_rows:
                cursor.execute(self.mention_sql, self.columns(mention_rows))
            self.is_committing = True
            dbapi_connection.commit()
        finally:
            cursor.close()

    def columns(self, rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
        """Convert rows to the single JSON parameter of SQLite, or the arrays of PostgreSQL."""
        if self.database.is_sqlite:
            return (msgspec.json.encode(rows).decode(),)
        return tuple(list(column) for column in zip(*rows, strict=True))

    def resolve(self, jobs: Sequence[AppendJob | TransactionJob | StatementJob], outcomes: Sequence[object]) -> None:
        def resolve_futures() -> None:
            for job, outcome in zip(jobs, outcomes, strict=True):
                if job.done.cancelled():
                    continue
                if isinstance(outcome, Exception):
                    job.done.set_exception(outcome)
                else:
                    job.done.set_result(outcome)

        assert self.loop is not None
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(resolve_futures)


@contextlib.contextmanager
def dbapi_connection_of(engine: Engine) -> Iterator[PoolProxiedConnection]:
    """Borrow a raw connection; after an error it is closed, which ends a transaction in progress."""
    with contextlib.closing(engine.raw_connection()) as dbapi_connection:
        try:
            yield dbapi_connection
        except BaseException:
            dbapi_connection.invalidate()
            raise


def write_error(error: BaseException, *, undecided: bool = False) -> WriteFailed:
    reason = name_of(error.orig if isinstance(error, DBAPIError) else error)
    if undecided:
        return WriteUnknown("it is not known whether the log was written: {reason}", reason=reason)
    return WriteFailed("the log cannot be written: {reason}", reason=reason)
