"""All open offers at a glance, on a desk and on a phone; the best one beside the question, where it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from browser.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.player import Player

MANY = """
given players: Timon, Nina, Keno, Eiko, Paula
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Chili, Soy, Garden
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given hand Eiko: Blue, Chili, Stink
given hand Paula: Blue, Chili, Stink
given turned: Red, Chili
when Nina offer Timon: Blue@1 for Green
when Nina offer all: turned Red for Soy
when Nina offer Timon: turned Chili for Garden
when Keno offer Nina: Chili@2 for Red
when Timon offer Nina: Soy@2 for Chili
when Paula offer Nina: Blue@1, Chili@2 for Red, Chili
"""
"""Timon has no Green for the first, no room for the Red, but the Chili would pay."""

SEEN = """(selector) => [...document.querySelectorAll(selector)].every((each) => {
  const box = each.getBoundingClientRect();
  const points = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
  return points.every((y) => each.contains(document.elementFromPoint(box.left + box.width / 2, y)));
})"""
"""Whether all of these lie free on the screen, from top to bottom."""


LONG = """
given players: Timon, Nina, Keno
given phase: 2
given active: Nina
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
given turned: Red, Black-eyed
when Nina offer Timon: Blue@1, turned Black-eyed for Black-eyed, Soy
when Keno offer Nina: Blue@1, Black-eyed@2, Black-eyed@3 for Garden, Stink
"""
WHOLE = """() => [...document.querySelectorAll(".offer .chip")].every((chip) => {
  const word = chip.querySelector(".word"), column = chip.parentElement;
  const inside = chip.getBoundingClientRect().right <= column.getBoundingClientRect().right + 0.5;
  return inside && (!word || word.scrollWidth <= word.clientWidth + 1);
})"""
"""Whether all names of cards are whole, and lie in their columns."""


COVERING = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  const box = each.getBoundingClientRect();
  const points = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
  const found = points.map((y) => document.elementFromPoint(box.left + box.width / 2, y));
  return found.filter((other) => !each.contains(other)).map((other) => other?.outerHTML.slice(0, 100) ?? "off screen");
})"""


def sees(stage: Stage, selector: str) -> bool:
    """Wait until all of these lie free: bubbles, banners and explanations come and go by themselves."""
    assert stage.page.locator(selector).count() > 0, selector
    try:
        stage.page.wait_for_function(SEEN, arg=selector)
    except PlaywrightTimeout:
        raise AssertionError(f"{selector} is covered by {stage.page.evaluate(COVERING, selector)}") from None
    return True


def size(stage: Stage, width: int, height: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": height})
    # Chromium tells the new width before it lays the page out for it.
    stage.page.wait_for_function(
        "(width) => innerWidth === width && document.documentElement.clientWidth === width", arg=width
    )
    stage.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_offers_fit(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = Stage(ada, "bohnanza")
    page = ada.page
    size(stage, 1366, 768)
    stage.lay(MANY)
    lines, question = page.locator(".offers .offer"), page.locator("section.asked")
    # The best one that can be accepted is asked about first, by name.
    expect(question).to_contain_text("Nina offers:")
    expect(page.locator(".dock.awaited section.asked.yours")).to_have_count(1)
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "3")
    worth = [lines.nth(row).locator(".worth > span").first.inner_text() for row in range(3)]
    assert worth == ["+1", "no room", "you lack it"]
    expect(lines).to_have_count(6)
    assert sees(stage, ".offer")
    # What comes meanwhile changes nothing under the finger; a press on a line looks at another one.
    stage.act("B offer A: Chili@2 for Garden")
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "3")
    page.locator("[data-regard='2']").click()
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "2")
    # The deal is previewed in full.
    question.locator("[data-answer=preview]").click()
    expect(page.locator(".preview")).to_contain_text("need a harvest first")
    assert sees(stage, ".preview")
    page.keyboard.press("Escape")
    expect(page.locator(".preview")).to_have_count(0)
    # On a phone the turned-over cards, the question, the fields and the hand lie free, and the offers in a sheet.
    size(stage, 360, 640)
    assert sees(stage, ".turned .card")
    assert sees(stage, "section.asked .line")
    assert sees(stage, ".dock .hand .card")
    page.locator("nav.sheets button", has_text="Offers").click()
    assert sees(stage, ".offer")
    page.locator("nav.sheets button", has_text="Offers").click()
    page.keyboard.press("c")
    assert sees(stage, ".composer .buttons .deed")
    page.locator(".composer").get_by_role("button", name="Preview the deal").click()
    expect(page.locator(".preview")).to_be_visible()
    assert sees(stage, ".preview")
    page.keyboard.press("Escape")
    # Held sideways as well.
    size(stage, 640, 360)
    for part in (".turned .card", "section.asked .line", ".dock .hand .card", "nav.sheets button"):
        assert sees(stage, part), part
    # What all have declined leaves, or says so to whoever could come back to it (T4).
    stage.act("B decline 4", "A decline 1", "A decline 2")
    expect(page.locator(".offers .offer")).to_have_count(5)
    expect(page.locator(".offers .offer.quiet")).to_have_count(1)


def test_long_names_are_whole(visitor: Callable[..., Player]) -> None:
    for language, head in (("en", "gives"), ("de", "gibt")):
        ada = visitor(language=language)
        stage = Stage(ada, "bohnanza", language=language)
        for width in (1280, 1000, 360):
            size(stage, width, 700)
            stage.lay(LONG)
            if width == 360:
                ada.page.locator("nav.sheets button").first.click()
            expect(ada.page.locator(".offers .heads")).to_contain_text(head)
            expect(ada.page.locator(".offers .offer .chip")).to_have_count(8)
            assert ada.page.evaluate(WHOLE), (language, width)


CROWDED = {
    "rabohnzel": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Sword, White, Princess, Mean, Cape
given field Timon 1: 3 Sword
given field Timon 2: 2 Princess
given spells Timon: Attack up, Move, Hand
given spells Nina: Field up, Random
given hand Nina: Cape, Sword, Mean
given field Nina 1: 2 Magic
given turned: Sword, Cape
when Nina offer Timon: Cape@1, Mean@3 for Sword, White
""",
    "bohnedikt": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Red, Soy, Chili, Green/Soy, Garden
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili, Red
given hand Nina: Blue, Chili, Stink
given turned: F4, F8
when Nina offer Timon: Blue@1 for Red
""",
    "al-cabohne": """
given players: Marc, Volker
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 3 Fire
given field Marc 2: 2 Blue
given boss Al: 2 Pole
given boss Don: Kidney
given turned: Blue, Fire
""",
}
"""What takes most room: an offer to answer beside spells, or edicts in force, or bosses and all that was revealed."""
FITS = """() => {
  const dock = document.querySelector(".dock");
  return dock.scrollHeight <= dock.clientHeight + 1;
}"""
IN_THE_MIDDLE = {"rabohnzel": ".turned .card", "bohnedikt": ".edict .peek", "al-cabohne": ".boss .bed"}


def test_games_with_more_on_the_table_fit_a_small_phone(visitor: Callable[..., Player]) -> None:
    for game, scenario in CROWDED.items():
        ada = visitor(language="de")
        stage = Stage(ada, game, language="de")
        stage.lay(scenario)
        for width, height in ((360, 640), (640, 360)):
            size(stage, width, height)
            ada.page.wait_for_function(FITS)
            assert sees(stage, "section.asked .line"), (game, width)
            assert sees(stage, IN_THE_MIDDLE[game]), (game, width)
            assert sees(stage, ".dock .hand li:first-child .card"), (game, width)
