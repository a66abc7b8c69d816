"""Private notes on the positions of a finished game."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server.administration import use_cookies
from tests.support.server.app import post_form
from tests.support.server.finished_games import finished_bot_game, open_against_bots
from tobean.server.pages.person import notes as notes_page


@pytest.fixture
def table(client: TestClient) -> str:
    return finished_bot_game(client, "al-cabohne", bots=1)


def notes_of(client: TestClient, table: str) -> dict[str, str]:
    answer = client.get(f"/replays/{table}/notes.json")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, str] = answer.json()["notes"]
    return found


def save(client: TestClient, table: str, ply: object, text: str) -> Any:
    return post_form(client, f"/replays/{table}/notes", ply=str(ply), text=text)


def test_a_note_is_kept_changed_and_deleted(client: TestClient, table: str) -> None:
    assert notes_of(client, table) == {}
    assert save(client, table, 3, " Too early.\r\n\r\nWait for  a third one. ").json() == {
        "ply": 3,
        "text": "Too early.\n\nWait for a third one.",
    }
    save(client, table, 12, "<b>Bold</b> & plain")
    assert notes_of(client, table) == {"3": "Too early.\n\nWait for a third one.", "12": "<b>Bold</b> & plain"}
    save(client, table, 3, "Not too early.")
    save(client, table, 12, "  \n ")
    assert notes_of(client, table) == {"3": "Not too early."}


def test_notes_are_private(client: TestClient, table: str) -> None:
    save(client, table, 3, "Mine.")
    own = dict(client.cookies)
    client.cookies.clear()
    assert notes_of(client, table) == {}
    assert save(client, table, 3, "Nobody's.").status_code == 403
    post_form(client, "/me", name="Timon")
    assert notes_of(client, table) == {}
    save(client, table, 3, "Timon's.")
    use_cookies(client, own)
    assert notes_of(client, table) == {"3": "Mine."}


@pytest.mark.parametrize(
    ("ply", "text", "reason"),
    [
        (-1, "x", "There is no such position in this game."),
        (99999, "x", "There is no such position in this game."),
        ("", "x", "There is no such position in this game."),
        ("three", "x", "ply should be a number"),
        (3, "x" * 1001, "A note has at most 1000 characters."),
        (3, "x" * 4001, "text is too long"),
    ],
)
def test_bad_notes_are_refused(client: TestClient, table: str, ply: object, text: str, reason: str) -> None:
    answer = save(client, table, ply, text)
    assert answer.status_code == 422
    assert reason.lower() in answer.json()["error"].lower()
    assert notes_of(client, table) == {}


def test_the_number_of_notes_is_limited(client: TestClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes_page, "MAX_NOTES", 2)
    for ply in range(2):
        assert save(client, table, ply, "x").status_code == 200
    assert save(client, table, 2, "x").json() == {"error": "A game has at most 2 notes."}
    assert save(client, table, 1, "y").status_code == 200, "a note that is there can be changed"
    other = finished_bot_game(client, "al-cabohne", bots=1)
    monkeypatch.setattr(notes_page, "MAX_ALL_NOTES", 3)
    assert save(client, other, 1, "x").status_code == 200
    assert save(client, other, 2, "x").status_code == 422


def test_a_running_game_has_no_notes(client: TestClient) -> None:
    running = open_against_bots(client)
    assert client.get(f"/replays/{running}/notes.json").status_code == 404
    assert save(client, running, 1, "x").status_code == 404
    assert client.get("/replays/nothing/notes.json").status_code == 404
