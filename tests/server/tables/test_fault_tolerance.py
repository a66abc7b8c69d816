"""Faults that must not damage a table: closed live tables, cancelled changes, malformed forms."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import (
    ORIGIN,
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    server_client,
    table_socket,
)
from tests.support.server.store_checks import first_entry, migrated_database, open_store, result_of_write
from tobean.server.database.database import FILE_NAME
from tobean.server.logs import LOGGER
from tobean.server.store.write_errors import ConditionalEntries, WriteFuture
from tobean.server.tables.live_table import LiveTable
from tobean.session.log.entries import Entry, entry_text
from tobean.session.session import Session


def log_messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Messages in the server's log, with everything attached to them."""
    own = [record for record in caplog.records if record.name == LOGGER.name]
    return [f"{record.getMessage()} {getattr(record, 'facts', '')} {record.exc_info}" for record in own]


# --- live tables -----------------------------------------------------------------------------------------------------


def test_a_closed_table_stops_its_driver(client: TestClient) -> None:
    """A viewer leaving an unloaded table must not wake it: the newly loaded one has its own bots."""
    registry = client.app.state.site.registry  # type: ignore[attr-defined]
    table = open_bot_table(client)
    assert client.portal is not None
    with table_socket(client, table) as line:
        next_socket_message(line, "update")
        old = registry.live_tables[table]
        client.portal.call(registry.close, old)
    client.portal.call(asyncio.sleep, 0.1)
    assert table not in registry.driver.tasks
    assert table not in registry.driver.until
    client.portal.call(registry.mark_changed, old)
    assert old not in registry.unsaved
    with table_socket(client, table) as line:
        next_socket_message(line, "update")
        live_table = registry.live_tables[table]
        assert live_table is not old
        task = registry.driver.tasks.get(table)
        assert task is not None or client.portal.call(registry.driver.next_request, live_table) is None


async def test_a_change_cancelled_during_its_write_is_resolved(tmp_path: Path) -> None:
    async with open_store(migrated_database(tmp_path)) as store:
        from tests.support.sessions import setup_of

        session, opened = Session.open(setup_of("bohnanza", 3), 1.0)
        await store.append("t", 0, first_entry(*[entry_text(entry).decode() for entry in opened]))
        slow = SlowRegistry(store)
        live_table = LiveTable("t", slow, session, "host", False, 0.0)  # type: ignore[arg-type]

        def talk(session: Session, now: float) -> list[Entry]:
            return session.say(0, "Timon", "hello", now)

        changing = asyncio.create_task(live_table.change(talk))
        await slow.begun.wait()
        changing.cancel()
        await asyncio.sleep(0.01)
        slow.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await changing
        assert live_table.session.seq == len(await store.entries("t")) == 2
        await live_table.change(talk)
        assert live_table.session.seq == len(await store.entries("t")) == 3


class SlowRegistry:
    """A table registry with a store that waits before it writes."""

    def __init__(self, store: Any) -> None:
        self.inner = store
        self.store = self.metrics = self.driver = self.leases = self
        self.begun, self.gate = asyncio.Event(), asyncio.Event()

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        return result_of_write(self.write(table, seq, entries))

    async def write(self, table: str, seq: int, entries: ConditionalEntries) -> None:
        self.begun.set()
        await self.gate.wait()
        await self.inner.append(table, seq, entries)

    async def entries(self, table: str) -> list[str]:
        found: list[str] = await self.inner.entries(table)
        return found

    async def owns(self, table: str, fence: int | None) -> bool:
        return True

    def count(self, name: str) -> None:
        pass

    def observe(self, name: str, seconds: float) -> None:
        pass

    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None:
        pass

    def schedule_replies(self, live_table: LiveTable) -> None:
        pass


def test_standing_orders_do_not_change_the_view_of_others(client: TestClient) -> None:
    table = open_people_table(client)
    mark = client.get(f"/tables/{table}/state").json()
    with table_socket(client, table) as line:
        next_socket_message(line, "update")
        line.send_json({"type": "standing", "orders": ["have Red; want Blue"]})
        line.send_json({"type": "ping"})
        next_socket_message(line, "pong")
    assert client.get(f"/tables/{table}/state").json() == mark


# --- files ---------------------------------------------------------------------------------------------------------


def test_invalid_utf_8_is_damage_and_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        cookies = dict(client.cookies)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE log SET entry = CAST(CAST(entry AS BLOB) || X'FF' AS TEXT) WHERE seq = 1")
        database.execute("UPDATE tables SET wakes = 1.0")
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        registry = client.app.state.site.registry  # type: ignore[attr-defined]
        assert client.portal is not None
        client.portal.call(registry.tick)
        assert client.get(f"/tables/{table}").status_code == 409
        assert post_form(client, f"/tables/{table}/go-on").status_code == 303
    assert not any("deal" in line or "Red" in line for line in log_messages(caplog))
    assert sum("cannot be replayed" in line for line in log_messages(caplog)) == 1


def test_a_damaged_list_row_does_not_stop_others(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        cookies = dict(client.cookies)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE tables SET summary = '{', public = 1")
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        for path in ("/lobby", "/mine", f"/tables/{table}"):
            assert client.get(path).status_code == 200


def test_an_unreadable_entry_after_an_illegal_one(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        cookies = dict(client.cookies)
        with table_socket(client, table) as line:
            next_socket_message(line, "update")
            for text in ("one", "two", "three"):
                line.send_json({"type": "chat", "text": text})
                next_socket_message(line, "chat")
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE log SET entry = '{}' WHERE seq = 4")
        database.execute('UPDATE log SET entry = \'{"entry":"wished","at":1,"seat":9,"kinds":""}\' WHERE seq = 3')
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        assert client.get(f"/tables/{table}").status_code == 409
        fresh = post_form(client, f"/tables/{table}/go-on").headers["location"].rpartition("/")[2]
        with sqlite3.connect(tmp_path / FILE_NAME) as database:
            assert database.execute("SELECT count(*) FROM log WHERE table_id = ?", (fresh,)).fetchone() == (3,)


# --- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["undefined", "punycode", "utf-7", "utf-16", "no-such-thing", "idna"])
@pytest.mark.parametrize("path", ["/open", "/me", "/language", "/replays"])
def test_forms_in_any_charset(client: TestClient, charset: str, path: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\xff\r\n--x--\r\n'
    headers = {"Origin": ORIGIN, "Content-Type": f"multipart/form-data; boundary=x; charset={charset}"}
    answer = client.post(path, content=body, headers=headers, follow_redirects=False)
    assert answer.status_code in (303, 400, 422), answer.text


def test_forms_of_separators_only_are_cheap(client: TestClient) -> None:
    headers = {"Origin": ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/open", content=b"&" * 590_000, headers=headers).status_code == 413
    assert client.post("/open", content=b"&" * 60_000, headers=headers).status_code == 422
    assert client.post("/language", content=b"language=de&next=/", headers=headers).status_code == 200


def test_a_client_that_disconnects_during_a_form_leaves_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import threading

    import uvicorn

    from tobean.server.app import create_app
    from tobean.server.runner import free_port
    from tobean.server.settings import Settings

    port = free_port()
    app = create_app(Settings(tmp_path, port=port, workers=1))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            pass
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port)) as line:
                head = f"POST /open HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"
                line.sendall(f"{head}Content-Type: text/plain\r\nContent-Length: 10\r\n\r\nab".encode())
    finally:
        server.should_exit = True
        thread.join()
    assert not any("failed" in line for line in log_messages(caplog))
