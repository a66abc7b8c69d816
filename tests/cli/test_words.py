"""`tobean words check`: the state of a translation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.cli import single_error_line
from tests.support.pseudo_locale import CODE, third_language, words_outside_brackets
from tobean.cli.translating.words import OPTIONAL_PLACEHOLDERS
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogue_files.language_check import (
    NO_FILE,
    NO_RULE,
    OTHER_RULE,
    language_problems,
    missing_meanings,
    module_problems,
    rule_problems,
    rulebook_folders,
)
from tobean.i18n.languages import trade_vocabulary_en

if TYPE_CHECKING:
    from tests.support.cli import Run


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_complete(language: str) -> None:
    assert [str(problem) for problem in language_problems(language, OPTIONAL_PLACEHOLDERS)] == []


def test_a_complete_language_is_reported_as_such(run: Run) -> None:
    code, out, _ = run("words", "check", "de")
    assert code == 0
    summary = re.fullmatch(r"Deutsch: texts (\d+), not translated 0, problems 0\n", out)
    assert summary is not None
    code, out, _ = run("words", "check", "de", "--json")
    assert (code, json.loads(out)) == (0, {"language": "de", "texts": int(summary[1]), "missing": 0, "problems": []})


def test_one_game_is_checked_by_itself(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("words", "check", "fr", "--game", "bohnedikt")
    summary = re.fullmatch(r"Français: texts (\d+), not translated 0, problems 0\n", out)
    assert code == 0
    assert summary is not None
    with third_language(tmp_path):
        catalogue = tmp_path / f"{CODE}.po"
        catalogue.write_text('msgctxt "card"\nmsgid "Edict"\nmsgstr "x"\n', "utf-8")
        code, out, _ = run("words", "check", CODE, "--game", "bohnedikt")
    *problems, last = out.splitlines()
    assert code == 1
    assert f"texts {summary[1]}, not translated {int(summary[1]) - 1}, problems {len(problems)}" in last
    assert all("bohnedikt" in problem for problem in problems)
    assert "unknown game 'chess'" in single_error_line(run("words", "check", "fr", "--game", "chess"))


def test_an_unknown_language_is_refused_with_a_way_to_begin(run: Run) -> None:
    complaint = single_error_line(run("words", "check", "tlh"))
    assert f"unknown language 'tlh'; known: {', '.join(LANGUAGES)}; to begin one" in complaint
    assert complaint.rstrip().endswith("tobean/locale/tlh.po")


def test_missing_translations_are_listed(run: Run, tmp_path: Path) -> None:
    """A catalogue in a translator's folder has all texts, so only the other files are missing."""
    with third_language(tmp_path):
        code, out, _ = run("words", "check", CODE)
        catalogue = tmp_path / f"{CODE}.po"
        catalogue.write_text(catalogue.read_text("utf-8").replace('msgstr "⟦Lobby⟧"', 'msgstr "{hall}"'), "utf-8")
        damaged = run("words", "check", CODE)[1]
        told = run("--lang", CODE, "words", "check", CODE)[1]
    *problems, count = out.splitlines()
    assert code == 1
    assert count.endswith(f", not translated 0, problems {len(problems)}")
    assert len(problems) == 2 + len(rulebook_folders())
    assert all(problem.endswith(f": {NO_FILE}") for problem in problems)
    assert "other placeholders than in English: 'Lobby'" in damaged
    assert damaged.endswith(f"problems {len(problems) + 1}\n")
    *translated, last = told.splitlines()
    assert words_outside_brackets(" ".join([last, *(line.partition(": ")[2] for line in translated)])) == []


def test_rules_are_compared_by_number(tmp_path: Path) -> None:
    (tmp_path / "en.md").write_text("# Rules\n- **X1** One.\n- **X2** Two.\n", encoding="utf-8")
    assert [problem.template for problem in rule_problems(tmp_path, "fr")] == [NO_FILE]
    (tmp_path / "fr.md").write_text("# Règles\n- **X1** Un.\n- **X3** Trois.\n", encoding="utf-8")
    assert [(problem.template, problem.about) for problem in rule_problems(tmp_path, "fr")] == [
        (NO_RULE, "X2"),
        (OTHER_RULE, "X3"),
    ]


def test_missing_meanings_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(missing_meanings(trade_vocabulary_en)) == []
    monkeypatch.setattr(trade_vocabulary_en, "MEANINGS", {"for": "for"})
    monkeypatch.setattr(trade_vocabulary_en, "NUMBERS", {1: "one"})
    monkeypatch.delattr(trade_vocabulary_en, "LETTERS")
    found = [problem.about for problem in module_problems("en")]
    assert {"MEANINGS['give']", "NUMBERS[2]", "LETTERS"} <= set(found)
    assert "MEANINGS['for']" not in found
