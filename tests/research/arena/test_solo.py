"""`tobean solo`: numbered deals of games for one player."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import IllegalBot, Run
from tobean.bots import BOTS
from tobean.cli.measuring import common
from tobean.games.registry import GAMES
from tobean.kernel.cards import name_of
from tobean.record.table_text import table_text
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.arena.solo import expected_streak, longest_streak, solo_setting, solo_summary


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "solo")


def outcome_of(deal: int, own: int, mafia: int) -> Outcome:
    won = own > mafia
    return Outcome(Fixture(deal, ("a",)), (own,), (1 if won else 2,), (0,) if won else (), mafia)


def test_streaks() -> None:
    assert expected_streak(0.8) == pytest.approx(4)
    assert expected_streak(0.0) == 0
    assert expected_streak(1.0) is None
    assert longest_streak([]) == 0
    assert longest_streak([True, False, True, True, False]) == 2


def test_figures_of_made_up_games() -> None:
    outcomes = [
        outcome_of(3, 30, 24),
        outcome_of(1, 10, 20),
        outcome_of(4, 25, 24),
        outcome_of(2, 20, 20),
        Outcome(Fixture(9, ("b",))),
    ]
    summary = solo_summary("a", {outcome.fixture: outcome for outcome in outcomes})
    assert (summary.deals, summary.best) == (4, 2)
    assert summary.wins.value == 0.5
    streak, low, high = summary.streak
    assert streak == pytest.approx(1)
    assert low is not None
    assert high is not None
    assert low < 1 < high
    assert summary.margin.value == pytest.approx((6 - 10 + 1 + 0) / 4)


def test_a_numbered_deal_is_reproducible() -> None:
    setting = solo_setting()
    assert setting.game == "al-cabohne"
    assert table_text(setting.table(17)) == table_text(setting.table(17))
    assert table_text(setting.table(17)) != table_text(setting.table(18))
    assert [name_of(card) for card in setting.table(1).hands[0]] == [
        "Puff",
        "Stink",
        "Blue",
        "Fire",
        "Pole",
        "Kidney",
        "Fire",
    ]


def test_text_json_and_results(run: Run, tmp_path: Path) -> None:
    args = ("miser", "random", "-d", 4, "--first", 7, "--resume", tmp_path / "r")
    code, out, err = run(*args, "-w", 2)
    assert (code, err) == (0, "")
    assert "from deal 7 on" in out
    data = json.loads(run(*args, "-w", 1, "--json")[1])
    assert (data["first"], data["games"], data["faults"]) == (7, 8, [])
    assert [(bot["name"], bot["deals"]) for bot in data["bots"]] == [("miser", 4), ("random", 4)]
    lines = [json.loads(line) for line in (tmp_path / "r").read_text().splitlines()[1:]]
    assert {line["deal"] for line in lines} == {7, 8, 9, 10}


def test_any_game_for_one_player_can_be_measured(run: Run, request: pytest.FixtureRequest) -> None:
    solo_game = replace(
        GAMES["bohnanza"], name="patience", title="Patience", players=(1,), fields=(3,), last_run_out=(1,)
    )
    GAMES.add(solo_game)
    request.addfinalizer(lambda: GAMES.remove("patience"))
    code, out, _ = run("miser", "--game", "Patience", "-d", 2, "-w", 1)
    assert code == 0
    assert "Patience solo from deal 1 on" in out
    data = json.loads(run("miser", "--game", "patience", "-d", 2, "-w", 1, "--json")[1])
    assert (data["game"], data["games"]) == ("patience", 2)
    assert data["bots"][0]["rival"] == 0.0


def test_an_interrupted_run_reports(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(setting: ArenaSetting, fixture: Fixture) -> Outcome:
        if fixture.deal == 3:
            raise KeyboardInterrupt
        return play_fixture(setting, fixture)

    monkeypatch.setattr(common, "play_fixture", slow)
    code, out, err = run("miser", "-d", 5, "-w", 1)
    assert (code, err) == (130, "")
    assert "(interrupted)" in out
    assert run("miser", "--first", 3, "-w", 1) == (130, "", "tobean: interrupted\n")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("", "Missing argument"),
        ("nix", "unknown bot 'nix'"),
        ("miser --first 0", "0 is not in the range"),
        ("miser --game bohnanza", "Bohnanza is not for one player; these games are: al-cabohne"),
        ("miser --game chess", "unknown game 'chess'"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(run: Run, args: str, complaint: str) -> None:
    code, out, err = run(*args.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


class IllegalPassBot(IllegalBot):
    """Passes where passing is illegal."""

    seat = 0


def test_a_bot_that_breaks_the_rules_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    illegal_bot: Any = IllegalPassBot
    monkeypatch.setitem(BOTS, "cheat", illegal_bot)
    code, out, _ = run("cheat", "-d", 2, "-w", 1)
    assert code == 1
    assert "cheat aborted 2 of 2 games" in out
