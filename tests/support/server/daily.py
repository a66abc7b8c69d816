"""Deals of the day in tests of the server: the clock, attempts and their end."""

from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from tests.support.server import app
from tobean.server.study.attempts import Attempt, attempt_of
from tobean.study.daily.deals import Deal, daily_games, day_at

SOLO = "al-cabohne-solo"
DAY = "2026-11-18"


def set_clock(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Sets the time, in UTC, that decides which day it is."""
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
    monkeypatch.setattr("tobean.server.study.attempts.current_time", lambda: moment)


def deal(game: str = SOLO, day: str = DAY) -> Deal:
    return Deal(day_at(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()), daily_games()[game])


def start(client: TestClient, game: str = SOLO, day: str = DAY, **fields: str) -> str:
    """Starts or resumes an attempt; returns the id of its table."""
    answer = app.post_form(client, f"/daily/{day}/{game}", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].rpartition("/")[2])


def finish(client: TestClient, table: str) -> None:
    """Plays random actions to the end."""
    assert client.portal is not None
    client.portal.call(app.live_table_of(client, table).change, app.random_playout)


def attempt(client: TestClient, person: str, game: str = SOLO, day: str = DAY) -> Attempt | None:
    assert client.portal is not None
    return client.portal.call(attempt_of, app.site_of(client), person, deal(game, day))
