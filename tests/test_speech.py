"""Sentences about events and refusals: every one exists in both languages, and none tells a secret."""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path
from string import Formatter

import pytest

from tobean.games import new_game
from tobean.games.bohnanza import BLUE, CHILI, RED, SOY
from tobean.kernel.actions import TABLE, Harvest, Plant
from tobean.kernel.cards import GERMAN_NAMES, HIDDEN, NAMES
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, Illegal
from tobean.kernel.events import Event
from tobean.kernel.playout import play_out
from tobean.speech import LANGUAGES, cards_text, refusal, sentence
from tobean.speech.english import ENGLISH
from tobean.speech.german import GERMAN
from tobean.speech.telling import BLANKS, VARIANTS, kind_blank, seat_blank

SOURCES = Path(__file__).parents[1] / "src" / "tobean"
PLAYERS = ("Nina", "Timon", "Keno", "Jule")
TIMES = "\N{MULTIPLICATION SIGN}"


# --- what the sources say ----------------------------------------------------------------------------------


def calls_of(name: str) -> list[tuple[str, ast.Call]]:
    """Every call of a class by its name, with the place in the sources."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                found.append((f"{path.relative_to(SOURCES)}:{node.lineno}", node))
    return found


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if len(call.args) > position:
        return call.args[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def literals(value: ast.expr | None) -> list[str]:
    """The texts an argument can be; none if that cannot be read off."""
    if isinstance(value, ast.IfExp):
        return literals(value.body) + literals(value.orelse)
    return [value.value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


def event_names() -> list[str]:
    return sorted({name for _, call in calls_of("Event") for name in literals(argument(call, 0, "name"))})


def templates() -> list[str]:
    return sorted({text for _, call in calls_of("Illegal") for text in literals(argument(call, 1, "template"))})


def blanks_of(text: str) -> set[str]:
    return {blank for _, blank, _, _ in Formatter().parse(text) if blank}


def shapes(name: str, card: int = RED) -> list[Event]:
    """An event in every shape that can need another text."""
    some: tuple[tuple[int, ...], ...] = ((), (card,), (card, card))
    return [
        Event(name, seat=0, other=other, number=number, cards=cards, wants=wants, gets=wants, answers=answers)
        for cards, wants, other, answers, number in product(some, some, (TABLE, 1), (0, 1), (0, 1, 2, 7))
    ]


# --- nothing is missing ------------------------------------------------------------------------------------


def test_the_sources_are_read() -> None:
    assert {"drew", "offered", "dealt hand"} <= set(event_names())
    assert "A third field costs {price} thalers." in templates()
    assert any("where {other} grows" in template for template in templates())


def test_events_and_refusals_are_named_by_literals() -> None:
    """Otherwise the tests below could not see them. `seen_by` copies an event, which is no new one."""
    unreadable = [place for place, call in calls_of("Illegal") if not literals(argument(call, 1, "template"))]
    for place, call in calls_of("Event"):
        name = argument(call, 0, "name")
        if not literals(name) and not (isinstance(name, ast.Attribute) and place.startswith("kernel/events.py")):
            unreadable.append(place)
    assert not unreadable


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language: str) -> None:
    missing = []
    for name in event_names():
        try:
            told = [sentence(event, PLAYERS, language) for event in shapes(name)]
        except (BadInput, KeyError) as error:
            missing.append(f"{name}: {error}")
            continue
        assert all(re.search(r'[.][”“"]?$', text) and "{" not in text for text in told), told
    assert not missing


def test_every_refusal_is_translated() -> None:
    missing = [template for template in templates() if template not in GERMAN.refusals]
    assert not missing


def test_translations_keep_the_blanks() -> None:
    wrong = [text for text, german in GERMAN.refusals.items() if blanks_of(text) != blanks_of(german)]
    wrong += [
        name
        for name in ENGLISH.events.keys() | GERMAN.events.keys()
        if blanks_of(ENGLISH.events.get(name, "{absent}")) != blanks_of(GERMAN.events.get(name, "{absent}"))
    ]
    assert not wrong


def test_no_text_is_left_over() -> None:
    used = {VARIANTS[name](event) if name in VARIANTS else name for name in event_names() for event in shapes(name)}
    assert not [name for name in ENGLISH.events if name not in used]
    assert not [template for template in GERMAN.refusals if template not in templates()]


def test_seats_and_kinds_in_refusals_are_told_as_such() -> None:
    teller = {"seat_name": seat_blank, "name_of": kind_blank}
    wrong = []
    for place, call in calls_of("Illegal"):
        for blank in call.keywords:
            made_by = blank.value.func if isinstance(blank.value, ast.Call) else None
            wanted = teller.get(made_by.id) if isinstance(made_by, ast.Name) else None
            if BLANKS.get(blank.arg or "") is not wanted:
                wrong.append(f"{place}: {blank.arg}")
    assert not wrong


def test_german_kinds_fit_the_grammar() -> None:
    assert not [name for name in GERMAN_NAMES if not name.lower().endswith("bohne")]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_can_be_told(seed: int) -> None:
    table = new_game(players=4, seed=seed, listening=True, third_field=True, talk_limit=3)
    play_out(table, chance_from(seed))
    assert table.events
    for event, language, seat in product(table.events, LANGUAGES, range(4)):
        seen = event.seen_by(seat)
        assert sentence(seen, PLAYERS, language)
        if event.name == "drew" and seat != event.seat:
            known = PLAYERS[event.seat]
            assert sentence(seen, PLAYERS, language) in (f"{known} draws a card.", f"{known} zieht eine Karte.")


# --- secrets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "kinds"), [("en", NAMES), ("de", GERMAN_NAMES)])
def test_secret_cards_are_never_told_by_kind(language: str, kinds: list[str]) -> None:
    some_kind = re.compile(rf"\b({'|'.join(map(re.escape, kinds))})")
    for name in event_names():
        for event in shapes(name, HIDDEN):
            assert not some_kind.search(sentence(event, PLAYERS, language))
    assert any(some_kind.search(sentence(event, PLAYERS, language)) for event in shapes("drew"))


def test_a_dealt_hand_is_told_in_full_only_to_its_owner() -> None:
    event = Event("dealt hand", seat=1, cards=(BLUE, RED, BLUE), cards_for=1 << 1)
    assert sentence(event.seen_by(1), PLAYERS) == "Timon is dealt 2 Blue and Red."
    assert sentence(event.seen_by(0), PLAYERS) == "Timon is dealt 3 cards."
    assert sentence(event.seen_by(0), PLAYERS, "de") == "Timon bekommt 3 Karten auf die Hand."


# --- cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "english", "german"),
    [
        ((), "nothing", "nichts"),
        ((RED,), "Red", "Rote Bohne"),
        ((BLUE, RED, BLUE), "2 Blue and Red", f"2 {TIMES} Blaue Bohne und Rote Bohne"),
        ((SOY, CHILI, RED), "Soy, Chili and Red", "Sojabohne, Feuerbohne und Rote Bohne"),
        ((HIDDEN,), "a card", "eine Karte"),
        ((HIDDEN, HIDDEN), "2 cards", "2 Karten"),
        ((RED, HIDDEN, HIDDEN), "Red and 2 cards", "Rote Bohne und 2 Karten"),
    ],
)
def test_cards(cards: tuple[int, ...], english: str, german: str) -> None:
    assert cards_text(cards, "en") == english
    assert cards_text(cards, "de") == german


# --- sentences ---------------------------------------------------------------------------------------------


def offered(
    cards: tuple[int, ...], wants: tuple[int, ...], seat: int = 1, other: int = 0, number: int = 1, answers: int = 0
) -> Event:
    return Event("offered", seat=seat, other=other, number=number, cards=cards, wants=wants, answers=answers)


def traded(cards: tuple[int, ...], gets: tuple[int, ...]) -> Event:
    return Event("traded", seat=1, other=0, number=2, cards=cards, gets=gets)


def called(has: tuple[int, ...], wants: tuple[int, ...]) -> Event:
    return Event("called", seat=0, cards=has, wants=wants)


def harvested(count: int, thalers: int) -> Event:
    return Event("harvested", seat=0, other=0, number=thalers, cards=(BLUE,) * count)


SENTENCES = [
    (
        Event("drew", seat=0, cards=(HIDDEN,)),
        "Nina draws a card.",
        "Nina zieht eine Karte.",
    ),
    (
        Event("planted", seat=0, other=1, cards=(RED,)),
        "Nina plants Red on field 2.",
        "Nina baut eine Rote Bohne auf Feld 2 an.",
    ),
    (
        harvested(3, 0),
        "Nina harvests 3 Blue from field 1 and earns nothing.",
        "Nina erntet 3 Blaue Bohnen von Feld 1 und bekommt dafür nichts.",
    ),
    (
        harvested(4, 1),
        "Nina harvests 4 Blue from field 1 and earns 1 thaler.",
        "Nina erntet 4 Blaue Bohnen von Feld 1 und bekommt dafür einen Taler.",
    ),
    (
        harvested(6, 2),
        "Nina harvests 6 Blue from field 1 and earns 2 thalers.",
        "Nina erntet 6 Blaue Bohnen von Feld 1 und bekommt dafür 2 Taler.",
    ),
    (
        Event("bought field", seat=0, number=3, cards=(BLUE, BLUE, RED)),
        "Nina pays 3 thalers for another field and puts 2 Blue and Red on the discard pile.",
        "Nina bezahlt 3 Taler für ein weiteres Feld und legt 2 Blaue Bohnen und eine Rote Bohne auf den Ablagestapel.",
    ),
    (
        offered((SOY, CHILI), (RED,), other=TABLE),
        "Timon offers the table Soy and Chili for Red (offer 1).",
        "Timon bietet der Runde eine Sojabohne und eine Feuerbohne für eine Rote Bohne an (Angebot 1).",
    ),
    (
        offered((SOY,), (), number=4),
        "Timon offers Nina Soy for nothing (offer 4).",
        "Timon bietet Nina eine Sojabohne als Geschenk an (Angebot 4).",
    ),
    (
        offered((), (RED, RED)),
        "Timon asks Nina for 2 Red as a gift (offer 1).",
        "Timon bittet Nina um 2 Rote Bohnen als Geschenk (Angebot 1).",
    ),
    (
        offered((), (RED,), other=TABLE),
        "Timon asks the table for Red as a gift (offer 1).",
        "Timon bittet die Runde um eine Rote Bohne als Geschenk (Angebot 1).",
    ),
    (
        offered((RED,), (BLUE, BLUE), seat=0, other=1, number=2, answers=1),
        "Nina counters offer 1 and offers Timon Red for 2 Blue (offer 2).",
        "Nina kontert Angebot 1 und bietet Timon eine Rote Bohne für 2 Blaue Bohnen an (Angebot 2).",
    ),
    (
        offered((), (BLUE,), seat=0, other=1, number=2, answers=1),
        "Nina counters offer 1 and asks Timon for Blue as a gift (offer 2).",
        "Nina kontert Angebot 1 und bittet Timon um eine Blaue Bohne als Geschenk (Angebot 2).",
    ),
    (
        traded((SOY, CHILI), (RED,)),
        "Nina accepts offer 2 and gives Timon Red for Soy and Chili.",
        "Nina nimmt Angebot 2 an und gibt Timon eine Rote Bohne für eine Sojabohne und eine Feuerbohne.",
    ),
    (
        traded((SOY,), ()),
        "Nina accepts offer 2 and gets Soy from Timon as a gift.",
        "Nina nimmt Angebot 2 an und bekommt von Timon eine Sojabohne als Geschenk.",
    ),
    (
        traded((), (RED,)),
        "Nina accepts offer 2 and gives Timon Red as a gift.",
        "Nina nimmt Angebot 2 an und gibt Timon eine Rote Bohne als Geschenk.",
    ),
    (
        called((SOY,), (RED,)),
        'Nina calls: "I have Soy and want Red."',
        "Nina ruft: „Ich habe eine Sojabohne und suche eine Rote Bohne.“",
    ),
    (
        called((), (RED,)),
        'Nina calls: "I want Red."',
        "Nina ruft: „Ich suche eine Rote Bohne.“",
    ),
    (
        Event("lapsed", seat=3, number=5),
        "Offer 5 from Jule lapses.",
        "Angebot 5 von Jule verfällt.",
    ),
    (
        Event("ran out", number=2),
        "The draw pile runs out for the second time.",
        "Der Zugstapel ist zum zweiten Mal aufgebraucht.",
    ),
    (
        Event("shuffled", number=42),
        "The discard pile is shuffled: the new draw pile has 42 cards.",
        "Der Ablagestapel wird gemischt: Der neue Zugstapel hat 42 Karten.",
    ),
]


@pytest.mark.parametrize(("event", "english", "german"), SENTENCES)
def test_sentences(event: Event, english: str, german: str) -> None:
    assert sentence(event, PLAYERS) == english
    assert sentence(event, PLAYERS, "de") == german


def test_a_player_without_a_name_goes_by_the_letter_of_the_seat() -> None:
    assert sentence(Event("passed", seat=2), ("Nina",)) == "C passes."


def test_an_event_nobody_knows_is_refused() -> None:
    with pytest.raises(BadInput, match="'juggled'"):
        sentence(Event("juggled", seat=0), PLAYERS)


# --- refusals ----------------------------------------------------------------------------------------------


def refused(action: Harvest | Plant) -> Illegal:
    table = new_game(players=4, deck=[SOY, *[RED] * 60])
    with pytest.raises(Illegal) as caught:
        table.apply(action)
    return caught.value


def test_refusals_of_a_table() -> None:
    empty = refused(Harvest(0, 1))
    assert refusal(empty, PLAYERS, "en") == "Field 2 is empty: there is nothing to harvest. (K6)"
    assert refusal(empty, PLAYERS, "de") == "Feld 2 ist leer: Da gibt es nichts zu ernten. (K6)"
    not_active = refused(Plant(1, RED, 0, 0))
    assert refusal(not_active, PLAYERS, "en") == "Nina is planting now. (B3)"
    assert refusal(not_active, PLAYERS, "de") == "Jetzt baut Nina an. (B3)"


def test_refusals_name_players_and_kinds() -> None:
    template = "{card} does not fit on field {field}, where {other} grows: harvest a field first."
    crowded = Illegal("K5", template, card="Red", field=1, other="Blue")
    assert refusal(crowded, PLAYERS) == "Red does not fit on field 1, where Blue grows: harvest a field first. (K5)"
    assert refusal(crowded, PLAYERS, "de") == (
        "Eine Rote Bohne passt nicht auf Feld 1, wo Blaue Bohnen wachsen: Erst muss ein Feld geerntet werden. (K5)"
    )
    private = Illegal("T7", "Offer {number} is not for {seat}.", number=3, seat="C")
    assert refusal(private, PLAYERS) == "Offer 3 is not for Keno. (T7)"
    assert refusal(private, PLAYERS, "de") == "Angebot 3 ist nicht für Keno. (T7)"
    assert refusal(private, (), "de") == "Angebot 3 ist nicht für C. (T7)"


def test_a_refusal_without_translation_is_told_in_english() -> None:
    strange = Illegal("X1", "{seat} may not juggle {card}.", seat="A", card="Red")
    assert refusal(strange, PLAYERS, "de") == "Nina may not juggle Red. (X1)"


# --- languages ---------------------------------------------------------------------------------------------


def test_unknown_languages_are_refused_with_the_known_ones() -> None:
    assert LANGUAGES == ("en", "de")
    with pytest.raises(BadInput, match="'fr'.*en, de"):
        sentence(Event("ended"), PLAYERS, "fr")
    with pytest.raises(BadInput, match="en, de"):
        refusal(Illegal("K6", "No."), PLAYERS, "")
    with pytest.raises(BadInput, match="en, de"):
        cards_text((RED,), "EN")
