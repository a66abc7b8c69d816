"""Play on a phone, by keyboard alone, and in German."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.card_sets import small_card_set
from tests.support.browser.layout import resize_page
from tests.support.browser.player import Player, play_together
from tobean.games import GAMES
from tobean.i18n import LANGUAGES

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

SMALLEST_TEXT = 14
"""Pixels below which prose is hard to read on a phone."""


CUT_OFF = """(found) =>
  found.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
"""Texts that are wider than their elements."""


def fits(player: Player) -> bool:
    """Whether nothing overflows the screen to the right."""
    return bool(player.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_texts_fit_their_cards(visitor: Callable[..., Player], language: str) -> None:
    """Full texts make cards taller, never wider: no word is cut off and nothing covers the text."""
    ada = visitor(language=language)
    for game in GAMES:
        ada.page.goto(f"/cards/{game}")
        for width, height in ((360, 640), (390, 844), (1280, 800)):
            resize_page(ada.page, width, height)
            assert fits(ada), (game, width)
            cut = ada.page.locator(".kind, .kind :is(h3, p:not(.visually-hidden))").evaluate_all(CUT_OFF)
            assert cut == [], (game, width)
            sizes = ada.page.locator(".kind .text").evaluate_all(
                "(found) => found.map((each) => parseFloat(getComputedStyle(each).fontSize))"
            )
            assert all(size >= SMALLEST_TEXT for size in sizes), (game, width)


def test_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    for path in ("/", "/open?game=bohnedikt", "/lobby", "/mine", "/rules", "/rules/rabohnzel", "/cards/bohnanza"):
        ada.page.goto(path)
        assert fits(ada), path
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout", 3: "sprout", 4: "sprout"})
    assert fits(ada)
    ada.start()
    for presses in range(6):
        ada.press(presses)
        assert fits(ada)
    ada.wait()
    for sheet in ada.page.locator("nav.sheets button").all():
        sheet.tap()
        assert fits(ada)
        sheet.tap()
    for button in ada.page.locator("section.prompt .actions button:visible, nav.sheets button:visible").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 40, button.inner_text()


ACTIVE = "document.activeElement"


def tab_to(ada: Player, wanted: str, keys: int = 60) -> None:
    """Presses Tab until an element that matches the selector has the focus."""
    for _ in range(keys):
        if ada.page.evaluate(f"(wanted) => {ACTIVE}.matches(wanted)", wanted):
            return
        ada.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def choose_by_keys(ada: Player, turn: int) -> None:
    """Takes one possible action: by the key of a field, otherwise by the buttons beside the prompt."""
    press = ada.page.keyboard.press
    seen = ada.read_state()
    planting = [do for do in seen["actions"] if " plant " in do]
    if planting and turn % 2:
        field = planting[turn % len(planting)].split()[-1]
        press(field)
        if len({do.split()[-2] for do in planting if do.endswith(f" {field}")}) > 1:  # the page asks which card
            tab_to(ada, "dialog [data-do]")
            press("Enter")
        return
    press("q")
    assert ada.page.evaluate(f"() => {ACTIVE}.closest('section.prompt') !== null"), "Q does not focus the prompt"
    for _ in range(turn % max(1, len(seen["actions"]))):
        press("ArrowRight")
    while ada.page.evaluate(f"() => !{ACTIVE}.matches('[data-do], [data-fitting], .rest')"):
        press("ArrowRight")  # undo and hint come last
    if ada.page.evaluate(f"() => {ACTIVE}.matches('.rest')"):
        press("Enter")  # too many actions for buttons: they are in a list
        tab_to(ada, "dialog [data-do]")
    press("Enter")


def test_a_whole_game_by_keyboard_alone(visitor: Callable[..., Player]) -> None:
    """From the front page to the result, without mouse or touch."""
    ada = visitor(viewport={"width": 1000, "height": 640})
    ada.page.goto("/open?game=al-cabohne")
    cards = small_card_set("al-cabohne").encode()
    ada.page.locator("input[name=cards]").set_input_files(
        {"name": "cards.toml", "mimeType": "application/toml", "buffer": cards}
    )
    tab_to(ada, "input[name=name]")
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.type("Ada")
    tab_to(ada, "select[name=seat1]")
    ada.page.keyboard.press("Home")  # no opponents: the solo game
    tab_to(ada, "main form button:not([type=button])")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/tables/*")
    tab_to(ada, "form[action$='/start'] button")
    ada.page.keyboard.press("Enter")
    ada.wait_for_table()
    assert ada.play_to_the_end(lambda turn: choose_by_keys(ada, turn)) > 10
    expect(ada.page.locator(".result .verdict")).to_contain_text("Ada")
    tab_to(ada, ".result a[href$='/result']")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/result")
    expect(ada.page.locator(".podium")).to_contain_text("Ada")


def test_in_german(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de-DE")
    ada.page.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    expect(ada.page.locator("section.prompt, .log")).not_to_have_count(0)
    for presses in range(5):
        ada.press(presses)
    said = ada.page.locator("#table").inner_text()
    assert "bohne" in said.lower()  # depends on the deal: "Blaue Bohne", "Brechbohne"
    english = re.findall(r"\b(?:plants|harvests|trading|Offer|draw pile|discard pile|Your|thalers|You give)\b", said)
    assert not english


LISTEN = """() => {
  const region = document.querySelector("[role=status][aria-live=polite]");
  window.heard = [];
  const listen = () => window.heard.push(region.textContent);
  new MutationObserver(listen).observe(region, {childList: true, subtree: true, characterData: true});
}"""
"""Records every announcement from now on: bots are quick, and the live region keeps only the last lines."""


def test_screen_readers_hear_the_events(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    ada.page.evaluate(LISTEN)
    ada.press(0)
    ada.page.wait_for_function("() => window.heard.some((line) => /Ada (plants|declines|accepts|passes)/.test(line))")
    for card in ada.page.locator("[data-rove=hand]").all():
        assert re.search(r"of \d|front of the hand", card.get_attribute("aria-label") or "")


def test_the_coach_gives_a_hint_by_keyboard(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    ada.wait()
    ada.page.keyboard.press("i")
    advice = ada.page.locator("section.prompt .advice")
    expect(advice).to_contain_text(re.compile(r"\w.*\. .*\w.*\."))
    expect(ada.page.locator("[role=status][aria-live=polite]")).to_contain_text(advice.locator("b").inner_text())
    tab_to(ada, "[data-advice]")
    ada.page.keyboard.press("Enter")
    expect(advice).to_have_count(0)
    expect(ada.page.locator("section.prompt .notice")).to_have_count(0)


def test_tab_leaves_the_talk_line_and_the_page(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    ada.wait()
    ada.page.locator(".talk .send").focus()
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate(f"() => {ACTIVE} === document.body")
    ada.page.keyboard.press("i")  # the table is redrawn
    expect(ada.page.locator("section.prompt .advice")).to_be_visible()
    assert ada.page.evaluate(f"() => {ACTIVE}.id !== 'line'"), "Tab does not return to its origin"
    tab_to(ada, "[data-advice]")


@pytest.mark.parametrize("hints", [False, True])
def test_among_people_hints_depend_on_the_table_setting(visitor: Callable[..., Player], hints: bool) -> None:
    def wish(page: Page) -> None:
        page.locator("summary").click()
        page.locator("input[name=hints]").set_checked(hints)

    ada, ben = players = visitor(), visitor()
    link = ada.open_table("bohnanza", {1: "open", 2: "sprout"}, more=wish)
    ben.sit_down(link, "Ben")
    ada.start()
    ben.wait_for_table()
    asked = play_together(players, lambda: next((player for player in players if player.awaited()), None))
    expect(asked.page.locator("section.prompt .coach")).to_have_count(int(hints))
