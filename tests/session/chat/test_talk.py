"""Typed chat in all languages becomes offers and calls; unreadable messages are reported."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tests.support.sessions import TALKERS, table_in_trading
from tobean.games import game_named
from tobean.i18n import LANGUAGES
from tobean.i18n.card_names import kind_name
from tobean.i18n.languages.trade_vocabulary import Answer, Ask, Reply, Word, trade_vocabulary_of
from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import observe
from tobean.session.chat import lexicon as lexicon_module
from tobean.session.chat.lexicon import (
    clitics,
    every_word,
    languages_of,
    one_letter_off,
    table_lexicon,
    trade_vocabularies,
    words_by_language,
    words_of,
)
from tobean.session.chat.parsed_deal import problem_text
from tobean.session.chat.sentence_parser import parse_talk


def read(text: str, seat: int = 0, table: tobean.Table | None = None) -> str:
    reading = parse_talk(text, observe(table or table_in_trading(), seat), TALKERS)
    return repr(reading.action) if reading.action else f"? {reading.problem} {reading.about}".strip()


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Soy + Chili for a Red?", "A offer all: turned Soy, Chili@2 for Red"),
        ("Sau gegen Rote?", "A offer all: Stink@4 for Red"),
        ("anyone Blue for my 2 Soy", "A offer all: turned Soy, Soy@1 for Blue"),
        ("suche Blaue, gebe Soja", "A offer all: turned Soy for Blue"),
        ("gift Stink to Ada", "A offer B: Stink@4 for nothing"),
        ("eine Rote geschenkt an Karl Otto", "A offer C: Red@3 for nothing"),
        ("Soja für Ada", "A offer B: turned Soy for nothing"),
        ("Soy for Ada's Red", "A offer B: turned Soy for Red"),
        ("Ada: my Soy for your Red", "A offer B: turned Soy for Red"),
        ("Blue for my Soy", "A offer all: turned Soy for Blue"),
        ("I want Red and Blue", "A call: want Blue, Red"),
        ("wer hat Augenbohnen?", "A call: want Black-eyed"),
        ("who wants a Soy?", "A call: have Soy"),
        ("hast du Rote, Ada?", "A call: want Red"),
        ("habe 2 Sojabohnen und suche Gartenbohne", "A offer all: turned Soy, Soy@1 for Garden"),
        ("habe Gartenbohnen, suche 2 rote", "A call: have Garden; want 2 Red"),
        ("Tausche Rote Bohne gegen zwei Blaue Bohnen", "A offer all: Red@3 for 2 Blue"),
        ("2x soy -> black eyed", "A offer all: turned Soy, Soy@1 for Black-eyed"),
        ("chilli for red", "A offer all: Chili@2 for Red"),
        ("stnik for gardn", "A offer all: Stink@4 for Garden"),
        ("feuer gegn auge", "A offer all: Chili@2 for Black-eyed"),
        ("Soy for nothing", "A offer all: turned Soy for nothing"),
        ("a Red as a gift, I need it", "A offer all: Red@3 for nothing"),
        ("Blau umsonst gesucht", "A offer all: nothing for Blue"),
        ("I'll give you a Soy for your Red", "A offer all: turned Soy for Red"),
        ("Ada, I'll give you a Soy for your Red", "A offer B: turned Soy for Red"),
        ("Ich gebe dir eine Soja für deine Rote, Ada", "A offer B: turned Soy for Red"),
        ("Ada, take my two Soys as a gift", "A offer B: turned Soy, Soy@1 for nothing"),
        ("Ada, nimm meine beiden Sojabohnen als Geschenk", "A offer B: turned Soy, Soy@1 for nothing"),
        ("Give me a Blue and you get my Stink", "A offer all: Stink@4 for Blue"),
        ("Gib mir eine Blaue, dann kriegst du meine Sau", "A offer all: Stink@4 for Blue"),
        ("Könnte ich eine Blaue für eine Sau bekommen?", "A offer all: Stink@4 for Blue"),
        ("a Green for a Stink", "A offer all: Stink@4 for Green"),
        ("Any two for a Red?", "? which cards"),
        ("I can't give a Soy for a Red", "? not can't"),
        ("ich gebe dir alles für die Rote", "? not alles"),
        ("Ada and Karl Otto, Soy for Red", "? who"),
        ("give me in return a Blue", "? which cards"),
        ("Soy", "? which side"),
        ("hello there", "? word hello"),
        ("5 Red for Soy", f"? not held {tobean.kind_named('Red')} 5"),
        ("Soy for dollars", "? word dollars"),
        ("Kidney for Red", "? foreign kidney"),
        ("99 Soy for Red", "? number 99"),
        ("", "? no kind"),
        ("for", "? no kind"),
        ("!!! ???", "? no kind"),
    ],
)
def test_talk_is_read(text: str, meaning: str) -> None:
    assert read(text) == meaning


def test_others_talk_to_the_active_player() -> None:
    assert read("Soy for Blue", seat=1) == "B offer A: Soy@2 for Blue"
    assert read("all: Red for Blue", seat=2) == "C offer A: Red@4 for Blue"
    assert read("Soy + Red", seat=1) == "? which side"


def test_an_ambiguous_typo_is_queried() -> None:
    assert read("stink for grden") == "? word grden"  # Green or Garden
    assert one_letter_off("stnik", "stink")
    assert one_letter_off("chilli", "chili")
    assert one_letter_off("rd", "red")
    assert not one_letter_off("red", "red")
    assert not one_letter_off("blue", "glee")


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_kind_can_be_named_in_chat(game: str, players: int) -> None:
    """All names of a game's kinds are parsed, in all languages, also as requested cards."""
    rules = tobean.GAMES[game]
    if "T" not in rules.prefixes:
        return  # a game without trading
    table = next(table for table in random_walk(game, players, 1) if table.may_talk(0))
    for bean in rules.beans:
        names = [kind_name(bean.kind, language, game) for language in LANGUAGES]
        for name in (bean.name, *names, *[f"{name}n" for name in names if name.endswith("bohne")]):
            reading = parse_talk(f"I want {name}", observe(table, 0), TALKERS)
            assert reading.action == tobean.Call(0, (), (KIND_OF[bean.kind],)), name


def test_nouns_that_stand_for_a_bean_are_read() -> None:
    known = table_lexicon(game_named("excalibohn"), (), tuple(LANGUAGES))
    assert known["prinzessin"] == known["prinzessinnen"] == known["princess"]
    assert known["schwerter"] == known["schwertbohne"]


def test_names_of_a_card_set_are_read() -> None:
    data = {"game": "bohnanza", "beans": {"Red": {"name": "Ruby", "name_de": "Rubinbohne"}}}
    table = table_in_trading(cards=data)
    for name in ("Ruby", "Rubys", "Rubinbohnen", "Rubin", "Red"):
        assert read(f"suche {name}", table=table) == "A call: want Red"


# --- languages -------------------------------------------------------------------------------------------------


def test_every_language_has_words_for_every_meaning() -> None:
    assert len(trade_vocabularies()) > 1
    for talk in trade_vocabularies():
        assert set(talk.MEANINGS) == set(Word)
        assert set(talk.ASKING) == set(Ask)
        assert set(talk.ANSWERS) == set(Answer)
        assert set(talk.REPLIES) == set(Reply)
        assert set(talk.NUMBERS) == {1, 2, 3, 4, 5}


@pytest.fixture
def _spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    words = SimpleNamespace(
        MEANINGS={"for": "por", "want": "busco", "give": "doy"},
        ASKING={},
        ANSWERS={},
        REPLIES={},
        NUMBERS={2: "dos"},
        LETTERS={"ø": "o"},
        CLITICS="d'",
        forms=lambda name, typed: {f"{typed}itos"},
    )
    monkeypatch.setattr(lexicon_module, "LANGUAGES", (*LANGUAGES, "es"))
    monkeypatch.setattr(
        lexicon_module, "trade_vocabulary_of", lambda code: words if code == "es" else trade_vocabulary_of(code)
    )
    cached = (clitics, every_word, languages_of, table_lexicon, words_by_language)
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@pytest.mark.usefixtures("_spanish")
def test_another_language_adds_its_vocabulary() -> None:
    assert read("doy dos Soy por Red") == "A offer all: turned Soy, Soy@1 for Red"
    assert read("buscø Blue") == "A call: want Blue"
    assert read("Sau gegen Rote?") == "A offer all: Stink@4 for Red"
    table = table_in_trading(cards={"game": "bohnanza", "beans": {"Red": {"name": "Ruby"}}})
    assert read("busco rubyitos", table=table) == "A call: want Red"
    assert words_of("busco d'Red") == ["busco", "d'", "red"]


def test_a_line_is_read_in_its_own_language() -> None:
    """A word with two meanings has that of the language that knows most of the line."""
    assert languages_of("un rouge contre un bleu")[0] == "fr"
    assert languages_of("Rote un Blaue gegen Soja")[0] == "de"
    assert languages_of("Red for Blue") == ("en",)
    assert read("Stink un Soja gegen Rote") == "A offer all: turned Soy, Stink@4 for Red"
    assert read("un soja contre un rouge") == "A offer all: turned Soy for Red"


def test_a_typo_is_corrected_in_the_language_of_the_line() -> None:
    """In French "weil" would be a misspelt "œil", "poor" a "pour", "rough" a "rouge"."""
    assert read("suche Rote, weil ich Soja habe") == "? word weil"
    assert read("I want Red, poor me") == "? word poor"
    assert read("I want rough Soy") == "? word rough"


def test_attached_words_are_split() -> None:
    assert words_of("j’offre, donne-moi") == ["j'", "offre", "donne", "moi"]
    assert words_of("d’accord, I’ll, Black-eyed") == ["d'accord", "i'll", "black-eyed"]


def test_missing_cards_are_named_with_their_number() -> None:
    rules, stink = game_named("bohnanza"), tobean.kind_named("Stink")
    for count, english, german in [
        (1, "You have no Stink to give.", "Du hast keine Saubohne abzugeben."),
        (2, "You do not have 2 Stink to give.", "Du hast keine 2 Saubohnen abzugeben."),
    ]:
        assert problem_text("not held", f"{stink} {count}", rules, "en") == english
        assert problem_text("not held", f"{stink} {count}", rules, "de") == german


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", tobean.GAMES)
def test_examples_name_kinds_of_the_game(game: str, language: str) -> None:
    rules = game_named(game)
    give, want = [kind_name(bean.kind, language) for bean in rules.beans[:2]]
    for problem in ("word", "no kind", "which side", "which cards"):
        message = problem_text(problem, "hm", rules, language)
        assert give in message
        assert want in message
