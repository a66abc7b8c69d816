"""Answers on the socket: bots answer questions, only the author is told of unreadable chat, preferences persist."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.server.app import next_socket_message, open_bot_table, table_socket


def until_pong(socket: Any) -> list[str]:
    """Types of all messages received so far."""
    socket.send_json({"type": "ping"})
    types: list[str] = []
    while not types or types[-1] != "pong":
        types.append(socket.receive_json()["type"])
    return types


def test_a_question_is_answered_and_unreadable_chat_is_reported_to_its_author(client: TestClient) -> None:
    table = open_bot_table(client)
    with table_socket(client, table) as socket, table_socket(client, table) as other_tab:
        next_socket_message(socket, "update")
        socket.send_json({"type": "chat", "text": "What do you want?"})
        while not next_socket_message(socket, "chat")["bot"]:
            pass
        socket.send_json({"type": "chat", "text": "Lorem ipsum"})
        assert next_socket_message(socket, "puzzled")["text"].startswith("I did not understand")
        assert "puzzled" not in until_pong(other_tab)


def test_preferences_are_stored_and_validated(client: TestClient) -> None:
    table = open_bot_table(client)
    wish = {
        "tempo": "brisk",
        "declines": True,
        "keeps": [],
        "unpayable": None,
        "forced": True,
        "passes": [],
        "fitting": True,
    }
    with table_socket(client, table) as socket:
        kind = int(min(next_socket_message(socket, "update")["view"]["unseen"]))
        for bad in ({"tempo": "wild"}, {"keeps": [99999]}, {"passes": ["lunch"]}):
            socket.send_json({"type": "answers", **wish, **bad})
            assert next_socket_message(socket, "refused")["text"]
        socket.send_json({"type": "answers", "keeps": "all"})
        assert next_socket_message(socket, "error")
        socket.send_json({"type": "answers", **wish, "keeps": [kind]})
        answers = next_socket_message(socket, "update")["answers"]
        while not answers["forced"]:
            answers = next_socket_message(socket, "update")["answers"]
        assert (answers["tempo"], answers["keeps"], answers["usual"]) == ("brisk", [kind], True)
        assert answers["fitting"] is True
    with table_socket(client, table) as socket:
        assert next_socket_message(socket, "update")["answers"]["tempo"] == "brisk"
    client.cookies.clear()
    with table_socket(client, table) as watcher:
        update = next_socket_message(watcher, "update")
        assert update["answers"] is None
        assert [kind] in update["view"]["keeps"]
        watcher.send_json({"type": "answers", **wish})
        assert next_socket_message(watcher, "refused")
