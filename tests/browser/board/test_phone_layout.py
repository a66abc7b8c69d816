"""Phone layout: the prompt is on top, nothing is cut off, and everything can be read in place."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.games import random_game, write_record
from tests.support.browser.layout import FITS, is_uncovered, resize
from tests.support.browser.phone import MUCH_TO_FEED, PHONE, SIZES, UPRIGHT_AND_SIDEWAYS, boxes, overlapping
from tests.support.browser.player import Player
from tests.support.browser.scenarios import ALONE, CROWDED, LAST_MOVE
from tests.support.browser.stage import ScriptedTable, scripted_visitor
from tobean.games import GAMES
from tobean.i18n import LANGUAGES

OUTSIDE = """() => [...document.querySelectorAll(".board button, .board input, .board select, .board a")]
  .filter((each) => each.checkVisibility() && !each.closest(".hand, .visually-hidden, .due, .stock, .spells"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""Controls beyond the right edge, except in strips that scroll."""


def test_the_goal_of_a_solo_game_is_shown_on_the_table(visitor: Callable[..., Player]) -> None:
    for language, goal, streak in (
        ("en", "more than 0 thalers", "in a row"),
        ("de", "mehr als 0 Taler", "hintereinander"),
    ):
        ada, scripted_table = scripted_visitor(visitor, "al-cabohne", ALONE, language=language, **PHONE)
        expect(ada.page.locator(".goal")).to_contain_text(goal)
        assert is_uncovered(scripted_table, ".goal")
        ada.page.locator(".goal").tap()
        expect(ada.page.locator(".explained")).to_contain_text(streak)


@pytest.mark.parametrize("game", CROWDED)
def test_the_table_names_its_game(visitor: Callable[..., Player], game: str) -> None:
    ada, scripted_table = scripted_visitor(visitor, game, CROWDED[game], **PHONE)
    title = GAMES[game].title
    assert ada.page.title() == f"{title} · tobean"
    for width, height in (*SIZES, (320, 568)):
        resize(scripted_table, width, height)
        expect(ada.page.locator(".top h1")).to_have_text(title)
        assert is_uncovered(scripted_table, ".top h1"), (game, width)
        name, others = boxes(scripted_table, ".top h1")[0], boxes(scripted_table, ".whose, .phases .now, .tools .icon")
        assert name[2] - name[0] > 30, (game, width)
        assert not any(overlapping(name, other) for other in others), (game, width)


@pytest.mark.parametrize("scenario", [CROWDED["al-cabohne"], ALONE])
def test_bosses_stay_visible_during_a_choice(visitor: Callable[..., Player], scenario: str) -> None:
    ada = visitor(language="de", **PHONE)
    scripted_table = ScriptedTable(ada, "al-cabohne", language="de")
    for width, height in SIZES[:3]:
        scripted_table.show_scenario(scenario)
        resize(scripted_table, width, height)
        ada.card(0, "turned").tap(position={"x": 6, "y": 10})
        expect(ada.page.locator(".handle.picked")).to_have_count(1)
        assert is_uncovered(scripted_table, ".boss .field"), (width, height)
        found = boxes(scripted_table, "section.prompt .actions .action")
        assert all(box[2] <= width for box in found), (width, height, found)


MUCH_REVEALED = """
given players: Marc, Volker
given phase: 5
given hand Marc: Puff, Blue
given field Marc 1: 3 Fire
given boss Al: 2 Pole
given boss Don: 2 Kidney
given turned: Green, Green, Green, Green, Fire, Fire, Fire, Puff, Puff, Puff
"""

FIVE = """
given players: Timon, Nina, Keno, Eiko, Paula
given phase: 2
given field Nina 1: 3 Soy
given field Nina 2: Blue
given field Keno 1: 6 Blue
given field Eiko 1: 2 Red
given field Paula 1: Garden
given hand Timon: Red, Soy
given hand Nina: Red, Soy
given turned: Red, Chili
"""


SMALLEST_NAME = 8
"""Pixels: a name below them cannot be read."""

NAME_SIZES = """(found) => found.filter((each) => each.checkVisibility()).map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const [text, around] = [range, each.closest(".card, .crop")].map((one) => one.getBoundingClientRect());
  return [each.textContent, parseFloat(getComputedStyle(each).fontSize), text.width - around.width];
})"""

BROKEN = """(found) => found.filter((each) => each.checkVisibility()).flatMap((each) => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode())
    for (const {0: word, index} of texts.currentNode.data.matchAll(/[^ -]+-?/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})"""
"""Words that go on in another line."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_of_cards_can_be_read(visitor: Callable[..., Player], scheme: str) -> None:
    """On the cards, or below the cards of a field; nothing covers them."""
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", FIVE, language="de", color_scheme=scheme)
    for width, height in SIZES:
        resize(scripted_table, width, height)
        for names in (".seat .crop", ".turned .name", ".hand .name"):
            found = ada.page.locator(names).evaluate_all(NAME_SIZES)
            assert found, (width, names)
            assert all(size >= SMALLEST_NAME and over <= 1 for _, size, over in found), (width, found)
        crops = boxes(scripted_table, ".seat .crop")
        for badge in boxes(scripted_table, ".seat .tally > *"):
            assert not any(overlapping(badge, crop) for crop in crops), (width, badge)


LONG_NAMES = {
    "rabohnzel": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Sword, White, Princess, Mean, Magic, Pluck
given field Timon 1: 3 Sword
given field Timon 2: 2 Princess
given field Nina 1: 2 Magic
given field Nina 2: 2 Mean
given field Keno 1: 2 Princess
given turned: Princess, Mean
""",
    "bohnanza": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Red, Soy, Chili, Black-eyed, Garden
given field Timon 1: 3 Black-eyed
given field Timon 2: 2 Garden
given field Nina 1: 2 Black-eyed
given turned: Black-eyed, Garden
""",
    "bohnedikt": CROWDED["bohnedikt"],
    "al-cabohne": CROWDED["al-cabohne"],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LONG_NAMES)
def test_no_name_is_broken_within_a_word(visitor: Callable[..., Player], game: str, language: str) -> None:
    ada = visitor(language=language)
    scripted_table = ScriptedTable(ada, game, language=language)
    scripted_table.show_scenario(LONG_NAMES[game])
    for width, height in (*SIZES, (640, 360), (320, 568)):
        resize(scripted_table, width, height)
        names = ada.page.locator(".board :is(.hand, .turned, .fields) .name, .crop, .edict p b")
        assert names.evaluate_all(BROKEN) == [], (width, height)
        small = ada.page.locator(".hand .name, .turned .name").evaluate_all(NAME_SIZES)
        assert all(size >= SMALLEST_NAME for _, size, _ in small), (width, small)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_field_covers_no_name_of_a_card(visitor: Callable[..., Player], language: str) -> None:
    ada = visitor(language=language)
    scripted_table = ScriptedTable(ada, "bohnedikt", language=language)
    scripted_table.show_scenario(CROWDED["bohnedikt"])
    for width, height in SIZES:
        resize(scripted_table, width, height)
        names = boxes(scripted_table, ".fields.own .slot:last-child .name")
        titles = boxes(scripted_table, ".fields.own .title")
        assert not any(overlapping(title, name) for title in titles for name in names), width


def test_overlapping_cards_are_named_below(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", MUCH_REVEALED)
    for width, height in (*SIZES, (320, 568)):
        resize(scripted_table, width, height)
        expect(ada.page.locator(".turned .caption")).to_have_text("4 Green, 3 Fire, and 3 Puff")
        assert is_uncovered(scripted_table, ".turned"), width
        caption = boxes(scripted_table, ".turned .caption")[0]
        assert caption[0] >= 0, width
        assert caption[2] <= width, width


def test_an_invitation_to_plant_covers_no_name(visitor: Callable[..., Player]) -> None:
    _, scripted_table = scripted_visitor(visitor, "al-cabohne", CROWDED["al-cabohne"], language="de")
    for width, height in SIZES:
        resize(scripted_table, width, height)
        names = boxes(scripted_table, ".plot.open .slot:last-child .name")
        assert not any(
            overlapping(invitation, name) for invitation in boxes(scripted_table, ".invite") for name in names
        ), width


def test_seat_buttons_are_not_cut_off(visitor: Callable[..., Player]) -> None:
    for language in LANGUAGES:
        ada = visitor(language=language, **PHONE)
        scripted_table = ScriptedTable(ada, "bohnanza", seat=None, language=language)
        scripted_table.show_scenario(FIVE, bots=range(5))
        for width, height in SIZES:
            resize(scripted_table, width, height)
            buttons = ada.page.locator(".seat .pill.small")
            expect(buttons).to_have_count(5)
            whole = """(found) => found.filter((each) => {
              const box = each.getBoundingClientRect(), seat = each.closest(".seat").getBoundingClientRect();
              const inside = box.left >= seat.left && box.right <= seat.right && box.bottom <= seat.bottom;
              return !inside || each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
            }).length"""
            assert buttons.evaluate_all(whole) == 0, (language, width)


def test_a_replay_fits_the_screen(visitor: Callable[..., Player], tmp_path: Path) -> None:
    kept = write_record(tmp_path, random_game("a replay on a phone"))
    ada = visitor(language="de")
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".replay")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.locator(".replay .more:not([open]) > summary").is_visible():
            page.locator(".replay .more > summary").click()
        expect(page.locator(".replay .buttons").first).to_be_visible()
        seen = page.locator(".replay :is(button, input, select):visible")
        edges = seen.evaluate_all("(found) => found.map((each) => each.getBoundingClientRect().right)")
        assert edges
        assert max(edges) <= width, (width, edges)
        # The page computes its layout again after a resize.
        page.wait_for_function(
            "() => document.querySelector('.replay').getBoundingClientRect().bottom <= innerHeight + 1"
        )


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_all_buttons_are_within_the_screen(visitor: Callable[..., Player], language: str) -> None:
    """English texts are shorter; test_screen_sizes.py has them, too."""
    for game, scenario in CROWDED.items():
        ada, scripted_table = scripted_visitor(visitor, game, scenario, language=language)
        for width, height in SIZES:
            resize(scripted_table, width, height)
            assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (game, width)
            assert ada.page.evaluate(OUTSIDE) == [], (game, width)


def test_the_face_of_a_boss_is_not_covered(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", MUCH_TO_FEED, **PHONE)
    for width, height in (*UPRIGHT_AND_SIDEWAYS, (320, 568), (1280, 800)):
        resize(scripted_table, width, height)
        covers = [*boxes(scripted_table, ".boss .crop"), *boxes(scripted_table, ".boss .title")]
        for left, top, right, bottom in boxes(scripted_table, ".boss .portrait"):
            upper_body = [left, top, right, top + (bottom - top) * 0.65]
            assert not any(overlapping(upper_body, cover) for cover in covers), width
        expect(ada.page.locator(".boss .take").first).to_have_text("2 of 3")
        assert is_uncovered(scripted_table, ".boss .take"), width


def test_the_result_shows_its_buttons_on_a_phone_held_sideways(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "al-cabohne", LAST_MOVE, language="de", **PHONE)
    scripted_table.act("A go on")
    expect(ada.page.locator(".result")).to_be_visible()
    resize(scripted_table, 844, 390)
    assert is_uncovered(scripted_table, ".result .buttons > *")


def test_bosses_and_goal_are_within_the_table(visitor: Callable[..., Player]) -> None:
    _, scripted_table = scripted_visitor(visitor, "al-cabohne", ALONE, language="de", **PHONE)
    for width, height in UPRIGHT_AND_SIDEWAYS:
        resize(scripted_table, width, height)
        found = [*boxes(scripted_table, ".boss .field"), *boxes(scripted_table, ".goal")]
        assert min(box[0] for box in found) >= 2, width
        assert max(box[2] for box in found) <= width - 2, width


def test_a_sideways_replay_does_not_cover_the_middle(visitor: Callable[..., Player], tmp_path: Path) -> None:
    kept = write_record(tmp_path, random_game("a replay held sideways", "al-cabohne", ("Ada", "Ben")))
    ada = visitor(language="de", viewport={"width": 844, "height": 390})
    page = ada.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".replay")).to_be_visible()
    lies_free = """() => {
      const replay = document.querySelector(".replay").getBoundingClientRect();
      return [...document.querySelectorAll(".boss .field, .turned, .dock .hand li:first-child .card")].every((each) => {
        const box = each.getBoundingClientRect();
        const beside = box.right <= replay.left + 1 || box.left >= replay.right - 1;
        return beside || box.bottom <= replay.top + 1 || box.top >= replay.bottom - 1;
      });
    }"""
    for width, height in ((360, 640), (844, 390), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(lies_free)
        page.wait_for_function(FITS)
