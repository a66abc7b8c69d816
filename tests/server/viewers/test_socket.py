"""The socket of a table: invalid messages change nothing, and no viewer receives secrets."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.support.server.app import (
    ORIGIN,
    next_socket_message,
    open_bot_table,
    open_people_table,
    open_quick_bot_table,
    post_form,
    server_client,
    table_socket,
)
from tobean.server.protection.rate_limits import MESSAGES

NONSENSE: list[Any] = [
    "",
    "[]",
    "null",
    "7",
    '{"type":"act"',
    '{"type":7}',
    '{"type":"nothing"}',
    '{"type":"act"}',
    '{"type":"act","version":"x","action":"A pass"}',
    '{"type":"act","version":0,"action":7}',
    '{"type":"plant"}',
    '{"type":"plant","version":0,"action":7}',
    '{"type":"wish","kinds":"all"}',
    '{"type":"chat"}',
    '{"type":"seat","do":"sit"}',
    "\x00\x01",
    '{"type":"chat","text":"\ud800"}',
    '{"type":"chat","text":"\\ud800"}',
    "[" * 10_000,
    json.dumps({"type": "chat", "text": "x" * 20_000}),
]
REFUSED = [
    {"type": "act", "version": 0, "action": "B pass"},
    {"type": "act", "version": 0, "action": "A fly to the moon"},
    {"type": "act", "version": 0, "action": "A harvest 9"},
    {"type": "plant", "version": 0},
    {"type": "plant", "version": 0, "action": "A end trading"},
    {"type": "plant", "version": 0, "action": "B pass"},
    {"type": "act", "version": 0, "action": "A " + "x" * 5000},
    {"type": "chat", "text": " "},
    {"type": "chat", "text": "x" * 401},
    {"type": "wish", "kinds": [99999]},
    {"type": "undo", "version": 0},
    {"type": "seat", "do": "sit", "seat": 1},
    {"type": "seat", "do": "sit", "seat": 99},
    {"type": "seat", "do": "leave", "seat": 9},
    {"type": "seat", "do": "reclaim", "seat": 1},
    {"type": "seat", "do": "dance", "seat": 1},
    {"type": "start"},
    {"type": "rematch"},
]


def position(client: TestClient, table: str) -> tuple[int, int]:
    with table_socket(client, table) as socket:
        update = next_socket_message(socket, "update")
        return update["version"], update["seq"]


def test_nonsense_gets_an_answer_and_changes_nothing(client: TestClient) -> None:
    table = open_people_table(client)
    before = position(client, table)
    with table_socket(client, table) as socket:
        for text in NONSENSE:
            socket.send_text(text)
            assert next_socket_message(socket, "error")["text"]
        socket.send_bytes(b"\xff\xfe")
        assert next_socket_message(socket, "error")["text"]
        for message in REFUSED:
            socket.send_json(message)
            assert next_socket_message(socket, "refused", "stale")["text"], message
    assert position(client, table) == before


def test_a_stale_action_is_refused_and_the_view_refreshed(client: TestClient) -> None:
    table = open_people_table(client)
    with table_socket(client, table) as socket:
        seat = next_socket_message(socket, "update")["asked"]["seat"]
    with table_socket(client, table, f"?seat={seat}") as socket:
        update = next_socket_message(socket, "update")
        action = update["actions"][0]["do"]
        socket.send_json({"type": "act", "version": update["version"], "action": action})
        after = next_socket_message(socket, "update")
        assert after["version"] == update["version"] + 1
        for version in (update["version"], 10**6, -1):
            socket.send_json({"type": "act", "version": version, "action": action})
            assert next_socket_message(socket, "stale")["text"]
            assert next_socket_message(socket, "update")["version"] == after["version"]


def test_another_viewer_cannot_act_and_sees_no_hand(client: TestClient, tmp_path: Path) -> None:
    table = open_people_table(client)
    cookie = client.cookies.get("tobean")
    client.cookies.clear()
    with table_socket(client, table, "?seat=0") as stranger:
        hello = next_socket_message(stranger, "hello")
        assert hello["you"]["seat"] is None
        update = next_socket_message(stranger, "update")
        assert all(card == -1 for seat in update["view"]["seats"] for card in seat["hand"])
        assert update["actions"] == []
        stranger.send_json({"type": "act", "version": update["version"], "action": "A pass"})
        assert next_socket_message(stranger, "refused")
        stranger.send_json({"type": "chat", "text": "hello"})
        assert next_socket_message(stranger, "refused")
    assert cookie is not None
    assert cookie not in json.dumps(update)
    assert '"person"' not in json.dumps(hello).replace('"kind": "person"', "")


def test_cross_origin_sockets_and_unknown_tables_are_refused(client: TestClient) -> None:
    table = open_bot_table(client)
    for origin in ("https://evil.example", "null"):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/tables/{table}/socket", headers={"Origin": origin}),
        ):
            pass
    with client.websocket_connect("/tables/nothing/socket", headers={"Origin": ORIGIN}) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404


def test_two_tabs_and_presence(client: TestClient) -> None:
    table = open_people_table(client)
    with table_socket(client, table, "?seat=0") as one:
        assert next_socket_message(one, "hello")["table"]["seats"][0]["present"]
        next_socket_message(one, "update")
        with table_socket(client, table, "?seat=0") as two:
            next_socket_message(two, "update")
            two.send_json({"type": "chat", "text": "from the second tab"})
            assert next_socket_message(one, "chat")["text"] == "from the second tab"
            assert next_socket_message(two, "chat")["name"] == "Nina"
        one.send_json({"type": "ping"})
        assert next_socket_message(one, "pong")


def test_hostile_names_and_chat_are_only_text(client: TestClient) -> None:
    name = "<b>&\"'</b>"
    assert post_form(client, "/me", name=name).status_code == 303
    page = client.get("/me").text
    assert name not in page
    assert "&lt;b&gt;" in page
    for bad in ("x" * 50, "a,b", "a\nb: c", "A", "Ｂ\u200b", "\u202e\u200b", "\u3164\u2800"):
        assert post_form(client, "/me", name=bad).status_code == 422, repr(bad)
    assert post_form(client, "/me", name="\u202eNi\x07n\u200ba\u0301\u0302\u0303").status_code == 303
    assert 'value="Niná\u0302"' in client.get("/me").text
    table = open_bot_table(client, name="Nina")
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        socket.send_json({"type": "chat", "text": "<img src=x onerror=alert(1)>"})
        assert next_socket_message(socket, "chat")["text"] == "<img src=x onerror=alert(1)>"
        socket.send_json({"type": "chat", "text": "so\u202e so\u2028la\u200b la"})
        assert next_socket_message(socket, "chat")["text"] == "so so la la"
        socket.send_json({"type": "chat", "text": "\u200b\u3164"})
        assert next_socket_message(socket, "refused")["text"]


@pytest.mark.usefixtures("no_refill")
def test_messages_are_limited(tmp_path: Path) -> None:
    assert MESSAGES.person is not None
    with server_client(tmp_path, limits=1.0) as client:
        table = open_bot_table(client)
        with table_socket(client, table) as socket:
            pings = int(MESSAGES.person.burst) + 1
            for _ in range(pings):
                socket.send_json({"type": "ping"})
            kinds = [next_socket_message(socket, "pong", "error")["type"] for _ in range(pings)]
            assert kinds == ["pong"] * (pings - 1) + ["error"]


def test_pages_and_forms_are_limited(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=0.004) as client:
        answers = {client.get("/lobby").status_code for _ in range(5)}
        assert answers == {200, 429}
    with server_client(tmp_path, limits=0.5) as client:
        answers = {post_form(client, "/play", name="Nina", game="bohnanza").status_code for _ in range(12)}
        assert answers == {303, 422}


def test_too_large_bodies_are_refused(client: TestClient) -> None:
    answer = client.post("/open", data={"name": "x" * 700_000}, headers={"Origin": ORIGIN})
    assert answer.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    answer = client.post("/open", content=pieces(), headers={"Origin": ORIGIN, "Content-Type": "text/plain"})
    assert answer.status_code in (413, 422)


@pytest.mark.long
def test_only_the_requester_gets_a_hint(client: TestClient) -> None:
    table = open_quick_bot_table(client)
    with table_socket(client, table, "?language=de") as socket:
        update = next_socket_message(socket, "update")
        while not any(action["verb"] == "plant" for action in update["actions"]):
            do = next((action["do"] for action in update["actions"] if action["verb"] == "decline"), None)
            if do is not None:
                socket.send_json({"type": "act", "version": update["version"], "action": do})
            update = next_socket_message(socket, "update")
        assert update["hint"]
        socket.send_json({"type": "hint", "version": update["version"]})
        hint = next_socket_message(socket, "hint")
        assert hint["version"] == update["version"]
        assert hint["do"] in [action["do"] for action in update["actions"]]
        assert hint["label"]
        assert hint["text"]
        socket.send_json({"type": "hint", "version": update["version"] - 1})
        assert next_socket_message(socket, "stale")["text"].startswith("Inzwischen")
        socket.send_json({"type": "hint"})
        assert next_socket_message(socket, "error")
    client.cookies.clear()
    with table_socket(client, table) as socket:
        assert not next_socket_message(socket, "update")["hint"]
        socket.send_json({"type": "hint", "version": 0})
        assert next_socket_message(socket, "refused")


def test_a_late_viewer_can_read_earlier_events(client: TestClient) -> None:
    table = open_people_table(client)
    with table_socket(client, table) as socket:
        first = next_socket_message(socket, "update")["events"][-1]["n"]
        socket.send_json({"type": "earlier", "before": first})
        assert [event["n"] for event in next_socket_message(socket, "earlier")["events"]] == list(range(first))
        for before in ("1", None, 1.5):
            socket.send_json({"type": "earlier", "before": before})
            assert next_socket_message(socket, "error")["text"]


def test_a_clock_says_how_much_time_is_left(client: TestClient) -> None:
    table = open_people_table(client, pace="live", clock="60")
    with table_socket(client, table) as socket:
        clock = next_socket_message(socket, "update")["clock"]
        assert 0 < clock["left"] <= 60
        assert clock["until"] > clock["left"]
