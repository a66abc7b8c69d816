"""Profile pictures: one per person, and different ones at a table."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.server.administration import poll_commands
from tests.support.server.app import (
    be_admitted,
    become,
    live_table_of,
    new_person,
    open_bot_table,
    post_form,
    random_playout,
    server_client,
    start_game,
)
from tobean.bots import PERSONALITIES
from tobean.server.admin.backup import back_up, read_backup, restore
from tobean.server.archive.archive import Archive
from tobean.server.database.database import FILE_NAME, database_at
from tobean.server.tables.bot_seats import named_bot_seat
from tobean.session.seats import MAX_FACES, person_seat


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
    table, anna, _ = start_game(client)
    unused = next(face for face in range(1, MAX_FACES + 1) if face not in faces(client, table))
    be_admitted(client, table, 2, new_person(client, "Eve", face=unused), anna)
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


def test_backups_hold_the_picture(tmp_path: Path) -> None:
    with server_client(tmp_path / "one") as client:
        new_person(client, "Anna", face=5)
    database, archive = database_at(None, tmp_path / "one"), Archive(None)
    back_up(database, archive, tmp_path / "now.gz")
    restore(database, archive, read_backup(tmp_path / "now.gz"), replace_existing=True, erased={})
    with sqlite3.connect(tmp_path / "one" / FILE_NAME) as connection:
        assert connection.execute("SELECT name, face FROM persons").fetchall() == [("Anna", 5)]


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
