"""The drawings: complete, well formed, compatible with the CSP, legible, and generated from `art/`."""

import re
import struct
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from art import build, colour_vision, contact_sheets
from art.beans.figures import FIGURES
from art.drawing.palette import KIND_TONES, contrast
from art.drawing.patterns import tiles
from art.drawing.shapes import INK, PAPER
from art.symbol_names import key_of, symbol_of_card
from tobean.games import GAMES
from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.bohnedikt.cards import SACRIFICE_BACK, is_edict
from tobean.kernel.cards import KIND_NAMES, KIND_OF

SVG = "{http://www.w3.org/2000/svg}"
LEGIBLE = 4.5
"""Minimum contrast of text according to WCAG 2."""
MIN_KIND_DISTANCE = 8.0
"""Minimum distance in OKLab between two kinds of a game, for every type of colour vision."""


@pytest.fixture(scope="module")
def sprite() -> ET.Element:
    return ET.fromstring(build.sprite())


@pytest.fixture(scope="module")
def names(sprite: ET.Element) -> list[str]:
    return [symbol.attrib["id"] for symbol in sprite]


@pytest.mark.parametrize("name", sorted(build.files()))
def test_the_files_are_up_to_date(name: str) -> None:
    assert (build.TARGET / name).read_text(encoding="utf-8") == build.files()[name]


@pytest.mark.parametrize("name", sorted(build.game_files()))
def test_the_style_sheets_of_games_are_up_to_date(name: str) -> None:
    assert (build.GAMES / name).read_text(encoding="utf-8") == build.game_files()[name]


def test_the_sprite_is_a_list_of_symbols(sprite: ET.Element, names: list[str]) -> None:
    assert {child.tag for child in sprite} == {f"{SVG}symbol"}
    assert all("viewBox" in child.attrib for child in sprite)
    every_id = [element.attrib["id"] for element in sprite.iter() if "id" in element.attrib]
    assert sorted(every_id) == sorted(names)
    assert len(set(names)) == len(names)


def test_pictures_comply_with_the_content_policy(sprite: ET.Element, names: list[str]) -> None:
    for element in sprite.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "symbol", "g", "path", "circle", "ellipse", "use"}
        assert "style" not in element.attrib
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            if name.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in names


def test_the_style_sheet_refers_to_nothing_outside() -> None:
    sheet = build.files()["kinds.css"] + "".join(build.game_files().values())
    assert sheet.count("{") == sheet.count("}")
    assert "@import" not in sheet
    assert all(target.startswith('"data:image/svg+xml,') for target in re.findall(r"url\(([^)]{20})", sheet))


BUILTIN_GAMES = sorted(name for name in GAMES if GAMES.package_of(name).startswith("tobean.games."))


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_every_card_of_every_game_has_a_picture(game: str, names: list[str]) -> None:
    rules = GAMES[game]
    for card in [bean.kind for bean in rules.beans] + [extra.kind for extra in rules.extras]:
        assert symbol_of_card(card) in names
        assert symbol_of_card(KIND_OF[card]) in names
        assert f"token-{key_of(KIND_NAMES[card])}" in names
    for bean in rules.beans:
        assert f"token-{key_of(KIND_NAMES[KIND_OF[bean.kind]])}" in names
        assert f"pattern-{key_of(KIND_NAMES[KIND_OF[bean.kind]])}" in names


def test_bosses_backs_coins_and_faces_have_pictures(names: list[str]) -> None:
    assert symbol_of_card(SACRIFICE_BACK) in names
    for name in [f"boss-{boss.lower()}" for boss in BOSSES] + [f"face-{number}" for number in range(1, 9)]:
        assert name in names
    others = (
        "back-bean back-spell back-edict back-sacrifice thaler pfennig groschen face-person face-open logo icon pin"
    )
    assert set(others.split()) <= set(names)


def test_the_sprite_stays_small() -> None:
    assert len(build.sprite().encode()) < 400_000


@pytest.mark.parametrize("size", [192, 512])
def test_the_icons_of_the_manifest(size: int) -> None:
    content = (build.TARGET / f"icon-{size}.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (size, size)


@pytest.mark.parametrize("key", sorted(KIND_TONES))
def test_number_and_name_are_legible(key: str) -> None:
    tones = KIND_TONES[key]
    assert contrast(tones.text, PAPER) >= LEGIBLE
    assert contrast(INK, tones.pale) >= LEGIBLE
    assert contrast(INK, tones.tint) >= LEGIBLE


def test_other_cards_are_legible_too() -> None:
    sheet = build.files()["kinds.css"] + "".join(build.game_files().values())
    frames = re.findall(r"--tint: (#\w{6}); --pale: (#\w{6}); --number: (#\w{6})", sheet)
    assert len(frames) > len(KIND_TONES)
    for tint, pale, number in frames:
        assert contrast(number, PAPER) >= LEGIBLE
        assert contrast(INK, tint) >= LEGIBLE
        assert contrast(INK, pale) >= LEGIBLE


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_the_kinds_of_a_game_are_distinguishable(game: str) -> None:
    """By colour in every type of colour vision, by pattern, and by figure."""
    kinds = {key_of(KIND_NAMES[KIND_OF[bean.kind]]) for bean in GAMES[game].beans}
    assert kinds == set(colour_vision.GAME_KINDS[game])
    for sight in colour_vision.VISIONS:
        assert colour_vision.closest_kinds(game, sight)[0] >= MIN_KIND_DISTANCE
    patterns = tiles(dict.fromkeys(KIND_TONES, INK))
    for first, second in combinations(sorted(kinds), 2):
        assert patterns[first] != patterns[second]
        assert outline_of(first) != outline_of(second)


def outline_of(key: str) -> str:
    """The figure of a kind without its colours."""
    return re.sub("#[0-9a-f]{3,6}", "", FIGURES[key].whole())


def test_edicts_share_a_kind_and_have_pictures_of_their_own() -> None:
    edicts = [bean.kind for bean in GAMES["bohnedikt"].beans if is_edict(bean.kind)]
    assert len({symbol_of_card(edict) for edict in edicts}) == len(edicts) == 16
    assert {symbol_of_card(KIND_OF[edict]) for edict in edicts} == {"kind-edict"}


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_picture_of_the_page_about_the_library_is_up_to_date() -> None:
    assert (contact_sheets.PICTURES / "svg-table.svg").read_text(encoding="utf-8") == contact_sheets.table_picture()
