"""The command line: output, exit codes, and errors in one line without a traceback."""

import json
import os
import re
import subprocess
from pathlib import Path

import click
import pytest

from tests.support.cli import PLAYERS, Run, single_error_line, start_command
from tobean.cli.command_group import CommandGroup
from tobean.cli.main import cli
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.i18n.card_names import kind_name
from tobean.kernel.cards import KIND_NAMES
from tobean.record.record import parse_record
from tobean.record.table_text import parse_table, table_text

GOOD_SCENARIO = """scenario: Keno harvests [three] Chili
rules: K6 K8
given players: Timon, Nina, Keno, Eiko
given field Keno 1: 3 Chili
when Keno harvest 1
then thalers Keno: Chili
"""
FAILING_SCENARIO = GOOD_SCENARIO.replace("thalers Keno: Chili", "thalers Keno: 2 Chili")
BROKEN_SCENARIO = GOOD_SCENARIO.replace("when Keno harvest 1", "when Keno sings loudly")


def test_help_lists_commands_examples_and_exit_codes(run: Run) -> None:
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


def test_the_version_is_printed(run: Run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert re.fullmatch(r"tobean \d+\.\d+\.\d+\S*\n", out)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("plough", "No such command 'plough'"),
        ("sim --plough", "--plough"),
        ("sim nix", "unknown game 'nix'"),
        ("sim --bots nix", "unknown bot 'nix'"),
        ("sim --bots sprout,", "unknown bot ''"),
        ("sim --bots random,random,random,random,random", "there are 5 bots for 4 seats"),
        ("sim --players 9", "is for 3, 4, 5 players, not 9"),
        ("sim --games 0", "0 is not in the range"),
        ("sim --games many", "'many' is not a valid integer"),
        ("sim --workers 0", "0 is not in the range"),
        ("sim --option nix=1", "no option 'nix'"),
        ("sim --option third_field", "'third_field' is not an option"),
        ("sim --option third_field=3", "either true or false"),
        ("sim --option third_field=maybe", "'maybe' is not a value"),
        ("sim --option listening=yes", "no option 'listening'"),
        ("sim --option talk_limit=none", "--talk-limit"),
        ("sim --start E", "'E' is not a seat; seats are A, B, C, D"),
        ("cards nix", "unknown game 'nix'"),
        ("cards bohnanza nix", "unexpected extra argument"),
        ("rules K99", "there is no rule K99"),
        ("rules K7 K99", "there is no rule K99"),
        ("rules no such words", "nothing in the rules matches 'no such words'"),
        ("replay", "Missing argument 'FILE'"),
        ("replay nowhere.record", "nowhere.record: No such file or directory"),
        ("replay {folder}", "{folder}: Is a directory"),
        ("replay {binary}", "binary.record: this is not text"),
        ("replay {record} --at 100000", "there is no ply 100000"),
        ("replay {record} --at -1", "-1 is not in the range"),
        ("replay {record} --seat D", "'D' is not a seat; seats are Nina (A), Timon (B), Keno (C)"),
        ("replay {record} --seat Jule", "'Jule' is not a seat"),
        ("replay {record} --lang xx", "'xx' is not one of"),
        ("scenario", "Missing argument 'FILE...'"),
        ("scenario nowhere.scenario", "nowhere.scenario: No such file or directory"),
        ("scenario {folder}", "no *.scenario files"),
        ("scenario {binary}", "binary.record: this is not text"),
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
    output = single_error_line(run(*[word.format(**places) for word in args.split()]))
    assert complaint.format(**places) in output


@pytest.mark.parametrize(
    ("args", "option", "command"),
    [
        ("serve --limits nan --contact us@example.org --contact them@example.org", "--contact", "tobean serve"),
        ("sim -n 1 --games=1", "--games", "tobean sim"),
        ("leaderboard draw {folder} --seed 1 -s 2", "--seed", "tobean leaderboard draw"),
        ("admin status --config a.toml --config b.toml", "--config", "tobean admin status"),
        ("--lang de --lang fr sim", "--lang", "tobean"),
    ],
)
def test_an_option_that_takes_one_value_is_given_once(
    run: Run, tmp_path: Path, args: str, option: str, command: str
) -> None:
    error = single_error_line(run(*args.format(folder=tmp_path).split()))
    assert error == f"tobean: {option} is given more than once, and takes one value only (see {command} --help)\n"


def test_repeatable_options_and_flags_are_given_several_times(run: Run) -> None:
    options = ("--option", "third_field=yes", "--option", "third_field=no")
    code, out, err = run("sim", "-n", 1, "-p", 3, "-w", 1, "-q", "-q", *options)
    assert (code, err) == (0, "")
    assert "third_field=no" in out


def test_all_groups_refuse_repeated_options() -> None:
    groups: list[click.Command] = [cli]
    for group in groups:
        if isinstance(group, click.Group):
            assert isinstance(group, CommandGroup)
            groups.extend(group.commands.values())
    assert len(groups) > 40


def test_json_has_no_colours_even_if_forced(
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


@pytest.mark.long
@pytest.mark.parametrize("args", ["rules bohnanza --all", "replay {record}", "cards --json"])
def test_a_broken_pipe_ends_quietly(record: Path, args: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start_command(
        *[word.format(record=record) for word in args.split()], stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert process.communicate()[1] == ""
    assert process.returncode == 141


def test_scenarios_pass_fail_and_are_listed(run: Run, tmp_path: Path) -> None:
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
        (BROKEN_SCENARIO, "line 5: unknown action 'sings'"),
        ("scenario: x\nperhaps y\n", "line 2: unknown keyword 'perhaps'"),
        ("scenario: x\ngiven hand A: Nonsense\nlegal A pass\n", "line 2: hand A: unknown kind of card: 'Nonsense'"),
    ):
        path.write_text(text + GOOD_SCENARIO, encoding="utf-8")
        code, out, err = run("scenario", path)
        assert (code, err) == (1, "")
        assert line in out
        assert out.count("  ok  ") == 1
        assert out.endswith("1 hold, 1 fail\n")


def test_watching_runs_again_when_a_file_changes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "watched.scenario"
    path.write_text(GOOD_SCENARIO, encoding="utf-8")
    texts = [FAILING_SCENARIO, "no scenario", GOOD_SCENARIO]

    def pause(seconds: float) -> None:
        if not texts:
            raise KeyboardInterrupt
        path.write_text(texts.pop(0), encoding="utf-8")
        os.utime(path, ns=(len(texts), len(texts)))  # file timestamps may be coarse

    monkeypatch.setattr("tobean.cli.playing.scenario.pause", pause)
    code, out, err = run("scenario", tmp_path, "--watch")
    assert code == 0
    assert [line for line in out.splitlines() if "scenario in" in line] == [
        "1 scenario in 1 file: all hold",
        "1 scenario in 1 file: 0 hold, 1 fail",
        "1 scenario in 1 file: all hold",
    ]
    assert "a scenario begins with" in err


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


def test_a_seat_sees_only_the_number_of_cards_that_others_drew(run: Run, record: Path) -> None:
    german = [kind_name(kind, "de") for kind in range(len(KIND_NAMES))]
    names = "|".join(re.escape(name) for name in (*KIND_NAMES, *german))
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
    output: dict[str, set[str]] = {"Nina": set(), "Timon": set(), "all": set()}
    for hand in ("5 Red", "Red, Soy, Blue, 2 Stink"):
        path = tmp_path / "deal.record"
        path.write_text(f"{head}deal => 5 Blue, {hand}, 5 Chili\n", encoding="utf-8")
        output["all"].add(run("replay", path)[1])
        for name in ("Nina", "Timon"):
            output[name].add(run("replay", path, "--seat", name)[1] + run("replay", path, "--seat", name, "--json")[1])
    assert {name: len(texts) for name, texts in output.items()} == {"all": 2, "Timon": 2, "Nina": 1}


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


@pytest.mark.long
def test_replay_reads_standard_input(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    process = start_command(
        "replay", "-", "--at", "1", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = process.communicate(text)
    assert (process.returncode, err) == (0, "")
    assert "\n1  Nina plants " in out
    process = start_command("replay", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
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
        (first, "1 A plant Purple 1", "unknown kind of card: 'Purple'"),
        (first, "7 A pass", "this should be move 1"),
        (first, "1 A pass", "is refused"),
        (len(lines) - 1, "result: A 99, B 0, C 0; winner A", "the result is not what was played"),
    ):
        path.write_text("\n".join([*lines[:number], line, *lines[number + 1 :]]), encoding="utf-8")
        output = single_error_line(run("replay", path))
        named = re.search(r"line (\d+)", output)
        assert output.startswith(f"tobean: {path}: line ")
        assert reason in output
        assert named is not None
        assert int(named[1]) == number + 1
