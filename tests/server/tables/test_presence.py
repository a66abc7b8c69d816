"""People at a table of the server: presence in the log, spectators, ended games, and one picture per person."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server.administration import poll_commands
from tests.support.server.app import (
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    random_playout,
    server_client,
    site_of,
    table_socket,
)
from tobean.bots import PERSONALITIES
from tobean.play.session.seats import MAX_FACES, person_seat
from tobean.server.admin.backup import back_up, read_backup, restore
from tobean.server.archive.archive import Archive
from tobean.server.database.database import FILE_NAME, database_at
from tobean.server.people.visitor import Visitor
from tobean.server.store.rows import Person
from tobean.server.tables.bot_seats import named_bot_seat
from tobean.server.tables.live_table import AWAY_SECONDS, LiveTable
from tobean.server.tables.table_registry import MAX_SPECTATORS


def become(client: TestClient, cookies: dict[str, str]) -> None:
    client.cookies.clear()
    client.cookies.update(cookies)


def new_person(client: TestClient, name: str, **more: Any) -> dict[str, str]:
    """Cookies of a person with this name."""
    client.cookies.clear()
    assert post_form(client, "/me", name=name, **more).status_code == 303
    return dict(client.cookies)


def live_table_of(client: TestClient, table: str) -> LiveTable:
    assert client.portal is not None
    room = client.portal.call(site_of(client).registry.live_table, table)
    assert room is not None
    return room


def tick(client: TestClient) -> None:
    assert client.portal is not None
    client.portal.call(site_of(client).registry.tick)


def start_game(client: TestClient, **more: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    """A running game of Anna, Ben and an inactive bot; returns its id, and their cookies."""
    anna = new_person(client, "Anna")
    wishes = {"seat1": "open", "seat2": "miser", "seat3": "none", "seat4": "none", **more}
    table = post_form(client, "/open", game="bohnanza", **wishes).headers["location"].rpartition("/")[2]
    ben = new_person(client, "Ben")
    post_form(client, f"/tables/{table}/sit", seat=1)
    become(client, anna)
    post_form(client, f"/tables/{table}/start")
    return table, anna, ben


def presence_events(room: LiveTable) -> list[str]:
    return [each.event.name for each in room.session.feed if each.event.name in ("went away", "came back")]


# --- absence and return ---------------------------------------------------------------------------------------


def test_only_long_absences_are_announced(client: TestClient) -> None:
    table, anna, ben = start_game(client)
    room = live_table_of(client, table)
    become(client, ben)
    with table_socket(client, table) as his:
        next_socket_message(his, "update")
        become(client, anna)
        with table_socket(client, table, "?language=de") as hers:
            next_socket_message(hers, "update")
            his.close()
            while room.present_seats() != {0}:
                next_socket_message(hers, "table")
            tick(client)
            assert presence_events(room) == [], "he may be back in a moment"
            room.left_at[1] = time.monotonic() - AWAY_SECONDS
            tick(client)
            tick(client)
            assert presence_events(room) == ["went away"]
            while not (news := next_socket_message(hers, "update")["events"]) or news[-1]["name"] != "went away":
                pass
            assert news[-1]["text"] == "Ben ist gerade nicht da."
            become(client, ben)
            with table_socket(client, table) as again:
                next_socket_message(again, "update")
                tick(client)
                assert presence_events(room) == ["went away", "came back"]
            tick(client)
            assert presence_events(room) == ["went away", "came back"]


def test_presence_is_not_announced_without_readers_or_over_days(client: TestClient) -> None:
    table, *_ = start_game(client)
    room = live_table_of(client, table)
    room.loaded_at -= AWAY_SECONDS
    tick(client)
    assert presence_events(room) == [], "no person is present"
    table, anna, _ = start_game(client, pace="days")
    room = live_table_of(client, table)
    room.loaded_at -= AWAY_SECONDS
    become(client, anna)
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        tick(client)
        assert presence_events(room) == []


def test_a_requested_stand_in_is_announced_after_the_absence(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    room = live_table_of(client, table)
    room.loaded_at -= AWAY_SECONDS
    become(client, anna)
    post_form(client, f"/tables/{table}/fill", seat=1, bot="")
    assert [each.event.name for each in room.session.feed][-2:] == ["went away", "stood in"]


# --- spectators -----------------------------------------------------------------------------------------------


def test_spectators_are_listed_once_by_name(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    eve = new_person(client, "Eve", face=4)
    become(client, anna)
    with table_socket(client, table) as hers:
        assert next_socket_message(hers, "hello")["table"]["watching"] == 0
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
            line = next_socket_message(hers, "chat")
            assert (line["name"], line["seat"]) == ("Eve", None)
        while (shown := next_socket_message(hers, "table")["table"])["watching"]:
            pass
        assert shown["spectators"] == []


def test_many_spectators_are_counted_and_some_are_named(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    room = live_table_of(client, table)

    class Watching:
        watches = True
        seats = ()

        def __init__(self, number: int) -> None:
            self.visitor = Visitor(Person(str(number), f"Guest {number:02}", 0.0, 0.0), "c")

        def send_table_soon(self) -> None: ...

    room.connections.update(Watching(number) for number in range(30))  # type: ignore[misc]
    become(client, anna)
    data = site_of(client).registry.table_data(room)
    assert data["watching"] == 30
    assert [each["name"] for each in data["spectators"]] == [f"Guest {number:02}" for number in range(MAX_SPECTATORS)]  # type: ignore[attr-defined]
    room.connections.clear()


# --- the only person leaves -----------------------------------------------------------------------------------


def front_page_when(client: TestClient, folder: Path, table: str, state: str) -> str:
    """The front page once the list tables have this state, which are written a little after the log."""
    while True:
        client.get("/")
        with sqlite3.connect(folder / FILE_NAME) as database:
            if database.execute("SELECT state FROM tables WHERE id = ?", (table,)).fetchone() == (state,):
                return client.get("/").text


def test_leaving_a_game_alone_with_bots_ends_it_and_can_be_undone(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_bot_table(client)
        room = live_table_of(client, table)
        with table_socket(client, table) as socket:
            assert next_socket_message(socket, "hello")["table"]["ends"] is True
            socket.send_json({"type": "seat", "do": "leave", "seat": 0})
            assert next_socket_message(socket, "go")["to"] == "/"
        assert room.session.state == "ended"
        played = room.session.version
        front = front_page_when(client, tmp_path, table, "ended")
        assert "You left Bohnanza, so the game has ended." in front
        assert 'class="running"' not in front
        assert client.portal is not None
        assert client.portal.call(site_of(client).store.open_table_count, room.host) == 0
        mine = client.get("/mine").text
        assert mine.index("Finished") < mine.index(table)
        assert '<span class="badge">Ended</span>' in mine
        for tail in ("", "/record", "/hello.json", "/review", "/curve.json", "/marks.json", "/actions.json"):
            assert client.get(f"/replays/{table}{tail}").status_code == 404, "its hands are still secret"
        assert client.get(f"/tables/{table}/result", follow_redirects=False).headers["location"] == f"/tables/{table}"
        assert room.session.version == played, "no bot continues"
        seat = re.search(r'name="seat" value="(\d)"', front)
        assert seat is not None
        answer = post_form(client, f"/tables/{table}/reclaim", seat=seat[1])
        assert answer.headers["location"] == f"/tables/{table}"
        assert room.session.state == "playing"
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
    room = live_table_of(client, table)
    room.session.at -= 3700.0
    site_of(client).registry.unsaved[room] = 0.0
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
    room = live_table_of(client, table)
    room.loaded_at -= 10 * AWAY_SECONDS
    room.left_at[0] = time.monotonic() - 10 * AWAY_SECONDS
    tick(client)
    assert room.session.state == "playing"


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
    room = live_table_of(client, table)
    become(client, ben)
    post_form(client, f"/tables/{table}/leave", seat=1)
    become(client, anna)
    while not re.search(r"<bdi>Ben</bdi> <span class=\"badge\">bot</span>", client.get("/mine").text):
        pass  # the list tables are written a little after the log
    assert client.portal is not None

    def some(session: Any, now: float) -> list[Any]:
        return [entry for _ in range(20) for entry in one(session, now)]

    client.portal.call(room.change, some)
    if back:
        become(client, ben)
        post_form(client, f"/tables/{table}/reclaim", seat=1)
    client.portal.call(room.change, random_playout)
    (stretch,) = room.session.stand_ins
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


# --- profile pictures -----------------------------------------------------------------------------------------


def faces(client: TestClient, table: str) -> list[int]:
    return [seat.face for seat in live_table_of(client, table).session.seats]


def test_a_picture_is_chosen_once_and_shown_at_every_table(client: TestClient) -> None:
    new_person(client, "Anna", face=5)
    assert re.search(r'value="5" checked', client.get("/me").text)
    assert re.search(r'value="5" checked', client.get("/").text)
    first, second = open_bot_table(client, name="Anna"), open_bot_table(client, name="Annabel")
    assert [faces(client, table)[0] for table in (first, second)] == [5, 5]
    assert len(set(faces(client, first))) == len(faces(client, first)), "bots take other pictures"
    post_form(client, "/me", name="Anna", face=2)
    assert faces(client, open_bot_table(client, name="Anna"))[0] == 2
    learning = post_form(client, "/learn", game="bohnanza").headers["location"].rpartition("/")[2]
    assert faces(client, learning)[0] == 2
    table, _, _ = start_game(client)
    unused = next(face for face in range(1, MAX_FACES + 1) if face not in faces(client, table))
    cookies = new_person(client, "Eve", face=unused)
    become(client, cookies)
    post_form(client, f"/tables/{table}/sit", seat=2)
    assert faces(client, table)[2] == unused


def test_without_a_choice_the_picture_is_the_same_at_every_table(client: TestClient) -> None:
    tables = [open_bot_table(client) for _ in range(5)]
    assert len({faces(client, table)[0] for table in tables}) == 1
    assert all(1 <= faces(client, table)[0] <= 8 for table in tables)


@pytest.mark.parametrize("chosen", [False, True])
def test_two_people_at_a_table_have_different_pictures(client: TestClient, chosen: bool) -> None:
    ben = new_person(client, "Ben")
    given = faces(client, open_bot_table(client, name="Ben"))[0]
    if chosen:
        post_form(client, "/me", name="Ben", face=given)
    new_person(client, "Anna", face=given)
    wishes = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none"}
    table = post_form(client, "/open", game="bohnanza", **wishes).headers["location"].rpartition("/")[2]
    become(client, ben)
    post_form(client, f"/tables/{table}/sit", seat=1)
    assert faces(client, table)[0] == given
    assert faces(client, table)[1] not in (0, given)
    assert f'value="{given}" checked' in client.get("/me").text or not chosen


def test_a_bot_gives_way_to_the_picture_of_a_person(client: TestClient) -> None:
    new_person(client, "Anna", face=5)
    wishes = {"seat1": "merchant", "seat2": "merchant", "seat3": "open", "seat4": "none"}
    table = post_form(client, "/open", game="bohnanza", **wishes).headers["location"].rpartition("/")[2]
    before = tuple(live_table_of(client, table).session.seats)
    new_person(client, "Eve", face=before[1].face)
    post_form(client, f"/tables/{table}/sit", seat=3)
    seats = live_table_of(client, table).session.seats
    assert seats[3].face == before[1].face
    assert (seats[1].name, seats[1].bot) == (before[1].name, before[1].bot)
    assert len({seat.face for seat in seats}) == len(seats)


def test_bots_of_a_retried_game_keep_their_pictures() -> None:
    who = next(iter(PERSONALITIES.values()))
    bot = named_bot_seat(who.display_name, "merchant", [])
    assert (bot.name, bot.face) == (who.display_name, who.face)
    other = named_bot_seat(who.display_name, "merchant", [person_seat("Anna", "a", who.face)])
    assert other.name == who.display_name
    assert other.face not in (0, who.face)
    assert named_bot_seat("Anna", "merchant", []).name == "Anna"


@pytest.mark.parametrize("face", ["9", "-1", "x", "99999999999"])
def test_an_unknown_picture_is_refused_and_changes_nothing(client: TestClient, face: str) -> None:
    new_person(client, "Anna", face=5)
    answer = post_form(client, "/me", name="Berta", face=face)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    shown = client.get("/me").text
    assert 'value="5" checked' in shown
    assert "Anna" in shown


def test_a_rematch_shows_the_picture_chosen_since(client: TestClient) -> None:
    new_person(client, "Anna", face=5)
    table = open_bot_table(client, name="Anna")
    assert client.portal is not None
    client.portal.call(live_table_of(client, table).change, random_playout)
    double = faces(client, table)[1]
    post_form(client, "/me", name="Anna", face=double)
    again = post_form(client, f"/tables/{table}/rematch").headers["location"].rpartition("/")[2]
    assert again != table
    assert faces(client, again)[0] == double
    assert len(set(faces(client, again))) == len(faces(client, again)), "a bot gives way"


def test_a_deleted_person_leaves_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.server.moderation.commands.PROPAGATION_SECONDS", 0.0)
    with server_client(tmp_path) as client:
        new_person(client, "Ottokar", face=5)
        table = open_bot_table(client, name="Ottokar")
        room = live_table_of(client, table)
        assert room.session.seats[0].face == 5
        post_form(client, "/erase", sure="yes")
        poll_commands(client)
        with sqlite3.connect(tmp_path / FILE_NAME) as database:
            assert database.execute("SELECT count(*) FROM persons").fetchone() == (0,)
            lines = [line for (line,) in database.execute("SELECT entry FROM log WHERE table_id = ?", (table,))]
            (summary,) = database.execute("SELECT summary FROM tables WHERE id = ?", (table,)).fetchone()
        opened = json.loads(lines[0])["setup"]["seats"]
        assert "face" not in opened[0]
        assert all(seat["face"] for seat in opened[1:])
        assert json.loads(summary)["seats"][0]["face"] == 0


def test_backups_hold_the_picture_and_those_of_earlier_versions_are_read(tmp_path: Path) -> None:
    with server_client(tmp_path / "one") as client:
        new_person(client, "Anna", face=5)
    database, archive = database_at(None, tmp_path / "one"), Archive(None)
    back_up(database, archive, tmp_path / "now.gz")
    for kept, face in (("now.gz", 5), ("old.gz", 0)):
        if kept == "old.gz":
            without_face(tmp_path / "now.gz", tmp_path / kept)
        restore(database, archive, read_backup(tmp_path / kept), replace_existing=True, erased={})
        with sqlite3.connect(tmp_path / "one" / FILE_NAME) as connection:
            assert connection.execute("SELECT name, face FROM persons").fetchall() == [("Anna", face)]


def without_face(source: Path, target: Path) -> None:
    """A backup in the format from before people had pictures."""
    with gzip.open(source, "rt", encoding="utf-8") as file, gzip.open(target, "wt", encoding="utf-8") as old:
        for line in file:
            found = json.loads(line)
            old.write(json.dumps(found[:-1] if isinstance(found, list) and found[0] == "persons" else found) + "\n")


def test_name_and_picture_of_the_front_page_are_passed_to_the_table_form(client: TestClient) -> None:
    shown = client.get("/").text
    assert '<button formaction="/me" name="next" value="/open">' in shown
    answer = post_form(client, "/me", name="Anna", face=3, next="/open")
    assert answer.headers["location"] == "/open"
    form = client.get("/open").text
    assert 'value="Anna"' in form
    assert "#face-3" in form


def test_an_invited_player_picks_a_picture_when_sitting_down(client: TestClient) -> None:
    new_person(client, "Anna", face=3)
    table = (
        post_form(client, "/open", game="bohnanza", seat1="open", seat2="open").headers["location"].rpartition("/")[2]
    )
    client.cookies.clear()
    assert 'name="face" value="7"' in client.get(f"/tables/{table}").text
    post_form(client, f"/tables/{table}/sit", seat=1, name="Ben", face=7)
    assert faces(client, table)[:2] == [3, 7]
