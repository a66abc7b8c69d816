"""`tobean sim`: its counts, and how it ends."""

import json
import os
import re
import signal
import statistics
import subprocess
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.cli import IllegalBot, Run, single_error_line, start_command
from tobean.bots import BOTS
from tobean.cli.measuring import sim_games
from tobean.cli.measuring.sim_games import Plan
from tobean.cli.measuring.sim_statistics import SampleStatistics, SimulationStatistics
from tobean.games import GAMES
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel.rules import Result
from tobean.kernel.table import Table
from tobean.record.record import parse_record
from tobean.research.pools import process_pool
from tobean.research.statistics.intervals import wilson


def sim_data(run: Run, *args: object) -> dict[str, Any]:
    code, out, err = run("sim", "--json", *args)
    assert (code, err) == (0, "")
    data: dict[str, Any] = json.loads(out)
    return data


def without_speed(data: dict[str, Any]) -> dict[str, Any]:
    assert data["speed"]["seconds"] > 0
    return {key: value for key, value in data.items() if key != "speed"}


def test_sim_results_do_not_depend_on_the_number_of_workers(run: Run) -> None:
    args = ("-n", 7, "--bots", "sprout,random", "--seed", "s")
    alone = sim_data(run, *args, "--workers", 1)
    both = sim_data(run, *args, "--workers", 2)
    assert (alone["speed"]["workers"], both["speed"]["workers"]) == (1, 2)
    assert without_speed(alone) == without_speed(both)
    other = sim_data(run, "-n", 7, "--bots", "sprout,random", "--seed", "t", "-w", 1)
    assert other["seats"] != alone["seats"]


def test_sim_statistics_match_its_records(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    args = ("-n", 4, "-p", 3, "--bots", "sprout,random,miser", "-w", 2, "--records", folder)
    data = sim_data(run, *args)
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"bohnanza-{number}.record" for number in range(1, 5)]
    counts: Counter[str] = Counter()
    thalers: dict[str, list[int]] = {"A": [], "B": [], "C": []}
    wins: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for path in files:
        text = path.read_text(encoding="utf-8")
        table = parse_record(text).final()
        assert table.over
        endings[table.ending] += 1
        counts["turns"] += table.turn
        counts["run-outs"] += table.run_outs
        counts["decisions"] += len(re.findall(r"^\d+ ", text, re.MULTILINE))
        counts["offers"] += len(re.findall(r"^\d+ \w (offer|counter) ", text, re.MULTILINE))
        counts["calls"] += len(re.findall(r"^\d+ \w call", text, re.MULTILINE))
        counts["deals"] += len(re.findall(r"^\d+ \w accept ", text, re.MULTILINE))
        counts["harvests"] += len(re.findall(r"^\d+ \w harvest ", text, re.MULTILINE))
        for event in [event for _, _, events in parse_record(text).replay() for event in events]:
            counts["gifts"] += event.name == "traded" and not (event.cards and event["gets"])
        for seat, letter in enumerate(thalers):
            thalers[letter].append(table.result().thalers[seat])
            wins[letter] += seat in table.result().winners
    assert counts["gifts"] > 0
    found = {name: int(spread["total"]) for name, spread in data["per_game"].items()}
    assert found == {**counts, "fields bought": 0}
    assert {name: entry["games"] for name, entry in data["endings"].items()} == endings
    for letter, values in thalers.items():
        entry = data["seats"][letter]
        assert (entry["wins"], entry["games"]) == (wins[letter], 4)
        assert entry["thalers"]["mean"] == pytest.approx(statistics.mean(values))
        assert entry["thalers"]["sd"] == pytest.approx(statistics.stdev(values))
        assert (entry["thalers"]["min"], entry["thalers"]["max"]) == (min(values), max(values))
    assert set(data["bots"]) == {"sprout", "random", "miser"}
    assert sum(entry["wins"] for entry in data["bots"].values()) == wins.total()


def test_sim_prints_tables(run: Run) -> None:
    code, out, err = run(
        "sim", "-n", 3, "-w", 1, "--bots", "sprout,miser", "--option", "third_field=yes", "--start", "c"
    )
    assert (code, err) == (0, "")
    assert "third_field=yes, talk_limit=8" in out
    assert "start C" in out
    for text in ("Thalers by seat", "Thalers by bot", "95% interval", "run-outs", "games/s", "last run-out in phase"):
        assert text in out
    assert "Thalers by bot" not in run("sim", "-n", 1, "-w", 1)[1]


def test_bots_move_up_a_seat_after_each_game() -> None:
    plan = Plan("bohnanza", 9, 4, ("a", "b", "b", "b"))
    assert [plan.seating(number).index("a") for number in range(5)] == [0, 1, 2, 3, 0]
    assert replace(plan, rotate=False).seating(3) == ["a", "b", "b", "b"]


def test_sim_plays_solo_games_and_games_without_a_page(run: Run, request: pytest.FixtureRequest) -> None:
    def nobody_wins(table: Table) -> Result:
        return Result((len(table.thalers[0]),), (), (1,))

    solo = replace(BOHNANZA, name="solo", title="Solo", players=(1,), fields=(3,), last_run_out=(2,), score=nobody_wins)
    GAMES.add(solo)
    request.addfinalizer(lambda: GAMES.remove("solo"))
    code, out, err = run("sim", "solo", "-n", 2, "-w", 1)
    assert (code, err) == (0, "")
    assert "1 player," in out
    assert "with no winners" in out
    assert "B3" in run("rules", "solo")[1]


def test_an_interrupted_sim_reports_the_games_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    played = sim_games.play_game

    def interrupted(plan: Plan, number: int, tally: SimulationStatistics) -> None:
        if number == 2:
            raise KeyboardInterrupt
        played(plan, number, tally)

    monkeypatch.setattr(sim_games, "play_game", interrupted)
    code, out, err = run("sim", "-n", 5, "-w", 1, "--json")
    assert (code, err) == (130, "")
    assert (json.loads(out)["games"], json.loads(out)["interrupted"]) == (2, True)
    assert "2 of 5 games (interrupted)" in run("sim", "-n", 5, "-w", 1)[1]


def is_running(group: int) -> bool:
    """Whether a process of this group runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c_ends_the_workers(tmp_path: Path) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start_command("sim", "-n", 2000, "-w", 2, "--records", tmp_path, start_new_session=True, **pipes)
    patience = time.monotonic() + 300
    # Each worker plays every other game: once both parities have appeared, both workers run.
    while len({path.stem[-1] in "02468" for path in tmp_path.iterdir()}) < 2 and time.monotonic() < patience:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # A terminal sends the signal to the workers as well.
    try:
        _, err = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
    while is_running(process.pid):
        assert time.monotonic() < patience, "the workers still play"
        time.sleep(0.02)
    assert list(tmp_path.iterdir())


def test_a_bot_that_breaks_the_rules_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "cheat", cast("Any", IllegalBot))
    error_line = single_error_line(run("sim", "-n", 2, "-w", 1, "--bots", "cheat", "--seed", "x"), code=1)
    assert "game 1 of seed x: cheat at seat A" in error_line


def die(*args: object) -> None:
    os._exit(3)


def test_a_worker_that_dies_is_noticed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "run_worker", die)
    assert "exit code 3" in single_error_line(run("sim", "-n", 2, "-w", 2), code=1)


def test_sums_do_not_depend_on_the_order() -> None:
    values = [3, 0, 7, 7, 12]
    whole, left, right = SampleStatistics(), SampleStatistics(), SampleStatistics()
    for value in values:
        whole.add(value)
    for value in values[:2]:
        right.add(value)
    for value in values[2:]:
        left.add(value)
    left.merge(right)
    left.merge(SampleStatistics())
    assert left == whole
    assert whole.mean == statistics.mean(values)
    assert whole.deviation == pytest.approx(statistics.stdev(values))
    assert (whole.minimum, whole.maximum) == (0, 12)


def test_wilson_interval() -> None:
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_shared_wins_and_games_without_a_winner_are_counted() -> None:
    tally = SimulationStatistics()
    for winners in ((0, 1), (), (1,)):
        table = SimpleNamespace(
            result=lambda winners=winners: Result((4, 4), winners, (1, 1)), turn=1, ply=2, run_outs=1, ending=""
        )
        tally.add(cast("Table", table), ["x", "y"], Counter())
    assert (tally.seats["A"].wins, tally.seats["B"].wins) == (1, 2)
    assert tally.winners == {0: 1, 1: 1, 2: 1}
    assert sum(tally.endings.values()) == 3
