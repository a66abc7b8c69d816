"""Errors that people make are told in German, too: every text that such code raises has its words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tobean.kernel.errors import BadInput, TobeanError
from tobean.play import Setup, person_seat
from tobean.play.session.errors import BadSetup
from tobean.play.session.session import Session
from tobean.play.wire.refusals import refusal_text
from tobean.record.notation import parse_action
from tobean.record.record import parse_record
from tobean.speech.mistakes import GERMAN, mistake

SOURCE = Path(__file__).parent.parent / "src" / "tobean"
READ = (
    "kernel/cards.py",
    "kernel/setup.py",
    "kernel/words.py",
    "games/magic/actions.py",
    "games/magic/spells.py",
    "games/bohnedikt/rules.py",
    "games/cardset.py",
    "games/bohnedikt/invoking.py",
    "games/al_cabohne/actions.py",
    "games/al_cabohne/setup.py",
    "games/bohnedikt/sacrifices.py",
    "record/notation.py",
    "record/record.py",
    "record/tabletext.py",
    "play/session/orders.py",
    "play/replay.py",
    "server/defence/inspector.py",
    "server/pages/answers.py",
    "server/pages/opening.py",
)
"""What reads things that people type or bring."""
MISTAKES = {"BadNotation", "BadCards", "BadDeck", "UnknownOption", "BadPlayers", "BadRecord", "UnknownGame", "BadInput"}
ELSEWHERE = {
    "{}: {}",
    "a card set is a file or a mapping, not {}",
    "{}: cannot be read: {}",
    "{}: cannot be read: this is no text in UTF-8",
}
"""For the command line and for programs."""


def template(node: ast.expr) -> str | None:
    """A text with its blanks, if this is one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def raised(file: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse((SOURCE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MISTAKES and node.args:
            text = template(node.args[0])
            if text is not None and text not in ELSEWHERE:
                found.add(text)
    return found


@pytest.mark.parametrize("file", READ)
def test_every_mistake_has_its_words(file: str) -> None:
    # Whole sentences with a capital are in the catalogue of the server, which has a test of its own.
    wanting = {text for text in raised(file) if text[0] == "{" or text[0].islower()} - set(GERMAN)
    assert not wanting


def test_blanks_are_filled_and_every_word_is_found() -> None:
    for english, german in GERMAN.items():
        blanks = [f"<{number}>" for number in range(english.count("{}"))]
        told = mistake(english.replace("{}", "%s") % tuple(blanks) if blanks else english, "de")
        assert told == german.format(*blanks), english


def test_what_people_type_is_answered_in_german() -> None:
    def told(error: TobeanError) -> str:
        return refusal_text(error, (), "de")

    with pytest.raises(BadInput) as wrong:
        parse_action("A plant Foo 1")
    assert told(wrong.value) == "eine Bohne namens 'Foo' gibt es nicht"
    assert refusal_text(wrong.value, (), "en") == "there is no bean called 'Foo'"
    seats = tuple(person_seat(name, name) for name in ("Ada", "Ben", "Cleo"))
    with pytest.raises(BadSetup) as wrong:
        Session.open(Setup("bohnanza", seats, {"moon": True}), 1.0)
    assert "hat keine Option 'moon'; es gibt: " in told(wrong.value)
    with pytest.raises(BadInput) as wrong:
        parse_record("rubbish")
    assert told(wrong.value).startswith("Zeile 1: Eine Aufzeichnung beginnt mit ")
    assert mistake("line 3: there is no bean called 'Foo'", "de") == "Zeile 3: eine Bohne namens 'Foo' gibt es nicht"
    with pytest.raises(BadInput) as wrong:
        parse_record("tobean record 1\ngame: \x00")
    assert told(wrong.value) == "Zeile 2: in dieser Zeile ist ein Zeichen, das sich nicht drucken lässt"
    assert mistake("something else", "de") == "something else"
