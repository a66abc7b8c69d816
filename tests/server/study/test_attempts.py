"""Attempts: one for each person, day and game, on any device, across midnight, never repeated."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.support.server import app, daily
from tests.support.server.administration import person_of
from tobean.server.store.facts import Fact, new_fact
from tobean.server.study import attempts
from tobean.server.study.attempts import (
    FAULT,
    OPENING_SECONDS,
    Attempt,
    attempt_key,
)
from tobean.server.tables.live_table import LiveTable
from tobean.session.log.entries import Acted, Entry
from tobean.session.session import Session
from tobean.study.daily.deals import seats_for, setup_for

TIMEOUT = 300.0


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    daily.set_clock(monkeypatch, "2026-11-18T12:00")


async def stored(client: TestClient, person: str) -> Attempt:
    key = attempt_key(daily.deal())
    return (await app.site_of(client).facts.matching(person, key))[key].read(Attempt)


def test_two_devices_that_start_at_once_get_the_same_table(client: TestClient) -> None:
    app.post_form(client, "/me", name="Nina")
    with ThreadPoolExecutor(4) as threads:
        tables = set(threads.map(lambda _: daily.start(client), range(4)))
    assert len(tables) == 1
    assert len(app.site_of(client).registry.live_tables) == 1


def test_an_attempt_is_resumed_and_not_repeated(client: TestClient) -> None:
    table = daily.start(client, name="Nina")
    assert daily.start(client) == table
    daily.finish(client, table)
    assert daily.start(client) == table


def test_a_player_who_has_left_gets_the_seat_back(client: TestClient) -> None:
    table = daily.start(client, name="Nina")
    assert app.post_form(client, f"/tables/{table}/leave", seat="0").headers["location"] == "/"
    assert app.live_table_of(client, table).session.state == "ended"
    assert "Continue" in client.get("/daily").text
    assert daily.start(client) == table
    assert app.live_table_of(client, table).session.state == "playing"
    daily.finish(client, table)
    assert "so it is not scored" not in client.get(f"/daily/{daily.DAY}/{daily.SOLO}").text


def test_the_result_is_stored_without_another_visit(client: TestClient, tmp_path: Path) -> None:
    table = daily.start(client, name="Nina")
    person = person_of(tmp_path, "Nina")
    daily.finish(client, table)

    async def wait_for_result() -> Attempt:
        async with asyncio.timeout(TIMEOUT):
            while not (found := await stored(client, person)).finished:
                await asyncio.sleep(0.01)
        return found

    assert client.portal is not None
    found = client.portal.call(wait_for_result)
    result = app.live_table_of(client, table).session.table.result()
    assert (found.thalers, found.margin) == (result.thalers[0], result.thalers[0] - result.rival_thalers)


def test_an_attempt_may_end_after_midnight(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    daily.set_clock(monkeypatch, "2026-11-18T23:59:59")
    table = daily.start(client, name="Nina")
    daily.set_clock(monkeypatch, "2026-11-19T00:00:01")
    assert daily.start(client) == table
    daily.finish(client, table)
    found = daily.attempt(client, person_of(tmp_path, "Nina"))
    assert found is not None
    assert found.finished
    assert daily.start(client, day="2026-11-19") != table


def test_the_day_decides_what_can_be_started(client: TestClient) -> None:
    past = app.post_form(client, f"/daily/2026-11-17/{daily.SOLO}", name="Nina")
    assert past.status_code == 422
    assert "for practice" in past.text
    future = app.post_form(client, f"/daily/2026-11-19/{daily.SOLO}", name="Nina")
    assert future.status_code == 404
    assert "is not there yet" in future.text
    assert not app.site_of(client).registry.live_tables


def test_the_deal_of_today_cannot_be_practised_before_the_attempt(client: TestClient) -> None:
    answer = app.post_form(client, f"/daily/{daily.DAY}/{daily.SOLO}", practice="yes", name="Nina")
    assert answer.status_code == 422
    assert "after your scored attempt" in answer.text


def test_practice_has_no_score(client: TestClient, tmp_path: Path) -> None:
    table = daily.start(client, day="2026-11-17", practice="yes", name="Nina")
    assert app.live_table_of(client, table).session.setup.undo
    daily.finish(client, table)
    assert daily.attempt(client, person_of(tmp_path, "Nina"), day="2026-11-17") is None
    assert "practice, without a score" in client.get(f"/tables/{table}/result").text


def test_a_running_attempt_cannot_be_practised(client: TestClient) -> None:
    table = daily.start(client, name="Nina")
    answer = app.post_form(client, f"/daily/{daily.DAY}/{daily.SOLO}", practice="yes")
    assert answer.status_code == 422
    assert "Finish it first" in answer.text
    daily.finish(client, table)
    assert daily.start(client, practice="yes") != table


def test_the_seats_of_a_deal_are_fixed_and_a_rematch_is_an_ordinary_game(client: TestClient) -> None:
    table = daily.start(client, game="al-cabohne", name="Nina")
    assert app.post_form(client, f"/tables/{table}/fill", seat="1", bot="random").status_code == 422
    assert app.post_form(client, f"/tables/{table}/sit", seat="1", name="Nina").status_code == 422
    assert app.live_table_of(client, table).session.seats[1].bot == "merchant/fair"
    daily.finish(client, table)
    rematch = app.post_form(client, f"/tables/{table}/rematch").headers["location"].rpartition("/")[2]
    setup = app.live_table_of(client, rematch).session.setup
    assert (setup.deal, setup.undo) == ("", True)


def test_a_server_killed_before_the_table_was_opened_opens_it_later(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.post_form(client, "/me", name="Nina")
    person, facts = person_of(tmp_path, "Nina"), app.site_of(client).facts
    assert client.portal is not None
    lost = new_fact(Attempt("lost", attempts.current_time() - OPENING_SECONDS - 1))
    client.portal.call(facts.change, [(person, attempt_key(daily.deal()))], lambda _: [lost])
    table = daily.start(client)
    assert table != "lost"
    assert daily.start(client) == table


def test_a_server_killed_after_the_table_was_opened_opens_no_second_one(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = daily.start(client, name="Nina")
    person, site = person_of(tmp_path, "Nina"), app.site_of(client)
    opened = daily.attempt(client, person)
    assert opened is not None
    unmarked = new_fact(msgspec.structs.replace(opened, is_open=False))
    assert client.portal is not None
    client.portal.call(site.facts.change, [(person, attempt_key(daily.deal()))], lambda _: [unmarked])
    later = opened.started + OPENING_SECONDS + 1
    monkeypatch.setattr(attempts, "current_time", lambda: later)
    assert "Continue" in client.get("/daily").text
    assert client.portal.call(stored, client, person) == opened
    assert daily.start(client) == table


def test_a_table_without_a_log_was_never_opened(client: TestClient, tmp_path: Path) -> None:
    app.post_form(client, "/me", name="Nina")
    person, site = person_of(tmp_path, "Nina"), app.site_of(client)
    assert client.portal is not None
    lost = new_fact(Attempt("lost", attempts.current_time() - OPENING_SECONDS - 1))
    client.portal.call(site.facts.change, [(person, attempt_key(daily.deal()))], lambda _: [lost])
    session, _ = Session.open(setup_for(daily.deal(), seats_for(daily.deal(), "Nina", person, 0)), 0.0)
    row = LiveTable("lost", site.registry, session, person, False, 0.0).row()
    client.portal.call(site.store.open_table, row, lambda connection, table: None)
    table = daily.start(client)
    assert table != "lost"
    assert daily.start(client) == table


@pytest.mark.parametrize("is_open", [True, False])
def test_a_deleted_table_is_not_opened_again(client: TestClient, tmp_path: Path, is_open: bool) -> None:
    app.post_form(client, "/me", name="Nina")
    person, facts = person_of(tmp_path, "Nina"), app.site_of(client).facts
    assert client.portal is not None
    gone = new_fact(Attempt("gone", 0.0, is_open))
    client.portal.call(facts.change, [(person, attempt_key(daily.deal()))], lambda _: [gone])
    assert "There is only one attempt" in client.get(f"/daily/{daily.DAY}/{daily.SOLO}").text
    answer = app.post_form(client, f"/daily/{daily.DAY}/{daily.SOLO}")
    assert answer.status_code == 422
    assert "has been deleted" in answer.text


def test_a_game_with_a_failed_bot_is_not_scored(client: TestClient, tmp_path: Path) -> None:
    table = daily.start(client, name="Nina")

    def fail(session: Session, now: float) -> list[Entry]:
        [first, *rest] = app.random_playout(session, now)
        assert isinstance(first, Acted)
        return [msgspec.structs.replace(first, fault="overrun"), *rest]

    assert client.portal is not None
    client.portal.call(app.live_table_of(client, table).change, fail)
    found = daily.attempt(client, person_of(tmp_path, "Nina"))
    assert found is not None
    assert found.void == FAULT
    shown = client.get(f"/daily/{daily.DAY}/{daily.SOLO}").text
    assert "so it is not scored" in shown
    assert 'class="own"' not in shown


def test_a_result_is_stored_once(client: TestClient, tmp_path: Path) -> None:
    table = daily.start(client, name="Nina")
    daily.finish(client, table)
    person = person_of(tmp_path, "Nina")
    first = daily.attempt(client, person)
    assert first is not None
    site = app.site_of(client)
    assert client.portal is not None
    changed = msgspec.structs.replace(first, margin=99)

    def tamper(facts: list[Fact | None]) -> list[Fact | None]:
        return [new_fact(changed, 99.0)]

    client.portal.call(site.facts.change, [(person, attempt_key(daily.deal()))], tamper)
    for listener in site.registry.over_listeners:
        client.portal.call(listener, app.live_table_of(client, table))
    assert daily.attempt(client, person) == changed


def test_a_game_of_another_series_is_not_counted(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = daily.start(client, name="Nina")
    monkeypatch.setattr("tobean.study.daily.deals.SERIES", 2)
    daily.finish(client, table)
    assert client.get(f"/tables/{table}/result").status_code == 200
    monkeypatch.undo()
    assert client.portal is not None
    assert not client.portal.call(stored, client, person_of(tmp_path, "Nina")).finished
