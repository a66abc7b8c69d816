"""The writer thread: other writes between log entries, isolated errors, and checkpoints of the journal."""

import asyncio
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from tests.support.server.app import next_socket_message, open_people_table, server_client, table_socket
from tests.support.server.store_checks import first_entry, migrated_database, open_store, row
from tobean.server.database.database import FILE_NAME
from tobean.server.store.checkpoints import RESTART_PAGES, Checkpoints
from tobean.server.store.write_errors import ConditionalEntries, WriteFailed


async def test_a_failing_job_does_not_stop_others(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)

    def nonsense(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    def fault(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO log VALUES ('x', 0, 'half')")
        raise ZeroDivisionError

    async with open_store(database) as store:
        asked = [store.writer.transact(nonsense), store.append("t", 0, first_entry("a")), store.writer.transact(fault)]
        outcomes = await asyncio.gather(
            *asked, store.append("t", 1, ConditionalEntries("a", ["b"])), return_exceptions=True
        )
        assert isinstance(outcomes[0], DBAPIError)
        assert isinstance(outcomes[2], ZeroDivisionError)
        assert outcomes[1::2] == [None, None]
        assert await store.entries("t") == ["a", "b"]
        assert await store.entries("x") == []
        assert await store.writer.transact(lambda connection: 7) == 7


async def test_periodic_queries_bypass_the_log_and_stop_no_append(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    async with open_store(database) as store:
        await store.append("t", 0, ConditionalEntries("", ["a", "b"]))
        writer = store.writer
        with pytest.raises(DBAPIError):
            await writer.fetch_rows("SELECT 1 FROM nowhere", {})
        with pytest.raises(DBAPIError):
            await writer.execute_statement("DELETE FROM log WHERE nothing = :what", {"what": 1})
        assert await writer.execute_statement("DELETE FROM log WHERE seq = :last", {"last": 1}) == 1
        assert await writer.fetch_rows("SELECT seq, entry FROM log WHERE table_id = :table", {"table": "t"}) == [
            (0, "a")
        ]
        assert await store.entries("t") == ["a"]
        assert writer.commits == 1


async def test_pending_entries_are_written_before_shutdown(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    async with open_store(database) as store:
        rows = [asyncio.ensure_future(store.save_tables([row(f"t{number}", 0)])) for number in range(5)]
        entries = [store.append(f"t{number}", 0, first_entry("a")) for number in range(5)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*rows, *entries)
    async with open_store(database) as store:
        assert len((await store.lobby())[0]) == 5
        assert await store.entries("t4") == ["a"]


async def test_entries_queued_behind_another_writer_share_one_commit(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    async with open_store(database) as store:
        turn = threading.Lock()
        store.writer.write_lock = turn  # type: ignore[assignment]
        with turn:  # another process writes
            entries = [store.append("t0", 0, first_entry("a"))]
            await asyncio.sleep(0)  # the writer takes it
            while store.writer.waiting.qsize():
                await asyncio.sleep(0.01)
            entries += [store.append(f"t{number}", 0, first_entry("a")) for number in range(1, 5)]
            await asyncio.sleep(0)
        await asyncio.gather(*entries)
        assert (store.writer.commits, store.writer.written) == (1, 5)


async def test_an_unreachable_database_is_reported_and_reopened(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    file = tmp_path / FILE_NAME
    async with open_store(database) as store:
        file.rename(tmp_path / "elsewhere")
        file.mkdir()
        with pytest.raises(WriteFailed):
            await store.append("t", 0, first_entry("a"))
        file.rmdir()
        (tmp_path / "elsewhere").rename(file)
        await store.append("t", 0, first_entry("a"))
        assert await store.entries("t") == ["a"]


async def test_the_journal_is_checkpointed_and_restarted(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    journal = tmp_path / f"{FILE_NAME}-wal"
    async with open_store(database) as store:
        engine = database.engine()
        checkpoints = Checkpoints(database, store.writer)
        for number in range(30):
            await store.append("t", number, ConditionalEntries("a" * 4000, ["a" * 4000]))
        before = (tmp_path / FILE_NAME).stat().st_size
        checkpoints.checkpoint(engine)
        assert (tmp_path / FILE_NAME).stat().st_size > before
        length = journal.stat().st_size
        for number in range(30, 50):
            await store.append("t", number, ConditionalEntries("a" * 4000, ["a" * 4000]))
        assert journal.stat().st_size == length
        assert length < RESTART_PAGES * 4096
        engine.dispose()


def test_a_viewer_joining_during_a_write_sees_committed_entries(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            seat = next_socket_message(socket, "update")["asked"]["seat"]
        live_table = client.app.state.site.registry.live_tables[table]  # type: ignore[attr-defined]
        other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
        with table_socket(client, table, f"?seat={seat}") as socket, table_socket(client, table) as second:
            update = next_socket_message(socket, "update")
            next_socket_message(second, "update")
            other.execute("BEGIN IMMEDIATE")
            socket.send_json({"type": "act", "version": update["version"], "action": update["actions"][0]["do"]})
            while live_table.session.version == update["version"]:
                time.sleep(0.01)
            assert live_table.lock.locked()
            second.send_json({"type": "refresh"})
            while not live_table.lock._waiters:
                time.sleep(0.01)
            other.execute("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(FAIL, 'disk full'); END")
            other.execute("COMMIT")
            next_socket_message(socket, "stale", "error")
            second.send_json({"type": "ping"})
            seen = []
            while (message := next_socket_message(second, "update", "pong"))["type"] == "update":
                seen.append(message["version"])
            assert set(seen) == {update["version"]}
        other.close()
