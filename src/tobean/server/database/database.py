"""Database connections: engines for SQLite and PostgreSQL, the start of their transactions, and migrations.

A transaction that only reads takes no lock on SQLite. One that writes is short: see `short_write`.
"""

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tobean.kernel.errors import BadInput
from tobean.server.database.permissions import PRIVATE_FILE, restrict

FILE_NAME: Final = "tobean.sqlite3"
MIGRATION_LOCK: Final = 7086326
"""Arbitrary key of the PostgreSQL advisory lock under which one server migrates while the others wait."""
READING: Final = {"reading": True}
"""Execution options of a connection that only reads: it takes no write lock on SQLite."""
PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # A commit is on the disk before it is acknowledged.
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=10000",
    "PRAGMA foreign_keys=ON",
    # Not within a commit: see `Checkpoints`.
    "PRAGMA wal_autocheckpoint=0",
)


BATCH_SIZE: Final = 200
"""Rows that one short transaction changes: a few milliseconds on a slow disk."""
MIN_PAUSE: Final = 0.002
MAX_PAUSE: Final = 0.1

NAMED: Final = re.compile(r":(\w+)")
IDLE_TRANSACTION_MS: Final = 2000
"""Milliseconds after which PostgreSQL rolls back a transaction whose client is silent. Shorter than `TIMEOUT`: a COMMIT
that arrives after the client has given up finds no transaction."""
TIMEOUT: Final = 5.0
"""Seconds that a connection attempt or a statement of a server may take."""
MAINTENANCE_TIMEOUT: Final = 60.0
"""Like `TIMEOUT`, for background work of a server: archiving, deleting expired data."""
OPERATOR_TIMEOUT: Final = 3600.0
"""Like `TIMEOUT`, for migrations and operator commands such as backup and check."""
MARGIN: Final = 1.0
"""Seconds that the client waits beyond PostgreSQL's `statement_timeout`: while the network works, PostgreSQL ends a
statement first, and the connection stays usable."""
MIN_CONNECT: Final = 2
"""Seconds; psycopg takes no shorter limit."""
LINE_CHECKS: Final[dict[str, int]] = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}
"""TCP keepalives: the operating system detects a dead connection within half a minute, however long the statement."""
UNACKNOWLEDGED: Final = 30_000
"""Milliseconds that bytes may stay unacknowledged before the operating system gives the connection up."""


@dataclass(frozen=True)
class Database:
    """Address of a database, and its connection options."""

    url: URL
    timeout: float = TIMEOUT
    """Seconds that a connection attempt or a statement of a server may take on PostgreSQL."""

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def location(self) -> str:
        """Path of a SQLite file, or URL without the password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    def options(self, seconds: float) -> dict[str, Any]:
        """Engine options: keep values out of errors, and thus out of the logs, and limit waiting times."""
        if self.is_sqlite:
            return {"hide_parameters": True}
        return {
            "hide_parameters": True,
            "pool_pre_ping": True,
            "pool_timeout": self.timeout,
            "connect_args": self.connection_parameters(seconds),
        }

    def connection_parameters(self, seconds: float) -> dict[str, Any]:
        """Parameters of libpq. Those in the URL take precedence."""
        milliseconds = max(1, round(1000 * seconds))
        server_options = (
            f"-c idle_in_transaction_session_timeout={IDLE_TRANSACTION_MS} -c statement_timeout={milliseconds}"
        )
        parameters: dict[str, Any] = {
            "connect_timeout": max(MIN_CONNECT, round(min(seconds, self.timeout))),
            "tcp_user_timeout": min(milliseconds, UNACKNOWLEDGED),
            **LINE_CHECKS,
        }
        parameters = {name: value for name, value in parameters.items() if name not in self.url.query}
        given = self.url.query.get("options", "")
        url_options = given if isinstance(given, str) else " ".join(given)
        return {**parameters, "options": f"{server_options} {url_options}".strip()}

    def engine(self, seconds: float = OPERATOR_TIMEOUT) -> Engine:
        """Create an engine for threads: migrations, operator commands, the writer of the log."""
        engine = create_engine(self.url, **self.options(seconds))
        if self.is_sqlite:
            prepare(engine)
        else:
            from tobean.server.database.postgres import connect_timed

            connect_timed(engine, seconds + MARGIN)
        return engine

    def async_engine(self) -> AsyncEngine:
        """Create an engine for the event loop."""
        options = self.options(self.timeout)
        if not self.is_sqlite:
            from tobean.server.database.postgres import timed_async

            options["connect_args"]["async_creator_fn"] = timed_async(self.timeout + MARGIN)
            return create_async_engine(self.url, **options)
        engine = create_async_engine(self.url.set(drivername="sqlite+aiosqlite"), **options)
        prepare(engine.sync_engine)
        return engine


def database_at(address: str | None, folder: Path, timeout: float = TIMEOUT) -> Database:
    """Return the database of this URL, or the file in the data folder."""
    if not address:
        return Database(URL.create("sqlite", database=str(folder / FILE_NAME)))
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise BadInput("this is not a database URL; write sqlite:///file or postgresql://user@host/name") from error
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database:
        return Database(url.set(drivername="sqlite"))
    if backend == "postgresql":
        try:
            import psycopg  # noqa: F401 (tests whether it is installed)
        except ImportError as error:
            raise BadInput("for PostgreSQL install tobean[postgres]") from error
        return Database(url.set(drivername="postgresql+psycopg"), timeout)
    raise BadInput("the database must be sqlite:///file or postgresql://user@host/name")


def prepare(engine: Engine) -> None:
    """Configure SQLite connections. By default Python's driver begins transactions so late that updates get lost."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        read_only = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


@contextlib.contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Open a read transaction. On SQLite it neither waits for a writer nor blocks one."""
    with engine.connect().execution_options(**READING) as connection:
        yield connection


@contextlib.contextmanager
def short_write(engine: Engine) -> Iterator[Connection]:
    """Open a write transaction for at most `BATCH_SIZE` rows, and pause for twice its duration afterwards.

    SQLite has one writer and no queue for it: without the pause, a series of batches would starve a server that
    writes to the same file.
    """
    with engine.begin() as connection:
        started_at = time.perf_counter()  # the lock is held from here on
        yield connection
    if connection.dialect.name == "sqlite":
        time.sleep(min(MAX_PAUSE, max(MIN_PAUSE, 2 * (time.perf_counter() - started_at))))


def driver_sql(database: Database, sql: str) -> str:
    """Convert named parameters like `:this` to the style of the driver."""
    return sql if database.is_sqlite else NAMED.sub(r"%(\1)s", sql)


def allow_idle_transaction(connection: Connection) -> None:
    """Exempt a transaction that waits for the archive or a file from the idle timeout."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '1h'")


def migrate(
    database: Database,
    version: str = "head",
    direction: Callable[[Config, str], None] = command.upgrade,
    before: Callable[[str, str], None] | None = None,
) -> None:
    """Migrate the database to the current or another schema version; of several starting servers one does it.

    For an existing database of another version, `before` is called with the old and the new version, while no other
    server can migrate it.
    """
    if database.is_sqlite:
        create_private(Path(str(database.url.database)))
    engine = database.engine()
    try:
        if version == "head" and schema_version(engine) == scripts().get_current_head():
            return  # no write lock in the usual case: servers may be running
        with engine.begin() as connection:
            allow_idle_transaction(connection)  # while the migration scripts are read
            if not database.is_sqlite:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            current = MigrationContext.configure(connection).get_current_revision()
            if current is not None:
                scripts().get_revision(current)  # raises if it is of a newer tobean
                head = str(scripts().get_current_head())
                if before is not None and current != head:
                    before(current, head)
            config = configuration()
            config.attributes["connection"] = connection
            direction(config, version)
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=error.orig) from error
    except CommandError as error:
        if not isinstance(error.__cause__, ResolutionError):
            raise
        raise newer(str(error.__cause__.argument)) from error
    finally:
        engine.dispose()


def newer(version: str) -> BadInput:
    return BadInput(
        "a newer tobean has upgraded this database to schema version {version}; update this one, or start it on a "
        "backup",
        version=version,
    )


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", "tobean.server.database:migrations")
    return config


@cache
def scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(configuration())


def schema_version(engine: Engine) -> str | None:
    """Return the schema version of a database; None if it has no tables of ours."""
    with reading(engine) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def create_private(path: Path) -> None:
    """Create a database file for its owner only, and remove other users' permissions from an existing one.

    SQLite gives the write-ahead log beside it the same permissions.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    except OSError as error:
        raise BadInput("the database cannot be used: {reason}", reason=error.strerror) from error
    for file in (path, *(path.with_name(f"{path.name}{suffix}") for suffix in ("-wal", "-shm"))):
        restrict(file, PRIVATE_FILE)
