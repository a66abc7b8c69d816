"""People at a table of the server: presence in the log, spectators, and ended games."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import (
    become,
    live_table_of,
    new_person,
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    random_playout,
    server_client,
    site_of,
    start_game,
    table_socket,
    tick,
)
from tobean.server.database.database import FILE_NAME
from tobean.server.people.visitor import Visitor
from tobean.server.store.rows import Person
from tobean.server.tables.live_table import AWAY_SECONDS, LiveTable
from tobean.server.tables.table_registry import MAX_SPECTATORS


def presence_events(live_table: LiveTable) -> list[str]:
    return [each.event.name for each in live_table.session.feed if each.event.name in ("went away", "came back")]


# --- absence and return ---------------------------------------------------------------------------------------


def test_only_long_absences_are_announced(client: TestClient) -> None:
    table, anna, ben = start_game(client)
    live_table = live_table_of(client, table)
    become(client, ben)
    with table_socket(client, table) as ben_socket:
        next_socket_message(ben_socket, "update")
        become(client, anna)
        with table_socket(client, table, "?language=de") as anna_socket:
            next_socket_message(anna_socket, "update")
            ben_socket.close()
            while live_table.present_seats() != {0}:
                next_socket_message(anna_socket, "table")
            tick(client)
            assert presence_events(live_table) == [], "he may be back in a moment"
            live_table.left_at[live_table.session.seats[1].person] = time.monotonic() - AWAY_SECONDS
            tick(client)
            tick(client)
            assert presence_events(live_table) == ["went away"]
            while not (news := next_socket_message(anna_socket, "update")["events"]) or news[-1]["name"] != "went away":
                pass
            assert news[-1]["text"] == "Ben ist gerade nicht da."
            become(client, ben)
            with table_socket(client, table) as again:
                next_socket_message(again, "update")
                tick(client)
                assert presence_events(live_table) == ["went away", "came back"]
            tick(client)
            assert presence_events(live_table) == ["went away", "came back"]


def test_presence_is_not_announced_without_readers_or_over_days(client: TestClient) -> None:
    table, *_ = start_game(client)
    live_table = live_table_of(client, table)
    live_table.loaded_at -= AWAY_SECONDS
    tick(client)
    assert presence_events(live_table) == [], "no person is present"
    table, anna, _ = start_game(client, pace="days")
    live_table = live_table_of(client, table)
    live_table.loaded_at -= AWAY_SECONDS
    become(client, anna)
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        tick(client)
        assert presence_events(live_table) == []


def test_a_requested_stand_in_is_announced_after_the_absence(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    live_table = live_table_of(client, table)
    live_table.loaded_at -= AWAY_SECONDS
    become(client, anna)
    post_form(client, f"/tables/{table}/fill", seat=1, bot="")
    assert [each.event.name for each in live_table.session.feed][-2:] == ["went away", "stood in"]


# --- spectators -----------------------------------------------------------------------------------------------


def test_spectators_are_listed_once_by_name(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    eve = new_person(client, "Eve", face=4)
    become(client, anna)
    with table_socket(client, table) as anna_socket:
        assert next_socket_message(anna_socket, "hello")["table"]["watching"] == 0
        become(client, eve)
        with table_socket(client, table) as first, table_socket(client, table) as second:
            next_socket_message(first, "hello")
            next_socket_message(second, "hello")
            client.cookies.clear()
            with table_socket(client, table) as stranger:
                shown = next_socket_message(stranger, "hello")["table"]
                assert shown["watching"] == 2
                assert shown["spectators"] == [{"name": "Eve", "face": 4}]
            first.send_json({"type": "chat", "text": "Hello"})
            line = next_socket_message(anna_socket, "chat")
            assert (line["name"], line["seat"]) == ("Eve", None)
        while (shown := next_socket_message(anna_socket, "table")["table"])["watching"]:
            pass
        assert shown["spectators"] == []


def test_many_spectators_are_counted_and_some_are_named(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    live_table = live_table_of(client, table)

    class Watching:
        shows_table = True
        seats = ()

        def __init__(self, number: int) -> None:
            self.visitor = Visitor(Person(str(number), f"Guest {number:02}", 0.0, 0.0), "c")

        def send_table_soon(self) -> None: ...

    live_table.connections.update(Watching(number) for number in range(30))  # type: ignore[misc]
    become(client, anna)
    data = site_of(client).registry.table_data(live_table)
    assert data["watching"] == 30
    assert [each["name"] for each in data["spectators"]] == [f"Guest {number:02}" for number in range(MAX_SPECTATORS)]  # type: ignore[attr-defined]
    live_table.connections.clear()


# --- the only person leaves -----------------------------------------------------------------------------------


def front_page_when(client: TestClient, folder: Path, table: str, state: str) -> str:
    """Wait until the list tables have this state, and return the front page. They are written shortly after the log."""
    while True:
        client.get("/")
        with sqlite3.connect(folder / FILE_NAME) as database:
            if database.execute("SELECT state FROM tables WHERE id = ?", (table,)).fetchone() == (state,):
                return client.get("/").text


def test_leaving_a_game_alone_with_bots_ends_it_and_can_be_undone(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_bot_table(client)
        live_table = live_table_of(client, table)
        with table_socket(client, table) as socket:
            assert next_socket_message(socket, "hello")["table"]["ends"] is True
            socket.send_json({"type": "seat", "do": "leave", "seat": 0})
            assert next_socket_message(socket, "go")["to"] == "/"
        assert live_table.session.state == "ended"
        played = live_table.session.version
        front = front_page_when(client, tmp_path, table, "ended")
        assert "You left Bohnanza, so the game has ended." in front
        assert 'class="running"' not in front
        assert client.portal is not None
        assert client.portal.call(site_of(client).store.open_table_count, live_table.host) == 0
        mine = client.get("/mine").text
        assert mine.index("Finished") < mine.index(table)
        assert '<span class="badge">Ended</span>' in mine
        for tail in ("", "/record", "/hello.json", "/curve.json", "/marks.json", "/actions.json"):
            assert client.get(f"/replays/{table}{tail}").status_code == 404, "its hands are still secret"
        assert client.get(f"/tables/{table}/result", follow_redirects=False).headers["location"] == f"/tables/{table}"
        assert live_table.session.version == played, "no bot continues"
        seat = re.search(r'name="seat" value="(\d)"', front)
        assert seat is not None
        answer = post_form(client, f"/tables/{table}/reclaim", seat=seat[1])
        assert answer.headers["location"] == f"/tables/{table}"
        assert live_table.session.state == "playing"
        front = front_page_when(client, tmp_path, table, "playing")
        assert "has ended" not in front
        assert 'class="running"' in front


def test_leaving_by_the_form_redirects_to_the_front_page(client: TestClient) -> None:
    table = open_bot_table(client)
    assert post_form(client, f"/tables/{table}/leave", seat=0).headers["location"] == "/"
    german = client.get("/", headers={"Accept-Language": "de"}).text
    assert "Du hast Bohnanza verlassen, damit ist das Spiel beendet." in german


def test_an_ended_game_is_offered_on_the_front_page_for_an_hour_and_always_on_my_tables(
    client: TestClient,
) -> None:
    table = open_bot_table(client)
    post_form(client, f"/tables/{table}/leave", seat=0)
    live_table = live_table_of(client, table)
    live_table.session.at -= 3700.0
    site_of(client).registry.unsaved[live_table] = 0.0
    assert "has ended" not in client.get("/").text
    assert f'action="/tables/{table}/reclaim"' in client.get("/mine").text
    post_form(client, "/mine/clear", finished="yes")
    assert table not in client.get("/mine").text


def test_an_ended_game_survives_a_restart(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_bot_table(client)
        post_form(client, f"/tables/{table}/leave", seat=0)
        cookies = dict(client.cookies)
    with server_client(tmp_path) as client:
        become(client, cookies)
        assert live_table_of(client, table).session.state == "ended"
        with table_socket(client, table) as socket:
            hello = next_socket_message(socket, "hello")
            assert (hello["table"]["state"], hello["table"]["reclaim"]) == ("ended", [0])
            socket.send_json({"type": "seat", "do": "reclaim", "seat": 0})
            while next_socket_message(socket, "hello", "table")["table"]["state"] != "playing":
                pass


def test_closing_the_page_is_not_leaving(client: TestClient) -> None:
    table = open_bot_table(client)
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
    live_table = live_table_of(client, table)
    live_table.loaded_at -= 10 * AWAY_SECONDS
    live_table.left_at[live_table.session.seats[0].person] = time.monotonic() - 10 * AWAY_SECONDS
    tick(client)
    assert live_table.session.state == "playing"


def test_with_other_people_or_a_spectator_a_bot_plays_on(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    become(client, anna)
    assert post_form(client, f"/tables/{table}/leave", seat=0).headers["location"] == f"/tables/{table}"
    assert live_table_of(client, table).session.state == "playing"
    hands = open_people_table(client)
    for seat in (0, 1, 2):
        post_form(client, f"/tables/{hands}/leave", seat=seat)
        assert live_table_of(client, hands).session.state == "playing", "several people on one device"
    client.cookies.clear()
    watched = open_bot_table(client)
    own = dict(client.cookies)
    client.cookies.clear()
    with table_socket(client, watched) as stranger:
        next_socket_message(stranger, "hello")
        become(client, own)
        with table_socket(client, watched) as socket:
            assert next_socket_message(socket, "hello")["table"]["ends"] is False
        post_form(client, f"/tables/{watched}/leave", seat=0)
        assert live_table_of(client, watched).session.state == "playing"


# --- afterwards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [False, True])
def test_result_review_and_replay_say_when_a_bot_played(client: TestClient, back: bool) -> None:
    table, anna, ben = start_game(client)
    live_table = live_table_of(client, table)
    become(client, ben)
    post_form(client, f"/tables/{table}/leave", seat=1)
    become(client, anna)
    while not re.search(r"<bdi>Ben</bdi> <span class=\"badge\">bot</span>", client.get("/mine").text):
        pass  # the list tables are written a little after the log
    assert client.portal is not None

    def some(session: Any, now: float) -> list[Any]:
        return [entry for _ in range(20) for entry in one(session, now)]

    client.portal.call(live_table.change, some)
    if back:
        become(client, ben)
        post_form(client, f"/tables/{table}/reclaim", seat=1)
    client.portal.call(live_table.change, random_playout)
    (stretch,) = live_table.session.stand_ins
    sentence = f"A bot played for Ben from turn 1 to {f'turn {stretch.until_turn}' if back else 'the end'}."
    if back and stretch.until_turn == 1:
        sentence = "A bot played for Ben in turn 1."
    result = client.get(f"/tables/{table}/result").text
    assert sentence in result
    ranking = result.partition('class="podium"')[2].partition("</ol>")[0]
    assert ("Ben (bot)" in ranking) == (not back)
    hello = client.get(f"/replays/{table}/hello.json").json()
    assert hello["table"]["stand_ins"][0]["seat"] == 1
    log = client.get(f"/replays/{table}/log.json?first=0&last=40").json()["log"]
    lines = [event["text"] for events in log for event in events]
    assert "A bot plays on for Ben." in lines
    assert ("Ben is back and plays again." in lines) == back


def one(session: Any, now: float) -> list[Any]:
    action = session.table.legal_actions(session.table.awaited)[0]
    found: list[Any] = session.act(action.seat, repr(action), session.version, now, session.version)
    return found
