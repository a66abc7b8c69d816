"""`/health` and `/ready`: they fail while the log cannot be written, and frequent requests are cheap."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DBAPIError

from tests.support.server.app import server_client, site_of
from tests.support.server.store_checks import first_entry, migrated_database, open_store
from tobean.server.database.database import FILE_NAME
from tobean.server.database.schema import LOG
from tobean.server.store import health
from tobean.server.store.health import NO_ANSWER, NOT_WRITABLE, Health
from tobean.server.store.store import Store
from tobean.server.store.write_errors import WriteFailed
from tobean.server.store.writer import Writer

DAMAGE = "CREATE TRIGGER damage BEFORE INSERT ON log BEGIN SELECT RAISE(FAIL, 'read-only'); END"
REPAIR = "DROP TRIGGER damage"


def change(folder: Path, statement: str) -> None:
    """Execute a statement on the database through a separate connection."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        database.execute(statement)
    database.close()


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One element for each test write."""
    found: list[None] = []
    probe = Writer.probe

    async def counted(writer: Writer) -> None:
        found.append(None)
        await probe(writer)

    monkeypatch.setattr(Writer, "probe", counted)
    return found


def run_check(folder: Path, check: Callable[[Store, Health], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        async with open_store(migrated_database(folder)) as store:
            await check(store, Health(store))

    asyncio.run(run())


def test_health_follows_failed_and_recovered_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "RETRY_SECONDS", 0.0)
    with server_client(tmp_path) as client:
        change(tmp_path, DAMAGE)
        for path in ("/health", "/ready"):
            answer = client.get(path)
            assert answer.status_code == 503
            assert answer.json() == {"status": "no database", "reason": NOT_WRITABLE}
        change(tmp_path, REPAIR)
        for path in ("/health", "/ready"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.json() == {"status": "ok"}


def test_a_stopping_server_is_not_ready(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        site_of(client).closing = True
        assert client.get("/health").status_code == 200
        answer = client.get("/ready")
        assert answer.status_code == 503
        assert answer.json() == {"status": "ending", "reason": "This server is about to end."}


def test_a_test_write_leaves_nothing_behind(tmp_path: Path) -> None:
    async def check(store: Store, asked: Health) -> None:
        assert await asked.check() == ""
        async with store.reader.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(LOG)) == 0

    run_check(tmp_path, check)


def test_test_writes_are_rate_limited(tmp_path: Path, probes: list[None]) -> None:
    """A regular write at a table counts as a test write."""

    async def check(store: Store, asked: Health) -> None:
        await store.append("t", 0, first_entry("one"))
        for _ in range(5):
            assert await asked.check() == ""
        assert not probes
        store.writer.log_written_at -= 61.0
        for _ in range(5):
            assert await asked.check() == ""
        assert len(probes) == 1

    run_check(tmp_path, check)


def test_a_failed_write_triggers_an_immediate_test_write(tmp_path: Path, probes: list[None]) -> None:
    async def check(store: Store, asked: Health) -> None:
        assert await asked.check() == ""
        change(tmp_path, DAMAGE)
        with pytest.raises(WriteFailed):
            await store.append("t", 0, first_entry("one"))
        for _ in range(5):
            assert await asked.check() == NOT_WRITABLE
        assert len(probes) == 2
        change(tmp_path, REPAIR)
        asked.failed_at -= 3.0
        assert await asked.check() == ""
        assert len(probes) == 3

    run_check(tmp_path, check)


def test_any_failed_write_triggers_a_test_write(tmp_path: Path) -> None:
    """A disk may be full although the last write to the log was a moment ago."""

    async def check(store: Store, asked: Health) -> None:
        assert await asked.check() == ""
        change(tmp_path, DAMAGE)
        with pytest.raises(DBAPIError):
            await store.write(text("INSERT INTO nowhere VALUES (1)"))
        assert await asked.check() == NOT_WRITABLE

    run_check(tmp_path, check)


def test_concurrent_health_requests_share_one_check(tmp_path: Path, probes: list[None]) -> None:
    async def check(store: Store, asked: Health) -> None:
        assert set(await asyncio.gather(*[asked.check() for _ in range(200)])) == {""}
        assert len(probes) == 1

    run_check(tmp_path, check)


def test_a_hanging_check_is_answered_after_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first requests wait a moment, later ones not at all."""
    monkeypatch.setattr(health, "PROBE_TIMEOUT", 0.05)

    async def check(store: Store, asked: Health) -> None:
        held = threading.Event()

        def hang(connection: Connection) -> None:
            assert held.wait(60)

        hanging = store.writer.transact(hang)
        try:
            for _ in range(50):
                assert await asked.check() == NO_ANSWER
        finally:
            held.set()
        monkeypatch.setattr(health, "PROBE_TIMEOUT", 600.0)
        await hanging
        assert asked.checking is not None
        await asked.checking
        assert await asked.check() == ""

    run_check(tmp_path, check)
