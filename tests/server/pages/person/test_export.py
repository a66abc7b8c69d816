"""Export of a visitor's data: complete, only their own, without secrets, and rarely."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server.administration import use_cookies
from tests.support.server.app import next_socket_message, post_form, server_client, site_of, table_socket
from tests.support.server.finished_games import finished_bot_game, open_against_bots
from tobean.kernel.cards import cards_text
from tobean.record.record import parse_record
from tobean.server.store.facts import Fact


def exported(client: TestClient) -> dict[str, Any]:
    answer = client.get("/me/data")
    assert answer.status_code == 200
    assert 'filename="tobean-data.json"' in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "no-store"
    data: dict[str, Any] = json.loads(answer.text)
    return data


def say(client: TestClient, table: str, text: str) -> None:
    with table_socket(client, table) as socket:
        socket.send_json({"type": "chat", "text": text})
        while next_socket_message(socket, "chat")["text"] != text:
            pass


def test_a_visitor_without_a_name_has_nothing_to_export(client: TestClient) -> None:
    answer = client.get("/me/data", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")


@pytest.mark.long
def test_the_export_has_everything_about_the_visitor(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    say(client, table, "That was close.")
    text = client.get(f"/replays/{table}/record").text
    uploaded = [post_form(client, "/replays", text=text).headers["location"].rpartition("/")[2] for _ in range(2)]
    while "refresh" in client.get("/mine/games").text:
        pass
    data = exported(client)
    assert data["person"]["name"] == "Nina"
    (found,) = data["tables"]
    assert (found["table"], found["state"], found["opened_by_you"]) == (table, "over", True)
    assert found["record"] == text
    assert parse_record(found["record"]).players[0] == "Nina"
    assert [line["text"] for line in found["chat"]] == ["That was close."]
    assert data["uploaded_records"] == dict.fromkeys(uploaded, text)
    assert data["facts"][0]["key"] == f"game/{table}"
    assert data["facts"][0]["value"]["game"]["players"] == 2
    assert 'href="/me/data"' in client.get("/me").text


def test_a_running_game_is_listed_without_its_moves(client: TestClient) -> None:
    table = open_against_bots(client)
    answer = client.get("/me/data").text
    (found,) = json.loads(answer)["tables"]
    assert (found["table"], found["state"], found["record"]) == (table, "playing", None)
    assert found["chat"] == []
    hand = site_of(client).registry.live_tables[table].session.table.hands[1]
    assert cards_text(hand) not in answer
    assert "deal" not in answer, "the deal is in the log, and would be in a record"


def test_a_spectator_exports_what_they_said_and_not_the_game(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=1)
    say(client, table, "Well played, me.")
    player = dict(client.cookies)
    client.cookies.clear()
    post_form(client, "/me", name="Timon")
    say(client, table, "I only watched.")
    (found,) = exported(client)["tables"]
    assert found["record"] is None
    assert [line["text"] for line in found["chat"]] == ["I only watched."]
    use_cookies(client, player)
    (own,) = exported(client)["tables"]
    assert [line["text"] for line in own["chat"]] == ["Well played, me."]


def test_facts_of_others_are_not_exported(client: TestClient) -> None:
    open_against_bots(client)
    site = site_of(client)
    assert client.portal is not None
    client.portal.call(site.facts.change, [("somebody else", "note/x/1")], lambda old: [Fact('"secret"')])
    assert exported(client)["facts"] == []


def test_exports_are_rate_limited(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=1.0) as client:
        post_form(client, "/me", name="Nina")
        answers = [client.get("/me/data").status_code for _ in range(4)]
    assert answers[:2] == [200, 200]
    assert answers[-1] == 429
