"""The command line: what it prints, how it ends, and that mistakes are one line and never a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tobean.bots import BOTS, bot_named
from tobean.bots.match import play_match
from tobean.cli import workers
from tobean.cli.cards import GERMAN_SOURCES
from tobean.cli.main import main
from tobean.cli.tally import Spread, Tally
from tobean.cli.workers import Plan
from tobean.games import GAMES
from tobean.games.bohnanza import BOHNANZA
from tobean.kernel.actions import Pass
from tobean.kernel.cards import GERMAN_NAMES, NAMES
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Result
from tobean.lab import workers as processes
from tobean.lab.statistics import wilson
from tobean.record.record import Game, parse_record
from tobean.record.tabletext import parse_table, table_text
from tobean.speech import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.table import Table

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parents[1]
PLAYERS = ("Nina", "Timon", "Keno")

GOOD_SCENARIO = """scenario: Keno harvests [three] Chili
rules: K6 K8
given players: Timon, Nina, Keno, Eiko
given field Keno 1: 3 Chili
when Keno harvest 1
then thalers Keno: Chili
"""
FAILING_SCENARIO = GOOD_SCENARIO.replace("thalers Keno: Chili", "thalers Keno: 2 Chili")
BROKEN_SCENARIO = GOOD_SCENARIO.replace("when Keno harvest 1", "when Keno sings loudly")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; gives its exit code, standard output and standard error."""

    def command(*args: object) -> tuple[int, str, str]:
        code = main([str(arg) for arg in args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return command


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of Nina, Timon and Keno."""
    game = Game("bohnanza", PLAYERS, seed=5, talk_limit=6)
    play_match(game.table, [bot_named("sprout") for _ in PLAYERS], chance_from(5), game.play)
    path = tmp_path_factory.mktemp("records") / "game.record"
    path.write_text(game.record.text(), encoding="utf-8")
    return path


def start(*args: object, **more: Any) -> subprocess.Popen[str]:
    """The command line as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "tobean.cli.main", *[str(arg) for arg in args]]
    return subprocess.Popen(command, env=environment, text=True, encoding="utf-8", **more)


def one_line(told: tuple[int, str, str], code: int = 2) -> str:
    """The complaint, if it is exactly one line and nothing else was printed."""
    assert told[0] == code
    assert told[1] == ""
    assert told[2].startswith("tobean: ")
    assert told[2].endswith("\n")
    assert told[2].count("\n") == 1
    return told[2]


# --- the whole ---------------------------------------------------------------------------------------------


def test_help_tells_commands_examples_and_exit_codes(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert run() == (0, out, "")
    for command in ("sim", "arena", "solo", "scenario", "replay", "rules", "cards", "streak"):
        assert f"  {command} " in out
        code, text, _ = run(command, "--help")
        assert code == 0
        assert "Examples:\n    tobean " in text
        assert "Exit codes: 0 " in text
        assert "--json" in text


def test_version(run: Run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert re.fullmatch(r"tobean(, run from its sources| \d+\.\d+\.\d+\S*)\n", out)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("plough", "No such command 'plough'"),
        ("sim --plough", "--plough"),
        ("sim nix", "there is no game 'nix'"),
        ("sim --bots nix", "there is no bot 'nix'"),
        ("sim --bots sprout,", "there is no bot ''"),
        ("sim --bots random,random,random,random,random", "there are 5 bots for 4 seats"),
        ("sim --players 9", "is for 3, 4, 5 players, not 9"),
        ("sim --games 0", "0 is not in the range"),
        ("sim --games many", "'many' is not a valid integer"),
        ("sim --workers 0", "0 is not in the range"),
        ("sim --option nix=1", "no option 'nix'"),
        ("sim --option third_field", "'third_field' is no option"),
        ("sim --option third_field=3", "either true or false"),
        ("sim --option third_field=maybe", "'maybe' is no value"),
        ("sim --option listening=yes", "no option 'listening'"),
        ("sim --option talk_limit=none", "--talk-limit"),
        ("sim --start E", "'E' is no seat; seats are A, B, C, D"),
        ("cards nix", "there is no game 'nix'"),
        ("cards bohnanza nix", "unexpected extra argument"),
        ("rules K99", "there is no rule K99"),
        ("rules K7 K99", "there is no rule K99"),
        ("rules no such words", "nothing in the rules matches 'no such words'"),
        ("replay", "Missing argument 'FILE'"),
        ("replay nowhere.record", "nowhere.record: No such file or directory"),
        ("replay {folder}", "{folder}: Is a directory"),
        ("replay {binary}", "binary.record: this is no text"),
        ("replay {record} --at 100000", "there is no ply 100000"),
        ("replay {record} --at -1", "-1 is not in the range"),
        ("replay {record} --seat D", "'D' is no seat; seats are Nina (A), Timon (B), Keno (C)"),
        ("replay {record} --seat Jule", "'Jule' is no seat"),
        ("replay {record} --lang fr", "'fr' is not one of"),
        ("scenario", "Missing argument 'FILE...'"),
        ("scenario nowhere.scenario", "nowhere.scenario: No such file or directory"),
        ("scenario {folder}", "no *.scenario files"),
        ("scenario {binary}", "binary.record: this is no text"),
        ("scenario {record}", "line 1: a scenario begins with"),
        ("sim --records {record}", "is a file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Run, record: Path, tmp_path: Path, args: str, complaint: str
) -> None:
    binary = tmp_path / "binary.record"
    binary.write_bytes(bytes(range(256)))
    folder = tmp_path / "empty"
    folder.mkdir()
    places = {"folder": folder, "binary": binary, "record": record}
    told = one_line(run(*[word.format(**places) for word in args.split()]))
    assert complaint.format(**places) in told


def test_json_is_plain_even_where_colours_are_forced(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    (tmp_path / "good.scenario").write_text(GOOD_SCENARIO, encoding="utf-8")
    assert "\x1b[" in run("cards")[1]
    for args in (
        ("cards",),
        ("rules",),
        ("rules", "K7"),
        ("replay", record, "--lang", "de"),
        ("replay", record, "--table"),
        ("sim", "-n", 1, "-w", 1),
        ("scenario", tmp_path),
        ("scenario", tmp_path, "--list"),
    ):
        code, out, err = run(*args, "--json")
        assert (code, err) == (0, "")
        assert "\x1b" not in out
        assert json.loads(out)


@pytest.mark.parametrize("args", ["rules bohnanza --all", "replay {record}", "cards --json"])
def test_a_broken_pipe_ends_quietly(record: Path, args: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start(*[word.format(record=record) for word in args.split()], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert process.communicate()[1] == ""
    assert process.returncode == 141


# --- sim ---------------------------------------------------------------------------------------------------


def sim_data(run: Run, *args: object) -> dict[str, Any]:
    code, out, err = run("sim", "--json", *args)
    assert (code, err) == (0, "")
    data: dict[str, Any] = json.loads(out)
    return data


def without_speed(data: dict[str, Any]) -> dict[str, Any]:
    assert data["speed"]["seconds"] > 0
    return {key: value for key, value in data.items() if key != "speed"}


def test_sim_is_the_same_with_any_number_of_workers(run: Run) -> None:
    args = ("-n", 7, "--bots", "sprout,random", "--seed", "s")
    alone = sim_data(run, *args, "--workers", 1)
    both = sim_data(run, *args, "--workers", 2)
    assert (alone["speed"]["workers"], both["speed"]["workers"]) == (1, 2)
    assert without_speed(alone) == without_speed(both)
    other = sim_data(run, "-n", 7, "--bots", "sprout,random", "--seed", "t", "-w", 1)
    assert other["seats"] != alone["seats"]


def test_sim_counts_what_its_records_say(run: Run, tmp_path: Path) -> None:
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
            counts["gifts"] += event.name == "traded" and not (event.cards and event.gets)
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


def test_sim_plays_games_for_one_and_without_a_page_of_their_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody_wins(table: Table) -> Result:
        return Result((len(table.thalers[0]),), (), (1,))

    solo = replace(BOHNANZA, name="solo", title="Solo", players=(1,), fields=(3,), last_run_out=(2,), score=nobody_wins)
    monkeypatch.setitem(GAMES, "solo", solo)
    code, out, err = run("sim", "solo", "-n", 2, "-w", 1)
    assert (code, err) == (0, "")
    assert "1 player," in out
    assert "with no winners" in out
    assert "B3" in run("rules", "solo")[1]


def test_an_interrupted_sim_tells_what_was_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    played = workers.play_game

    def interrupted(plan: Plan, number: int, tally: Tally) -> None:
        if number == 2:
            raise KeyboardInterrupt
        played(plan, number, tally)

    monkeypatch.setattr(workers, "play_game", interrupted)
    code, out, err = run("sim", "-n", 5, "-w", 1, "--json")
    assert (code, err) == (130, "")
    assert (json.loads(out)["games"], json.loads(out)["interrupted"]) == (2, True)
    assert "2 of 5 games (interrupted)" in run("sim", "-n", 5, "-w", 1)[1]


def test_ctrl_c_ends_the_workers(tmp_path: Path) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start("sim", "-n", 2000, "-w", 2, "--records", tmp_path, start_new_session=True, **pipes)
    patience = time.monotonic() + 60
    # Each worker plays every other game: when both kinds of numbers are there, all are at work.
    while len({path.stem[-1] in "02468" for path in tmp_path.iterdir()}) < 2 and time.monotonic() < patience:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # As a terminal does: to the workers as well.
    try:
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
    played = len(list(tmp_path.iterdir()))
    time.sleep(0.3)
    assert len(list(tmp_path.iterdir())) == played > 0


class Cheat:
    """Does nothing that is allowed."""

    name = "cheat"

    def choose(self, view: object, actions: object, chance: object) -> Pass:
        return Pass(2)

    def volunteer(self, view: object, actions: object, chance: object) -> None:
        return None


def test_a_bot_that_breaks_the_rules_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "cheat", cast("Any", Cheat))
    told = one_line(run("sim", "-n", 2, "-w", 1, "--bots", "cheat", "--seed", "x"), code=1)
    assert "game 1 of seed x: cheat at seat A" in told


def die(*args: object) -> None:
    os._exit(3)


def test_a_worker_that_dies_is_noticed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "work", die)
    assert "exit code 3" in one_line(run("sim", "-n", 2, "-w", 2), code=1)


def test_sums_do_not_depend_on_the_order() -> None:
    values = [3, 0, 7, 7, 12]
    whole, left, right = Spread(), Spread(), Spread()
    for value in values:
        whole.add(value)
    for value in values[:2]:
        right.add(value)
    for value in values[2:]:
        left.add(value)
    left.merge(right)
    left.merge(Spread())
    assert left == whole
    assert whole.mean == statistics.mean(values)
    assert whole.deviation == pytest.approx(statistics.stdev(values))
    assert (whole.least, whole.most) == (0, 12)


def test_wilson_interval() -> None:
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_shared_wins_and_games_without_a_winner_are_counted() -> None:
    tally = Tally()
    for winners in ((0, 1), (), (1,)):
        table = SimpleNamespace(
            result=lambda winners=winners: Result((4, 4), winners, (1, 1)), turn=1, ply=2, run_outs=1, ending=""
        )
        tally.add(cast("Table", table), ["x", "y"], Counter())
    assert (tally.seats["A"].wins, tally.seats["B"].wins) == (1, 2)
    assert tally.winners == {0: 1, 1: 1, 2: 1}
    assert sum(tally.endings.values()) == 3


# --- scenario ----------------------------------------------------------------------------------------------


def test_scenarios_hold_fail_and_are_listed(run: Run, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    good, failing = inner / "good.scenario", tmp_path / "z.scenario"
    good.write_text(GOOD_SCENARIO, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no scenario", encoding="utf-8")
    code, out, err = run("scenario", tmp_path, good)
    assert (code, err) == (0, "")
    assert out == f"{good}\n  ok    Keno harvests [three] Chili\n1 scenario in 1 file: all hold\n"

    failing.write_text(FAILING_SCENARIO, encoding="utf-8")
    code, out, err = run("scenario", tmp_path)
    assert (code, err) == (1, "")
    assert out.splitlines()[2:] == [
        str(failing),
        "  FAIL  Keno harvests [three] Chili  K6  K8",
        "        line 6: thalers Keno",
        "            expected: 2 Chili",
        "            but is:   Chili",
        "2 scenarios in 2 files: 1 hold, 1 fail",
    ]
    assert str(good) not in run("scenario", tmp_path, "--quiet")[1]

    code, out, _ = run("scenario", tmp_path, "--json")
    data = json.loads(out)
    assert (code, data["passed"], data["failed"]) == (1, 1, 1)
    assert data["files"][1]["scenarios"][0]["failures"][0].startswith("line 6: thalers Keno")
    assert data["files"][1]["scenarios"][0]["rules"] == ["K6", "K8"]

    code, out, _ = run("scenario", tmp_path, "--list")
    assert code == 0
    assert out.count("  Keno harvests [three] Chili  K6  K8\n") == 2
    assert "FAIL" not in out


def test_a_broken_scenario_names_file_and_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.scenario"
    for text, line in (
        (BROKEN_SCENARIO, "line 5: 'sings'"),
        ("scenario: x\nperhaps y\n", "line 2: 'perhaps'"),
        ("scenario: x\ngiven hand A: Nonsense\n", "line 1: x: hand A: there is no bean called 'Nonsense'"),
    ):
        path.write_text(text, encoding="utf-8")
        told = one_line(run("scenario", path))
        assert f"{path}: {line}" in told


# --- replay ------------------------------------------------------------------------------------------------


def test_a_transcript_in_two_languages(run: Run, record: Path) -> None:
    code, english, err = run("replay", record)
    assert (code, err) == (0, "")
    assert english.startswith(f"Bohnanza ({BOHNANZA.edition}): Nina (A), Timon (B), Keno (C)\n")
    assert "Turn 2: Timon is the active player." in english
    result = parse_record(record.read_text(encoding="utf-8")).final().result()
    thalers = ", ".join(f"{name} {count}" for name, count in zip(PLAYERS, result.thalers, strict=True))
    assert english.endswith(f"\nThalers: {thalers}. {PLAYERS[result.winners[0]]} wins.\n")
    german = run("replay", record, "--lang", "de")[1]
    assert german.endswith(f"\nTaler: {thalers}. {PLAYERS[result.winners[0]]} gewinnt.\n")
    assert len(german.splitlines()) == len(english.splitlines())


def test_one_seat_is_told_only_the_number_of_cards_that_others_drew(run: Run, record: Path) -> None:
    names = "|".join(re.escape(name) for name in (*NAMES, *GERMAN_NAMES))
    for lang, took in (("en", r"(is dealt|draws)"), ("de", r"(bekommt .* auf die Hand|zieht)")):
        everything = run("replay", record, "--lang", lang)[1].splitlines()
        for seat in ("Timon", "b"):
            seen = run("replay", record, "--seat", seat, "--lang", lang)[1].splitlines()
            assert len(seen) == len(everything)
            hidden = 0
            for line, full in zip(seen[1:], everything[1:], strict=True):
                if not re.search(rf"^ *\d+  \w+ {took}\b", full):
                    assert line == full
                elif "Timon" in full:
                    assert line == full
                    assert re.search(names, line)
                else:
                    assert not re.search(names, line)
                    assert re.search(r"(\d+ cards|a card|\d+ Karten|eine Karte)\b", line)
                    hidden += 1
            assert hidden > 20


def test_hidden_cards_change_nothing_for_a_seat(run: Run, record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    head = text[: text.index("deal =>")]
    told: dict[str, set[str]] = {"Nina": set(), "Timon": set(), "all": set()}
    for hand in ("5 Red", "Red, Soy, Blue, 2 Stink"):
        path = tmp_path / "deal.record"
        path.write_text(f"{head}deal => 5 Blue, {hand}, 5 Chili\n", encoding="utf-8")
        told["all"].add(run("replay", path)[1])
        for name in ("Nina", "Timon"):
            told[name].add(run("replay", path, "--seat", name)[1] + run("replay", path, "--seat", name, "--json")[1])
    assert {name: len(texts) for name, texts in told.items()} == {"all": 2, "Timon": 2, "Nina": 1}


def test_replay_stops_at_a_ply_and_shows_the_table(run: Run, record: Path) -> None:
    code, out, _ = run("replay", record, "--at", 40, "--table")
    assert code == 0
    assert table_text(parse_table(out)) == out
    assert "\nply: 40\n" in out
    code, seen, _ = run("replay", record, "--at", 40, "--table", "--seat", "Timon")
    entries = dict(line.split(": ", 1) for line in seen.splitlines())
    assert set(entries["hand A"]) <= set("0123456789 ?")
    assert f"hand B: {entries['hand B']}\n" in out
    assert "draw bag" not in entries
    text = run("replay", record, "--at", 0)[1]
    assert text.endswith("Turn 1: Nina is the active player.\n\nThe game is not over.\n")


def test_replay_as_json(run: Run, record: Path) -> None:
    data = json.loads(run("replay", record, "--json")[1])
    assert data["players"] == list(PLAYERS)
    assert data["over"] is True
    assert data["plies"][1]["action"].startswith("A plant ")
    assert data["plies"][1]["events"][0]["event"] == "planted"
    assert len(data["plies"]) == data["ply"] + 1
    seen = json.loads(run("replay", record, "--json", "--seat", "A", "--lang", "de")[1])
    assert (seen["seat"], seen["language"]) == ("A", "de")
    assert all("action" not in ply for ply in seen["plies"])
    table = json.loads(run("replay", record, "--json", "--table", "--seat", "A")[1])
    assert set(table["table"]["hand B"]) <= set("0123456789 ?nothing")


def test_replay_reads_standard_input(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    process = start("replay", "-", "--at", "1", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(text)
    assert (process.returncode, err) == (0, "")
    assert "\n1  Nina plants " in out
    process = start("replay", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate("\n")
    assert (process.returncode, out) == (2, "")
    assert err == "tobean: standard input: line 1: a record begins with 'tobean record 1'\n"


def test_a_broken_record_names_file_and_line(run: Run, record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    path = tmp_path / "broken.record"
    for number, line, reason in (
        (0, "tobean record 9", "a record begins with"),
        (2, "edition: another", "played by the rules 'another'"),
        (3, "players: Nina, Timon", "is for 3, 4, 5 players, not 2"),
        (first, "1 A plant Purple 1", "there is no bean called 'Purple'"),
        (first, "7 A pass", "this should be move 1"),
        (first, "1 A pass", "is refused"),
        (len(lines) - 1, "result: A 99, B 0, C 0; winner A", "the result is not what was played"),
    ):
        path.write_text("\n".join([*lines[:number], line, *lines[number + 1 :]]), encoding="utf-8")
        told = one_line(run("replay", path))
        named = re.search(r"line (\d+)", told)
        assert told.startswith(f"tobean: {path}: line ")
        assert reason in told
        assert named is not None
        assert int(named[1]) == number + 1


# --- rules -------------------------------------------------------------------------------------------------


def test_every_rule_of_the_pages_is_found() -> None:
    rules = rulebook.rules()
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")]
    numbers = [number for text in texts for number in re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)]
    assert sorted(rules) == sorted(numbers)
    assert rules["K7"].page == "kernel"
    assert rules["K7"].section == "Harvest"
    assert rules["K7"].text.startswith("*Bean protection*: as long as")
    assert rules["K7"].text.endswith("any of them may be harvested.")
    for rule in rules.values():
        assert "\n" not in rule.text
        assert rule.section


def test_both_languages_have_the_same_rules() -> None:
    english, german = rulebook.rules(), rulebook.rules("de")
    assert list(german) == list(english)
    assert list(rulebook.pages("de")) == list(rulebook.pages())
    for number, rule in german.items():
        assert rule.page == english[number].page
        assert rule.text != english[number].text
        cited, as_well = (re.findall(r"\b[A-Z]\d+\b", found.text) for found in (english[number], rule))
        assert sorted(as_well) == sorted(cited), number
        rulings = (english[number].text.count("*Ruling"), rule.text.count("*Regelentscheid"))
        assert rulings[0] == rulings[1], number


def test_rules_end_where_their_text_ends() -> None:
    text = "# T\n## One\n- **X1** a\n  b\n\n  no more\n- **Example 1** c\n  d\n- **X2** e\n## Two\n- **XY10** f"
    found = list(rulebook.parse_page("page", text))
    assert [(rule.number, rule.section, rule.text) for rule in found] == [
        ("X1", "One", "a b"),
        ("X2", "One", "e"),
        ("XY10", "Two", "f"),
    ]
    assert found[-1].prefix == "XY"


def numbers_in(out: str) -> list[str]:
    return re.findall(r"^  ([A-Z]+\d+) ", out, re.MULTILINE)


def own_rules(page: str) -> list[str]:
    return [rule.number for rule in rulebook.rules().values() if rule.page == page]


def test_rules_are_looked_up(run: Run) -> None:
    code, out, err = run("rules", "k7")
    assert (code, err) == (0, "")
    assert out.startswith("The kernel: Harvest\n  K7  Bean protection: as long as")
    assert "K8" not in out
    code, out, _ = run("rules", "bohnanza")
    assert numbers_in(out) == own_rules("bohnanza")
    assert "Bohnanza: The turn\n" in out
    everything = run("rules", "bohnanza", "--all")[1]
    assert "  K1 " in everything
    assert "  O1 " in everything
    assert out in everything
    code, out, _ = run("rules", "Bean", "PROTECTION")
    found = [rulebook.rules()[number].text.lower() for number in numbers_in(out)]
    assert (code, "K7" in numbers_in(out), "K8" in numbers_in(out)) == (0, True, False)
    assert all("bean" in text and "protection" in text for text in found)
    assert re.search(rf"bohnanza .* {len(own_rules('bohnanza'))} .* \d+ ", run("rules")[1])


def test_rules_in_german(run: Run) -> None:
    assert run("rules", "K7", "--lang", "de")[1].startswith("Der Kern: Ernte\n  K7  Bohnenschutz: Solange auf")
    code, out, _ = run("rules", "bohnanza", "--lang", "de")
    assert (code, numbers_in(out)) == (0, own_rules("bohnanza"))
    assert "Bohnanza: Der Spielzug\n" in out
    assert numbers_in(run("rules", "Bohnenschutz", "--lang", "de")[1]) == ["K7"]
    assert "nothing in the rules matches" in one_line(run("rules", "Bohnenschutz"))


def test_rules_as_json(run: Run) -> None:
    found = json.loads(run("rules", "K7", "B9", "--json")[1])
    assert [rule["number"] for rule in found] == ["K7", "B9"]
    assert set(found[0]) == {"number", "page", "section", "text"}
    games = {entry["game"]: entry for entry in json.loads(run("rules", "--json")[1])}
    assert set(games) == set(GAMES)
    assert games["bohnanza"]["rules"] == len(own_rules("bohnanza")) > 0
    assert games["bohnanza"]["rules_with_shared"] == len(own_rules("bohnanza")) + len(own_rules("kernel"))


def test_without_pages_there_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rulebook, "files", lambda package: tmp_path)
    rulebook.pages.cache_clear()
    rulebook.rules.cache_clear()
    with pytest.raises(BadInput):
        rulebook.rules()
    assert "the rules pages are not installed" in one_line(run("rules"))


# --- cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_cards_as_json(run: Run, game: str) -> None:
    data = json.loads(run("cards", game, "--json")[1])
    beans = GAMES[game].beans
    assert data["total"] == sum(bean.count for bean in beans)
    assert [card["english"] for card in data["cards"]] == [bean.name for bean in beans]
    assert [card["provenance"] for card in data["cards"]] == [bean.provenance for bean in beans]
    for card, bean in zip(data["cards"], beans, strict=True):
        assert [needed or 0 for needed in card["beanometer"]] == list(bean.steps)


def test_cards_as_a_table(run: Run) -> None:
    code, out, err = run("cards")
    assert (code, err) == (0, "")
    cells = [[cell.strip() for cell in re.split("[│|]", line)[1:-1]] for line in out.splitlines()]
    assert ["Garden", "Gartenbohne", "6", "–", "2", "3", "–", "card"] in cells
    assert ["all", "", "104", "", "", "", "", ""] in cells
    german = run("cards", "bohnanza", "--lang", "de")[1]
    assert re.search(r"Rote Bohne\s+\S\s+Red\s+\S\s+8 ", german)


@pytest.mark.parametrize("game", GAMES)
def test_cards_in_german_say_everything_in_german(run: Run, game: str) -> None:
    sources = {bean.provenance for bean in GAMES[game].beans} | {extra.provenance for extra in GAMES[game].extras}
    assert sources <= GERMAN_SOURCES.keys()
    german = run("cards", game, "--lang", "de")[1]
    assert not re.search(r"rulebook|reconstructed|neighbour", german)


@pytest.mark.parametrize("written", ["Al Cabohne", "al-cabohne", "AL-Cabohne", " al  cabohne "])
def test_games_are_named_freely(run: Run, written: str) -> None:
    assert json.loads(run("cards", written, "--json")[1])["game"] == "al-cabohne"
