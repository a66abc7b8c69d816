"""The thread that writes: all else in between the log, faults that stop nobody, and the journal brought over."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import DBAPIError

from kit_server import at_table, heard, play_with_people, serving
from kit_store import first, ready, row, store_on
from tobean.server.store.checkpoints import LONGEST, Checkpoints
from tobean.server.store.database import FILE_NAME
from tobean.server.store.writer import Continuation, NotWritten

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


def test_work_that_fails_stops_nobody(tmp_path: Path) -> None:
    database = ready(tmp_path)

    def nonsense(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    def fault(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO log VALUES ('x', 0, 'half')")
        raise ZeroDivisionError

    async def run() -> None:
        async with store_on(database) as store:
            asked = [store.writer.do(nonsense), store.append("t", 0, first("a")), store.writer.do(fault)]
            outcomes = await asyncio.gather(
                *asked, store.append("t", 1, Continuation("a", ["b"])), return_exceptions=True
            )
            assert isinstance(outcomes[0], DBAPIError)
            assert isinstance(outcomes[2], ZeroDivisionError)
            assert outcomes[1::2] == [None, None]
            assert await store.entries("t") == ["a", "b"]
            assert await store.entries("x") == []
            assert await store.writer.do(lambda connection: 7) == 7

    asyncio.run(run())


def test_what_is_asked_every_second_goes_past_the_log_and_stops_nobody(tmp_path: Path) -> None:
    database = ready(tmp_path)

    async def run() -> None:
        async with store_on(database) as store:
            await store.append("t", 0, Continuation("", ["a", "b"]))
            writer = store.writer
            with pytest.raises(DBAPIError):
                await writer.ask("SELECT 1 FROM nowhere", {})
            with pytest.raises(DBAPIError):
                await writer.say("DELETE FROM log WHERE nothing = :what", {"what": 1})
            assert await writer.say("DELETE FROM log WHERE seq = :last", {"last": 1}) == 1
            assert await writer.ask("SELECT seq, entry FROM log WHERE table_id = :table", {"table": "t"}) == [(0, "a")]
            assert await store.entries("t") == ["a"]
            assert writer.commits == 1

    asyncio.run(run())


def test_what_waits_is_written_before_the_end(tmp_path: Path) -> None:
    database = ready(tmp_path)

    async def run() -> None:
        async with store_on(database) as store:
            rows = [asyncio.ensure_future(store.save_tables([row(f"t{number}", 0)])) for number in range(5)]
            entries = [store.append(f"t{number}", 0, first("a")) for number in range(5)]
            await asyncio.sleep(0)
            await store.close()
            await asyncio.gather(*rows, *entries)
        async with store_on(database) as store:
            assert len((await store.lobby())[0]) == 5
            assert await store.entries("t4") == ["a"]

    asyncio.run(run())


def test_what_comes_while_another_process_writes_shares_the_next_commit(tmp_path: Path) -> None:
    database = ready(tmp_path)

    async def run() -> None:
        async with store_on(database) as store:
            turn = threading.Lock()
            store.writer.turn = turn  # type: ignore[assignment]
            with turn:  # another process writes
                entries = [store.append("t0", 0, first("a"))]
                await asyncio.sleep(0)  # it is handed over
                while store.writer.waiting.qsize():
                    await asyncio.sleep(0.01)
                entries += [store.append(f"t{number}", 0, first("a")) for number in range(1, 5)]
                await asyncio.sleep(0)
            await asyncio.gather(*entries)
            assert (store.writer.commits, store.writer.written) == (1, 5)

    asyncio.run(run())


def test_a_database_that_cannot_be_opened_is_told_and_found_again(tmp_path: Path) -> None:
    database = ready(tmp_path)
    file = tmp_path / FILE_NAME

    async def run() -> None:
        async with store_on(database) as store:
            file.rename(tmp_path / "elsewhere")
            file.mkdir()
            with pytest.raises(NotWritten):
                await store.append("t", 0, first("a"))
            file.rmdir()
            (tmp_path / "elsewhere").rename(file)
            await store.append("t", 0, first("a"))
            assert await store.entries("t") == ["a"]

    asyncio.run(run())


def test_the_journal_is_brought_over_and_begins_anew(tmp_path: Path) -> None:
    database = ready(tmp_path)
    journal = tmp_path / f"{FILE_NAME}-wal"

    async def run() -> None:
        async with store_on(database) as store:
            engine = database.engine()
            checkpoints = Checkpoints(database, store.writer)
            for number in range(30):
                await store.append("t", number, Continuation("a" * 4000, ["a" * 4000]))
            before = (tmp_path / FILE_NAME).stat().st_size
            checkpoints.look(engine)
            assert (tmp_path / FILE_NAME).stat().st_size > before
            length = journal.stat().st_size
            for number in range(30, 50):
                await store.append("t", number, Continuation("a" * 4000, ["a" * 4000]))
            assert journal.stat().st_size == length
            assert length < LONGEST * 4096
            engine.dispose()

    asyncio.run(run())


def test_who_looks_while_an_entry_is_being_written_sees_what_is_written(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        with at_table(client, table) as socket:
            seat = heard(socket, "update")["asked"]["seat"]
        room = client.app.state.site.hall.rooms[table]  # type: ignore[attr-defined]
        other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
        with at_table(client, table, f"?seat={seat}") as socket, at_table(client, table) as second:
            update = heard(socket, "update")
            heard(second, "update")
            other.execute("BEGIN IMMEDIATE")
            socket.send_json({"type": "act", "version": update["version"], "action": update["actions"][0]["do"]})
            while room.session.version == update["version"]:
                time.sleep(0.01)
            assert room.lock.locked()
            second.send_json({"type": "refresh"})
            time.sleep(0.2)
            other.execute("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(FAIL, 'disk full'); END")
            other.execute("COMMIT")
            heard(socket, "stale", "error")
            second.send_json({"type": "ping"})
            seen = []
            while (message := heard(second, "update", "pong"))["type"] == "update":
                seen.append(message["version"])
            assert set(seen) == {update["version"]}
        other.close()
