"""Pictures of tables: valid, self-contained, reproducible, and without secrets of other seats."""

import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tobean
from tests.support.engine.tables import BUILTIN_GAMES, VARIANTS, random_walk
from tests.tools.golden_games import played_record
from tobean import pictures
from tobean.games.registry import GAMES
from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogues import LANGUAGES
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.cards import HIDDEN, KIND_NAMES
from tobean.pictures.drawing.art import DEFAULT_TONES, PLAIN, art_of

NAME = "{http://www.w3.org/2000/svg}"
SHAPES = "svg g defs symbol use path rect circle ellipse text title style linearGradient stop pattern"


def parsed(picture: str) -> ElementTree.Element:
    """Parses a picture: it must be well formed, with known elements only and no external references."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{NAME}svg"
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag.removeprefix(NAME) in SHAPES.split()
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            if name == "href":
                assert value.removeprefix("#") in ids
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.removeprefix("#") in ids
    return root


def titles_of(root: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter(f"{NAME}title")]


def some_tables(game: str, players: int) -> Iterator[tobean.Table]:
    """Tables early in, in the middle of, and at the end of a game."""
    yield from islice(random_walk(game, players, seed=5), 60, 200, 130)
    yield played_record(game, players).final()


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_table_can_be_drawn(game: str, players: int) -> None:
    for table in some_tables(game, players):
        for seat in (None, players - 1, SPECTATOR):
            root = parsed(pictures.table(table, seat))
            height = float(root.attrib["height"])
            assert root.attrib["width"] == "960"
            assert 300 < height < 1600


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_a_seat_sees_the_same_picture_of_all_tables_it_cannot_tell_apart(game: str, players: int) -> None:
    """I1, I3: nothing in the picture depends on the other hands."""
    for table in some_tables(game, players):
        view = tobean.observe(table, table.turn % players)
        twin = tobean.determinize(view, rng=table.ply)
        assert pictures.table(twin, view.seat) == pictures.table(table, view.seat) == pictures.table(view)


def test_a_seat_sees_its_hand_and_the_backs_of_others() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=7)
    hands = [title for title in titles_of(parsed(pictures.table(table, 0))) if title.startswith("hand:")]
    assert sorted(hands) == ["hand: 2 Blue, Green, Chili, Stink", "hand: 5 ?", "hand: 5 ?"]
    assert not any("?" in title for title in titles_of(parsed(pictures.table(table))))


def test_titles_describe_fields_piles_and_players() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=7)
    table.apply(tobean.parse_action("A plant Blue 1"))
    titles = titles_of(parsed(pictures.table(table, 0, names=["Ada", "Ben", "Cid"])))
    assert titles[0] == "Bohnanza. turn 1. Ada: Blue. Ben: nothing. Cid: nothing"
    assert {"field 1: Blue", "field 2: nothing", "draw pile 89", "discard pile 0"} <= set(titles)


def test_offers_and_calls_are_drawn() -> None:
    table = tobean.new_game("bohnanza", players=4, seed=7)
    for text in ("A plant Blue 1", "A pass", "A offer all: turned Red for Soy", "B call: want Red"):
        table.apply(tobean.parse_action(text))
    words = " ".join(parsed(pictures.table(table, 2, names=["Ada", "Ben", "Cid", "Dot"])).itertext())
    assert "Ada → all" in words
    assert "wants" in words


@pytest.mark.parametrize("name", ["<b>&amp;\"'", "]]>", "\x00\x0b\ud800", "Ä" * 40, "😀" * 20, "ا" * 40])
def test_names_are_escaped(name: str) -> None:
    table = tobean.new_game("bohnanza", players=3, seed=7)
    root = parsed(pictures.table(table, 0, names=[name, name, name]))
    shown = [element.text or "" for element in root.iter(f"{NAME}text")]
    clean = "".join(letter for letter in name if letter.isprintable())
    assert not clean or any(each.startswith(clean[:5]) for each in shown)


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_a_narrow_picture_shows_the_same_within_its_width(game: str) -> None:
    players = max(GAMES[game].players)
    table = tobean.new_game(game, players=players, seed=7)
    wide, narrow = (parsed(pictures.table(table, 0, narrow=narrow)) for narrow in (False, True))
    width = float(narrow.attrib["viewBox"].split()[2])
    assert width < 600 < float(wide.attrib["viewBox"].split()[2])
    assert sorted(titles_of(narrow)) == sorted(titles_of(wide))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_words_of_a_picture_are_translated(language: str) -> None:
    table = tobean.new_game("rabohnzel", players=3, seed=7)
    words = "".join(parsed(pictures.table(table, 0, language=language)).itertext())
    assert ("draw pile" in words) == (language == "en")
    assert ("Zugstapel" in words) == (language == "de")


def test_a_picture_contains_only_the_art_it_uses() -> None:
    assert len(pictures.card("Soy")) < 12_000
    assert len(pictures.table(tobean.new_game("bohnanza", seed=1), 0)) < 120_000
    assert "kind-chili" not in pictures.card("Soy")


def kinds_in(game: str) -> list[int]:
    return [bean.kind for bean in GAMES[game].beans] + [extra.kind for extra in GAMES[game].extras]


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_every_builtin_card_has_a_picture_and_colours(game: str) -> None:
    art = art_of(game)
    for kind in kinds_in(game):
        assert art.symbol_of(kind) != PLAIN
        assert art.tones_of(kind) != DEFAULT_TONES


@pytest.mark.parametrize("game", list(GAMES))
def test_every_card_of_every_game_can_be_drawn(game: str) -> None:
    for kind in kinds_in(game):
        assert titles_of(parsed(pictures.card(kind, game)))[0] == kind_name(kind, "en", game)


def test_the_numbers_on_a_card_are_those_of_its_game() -> None:
    def numbers(picture: str) -> list[str]:
        return [element.text or "" for element in parsed(picture).iter(f"{NAME}text")]

    assert numbers(pictures.card("Green", "bohnanza")) == ["Green", "3", "5", "6", "7", "14"]
    assert numbers(pictures.card("Garden")) == ["Garden", "·", "2", "3", "·", "6"]
    bean = next(bean for bean in GAMES["bohnanza"].beans if bean.name == "Soy")
    own = replace(GAMES["bohnanza"], beans=(replace(bean, count=11, steps=(1, 2, 3, 4)),))
    assert numbers(pictures.card("soy", own)) == ["Soy", "1", "2", "3", "4", "11"]


def test_a_bean_without_a_picture_is_plain() -> None:
    kind = tobean.kind_named("Soy")
    usual = KIND_NAMES[kind]
    KIND_NAMES[kind] = 'Unheard-of "quoted" <bean>'
    try:
        picture = pictures.card(
            kind, replace(GAMES["bohnanza"])
        )  # a copy: narrators are cached by identity, and a cached one has the old name
    finally:
        KIND_NAMES[kind] = usual
    assert f"tobean-{PLAIN}" in picture
    assert titles_of(parsed(picture))[0] == 'Unheard-of "quoted" <bean>'


def test_a_game_brings_its_own_art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page").mkdir()
    symbol = '<symbol id="kind-soy" viewBox="0 0 9 9"><path d="M0 0H9" fill="#123456"/></symbol>'
    (tmp_path / "page" / "art.svg").write_text(f"<svg>{symbol}</svg>", encoding="utf-8")
    sheet = '[data-kind="soy"] { --tint: #000001; --pale: #000002; --number: #000003; }'
    (tmp_path / "page" / "style.css").write_text(sheet, encoding="utf-8")
    monkeypatch.setattr("tobean.pictures.drawing.art.game_folder", lambda game: tmp_path)
    art_of.cache_clear()
    try:
        assert "#123456" in pictures.card("Soy", "bohnanza")
        assert "#000001" in pictures.card("Soy", "bohnanza")
        assert "#123456" not in pictures.card("Red", "bohnanza")
    finally:
        art_of.cache_clear()


def test_a_hand_is_a_row_of_cards() -> None:
    view = tobean.observe(tobean.new_game("bohnanza", players=3, seed=7), 0)
    root = parsed(pictures.hand(view))
    assert titles_of(root)[0] == "Blue, Green, Chili, Blue, Stink"
    assert pictures.hand(view) == pictures.hand(view.hand, "bohnanza")
    assert float(root.attrib["width"]) > 5 * 90
    parsed(pictures.hand([]))
    parsed(pictures.hand([HIDDEN, HIDDEN]))


def test_sizes() -> None:
    root = parsed(pictures.table(tobean.new_game("bohnanza", seed=1), size=480))
    _, _, wide, high = root.attrib["viewBox"].split()
    assert root.attrib["width"] == "480"
    assert float(root.attrib["height"]) == pytest.approx(float(high) / float(wide) * 480, abs=0.1)
    assert parsed(pictures.card("Red", size=77)).attrib["width"] == "77"


def test_invalid_input_for_a_picture_is_refused() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=7)
    with pytest.raises(tobean.BadInput):
        pictures.table(tobean.observe(table, 0), seat=1)
    with pytest.raises(tobean.BadSeat):
        pictures.table(table, seat=3)
    with pytest.raises(tobean.BadInput):
        pictures.hand(tobean.observe(table, SPECTATOR))
    with pytest.raises(tobean.BadNotation):
        pictures.card("Potato")


def test_a_notebook_shows_the_picture() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=7)
    for position in (table, tobean.observe(table, 2)):
        html = position._repr_html_()
        found = re.fullmatch(r'<img alt="([^"]*)" width="800" src="data:image/svg\+xml;base64,([^"]*)">', html)
        assert found
        assert found[1].startswith("bohnanza, 3 players, turn 1")
        assert b64decode(found[2]).decode() == pictures.table(position, size=800)
    game = tobean.Game("bohnanza", 3, seed=7)
    assert game._repr_html_() == game.table._repr_html_()
