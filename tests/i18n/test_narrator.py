"""Sentences about events and errors: each exists in both languages, and none reveals a secret."""

import re
from itertools import product

import pytest

from tests.support.engine.declarations import event_kinds, event_shapes
from tests.support.engine.tables import BUILTIN_GAMES
from tests.support.paths import DOCS, ROOT
from tobean.games import GAMES, new_game
from tobean.games.bohnanza.cards import BLUE, CHILI, RED, SOY
from tobean.games.bohnedikt.cards import EDICT
from tobean.i18n import LANGUAGES, cards_text, error_text, sentence
from tobean.i18n.card_names import kind_name
from tobean.i18n.languages.grammar import grammar_of
from tobean.kernel import events
from tobean.kernel.cards import HIDDEN, KIND_NAMES, KIND_OF
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, Illegal
from tobean.kernel.events import EVENTS as EVENT_KINDS
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.phases.playout import playout

SOURCES = ROOT / "src" / "tobean"
BOHNANZA = GAMES["bohnanza"]
PLAYERS = ("Nina", "Timon", "Keno", "Jule")


def test_german_kinds_have_the_right_grammar() -> None:
    """Sentences use "eine" and the plural -n for beans, "ein" and the plural -e for edicts; exceptions are listed."""
    beans = {kind_name(KIND_OF[bean.kind], "de") for rules in GAMES.values() for bean in rules.beans}
    assert [name for name in beans if not name.lower().endswith("bohne")] == ["Edikt"]
    called = events.CALLED.of(seat=0, has=(EDICT, EDICT), wants=(EDICT, SOY))
    said = sentence(called, GAMES["bohnedikt"], PLAYERS, "de")
    assert "2 Edikte" in said
    assert "ein Edikt" in said
    assert "eine Sojabohne" in said


@pytest.mark.parametrize(
    ("field", "english", "german", "french"),
    [
        (
            0,
            "Nina plants Soy in the monastery garden.",
            "Nina baut eine Sojabohne im Klostergarten an.",
            "Nina plante un Haricot de soja dans le jardin du monastère.",
        ),
        (
            1,
            "Nina plants Soy on God's acre.",
            "Nina baut eine Sojabohne auf dem Gottesacker an.",
            "Nina plante un Haricot de soja sur le champ de Dieu.",
        ),
        (
            2,
            "Nina plants Soy on field 3.",
            "Nina baut eine Sojabohne auf Feld 3 an.",
            "Nina plante un Haricot de soja sur le champ 3.",
        ),
    ],
)
def test_a_named_field_is_called_by_its_name(field: int, english: str, german: str, french: str) -> None:
    planted = events.PLANTED.of(seat=0, cards=(SOY,), field=field)
    sentences = [sentence(planted, GAMES["bohnedikt"], PLAYERS, language) for language in ("en", "de", "fr")]
    assert sentences == [english, german, french]


def test_a_complete_game_can_be_narrated() -> None:
    table = new_game(players=4, seed=1, collect_events=True, third_field=True, talk_limit=3)
    playout(table, chance_from(1))
    assert table.events
    for event, language, seat in product(table.events, LANGUAGES, range(4)):
        assert sentence(event.seen_by(seat), BOHNANZA, PLAYERS, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_secret_cards_are_never_named(game: str, language: str) -> None:
    # A sentence may say that something was done "per Edikt", but not by which one.
    kinds = [kind_name(kind, language, game) for kind in range(len(KIND_NAMES)) if kind != EDICT]
    some_kind = re.compile(rf"\b({'|'.join(map(re.escape, kinds))})")
    for kind in EVENT_KINDS.values():
        for event in event_shapes(kind, HIDDEN):
            assert not some_kind.search(sentence(event, GAMES[game], PLAYERS, language))
    assert any(some_kind.search(sentence(event, GAMES[game], PLAYERS, language)) for event in event_shapes(events.DREW))


def test_only_the_owner_sees_a_dealt_hand() -> None:
    event = events.DEALT_HAND.of(seat=1, cards=(BLUE, RED, BLUE), cards_for=1 << 1)
    assert sentence(event.seen_by(1), BOHNANZA, PLAYERS) == "Timon is dealt 2 Blue and Red."
    assert sentence(event.seen_by(0), BOHNANZA, PLAYERS) == "Timon is dealt 3 cards."
    assert sentence(event.seen_by(0), BOHNANZA, PLAYERS, "de") == "Timon bekommt 3 Karten auf die Hand."


@pytest.mark.parametrize(
    ("cards", "english", "german"),
    [
        ((), "nothing", "nichts"),
        ((RED,), "Red", "Rote Bohne"),
        ((BLUE, RED, BLUE), "2 Blue and Red", "2 Blaue Bohnen und Rote Bohne"),
        ((SOY, CHILI, RED), "Soy, Chili and Red", "Sojabohne, Feuerbohne und Rote Bohne"),
        ((HIDDEN,), "a card", "eine Karte"),
        ((RED, HIDDEN, HIDDEN), "Red and 2 cards", "Rote Bohne und 2 Karten"),
    ],
)
def test_cards(cards: tuple[int, ...], english: str, german: str) -> None:
    assert cards_text(cards, "en") == english
    assert cards_text(cards, "de") == german


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Rote Bohne", "Rote Bohnen"),
        ("Edikt", "Edikte"),
        ("Edikt „Ein Handel“", "Edikte „Ein Handel“"),
        ("Lima", "Limas"),
        ("Wunder", "Wunder"),
        ("Mischung", "Mischungen"),
    ],
)
def test_german_plurals(name: str, plural: str) -> None:
    assert grammar_of("de").many(name) == plural
    assert grammar_of("de").label(2, name) == grammar_of("de").spoken(2, name) == f"2 {plural}"


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [
        (3, "the third time"),
        (5, "the 5th time"),
        (11, "the 11th time"),
        (13, "the 13th time"),
        (21, "the 21st time"),
        (32, "the 32nd time"),
        (43, "the 43rd time"),
        (112, "the 112th time"),
    ],
)
def test_english_ordinals(number: int, ordinal: str) -> None:
    assert grammar_of("en").nth(number) == ordinal


EVENTS = (
    events.DREW.of(seat=0, cards=(HIDDEN,)),
    events.PLANTED.of(seat=0, field=1, cards=(RED,)),
    events.HARVESTED.of(seat=0, field=0, thalers=0, cards=(BLUE,)),
    events.HARVESTED.of(seat=0, field=0, thalers=1, cards=(BLUE,) * 4),
    events.BOUGHT_FIELD.of(seat=0, price=3, cards=(BLUE, BLUE, RED)),
    events.OFFERED.of(seat=1, to=TABLE, offer=1, cards=(SOY, CHILI), wants=(RED,), answers=0),
    events.OFFERED.of(seat=1, to=TABLE, offer=1, cards=(), wants=(RED,), answers=0),
    events.OFFERED.of(seat=1, to=0, offer=4, cards=(SOY,), wants=(), answers=0),
    events.OFFERED.of(seat=0, to=1, offer=2, cards=(RED,), wants=(BLUE, BLUE), answers=1),
    events.OFFERED.of(seat=0, to=1, offer=2, cards=(), wants=(BLUE,), answers=1),
    events.TRADED.of(seat=1, partner=0, offer=2, cards=(SOY, CHILI), gets=(RED,)),
    events.TRADED.of(seat=1, partner=0, offer=2, cards=(SOY,), gets=()),
    events.TRADED.of(seat=1, partner=0, offer=2, cards=(), gets=(RED,)),
    events.CALLED.of(seat=0, has=(SOY,), wants=(RED,)),
    events.RAN_OUT.of(run_out=2, last=0),
)
IN_ENGLISH = """\
Nina draws a card.
Nina plants Red on field 2.
Nina harvests Blue from field 1 and earns nothing.
Nina harvests 4 Blue from field 1 and earns 1 thaler.
Nina pays 3 thalers for another field and puts 2 Blue and Red on the discard pile.
Timon offers the table Soy and Chili for Red (offer 1).
Timon asks the table for Red as a gift (offer 1).
Timon offers Nina Soy for nothing (offer 4).
Nina counters offer 1 and offers Timon Red for 2 Blue (offer 2).
Nina counters offer 1 and asks Timon for Blue as a gift (offer 2).
Nina accepts offer 2 and gives Timon Red for Soy and Chili.
Nina accepts offer 2 and gets Soy from Timon as a gift.
Nina accepts offer 2 and gives Timon Red as a gift.
Nina calls: "I have Soy and want Red."
The draw pile runs out for the second time.
"""
IN_GERMAN = """\
Nina zieht eine Karte.
Nina baut eine Rote Bohne auf Feld 2 an.
Nina erntet eine Blaue Bohne von Feld 1 und bekommt dafür nichts.
Nina erntet 4 Blaue Bohnen von Feld 1 und bekommt dafür einen Taler.
Nina bezahlt 3 Taler für ein weiteres Feld und legt 2 Blaue Bohnen und eine Rote Bohne auf den Ablagestapel.
Timon bietet der Runde eine Sojabohne und eine Feuerbohne für eine Rote Bohne an (Angebot 1).
Timon bittet die Runde um eine Rote Bohne als Geschenk (Angebot 1).
Timon bietet Nina eine Sojabohne als Geschenk an (Angebot 4).
Nina kontert Angebot 1 und bietet Timon eine Rote Bohne für 2 Blaue Bohnen an (Angebot 2).
Nina kontert Angebot 1 und bittet Timon um eine Blaue Bohne als Geschenk (Angebot 2).
Nina nimmt Angebot 2 an und gibt Timon eine Rote Bohne für eine Sojabohne und eine Feuerbohne.
Nina nimmt Angebot 2 an und bekommt von Timon eine Sojabohne als Geschenk.
Nina nimmt Angebot 2 an und gibt Timon eine Rote Bohne als Geschenk.
Nina ruft: „Ich habe eine Sojabohne und suche eine Rote Bohne.“
Der Zugstapel ist zum zweiten Mal aufgebraucht.
"""


@pytest.mark.parametrize(("language", "wanted"), [("en", IN_ENGLISH), ("de", IN_GERMAN)])
def test_sentences(language: str, wanted: str) -> None:
    assert [sentence(event, BOHNANZA, PLAYERS, language) for event in EVENTS] == wanted.splitlines()


def test_unknown_events_and_refusals_have_a_plain_text() -> None:
    assert sentence(events.PASSED.of(seat=2), BOHNANZA, ("Nina",)) == "C passes."
    juggled = events.EventKind("juggled", events.SEAT, events.CARDS, events.PLACES)
    try:
        event = juggled.of(seat=1, cards=(RED, HIDDEN), places=(0, 1))
        assert sentence(event, BOHNANZA, PLAYERS, "de") == "juggled: seat B, cards Red, ?"
    finally:
        del EVENT_KINDS["juggled"]
    strange = Illegal("X1", "{seat} may not juggle {card}.", seat=SeatArg(0), card=KindArg(RED))
    assert error_text(strange, PLAYERS, "de") == "Nina may not juggle Red. (X1)"


def test_refusals() -> None:
    absent = Illegal("B5", "There is no turned-over {card} to plant.", card=KindArg(RED))
    assert error_text(absent, PLAYERS) == "There is no turned-over Red to plant. (B5)"
    assert error_text(absent, PLAYERS, "de") == "Zum Anbauen liegt keine Rote Bohne aufgedeckt da. (B5)"
    private = Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat=SeatArg(2))
    assert error_text(private, PLAYERS) == "Offer 3 is not for Keno. (T7)"
    assert error_text(private, PLAYERS, "de") == "Angebot 3 ist nicht für Keno. (T7)"


def test_unknown_languages_are_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"'xx'.*en, de"):
        sentence(events.ENDED.of(), BOHNANZA, PLAYERS, "xx")
    with pytest.raises(BadInput, match=r"'xx'.*en, de"):
        error_text(Illegal("K6", "No."), PLAYERS, "xx")
    with pytest.raises(BadInput, match=r"'EN'.*en, de"):
        cards_text((RED,), "EN")


def test_every_event_is_documented_in_the_protocol() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8").partition("# The table on the wire")[0]
    seatless = re.search(r"All have a `seat` but (.*)\.", page)
    assert seatless is not None
    listed = {name: re.findall(r"`(\w+)`", held) for name, held in re.findall(r"(?m)^- `([a-z ]+)`([^.\n]*)", page)}
    for kind in {kind for game in BUILTIN_GAMES for kind in event_kinds(game)}:
        seat = [] if f"`{kind.name}`" in seatless[1] else ["seat"]
        assert seat + listed[kind.name] == [value.name for value in kind.parameters], kind.name
