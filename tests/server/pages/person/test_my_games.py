"""Statistics of the visitor's finished games: what counts, who sees them, and how they are computed."""

import asyncio
import re
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.server.administration import rows
from tests.support.server.app import finished_game, open_bot_table, post_form, server_client, site_of
from tests.support.server.finished_games import finished_bot_game, open_against_bots, play_out
from tobean.server.tables.person_games import MAX_AT_ONCE
from tobean.session.log.entries import Entry
from tobean.session.session import Session
from tobean.study.statistics.finished_game import FinishedGame
from tobean.study.statistics.finished_game import finished_game as figures_of


def page_when_done(client: TestClient) -> str:
    """The page once all games are examined."""
    while 'http-equiv="refresh"' in (page := client.get("/mine/games").text):
        pass
    return page


def person_of(client: TestClient) -> str:
    tables = site_of(client).registry.live_tables.values()
    return next(seat.person for table in tables for seat in table.session.seats if seat.person)


def test_a_visitor_without_games_gets_a_message(client: TestClient) -> None:
    page = client.get("/mine/games")
    assert page.status_code == 200
    assert "You have not finished a game that counts yet." in page.text


def test_finished_games_are_counted(client: TestClient) -> None:
    for _ in range(2):
        finished_bot_game(client)
    finished_bot_game(client, "al-cabohne", bots=1)
    page = page_when_done(client)
    assert "3 games" in page
    lines = re.findall(r'<th scope="row">([^<]+)</th><td class="count">\d of (\d)</td>', page)
    assert ("Bohnanza (3)", "2") in lines
    assert ("Al Cabohne (2)", "1") in lines
    assert "Favourite beans" in page
    assert "Progress" in page
    assert "Your strength is shown after 10 games" in page
    assert 'href="/mine/games"' in client.get("/mine").text


@pytest.mark.long
def test_the_strength_is_shown_after_enough_games(client: TestClient) -> None:
    for _ in range(10):
        finished_bot_game(client, "al-cabohne", bots=1)
    page = page_when_done(client)
    assert "You play like " in page
    assert "± " in page


def test_games_that_do_not_count_are_named_with_their_reason(client: TestClient) -> None:
    finished_game(client)
    original = finished_bot_game(client)
    answer = post_form(client, f"/replays/{original}/play", ply="3", seat="0")
    play_out(client, answer.headers["location"].rpartition("/")[2])
    learning = post_form(client, "/learn/bohnanza", name="Nina").headers["location"].rpartition("/")[2]
    play_out(client, learning)
    page = page_when_done(client)
    assert "1 game," in page
    for reason in ("several hands on one device", "played on from a replay", "introductions"):
        assert f"<li>{reason}: 1</li>" in page


def test_a_running_game_contributes_nothing(client: TestClient) -> None:
    """No visitor, not even a player of the table, gets figures of a game that is not over."""
    table = open_against_bots(client)
    before = page_when_done(client)
    live_table = site_of(client).registry.live_tables[table]

    def first_action(session: Session, now: float) -> list[Entry]:
        action = session.table.legal_actions(session.table.awaited)[0]  # bots may have acted since the last one
        return session.act(action.seat, repr(action), session.version, now, f"seed {session.version}")

    assert client.portal is not None
    for _ in range(40):
        client.portal.call(live_table.change, first_action)
    assert page_when_done(client) == before
    site, person = site_of(client), person_of(client)
    assert client.portal.call(site.facts.matching, person, "") == {}
    # A list that called the game finished would not make the worker tell anything about it.
    lines = client.portal.call(site.store.entries, table)
    assert len(lines) > 40
    assert figures_of(lines, person) is None


def test_other_people_see_only_their_own_games(client: TestClient) -> None:
    finished_bot_game(client)
    assert "1 game," in page_when_done(client)
    client.cookies.clear()
    assert "1 game," not in client.get("/mine/games").text
    open_bot_table(client, name="Timon")
    assert "1 game," not in page_when_done(client)


def test_a_game_counts_after_its_table_is_deleted(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_bot_game(client)
        assert "1 game," in page_when_done(client)
        site = site_of(client)
        assert client.portal is not None
        client.portal.call(site.registry.save_rows, time.monotonic() + 60)
        cookies = dict(client.cookies)
    for name, column in (("log", "table_id"), ("sits", "table_id"), ("tables", "id")):
        rows(tmp_path, f"DELETE FROM {name} WHERE {column} = ?", table)
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        page = page_when_done(client)
        assert "1 game," in page
        assert f"/replays/{table}" not in page


def test_a_view_examines_a_limited_number_of_games(client: TestClient) -> None:
    for _ in range(2):
        finished_bot_game(client, "al-cabohne", bots=1)
    games, person = site_of(client).person_games, person_of(client)
    assert client.portal is not None
    client.get("/mine")
    assert client.portal.call(games.examine, "here", person, None, 1) == 1
    assert client.portal.call(games.examine, "here", person, None, 1) == 0
    assert MAX_AT_ONCE > 1


def test_simultaneous_visits_share_the_work(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        finished_bot_game(client, "al-cabohne", bots=1)
    client.get("/mine")
    games, person = site_of(client).person_games, person_of(client)
    examined: list[str] = []
    original = games.examined

    async def noted(address_block: str, person: str, table: str) -> FinishedGame | None:
        examined.append(table)
        return await original(address_block, person, table)

    monkeypatch.setattr(games, "examined", noted)

    async def twice() -> list[int]:
        return await asyncio.gather(*(games.examine("here", person, None) for _ in range(2)))

    assert client.portal is not None
    assert client.portal.call(twice) == [0, 0]
    assert len(examined) == len(set(examined)) == 3


def test_a_damaged_log_is_skipped_and_named(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        good, bad = finished_bot_game(client), finished_bot_game(client)
        client.get("/mine")
        cookies = dict(client.cookies)
    rows(tmp_path, 'UPDATE log SET entry = \'{"entry":"gone"}\' WHERE table_id = ? AND seq = 7', bad)
    with server_client(tmp_path) as client:
        client.cookies.update(cookies)
        page = page_when_done(client)
        assert "1 game," in page
        assert f'<a href="/tables/{bad}">{bad[:8]}</a>' in page
        assert good[:8] not in re.sub(r"/replays/\S+", "", page)


def test_solo_games_make_a_streak_on_the_server(client: TestClient) -> None:
    table = finished_bot_game(client, "al-cabohne", bots=0)
    for path in (f"/tables/{table}/result", "/mine", "/mine/games"):
        page_when_done(client)
        assert 'class="streak">Solo games: Current streak' in client.get(path).text, path
