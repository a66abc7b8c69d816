"""Planting on the page after a trade: forced plantings, everything that fits, and overlapping cards."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import resize
from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor

TRADING_SCENARIO = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Stink, Stink
given turned: Red, Soy
given field Timon 1: 2 Red
given aside Nina: Blue
"""


@pytest.mark.parametrize("by", ["click", "tap", "key"])
def test_ending_the_trading_plants_cards_without_a_choice(visitor: Callable[..., Player], by: str) -> None:
    ada, stage = scripted_visitor(
        visitor, "bohnanza", TRADING_SCENARIO + "given field Timon 2: Soy\n", has_touch=by == "tap"
    )
    page = ada.page
    end = page.get_by_role("button", name="End the trading and plant 2 cards")
    expect(end).to_be_visible()
    if by == "key":
        page.keyboard.press("e")
    elif by == "tap":
        end.tap()
    else:
        end.click()
    expect(page.locator(".question")).to_contain_text("Nina plants")
    assert [len(row) for row in stage.playing.table.fields[0]] == [3, 2]
    expect(page.locator("[role=status] p", has_text="plants Red on field 1")).to_have_count(1)
    page.locator(".actions .undo").click()
    expect(page.locator(".question")).to_contain_text("Plant your cards")
    expect(page.locator("[data-rove=turned]")).to_have_count(1)


def test_cards_with_a_choice_of_field_are_asked_about(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnanza", TRADING_SCENARIO.replace("Nina, Keno, Eiko", "Nina, Keno"))
    page = ada.page
    page.get_by_role("button", name="End the trading and plant 2 cards").click()
    expect(page.locator(".question")).to_contain_text("Plant your cards")
    expect(page.locator("section.prompt [data-do^='A plant turned Soy']")).to_have_count(2)
    assert [len(row) for row in stage.playing.table.fields[0]] == [3, 0, 0]


CARDS_TO_PLANT = """
given players: Timon, Nina, Keno, Eiko
given phase: 3
given turned: Red, Red
given aside Timon: Red, Soy
given field Timon 1: 2 Red
given field Timon 2: Soy
given aside Nina: Blue
"""

REVEALED = """
given players: Marc
given phase: 4
given boss Al: 2 Pole
given boss Don: Kidney
given boss Joe: Puff
given field Marc 1: Blue
given field Marc 2: Stink
given turned: Blue, Blue, Stink
"""


@pytest.mark.parametrize(
    ("game", "scenario", "count", "rows"),
    [
        ("bohnanza", CARDS_TO_PLANT, 4, [5, 2]),
        ("al-cabohne", REVEALED, 3, [3, 2, 0]),
        ("rabohnzel", CARDS_TO_PLANT.replace("Red", "Sword").replace("Soy", "Cape").replace("Blue", "Mean"), 4, [5, 2]),
        ("bohnedikt", CARDS_TO_PLANT, 4, [5, 2]),
    ],
)
def test_everything_that_fits_is_planted_by_one_press(
    visitor: Callable[..., Player], game: str, scenario: str, count: int, rows: list[int]
) -> None:
    ada = visitor(has_touch=True)
    stage = ScriptedTable(ada, game)
    page = ada.page
    # The label for screen readers has the number of cards and their fields.
    button = page.get_by_role("button", name=f"Plant everything that fits ({count}): Plant")

    def by_enter() -> None:
        page.keyboard.press("q")
        expect(button).to_be_focused()
        page.keyboard.press("Enter")

    ways: tuple[Callable[[], object], ...] = (
        button.click,
        button.tap,
        lambda: page.keyboard.press("g"),
        by_enter,
    )
    for press in ways:
        stage.show_scenario(scenario)
        expect(button).to_be_visible()
        press()
        expect(button).to_have_count(0)
        assert [len(row) for row in stage.playing.table.fields[0]] == rows


def test_everything_that_fits_is_planted_on_a_phone_in_german(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(
        visitor,
        "bohnanza",
        CARDS_TO_PLANT.replace("aside Timon: Red, Soy", "aside Timon: Red, Blue"),
        language="de",
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
    )
    ada.page.get_by_role("button", name="Alles Passende anbauen (3)").tap()
    # There is no field for the Blue, so the page asks.
    expect(ada.page.locator(".question")).to_contain_text("Ernte zuerst ein Feld")
    assert [len(row) for row in stage.playing.table.fields[0]] == [5, 1]


def test_the_same_card_turned_over_and_set_aside_is_offered_once(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(
        visitor,
        "bohnanza",
        CARDS_TO_PLANT.replace("given field Timon 1: 2 Red", "given field Timon 1: Red").replace("Red, Soy", "Red"),
    )
    page = ada.page
    expect(page.locator("section.prompt [data-do*=' Red 1']")).to_have_count(1)
    expect(page.locator("section.prompt [data-do*=' Red 1']")).to_have_text("Plant Red on field 1 (then 2)")
    page.locator("[data-field='0']").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-rove=turned], [data-rove=aside]")).to_have_count(2)
    # The trade spell allows the turned-over card to be discarded, so the two cards are distinguished.
    stage = ScriptedTable(ada, "rabohnzel")
    spell = CARDS_TO_PLANT.replace("Red, Red", "Sword").replace("Red, Soy", "Sword").replace("Red", "Sword")
    stage.show_scenario(spell.replace("Soy", "Cape").replace("Blue", "Mean") + "given may discard: yes\n")
    expect(page.locator("section.prompt [data-do*=' Sword 1']")).to_have_count(2)
    page.locator("[data-field='0']").click()
    expect(page.locator("dialog[open] [data-do]")).to_have_count(2)


OVERLAPPING_CARDS = """
given players: Marc, Volker
given phase: 5
given boss Al: 2 Pole
given boss Don: Kidney
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given turned: Blue, Fire, Stink, Blue, Fire, Stink
"""

OVERLAP_SCRIPT = """(index) => {
  const cards = [...document.querySelectorAll(".turned > .card")];
  const [box, next] = [cards[index], cards[index + 1]].map((card) => card.getBoundingClientRect());
  return {x: (next.left + box.right) / 2, y: (box.top + box.bottom) / 2, wide: box.right - next.left};
}"""
"""Centre and width of the overlap of a card and the next one."""


@pytest.mark.parametrize("touch", [True, False])
def test_where_cards_overlap_the_one_on_top_is_picked(visitor: Callable[..., Player], touch: bool) -> None:
    ada, stage = scripted_visitor(visitor, "al-cabohne", OVERLAPPING_CARDS, has_touch=touch)
    page = ada.page
    for width, height in ((360, 640), (844, 390), (1280, 800)):
        resize(stage, width, height)
        for index in (0, 2, 4):
            at = page.evaluate(OVERLAP_SCRIPT, index)
            assert at["wide"] > 5, "they do not overlap"
            (page.touchscreen.tap if touch else page.mouse.click)(at["x"], at["y"])
            expect(page.locator(f"[data-place='turned-{index + 1}'].picked")).to_have_count(1)
            page.keyboard.press("Escape")
            expect(page.locator(".turned .picked")).to_have_count(0)
            # A card in focus, or under the pointer, stays raised.
            page.evaluate("() => document.activeElement.blur()")
            if touch:
                page.locator(".question").tap()
            else:
                page.locator(".question").hover()
