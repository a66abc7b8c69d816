"""Tables with an unreplayable log: quarantined once, explained to their people, continued from intact entries."""

from __future__ import annotations

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import tobean
from tests.support.server.app import next_socket_message, open_people_table, post_form, server_client, table_socket
from tobean.server.database.database import FILE_NAME
from tobean.server.logs import LOGGER
from tobean.session import Session, parse_log


def play_moves(client: TestClient, table: str, count: int) -> dict[str, Any]:
    """Makes some moves with all seats; returns the last update of the last mover."""
    update: dict[str, Any] = {}
    with table_socket(client, table) as socket:
        asked = next_socket_message(socket, "update")["asked"]["seat"]
    for _ in range(count):
        with table_socket(client, table, f"?seat={asked}") as socket:
            update = next_socket_message(socket, "update")
            socket.send_json({"type": "act", "version": update["version"], "action": update["actions"][0]["do"]})
            update = next_socket_message(socket, "update")
            asked = update["asked"]["seat"]
    return update


def written(folder: Path, table: str) -> list[str]:
    with sqlite3.connect(folder / FILE_NAME) as database:
        rows = database.execute("SELECT entry FROM log WHERE table_id = ? ORDER BY seq", (table,))
        return [entry for (entry,) in rows]


def lines(folder: Path, table: str) -> list[dict[str, Any]]:
    return [json.loads(entry) for entry in written(folder, table)]


def damage(folder: Path, table: str, seq: int, entry: str) -> None:
    with sqlite3.connect(folder / FILE_NAME) as database:
        changed = database.execute("UPDATE log SET entry = ? WHERE table_id = ? AND seq = ?", (entry, table, seq))
        assert changed.rowcount == 1


def error_logs(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Error messages in the server's log."""
    own = [record for record in caplog.records if record.name == LOGGER.name]
    return [record.getMessage() for record in own if record.levelno >= logging.ERROR]


def whole_table(folder: Path) -> tuple[str, dict[str, str], list[dict[str, Any]]]:
    """A table of three on one device after ten moves: its id, its people's cookies, its log."""
    with server_client(folder) as client:
        table = open_people_table(client)
        play_moves(client, table, 10)
        return table, dict(client.cookies), lines(folder, table)


WRONG: list[tuple[str, str]] = [
    ("a move that a rule forbids", json.dumps({"entry": "acted", "at": 1.0, "do": "A accept 77: Red@9"})),
    ("chance that the move does not bring", json.dumps({"entry": "acted", "at": 1.0, "do": "A pass", "chance": "Red"})),
    ("no JSON", "{"),
    ("no entry", "{}"),
    ("a seat that is not there", json.dumps({"entry": "wished", "at": 1.0, "seat": 7, "kinds": "Red"})),
    ("a kind of another game", json.dumps({"entry": "wished", "at": 1.0, "seat": 1, "kinds": "Nonsense"})),
]


@pytest.mark.parametrize("entry", [entry for _, entry in WRONG], ids=[why for why, _ in WRONG])
def test_a_damaged_table_resumes_from_its_last_valid_position(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, entry: str
) -> None:
    table, cookies, log = whole_table(tmp_path)
    last = len(log) - 2
    damage(tmp_path, table, last, entry)
    with server_client(tmp_path) as client:
        fine = open_people_table(client)
        client.cookies.clear()
        stranger = client.get(f"/tables/{table}")
        assert stranger.status_code == 409
        assert "go-on" not in stranger.text
        client.cookies.update(cookies)
        shown_page = client.get(f"/tables/{table}", headers={"Accept-Language": "de"})
        assert shown_page.status_code == 409
        assert "Dieser Tisch ist beschädigt" in shown_page.text
        with table_socket(client, table) as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4409
        assert "Damaged" in client.get("/mine", headers={"Accept-Language": "en"}).text
        answer = post_form(client, f"/tables/{table}/go-on")
        assert answer.status_code == 303
        fresh = answer.headers["location"].rpartition("/")[2]
        assert post_form(client, f"/tables/{table}/go-on").headers["location"] == f"/tables/{fresh}"
        for whole, taken in zip(log[:last], lines(tmp_path, fresh), strict=True):
            assert {**whole, "at": 0} == {**taken, "at": 0}
        play_moves(client, fresh, 3)
        assert client.get(f"/tables/{fine}").status_code == 200
        # The log is kept: nothing was removed, and the damage was noted once.
        assert [json.loads(line) for line in written(tmp_path, table)[:last]] == log[:last]
        assert written(tmp_path, table)[last] == entry
        assert json.loads(written(tmp_path, table)[-1]) == log[-1]
        assert error_logs(caplog) == ["a log cannot be replayed"]
        assert client.app.state.site.metrics.value("damaged") == 1  # type: ignore[attr-defined]


def test_only_people_of_a_damaged_table_can_resume_it(tmp_path: Path) -> None:
    table, _, log = whole_table(tmp_path)
    damage(tmp_path, table, len(log) - 1, "{}")
    with server_client(tmp_path) as client:
        assert post_form(client, f"/tables/{table}/go-on").status_code == 422
        post_form(client, "/me", name="Eve")
        assert post_form(client, f"/tables/{table}/go-on").status_code == 422


def test_a_table_without_a_valid_entry_is_reported(tmp_path: Path) -> None:
    table, cookies, _ = whole_table(tmp_path)
    damage(tmp_path, table, 0, "{}")
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        assert "Nothing of this table is left to continue from." in client.get(f"/tables/{table}").text
        assert post_form(client, f"/tables/{table}/go-on").status_code == 422


def test_a_missing_entry_is_damage(tmp_path: Path) -> None:
    table, cookies, log = whole_table(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("DELETE FROM log WHERE table_id = ? AND seq = 6", (table,))
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        assert client.get(f"/tables/{table}").status_code == 409
        fresh = post_form(client, f"/tables/{table}/go-on").headers["location"].rpartition("/")[2]
        assert len(lines(tmp_path, fresh)) == 6 < len(log)


def test_a_damaged_table_is_loaded_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged table with a bot to move is not reloaded every second."""
    table, _, log = whole_table(tmp_path)
    damage(tmp_path, table, len(log) - 1, "{}")
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE tables SET wakes = 1.0, state = 'playing' WHERE id = ?", (table,))
    for _ in range(2):  # nor at the next start
        with server_client(tmp_path) as client:
            registry = client.app.state.site.registry  # type: ignore[attr-defined]
            assert client.portal is not None
            for _ in range(3):
                client.portal.call(registry.tick)
            registry.quarantine.known.clear()
            client.portal.call(registry.tick)
    assert error_logs(caplog) == ["a log cannot be replayed"]


def test_a_repaired_log_is_read_again(tmp_path: Path) -> None:
    table, cookies, log = whole_table(tmp_path)
    damage(tmp_path, table, len(log) - 1, "{}")
    with server_client(tmp_path) as client:
        assert client.get(f"/tables/{table}").status_code == 409
    damage(tmp_path, table, len(log) - 1, json.dumps(log[-1]))
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        assert client.get(f"/tables/{table}").status_code == 200
        assert post_form(client, f"/tables/{table}/go-on").headers["location"] == f"/tables/{table}"
        play_moves(client, table, 2)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        assert database.execute("SELECT state FROM tables WHERE id = ?", (table,)).fetchone() == ("playing",)


def test_damage_during_play_is_shown_to_viewers(tmp_path: Path) -> None:
    """Another server, perhaps a newer one, writes an entry that this one cannot apply."""
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            next_socket_message(socket, "update")
            with sqlite3.connect(tmp_path / FILE_NAME) as database:
                database.execute("INSERT INTO log VALUES (?, ?, '{}')", (table, len(lines(tmp_path, table))))
            socket.send_json({"type": "chat", "text": "Is anybody there?"})
            with pytest.raises(WebSocketDisconnect):
                next_socket_message(socket, "nothing more")
        assert client.get(f"/tables/{table}").status_code == 409


def test_a_table_of_earlier_rules_names_the_refused_action(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A6 was corrected: the second card may not go on the field of the first, even after a harvest."""
    with server_client(tmp_path) as client:
        answer = post_form(client, "/open", game="al-cabohne", name="Nina", seat1="none")
        table = answer.headers["location"].rpartition("/")[2]
        post_form(client, f"/tables/{table}/start")
        cookies = dict(client.cookies)
    log = lines(tmp_path, table)
    assert log[1]["edition"] == "AMIGO, rules 2"
    log[1]["edition"] = "AMIGO, rules 1"
    session = Session.resume(parse_log(written(tmp_path, table)))
    first, second = [tobean.name_of(card) for card in session.table.hands[0][:2]]
    refused = f"A plant {second} {2 if first == second else 1}"
    log += [{"entry": "acted", "at": 9e9, "do": do} for do in (f"A plant {first} 1", "A harvest 1", refused)]
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("DELETE FROM log WHERE table_id = ?", (table,))
        rows = [(table, number, json.dumps(entry)) for number, entry in enumerate(log)]
        database.executemany("INSERT INTO log (table_id, seq, entry) VALUES (?, ?, ?)", rows)
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        shown_page = client.get(f"/tables/{table}", headers={"Accept-Language": "en"})
        assert shown_page.status_code == 409
        assert "played by earlier rules" in shown_page.text
        assert f"<code>{refused}</code>" in shown_page.text
        assert "/rules/al-cabohne#A6" in shown_page.text
        german = client.get(f"/tables/{table}", headers={"Accept-Language": "de"}).text
        assert "nach früheren Regeln" in german
        assert "Zwei Karten" in german
        fresh = post_form(client, f"/tables/{table}/go-on").headers["location"].rpartition("/")[2]
        assert len(lines(tmp_path, fresh)) == len(log) - 1
    assert error_logs(caplog) == []
