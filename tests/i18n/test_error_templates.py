"""Every error is a template with named arguments, so that it can be translated."""

import ast
import pickle
import re
from collections import defaultdict
from pathlib import Path
from string import Formatter

import pytest

from tests.support.error_calls import ERROR_CALLS
from tests.tools import catalogues
from tobean.games.magic.cards import ATTACK
from tobean.games.magic.spells.registry import spell_name
from tobean.i18n import LANGUAGES, error_text
from tobean.i18n.catalogues import text
from tobean.i18n.error_messages import KindPhrase
from tobean.kernel.errors import MAX_MESSAGE_LENGTH, BadInput, BadNotation, Illegal, Phrase, TobeanError, quoted
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.play import BadLog, Setup, person_seat
from tobean.play.session.errors import BadSetup
from tobean.play.session.session import Session
from tobean.record.notation import parse_action
from tobean.record.record import parse_record

NAMES_OF_THINGS = ("seat_name", "name_of", "spell_name")


PASSED_ON = {
    "kernel/errors.py",  # an error that comes from another process
    "server/client/table_client.py",  # errors of the server
    "server/protection/sandbox.py",  # two named templates, and errors of the sandbox process
    "server/workers/worker.py",  # errors of the worker process
}
"""Modules in which the template is not a literal."""


def test_errors_are_given_templates_never_finished_sentences() -> None:
    assert len(ERROR_CALLS) > 400
    finished = [
        place
        for place, _, template in ERROR_CALLS
        if not list(catalogues.literals(template)) and place.partition(":")[0] not in PASSED_ON
    ]
    assert not finished
    built = (ast.JoinedStr, ast.BinOp)
    assert not [place for place, _, template in ERROR_CALLS if isinstance(template, built)]
    assert not [place for place, _, template in ERROR_CALLS if ".format(" in ast.unparse(template)]


def test_blanks_are_those_of_the_template() -> None:
    wrong = []
    for place, call, template in ERROR_CALLS:
        given = {word.arg for word in call.keywords}
        for english in catalogues.literals(template):
            wanted = {name for _, name, _, _ in Formatter().parse(english) if name} if given else set()
            if wanted != given and None not in given:
                wrong.append(f"{place}: {english}")
    assert not wrong


def test_seats_and_kinds_are_given_as_such() -> None:
    """An error names players and cards in the reader's language, so their arguments must be typed."""
    assert not [
        f"{place}: {word.arg}"
        for place, call, _ in ERROR_CALLS
        if ast.unparse(call.func) == "Illegal"
        for word in call.keywords
        if ast.unparse(word.value).split("(")[0] in NAMES_OF_THINGS
    ]


def test_translations_ask_for_forms_of_kinds_only() -> None:
    """A grammatical form that an argument does not have would fail only when the error is shown."""
    forms: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for folder in catalogues.folders():
        for message in catalogues.messages_of(catalogues.catalogue_of(folder, "de")):
            forms[message.text] += re.findall(r"\{(\w+):(\w+)\}", message.strings[0])
    kind = KindPhrase("Rote Bohne", "de")
    found = 0
    for place, call, template in ERROR_CALLS:
        kinds = {word.arg for word in call.keywords if ast.unparse(word.value).startswith("KindArg(")}
        for english in catalogues.literals(template):
            for blank, form in forms[english]:
                assert blank in kinds, place
                assert format(kind, form), place
                found += 1
    assert found > 20


def test_placeholders_are_filled_in_the_language_of_the_reader() -> None:
    refused = Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat=SeatArg(1))
    assert str(refused) == "Offer 3 is not for B. (T7)"
    assert refused.sentence == "Offer 3 is not for B."
    assert error_text(refused, ("Ada", "Ben"), "de") == "Angebot 3 ist nicht für Ben. (T7)"
    active = Illegal("R15", "{spell} is not active.", spell=KindArg(ATTACK, spell_name(ATTACK)))
    assert str(active) == "Attack is not active. (R15)"
    assert error_text(active) == "Attack spell is not active. (R15)"
    assert error_text(active, (), "de") == "Die Zauberkarte „Angriffszauber“ ist nicht aktiviert. (R15)"


def test_a_nested_reason_has_the_language_of_the_error() -> None:
    inner = BadNotation("there is no bean called {name!r}", name="Foo")
    outer = BadLog("entry {entry}: {reason}", entry=4, reason=inner)
    assert str(outer) == "entry 4: there is no bean called 'Foo'"
    assert error_text(outer, (), "de") == "Eintrag 4: eine Bohne namens 'Foo' gibt es nicht"
    strange = BadInput("the card set is not TOML: {reason}", reason=KeyError("x"))
    assert error_text(strange, (), "de") == "der Kartensatz ist kein TOML: 'x'"
    assert str(BadInput("this is not an entry of a log: {reason}", reason=ValueError())).endswith(": ValueError")
    many = BadInput("the option {name} is at most {most}, not {given}", name="x", most=2, given=quoted(10**20))
    assert error_text(many, (), "de") == "die Option x ist höchstens 2, nicht eine so große Zahl"
    assert str(quoted([1])) == "a list"


def test_an_error_without_words_in_a_language_is_english_as_a_whole() -> None:
    strange = BadInput(
        "nobody has said {given} about {card} so far", given=Phrase("so large a number"), card=KindArg(0)
    )
    assert error_text(strange, (), "de") == str(strange)
    assert str(BadInput("{ is a brace")) == "{ is a brace"


def test_long_quotations_are_cut_in_every_language() -> None:
    wrong = BadNotation("there is no bean called {name!r}", name="x" * 5000)
    assert all(len(error_text(wrong, (), language)) <= MAX_MESSAGE_LENGTH for language in LANGUAGES)


@pytest.mark.parametrize(
    "error",
    [
        BadNotation("there is no bean called {name!r}", name="Foo"),
        Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat=SeatArg(2)),
        BadInput("{card} is not a bean of {title}", card=KindArg(0), title="x"),
        BadInput("line {line}: {reason}", line=2, reason=Illegal("K6", "No.")),
        BadInput("not {given}", given=quoted(10**20)),
        BadLog("entry {entry}: a log begins with the opening of the table", entry=3),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_between_processes(error: TobeanError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert [error_text(back, ("Ada",), language) for language in LANGUAGES] == [
        error_text(error, ("Ada",), language) for language in LANGUAGES
    ]


def test_what_people_type_is_answered_in_german() -> None:
    with pytest.raises(BadInput) as wrong:
        parse_action("A plant Foo 1")
    assert error_text(wrong.value, (), "de") == "eine Bohne namens 'Foo' gibt es nicht"
    assert error_text(wrong.value, (), "en") == "there is no bean called 'Foo'"
    seats = tuple(person_seat(name, name) for name in ("Ada", "Ben", "Cleo"))
    with pytest.raises(BadSetup) as wrong:
        Session.open(Setup("bohnanza", seats, {"moon": True}), 1.0)
    assert "hat keine Option 'moon'; es gibt: " in error_text(wrong.value, (), "de")
    with pytest.raises(BadInput) as wrong:
        parse_record("rubbish")
    assert error_text(wrong.value, (), "de").startswith("Zeile 1: Eine Aufzeichnung beginnt mit ")
    with pytest.raises(BadInput) as wrong:
        parse_record("tobean record 1\ngame: \x00")
    assert error_text(wrong.value, (), "de") == "Zeile 2: in dieser Zeile ist ein Zeichen, das sich nicht drucken lässt"
    assert text("something else", "de") == "something else"
    assert Path(catalogues.catalogue_of(catalogues.PACKAGE_FOLDER, "de")).is_file()
