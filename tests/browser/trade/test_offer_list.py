"""The list of open offers, on a desktop and on a phone; the best one is beside the prompt and stays there."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.layout import FITS, is_uncovered, resize
from tests.support.browser.player import Player
from tests.support.browser.scenarios import CROWDED
from tests.support.browser.stage import ScriptedTable, scripted_visitor

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
"""Timon has no Green for the first offer and no field for the Red, but the Chili would pay."""


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
"""Whether no name of a card is cut off, and all are in their columns."""


def test_offers_fit_the_screen(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    scripted_table = ScriptedTable(ada, "bohnanza")
    page = ada.page
    resize(scripted_table, 1366, 768)
    scripted_table.show_scenario(MANY)
    lines, question = page.locator(".offers .offer"), page.locator("section.prompt")
    # The best acceptable offer is asked about first, by name.
    expect(question).to_contain_text("Nina offers:")
    expect(page.locator(".dock.awaited section.prompt.yours")).to_have_count(1)
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "3")
    worth = [lines.nth(row).locator(".worth > span").first.inner_text() for row in range(3)]
    assert worth == ["+1", "no room", "you lack it"]
    expect(lines).to_have_count(6)
    assert is_uncovered(scripted_table, ".offer")
    # New offers do not replace the one under the finger; pressing a line selects another one.
    scripted_table.act("B offer A: Chili@2 for Garden")
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "3")
    page.locator("[data-regard='2']").click()
    expect(question.locator("[data-answer=accept]")).to_have_attribute("data-offer", "2")
    # The deal is previewed in full.
    question.locator("[data-answer=preview]").click()
    expect(page.locator(".preview")).to_contain_text("need a harvest first")
    assert is_uncovered(scripted_table, ".preview")
    page.keyboard.press("Escape")
    expect(page.locator(".preview")).to_have_count(0)
    # On a phone the turned-over cards, the prompt, the fields and the hand are uncovered, and the offers in a sheet.
    resize(scripted_table, 360, 640)
    assert is_uncovered(scripted_table, ".turned .card")
    assert is_uncovered(scripted_table, "section.prompt .line")
    assert is_uncovered(scripted_table, ".dock .hand .card")
    page.locator("nav.sheets button", has_text="Offers").click()
    assert is_uncovered(scripted_table, ".offer")
    page.locator("nav.sheets button", has_text="Offers").click()
    page.keyboard.press("c")
    assert is_uncovered(scripted_table, ".composer .buttons .action")
    page.locator(".composer").get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator(".preview")).to_be_visible()
    assert is_uncovered(scripted_table, ".preview")
    page.keyboard.press("Escape")
    # In landscape as well.
    resize(scripted_table, 640, 360)
    for part in (".turned .card", "section.prompt .line", ".dock .hand .card", "nav.sheets button"):
        assert is_uncovered(scripted_table, part), part
    # An offer declined by all disappears, or is marked for seats that may still accept it (T4).
    scripted_table.act("B decline 4", "A decline 1", "A decline 2")
    expect(page.locator(".offers .offer")).to_have_count(5)
    expect(page.locator(".offers .offer.quiet")).to_have_count(1)


def test_long_names_are_not_cut_off(visitor: Callable[..., Player]) -> None:
    for language, head in (("en", "gives"), ("de", "gibt")):
        ada = visitor(language=language)
        scripted_table = ScriptedTable(ada, "bohnanza", language=language)
        for width in (1280, 1000, 360):
            resize(scripted_table, width, 700)
            scripted_table.show_scenario(LONG)
            if width == 360:
                ada.page.locator("nav.sheets button").first.click()
            expect(ada.page.locator(".offers .heads")).to_contain_text(head)
            expect(ada.page.locator(".offers .offer .chip")).to_have_count(8)
            assert ada.page.evaluate(WHOLE), (language, width)


IN_THE_MIDDLE = {"rabohnzel": ".turned .card", "bohnedikt": ".edict p", "al-cabohne": ".boss .field"}


def test_games_with_more_on_the_table_fit_a_small_phone(visitor: Callable[..., Player]) -> None:
    for game, scenario in CROWDED.items():
        ada, scripted_table = scripted_visitor(visitor, game, scenario, language="de")
        for width, height in ((360, 640), (640, 360)):
            resize(scripted_table, width, height)
            ada.page.wait_for_function(FITS)
            assert is_uncovered(scripted_table, "section.prompt .line"), (game, width)
            assert is_uncovered(scripted_table, IN_THE_MIDDLE[game]), (game, width)
            assert is_uncovered(scripted_table, ".dock .hand li:first-child .card"), (game, width)
