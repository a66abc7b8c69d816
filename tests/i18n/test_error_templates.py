"""Errors are templates with named arguments, filled in the language of the reader."""

import pickle
from pathlib import Path

import pytest

from tobean.games.magic.cards import ATTACK
from tobean.games.magic.spells.registry import spell_name
from tobean.i18n import LANGUAGES, error_text
from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.catalogues import text
from tobean.i18n.error_messages import error_sentence
from tobean.kernel.errors import MAX_MESSAGE_LENGTH, BadInput, BadNotation, Illegal, Phrase, TobeanError, quoted
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.record.notation import parse_action
from tobean.record.record import parse_record
from tobean.session import BadLog, Setup, person_seat
from tobean.session.errors import BadSetup
from tobean.session.session import Session


def test_placeholders_are_filled_in_the_language_of_the_reader() -> None:
    refused = Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat=SeatArg(1))
    assert str(refused) == "Offer 3 is not for B. (T7)"
    assert error_sentence(refused) == "Offer 3 is not for B."
    assert error_text(refused, ("Ada", "Ben"), "de") == "Angebot 3 ist nicht für Ben. (T7)"
    active = Illegal("R15", "{spell} is not active.", spell=KindArg(ATTACK, spell_name(ATTACK)))
    assert str(active) == "Attack is not active. (R15)"
    assert error_text(active) == "Attack spell is not active. (R15)"
    assert error_text(active, (), "de") == "Die Zauberkarte „Angriffszauber“ ist nicht aktiviert. (R15)"


def test_a_nested_reason_has_the_language_of_the_error() -> None:
    inner = BadNotation("unknown kind of card: {name!r}", name="Foo")
    outer = BadLog("entry {entry}: {reason}", entry=4, reason=inner)
    assert str(outer) == "entry 4: unknown kind of card: 'Foo'"
    assert error_text(outer, (), "de") == "Eintrag 4: eine Bohne namens 'Foo' gibt es nicht"
    strange = BadInput("the card set is not TOML: {reason}", reason=KeyError("x"))
    assert error_text(strange, (), "de") == "der Kartensatz ist kein TOML: 'x'"
    assert str(BadInput("this is not an entry of a log: {reason}", reason=ValueError())).endswith(": ValueError")
    many = BadInput("the option {name} is at most {most}, not {given}", name="x", most=2, given=quoted(10**20))
    assert error_text(many, (), "de") == "die Option x ist höchstens 2, nicht eine so große Zahl"
    assert str(quoted([1])) == "a list"


def test_an_untranslated_error_is_entirely_english() -> None:
    strange = BadInput(
        "nobody has said {given} about {card} so far", given=Phrase("so large a number"), card=KindArg(0)
    )
    assert error_text(strange, (), "de") == str(strange)
    assert str(BadInput("{ is a brace")) == "{ is a brace"


def test_long_quotations_are_cut_in_every_language() -> None:
    wrong = BadNotation("unknown kind of card: {name!r}", name="x" * 5000)
    assert all(len(error_text(wrong, (), language)) <= MAX_MESSAGE_LENGTH for language in LANGUAGES)


@pytest.mark.parametrize(
    "error",
    [
        BadNotation("unknown kind of card: {name!r}", name="Foo"),
        Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat=SeatArg(2)),
        BadInput("{card} is not a bean of {title}", card=KindArg(0), title="x"),
        BadInput("line {line}: {reason}", line=2, reason=Illegal("K6", "No.")),
        BadInput("not {given}", given=quoted(10**20)),
        BadLog("entry {entry}: a log begins with the opening of the table", entry=3),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_pickled(error: TobeanError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert [error_text(back, ("Ada",), language) for language in LANGUAGES] == [
        error_text(error, ("Ada",), language) for language in LANGUAGES
    ]


def test_invalid_input_is_answered_in_german() -> None:
    with pytest.raises(BadInput) as wrong:
        parse_action("A plant Foo 1")
    assert error_text(wrong.value, (), "de") == "eine Bohne namens 'Foo' gibt es nicht"
    assert error_text(wrong.value, (), "en") == "unknown kind of card: 'Foo'"
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
    assert Path(used_texts.catalogue_of(used_texts.PACKAGE_FOLDER, "de")).is_file()
