"""`tobean daily`: the deals of a day, and the line about a finished game."""

import json
from datetime import date
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tobean.study.daily.bot_games import play_deal
from tobean.study.daily.deals import Deal, daily_games, opened_session

DAY = date(2026, 11, 16)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1795003200.0)  # 2026-11-18, 12:00 UTC


def test_the_deals_of_a_day_are_listed(run: Run) -> None:
    code, out, _ = run("daily")
    assert code == 0
    assert "Deal of the day no. 3: 18 November 2026 (UTC)" in out
    assert "in 12 h 0 min" in out
    code, out, _ = run("--lang", "de", "daily", "--day", "2026-11-16")
    assert "Partie des Tages Nr. 1: 16. November 2026 (UTC)" in out
    code, out, _ = run("daily", "--json")
    assert [deal["key"] for deal in json.loads(out)["deals"]] == [f"1/2026-11-18/{name}" for name in daily_games()]


def test_a_finished_game_has_a_line_to_share(run: Run, tmp_path: Path) -> None:
    game = play_deal(Deal(DAY, daily_games()["al-cabohne-solo"]), "sprout")
    file = tmp_path / "game.record"
    file.write_text(game.record, encoding="utf-8")
    code, out, _ = run("daily", str(file))
    assert code == 0
    assert out.startswith("tobean · Deal of the day no. 1: ")
    assert f"({game.result.thalers} thalers)" in out


def test_other_days_and_games_are_refused(run: Run, tmp_path: Path) -> None:
    assert "not there yet" in single_error_line(run("daily", "--day", "2026-11-19"))
    assert "is not a date" in single_error_line(run("daily", "--day", "tomorrow"))
    file = tmp_path / "game.record"
    session = opened_session(Deal(DAY, daily_games()["al-cabohne-solo"]))
    file.write_text(session.record().text(), encoding="utf-8")
    assert "not over" in single_error_line(run("daily", str(file)))
    session = opened_session(Deal(date(2026, 12, 24), daily_games()["al-cabohne-solo"]))
    file.write_text(session.record().text(), encoding="utf-8")
    assert "another version" in single_error_line(run("daily", str(file)))
