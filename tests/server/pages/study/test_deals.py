"""Pages of the deals: what they show to players, to others, and before and after the end."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.cli import Run
from tests.support.server import app, daily
from tests.support.server.administration import person_of, poll_commands, use_cookies
from tobean.i18n import LANGUAGES
from tobean.server.study.references import bot_record, is_computing
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BotFailed
from tobean.study.daily.bot_games import REFERENCES, BotGame
from tobean.study.daily.deals import daily_games

PAGE = f"/daily/{daily.DAY}/{daily.SOLO}"


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    daily.set_clock(monkeypatch, "2026-11-18T22:30")


def compute_references(client: TestClient) -> None:
    """Lets the reference bots play to their end, as the page does after a finished attempt."""
    assert client.portal is not None
    for bot in REFERENCES:
        client.portal.call(bot_record, app.site_of(client), daily.deal(), bot, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_deals_have_a_page_with_one_heading(client: TestClient, language: str) -> None:
    for path in ["/daily", "/daily/2026-11-16", *[f"/daily/{daily.DAY}/{name}" for name in daily_games()]]:
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200, path
        assert answer.text.count("<h1") == 1
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=", answer.text), path


def test_the_page_says_when_the_next_deals_come(client: TestClient) -> None:
    shown = client.get("/daily").text
    assert "in 1 h 30 min" in shown
    assert 'data-local-time="2026-11-19T00:00:00+00:00"' in shown
    assert "Deal of the day no. 3" in shown
    assert 'href="/daily"' in client.get("/").text


def test_dates_are_written_as_in_the_language(client: TestClient) -> None:
    dates = {"en": "16 November 2026", "de": "16. November 2026", "fr": "16 novembre 2026"}
    for language, written in dates.items():
        shown = client.get("/daily/2026-11-16", headers={"Accept-Language": language}).text
        assert f'<time datetime="2026-11-16">{written}</time>' in shown
    refused = client.get("/daily/2026-11-30", headers={"Accept-Language": "de"}).text
    assert "Die Partie vom 30. November 2026 gibt es noch nicht." in refused


@pytest.mark.parametrize("path", ["/daily/2026-11-19", "/daily/2026-11-15", "/daily/now", f"/daily/x/{daily.SOLO}"])
def test_other_days_are_refused(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such deal" in answer.text
    assert client.get(f"/daily/{daily.DAY}/chess").status_code == 404


def test_others_cannot_see_a_running_table(client: TestClient) -> None:
    table = daily.start(client, name="Nina")
    own = dict(client.cookies)
    client.cookies.clear()
    app.post_form(client, "/me", name="Timon")
    for path in ("", "/result", "/state", "/qr.svg", "/report"):
        assert client.get(f"/tables/{table}{path}").status_code == 404, path
    for do in ("sit", "fill", "start", "leave", "reclaim", "rematch"):
        assert app.post_form(client, f"/tables/{table}/{do}", seat="0").status_code == 404, do
    for path in ("", "/hello.json", "/frames.json", "/log.json", "/record", "/position"):
        assert client.get(f"/replays/{table}{path}").status_code == 404, path
    with app.table_socket(client, table) as socket:
        assert socket.receive()["code"] == 4404
    assert table not in client.get("/lobby").text + client.get("/replays").text + client.get(PAGE).text
    use_cookies(client, own)
    assert client.get(f"/tables/{table}").status_code == 200


def test_a_running_table_tells_its_player_no_more_than_the_date(client: TestClient) -> None:
    table = daily.start(client, game="al-cabohne", name="Nina")
    session = app.live_table_of(client, table).session
    with app.table_socket(client, table) as socket:
        hello, update = (app.next_socket_message(socket, kind) for kind in ("hello", "update"))
    told = f"{hello} {update}"
    assert session.setup.deal not in told
    assert "'deal':" not in told
    assert set(update["view"]["seats"][1]["hand"]) <= {-1}
    assert hello["table"]["allow_undo"] is False
    assert client.get(f"/replays/{table}/record").status_code == 404
    assert table not in session.setup.deal


def test_the_tables_show_numbers_before_and_games_after_the_own_end(client: TestClient) -> None:
    finished = daily.start(client, name="Nina")
    daily.finish(client, finished)
    compute_references(client)
    client.cookies.clear()
    app.post_form(client, "/me", name="Timon")
    for _ in range(2):
        shown = client.get(PAGE).text
        assert "Nina" in shown
        assert all(bot in shown for bot in REFERENCES)
        assert finished not in shown
        assert "/compare/" not in shown
        assert client.get(f"{PAGE}/compare/{finished}", follow_redirects=False).headers["location"] == PAGE
        own = daily.start(client)  # a running attempt is not enough
    daily.finish(client, own)
    shown = client.get(PAGE).text
    assert f"{PAGE}/compare/{finished}" in shown
    assert all(f"{PAGE}/compare/bot-{bot}" in shown for bot in REFERENCES)


def test_games_are_compared_where_they_part(client: TestClient) -> None:
    daily.finish(client, own := daily.start(client, name="Nina"))
    shown = client.get(f"{PAGE}/compare/bot-merchant").text
    links = re.findall(r'href="/replays/([^"?]+)\?at=(\d+)"', shown)
    (first, at), (_, other_at) = links
    assert (first, at) == (own, other_at)
    for name, at in links:
        assert client.get(f"/replays/{name}?at={at}").status_code == 200
    assert client.get(f"{PAGE}/compare/bot-merchant").text == shown  # the record is stored once
    assert client.get(f"{PAGE}/compare/bot-sage").status_code == 404
    assert client.get(f"{PAGE}/compare/{own}x").status_code == 404


def test_the_same_games_have_no_parting(client: TestClient) -> None:
    daily.finish(client, own := daily.start(client, name="Nina"))
    client.cookies.clear()
    daily.finish(client, daily.start(client, name="Timon"))
    assert "the same from the first action to the last" in client.get(f"{PAGE}/compare/{own}").text


def test_visitors_share_the_games_of_the_reference_bots(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    site, played, go = app.site_of(client), [], asyncio.Event()
    play_deal = site.registry.worker_pool.play_deal

    async def count(requester: Requester, deal: str, bot: str) -> BotGame:
        played.append(bot)
        await go.wait()
        return await play_deal(requester, deal, bot)

    async def visit() -> None:
        assert [await is_computing(site, daily.deal(), "") for _ in range(3)] == [True] * 3
        records = [asyncio.create_task(bot_record(site, daily.deal(), "sprout", "")) for _ in range(2)]
        go.set()
        first, second = await asyncio.gather(*records)
        assert first == second
        for bot in REFERENCES:
            await bot_record(site, daily.deal(), bot, "")
        assert not await is_computing(site, daily.deal(), "")

    monkeypatch.setattr(site.registry.worker_pool, "play_deal", count)
    assert client.portal is not None
    client.portal.call(visit)
    assert sorted(played) == sorted(REFERENCES)
    assert not site.shared_tasks


def test_a_reference_bot_that_fails_is_not_asked_again_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, asked = app.site_of(client), []

    async def fail(requester: Requester, deal: str, bot: str) -> BotGame:
        asked.append(bot)
        raise BotFailed("crash", "it crashed")

    monkeypatch.setattr(site.registry.worker_pool, "play_deal", fail)
    daily.finish(client, daily.start(client, name="Nina"))
    client.get(PAGE)
    for _ in range(3):
        assert "The bots are playing this deal" not in client.get(PAGE).text
        assert client.get(f"{PAGE}/compare/bot-sprout").status_code == 503
    assert sorted(asked) == sorted(REFERENCES)


@pytest.mark.long
def test_the_result_of_a_deleted_game_stays_without_links(client: TestClient, run: Run, tmp_path: Path) -> None:
    daily.finish(client, table := daily.start(client, name="Nina"))
    assert f"/replays/{table}" in client.get(PAGE).text
    assert run("admin", "remove", "--yes", table, "--data", tmp_path)[0] == 0
    poll_commands(client)
    shown = client.get(PAGE).text
    assert "Your result" in shown
    assert "The game has been deleted" in shown
    assert table not in shown


def test_the_line_to_share_is_in_the_language_of_the_visitor(client: TestClient) -> None:
    daily.finish(client, daily.start(client, name="Nina"))
    for language, words in (
        ("en", "Deal of the day no. 3"),
        ("de", "Partie des Tages Nr. 3"),
        ("fr", "Donne du jour n° 3"),
    ):
        shown = client.get(PAGE, headers={"Accept-Language": language}).text
        [line] = re.findall(r'id="share-line"[^>]*>([^<]*)</textarea>', shown)
        assert line.startswith(f"tobean · {words}")
        assert line.endswith(f"{app.ORIGIN}{PAGE}")


def test_the_week_adds_the_days(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    points = []
    for number in (16, 17, 18):
        daily.set_clock(monkeypatch, f"2026-11-{number} 12:00")
        table = daily.start(client, day=f"2026-11-{number}", name="Nina")
        daily.finish(client, table)
        result = app.live_table_of(client, table).session.table.result()
        points.append(max(1, 10 + result.thalers[0] - result.rival_thalers))
    shown = client.get(PAGE).text
    week = shown[shown.index('id="week-table"') :]
    assert re.search(rf'<td class="count">{sum(points)}</td><td class="count">3</td>', week)


@pytest.mark.long
def test_erasing_a_person_removes_their_results(client: TestClient, tmp_path: Path) -> None:
    daily.finish(client, daily.start(client, name="Nina"))
    person = person_of(tmp_path, "Nina")
    assert "Nina" in client.get(PAGE).text
    app.post_form(client, "/erase", sure="yes")
    assert "Nina" not in client.get(PAGE).text
    assert daily.attempt(client, person) is None
