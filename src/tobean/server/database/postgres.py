"""Connections to PostgreSQL with a client-side timeout.

A network that drops packets also drops the answer to the server's `statement_timeout`, and TCP notices nothing behind
a proxy that acknowledges everything. So the client measures time itself.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator

    from psycopg.abc import RV, PQGen
    from sqlalchemy import Engine


class NoAnswer(psycopg.errors.QueryCanceled):
    """No answer within the time limit; the connection is closed. The statement may or may not have been executed.

    Derived from `QueryCanceled` because psycopg expects exactly that after it has cancelled a statement.
    """


class TimedConnection(psycopg.Connection[Any]):
    """A connection for threads, with a time limit for each statement."""

    limit = 0.0

    def wait(self, gen: PQGen[RV], *args: Any, **named: Any) -> RV:
        return super().wait(with_time_limit(self, gen, self.limit), *args, **named)


class TimedAsyncConnection(psycopg.AsyncConnection[Any]):
    """A connection for the event loop, with a time limit for each statement."""

    limit = 0.0

    async def wait(self, gen: PQGen[RV], *args: Any, **named: Any) -> RV:
        return await super().wait(with_time_limit(self, gen, self.limit), *args, **named)


def with_time_limit(
    connection: TimedConnection | TimedAsyncConnection, gen: PQGen[RV], seconds: float
) -> Generator[Any, Any, RV]:
    """Relay between psycopg and the socket; close the connection at the time limit.

    psycopg resumes the generator several times a second even if nothing arrives.
    """
    end = time.monotonic() + seconds
    try:
        requested = next(gen)
        while True:
            ready = yield requested
            if not ready and time.monotonic() > end:
                connection.pgconn.finish()
                raise NoAnswer("the database does not answer")
            requested = gen.send(ready)
    except StopIteration as done:
        result: RV = done.value
        return result


def connect_timed(engine: Engine, seconds: float) -> None:
    """Make an engine for threads open `TimedConnection`s."""
    from sqlalchemy import event

    @event.listens_for(engine, "do_connect")
    def connect(dialect: object, record: object, args: Any, named: Any) -> TimedConnection:
        connection = TimedConnection.connect(*args, **named)
        connection.limit = seconds
        return connection


def timed_async(seconds: float) -> Callable[..., Awaitable[TimedAsyncConnection]]:
    """Return a function that opens `TimedAsyncConnection`s."""

    async def connect(*args: Any, **named: Any) -> TimedAsyncConnection:
        connection = await TimedAsyncConnection.connect(*args, **named)
        connection.limit = seconds
        return connection

    return connect
