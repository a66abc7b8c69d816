"""On the socket: bots answer questions, the puzzled hear it alone, and what people arrange is kept and obeyed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kit_server import at_table, heard, play, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.testclient import TestClient


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as client:
        yield client


def until_pong(socket: Any) -> list[str]:
    """The types of all that has come so far."""
    socket.send_json({"type": "ping"})
    types: list[str] = []
    while not types or types[-1] != "pong":
        types.append(socket.receive_json()["type"])
    return types


def test_a_question_is_answered_and_nonsense_told_to_whoever_said_it(client: TestClient) -> None:
    table = play(client)
    with at_table(client, table) as socket, at_table(client, table) as other_tab:
        heard(socket, "update")
        socket.send_json({"type": "chat", "text": "What do you want?"})
        while not heard(socket, "chat")["bot"]:
            pass
        socket.send_json({"type": "chat", "text": "Lorem ipsum"})
        assert heard(socket, "puzzled")["text"].startswith("I did not understand")
        assert "puzzled" not in until_pong(other_tab)


def test_what_is_arranged_is_kept_and_checked(client: TestClient) -> None:
    table = play(client)
    wish = {
        "tempo": "brisk",
        "declines": True,
        "keeps": [],
        "unpayable": None,
        "forced": True,
        "passes": [],
        "fitting": True,
    }
    with at_table(client, table) as socket:
        kind = int(min(heard(socket, "update")["view"]["ledger"]))
        for bad in ({"tempo": "wild"}, {"keeps": [99999]}, {"passes": ["lunch"]}):
            socket.send_json({"type": "answers", **wish, **bad})
            assert heard(socket, "refused")["text"]
        socket.send_json({"type": "answers", "keeps": "all"})
        assert heard(socket, "error")
        socket.send_json({"type": "answers", **wish, "keeps": [kind]})
        answers = heard(socket, "update")["answers"]
        while not answers["forced"]:
            answers = heard(socket, "update")["answers"]
        assert (answers["tempo"], answers["keeps"], answers["usual"]) == ("brisk", [kind], True)
        assert answers["fitting"] is True
    with at_table(client, table) as socket:
        assert heard(socket, "update")["answers"]["tempo"] == "brisk"
    client.cookies.clear()
    with at_table(client, table) as watcher:
        update = heard(watcher, "update")
        assert update["answers"] is None
        assert [kind] in update["view"]["keeps"]
        watcher.send_json({"type": "answers", **wish})
        assert heard(watcher, "refused")
