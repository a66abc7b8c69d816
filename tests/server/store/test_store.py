"""Persistence: one of several racing writers wins, nothing is sent before it is written, a killed server resumes."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.app import next_socket_message, open_people_table, server_client, server_process, table_socket
from tests.support.server.store_checks import EVERY_DATABASE, migrated_database, open_store
from tobean.kernel.errors import BadInput
from tobean.server.client.table_client import ServerRefused, play, watch
from tobean.server.database.database import FILE_NAME, Database, database_at
from tobean.server.runner import free_port
from tobean.server.settings import SECRET_FILE, secret_in
from tobean.server.store.rows import Person
from tobean.server.store.write_errors import WriteFailed
from tobean.session.log.entries import entry_text
from tobean.session.session import load_session


@pytest.mark.parametrize("check", EVERY_DATABASE, ids=lambda check: check.__name__)
def test_the_store_on_sqlite(check: Callable[[Database], Coroutine[None, None, None]], tmp_path: Path) -> None:
    asyncio.run(check(migrated_database(tmp_path)))


def test_read_and_write_loses_no_update(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)

    async def run() -> int:
        async with open_store(database) as store:
            await store.add_person(Person("p", "0", 1.0, 1.0))

            async def add() -> None:
                async with store.engine.begin() as connection:
                    text = (await connection.exec_driver_sql("SELECT name FROM persons")).scalar_one()
                    await asyncio.sleep(0)
                    await connection.exec_driver_sql("UPDATE persons SET name = ?", (str(int(text) + 1),))

            await asyncio.gather(*[add() for _ in range(20)])
            person = await store.person("p", "")
            assert person is not None
            return int(person.name)

    assert asyncio.run(run()) == 20


def test_a_full_disk_changes_nothing_and_play_continues_afterwards(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            seat = next_socket_message(socket, "update")["asked"]["seat"]
        # Holding the write lock simulates a full disk, and a trigger a broken one.
        other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
        other.execute("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(FAIL, 'disk full'); END")
        with table_socket(client, table, f"?seat={seat}") as socket, table_socket(client, table, "?since=0") as second:
            update = next_socket_message(socket, "update")
            next_socket_message(second, "update")
            action = {"type": "act", "version": update["version"], "action": update["actions"][0]["do"]}
            socket.send_json(action)
            message = next_socket_message(socket, "error", "stale")
            assert message["text"]
            assert next_socket_message(socket, "update")["version"] == update["version"]
            assert next_socket_message(second, "update")["version"] == update["version"]
            other.execute("DROP TRIGGER full")
            socket.send_json(action)
            assert next_socket_message(socket, "update")["version"] == update["version"] + 1
            assert next_socket_message(second, "update")["version"] == update["version"] + 1
        other.close()


def test_a_second_server_on_one_sqlite_database_is_refused(tmp_path: Path) -> None:
    with (
        server_client(tmp_path),
        pytest.raises(BadInput, match=rf"another server \(process {os.getpid()}\) runs on .*{FILE_NAME}"),
        server_client(tmp_path),
    ):
        pass
    with server_client(tmp_path) as client:
        assert client.get("/health").status_code == 200


def test_another_server_writes_in_mid_game(tmp_path: Path) -> None:
    """Another writer was faster: the viewer's action is refused, and the viewer gets the current table."""
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            seat = next_socket_message(socket, "update")["asked"]["seat"]
        with table_socket(client, table, f"?seat={seat}") as socket:
            update = next_socket_message(socket, "update")
            with sqlite3.connect(tmp_path / FILE_NAME) as database:
                rows = database.execute("SELECT entry FROM log WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
                session = load_session([line for (line,) in rows])
                said = entry_text(session.say(seat, "Nina", "from elsewhere", 1e9)[0]).decode()
                database.execute("INSERT INTO log VALUES (?, ?, ?)", (table, len(rows), said))
            action = {"type": "act", "version": update["version"], "action": update["actions"][0]["do"]}
            socket.send_json(action)
            assert next_socket_message(socket, "stale")
            assert next_socket_message(socket, "update")["view"] == update["view"]
            socket.send_json(action)
            assert next_socket_message(socket, "update")["version"] == update["version"] + 1


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    key = secret_in(tmp_path)
    assert secret_in(tmp_path) == key
    assert (tmp_path / SECRET_FILE).stat().st_mode & 0o077 == 0
    (tmp_path / SECRET_FILE).write_text("short")
    with pytest.raises(BadInput, match="too short"):
        secret_in(tmp_path)


@pytest.mark.parametrize("address", ["mysql://x/y", "rubbish", "sqlite://"])
def test_other_databases_are_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadInput):
        database_at(address, tmp_path)


# --- a real server ---------------------------------------------------------------------------------------------------


async def make_moves(server: str, count: int) -> tuple[Any, dict[str, Any]]:
    """Makes this number of moves against bots; returns the client and the last update."""
    async with await play(server, "al-cabohne", name="Robo", level="random") as seat:
        async for update in seat.updates():
            if count <= 0:
                return seat, update
            if update["asked"]["you"]:
                count -= 1
                await seat.act(update["actions"][0]["do"])
    raise AssertionError("the game ended too soon")


@pytest.mark.long
def test_a_killed_server_resumes_every_table(tmp_path: Path) -> None:
    port = free_port()
    server = f"http://localhost:{port}"

    async def again(table: str, cookie: str) -> dict[str, Any]:
        seat = watch(server, table)
        seat.cookie = cookie
        async with seat:
            async for update in seat.updates():
                return update
        raise AssertionError("nothing was sent")

    with server_process(tmp_path, port) as process:
        seat, before = asyncio.run(make_moves(server, 3))
        process.send_signal(signal.SIGKILL)
        process.wait()
    with server_process(tmp_path, port) as process:
        after = asyncio.run(again(seat.table, seat.cookie))
        assert after["version"] >= before["version"]
        if after["version"] == before["version"]:
            assert after["view"] == before["view"]
        assert after["view"]["seat"] == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == -signal.SIGTERM


def test_a_refused_client_gets_the_reason(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not answer"):
        asyncio.run(play("http://localhost:1", "bohnanza"))
    assert issubclass(WriteFailed, Exception)
    assert issubclass(ServerRefused, Exception)
