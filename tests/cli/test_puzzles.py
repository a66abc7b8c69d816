"""`tobean puzzles`: solving in the terminal, checking and finding."""

import io
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.paths import GOLDEN
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.puzzle import format_puzzles

PUZZLES = collection("al-cabohne")


def test_puzzles_are_asked_and_explained(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    best, wrong = PUZZLES[0].best + 1, (PUZZLES[1].best + 1) % len(PUZZLES[1].answers) + 1
    monkeypatch.setattr("sys.stdin", io.StringIO(f"0\nx\n{best}\n{wrong}\n"))
    code, out, err = run("puzzles", "play", "al-cabohne")
    assert (code, err) == (0, "")
    assert "Puzzle 1 of " in out
    assert out.count("That is the best answer.") == 1
    assert out.count("There is a better answer.") == 1
    assert "1 of 2 puzzles solved." in out


def test_puzzles_begin_with_a_number_and_in_a_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, out, _ = run("--lang", "de", "puzzles", "play", "bohnanza", "--from", "3", "--lang", "de")
    assert code == 0
    assert "Rätsel 3 von" in out
    assert "0 von 0 Rätseln gelöst." in out


def test_a_number_beyond_the_last_puzzle_is_refused(run: Run) -> None:
    assert "there is no puzzle 9999" in single_error_line(run("puzzles", "play", "bohnanza", "--from", "9999"))


def test_a_file_is_checked_and_a_damaged_line_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.puzzles"
    file.write_text(format_puzzles(PUZZLES[:2]), encoding="utf-8")
    code, out, _ = run("puzzles", "check", str(file))
    assert code == 0
    assert "2 puzzles" in out
    file.write_text(format_puzzles(PUZZLES[:1]) + "{}\n", encoding="utf-8")
    assert "line 2" in single_error_line(run("puzzles", "check", str(file)))
    assert "missing" in single_error_line(run("puzzles", "check", str(tmp_path / "missing.puzzles")))


def test_a_damaged_record_is_refused_before_the_search(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "bad.record"
    record.write_text("no record", encoding="utf-8")
    file = tmp_path / "my.puzzles"
    assert "bad.record" in single_error_line(run("puzzles", "find", str(file), str(record)))
    assert not file.exists()


def test_a_record_that_cannot_be_replayed_is_named(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "cut.record"
    whole = (GOLDEN / "bohnanza-3.record").read_text(encoding="utf-8")
    record.write_text(whole[: whole.index("\n", 2000) - 2], encoding="utf-8")
    file = tmp_path / "my.puzzles"
    assert "cut.record: line " in single_error_line(run("puzzles", "find", str(file), str(record)))
    assert not file.exists()


def test_an_unknown_theme_is_refused(run: Run, tmp_path: Path) -> None:
    line = single_error_line(run("puzzles", "find", tmp_path / "x", "--game", "bohnanza", "--theme", "chess"))
    assert "unknown theme 'chess'" in line
    assert "sacrifice" in line
    assert not (tmp_path / "x").exists()
