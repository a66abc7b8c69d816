"""The trading panel and planting: a stable layout, no lost input, and forced actions take one press."""

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable

MINE = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Red, Soy, Chili, Soy, Garden
given field Timon 1: 3 Soy
given hand Nina: Blue, Chili, Stink
given hand Keno: Blue, Chili, Stink
given hand Eiko: Blue, Chili, Stink
given turned: Red, Chili
"""
THEIRS = MINE.replace("given phase: 2", "given phase: 2\ngiven active: Nina")


def place(found: Locator) -> tuple[float, ...]:
    box = found.bounding_box()
    assert box is not None
    return tuple(round(value, 1) for value in (box["x"], box["y"], box["width"], box["height"]))


def wait_for_offer(stage: ScriptedTable, offer: int) -> None:
    """Waits until the page shows this offer."""
    expect(stage.page.locator(f"[data-regard='{offer}'], [data-withdraw='{offer}']")).not_to_have_count(0)


# --- own offers that were declined ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "1 of your offers was declined", "3 of your offers were declined"),
        ("de", "1 deiner Angebote wurde abgelehnt", "3 deiner Angebote wurden abgelehnt"),
    ],
)
def test_declined_offers_are_one_line(visitor: Callable[..., Player], language: str, one: str, three: str) -> None:
    ada = visitor(language=language)
    stage = ScriptedTable(ada, "bohnanza", language=language)
    stage.show_scenario(MINE)
    page = ada.page
    lines = page.locator(".offers > ul > .offer")
    stage.act("A offer B: Red@1 for Blue", "B decline 1")
    expect(page.locator(".offers summary")).to_have_text(one)
    stage.act("A offer all: Soy@2 for Blue", "B decline 2", "C decline 2")
    expect(lines).to_have_count(1)  # Eiko may still take it
    stage.act("D decline 2", "A offer C: Chili@3 for Blue", "C decline 3")
    expect(page.locator(".offers summary")).to_have_text(three)
    expect(lines).to_have_count(0)
    expect(page.locator("[data-withdraw='2']")).to_be_hidden()
    page.locator(".offers summary").click()
    # It stays open when offers arrive, and each of them can still be withdrawn.
    stage.act("B offer A: Blue@1 for Soy")
    wait_for_offer(stage, 4)
    page.locator("[data-withdraw='2']").click()
    expect(page.locator(".offers details[open] .offer")).to_have_count(2)
    assert [offer.number for offer in stage.playing.table.offers] == [1, 3, 4]


def test_a_declined_offer_comes_back_into_the_composer(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE)
    page = ada.page
    given, wanted = page.locator(".composer .give .lift"), page.locator(".composer .get .lift")
    ada.card(3).click()
    ada.card(0, "turned").click()
    page.locator(".composer .kind", has_text="Blue").click()
    page.locator("[data-make=offer]").click()
    expect(given).to_have_count(0)
    stage.act("B decline 1", "C decline 1")
    expect(given).to_have_count(0)
    stage.act("D decline 1")
    expect(given).to_have_count(2)
    expect(page.locator("[data-place='hand-0-3'].staked")).to_have_count(1)
    expect(wanted).to_contain_text("Blue")
    # The offer is changed and sent again.
    page.locator(".composer .kind", has_text="Stink").click()
    page.locator("[data-make=offer]").click()
    wait_for_offer(stage, 2)
    assert repr(stage.playing.moves[-1].action) == "A offer all: turned Red, Soy@4 for Blue, Stink"
    # A deal that is being composed is not replaced.
    ada.card(0).click()
    stage.act("B decline 2", "C decline 2", "D decline 2")
    expect(page.locator(".offers summary")).to_contain_text("2 of")
    expect(given).to_have_count(1)
    # A returned offer that was not touched disappears with the turn.
    stage.show_scenario(MINE)
    stage.act("A offer B: Red@1 for Blue", "B decline 1")
    expect(given).to_have_count(1)
    stage.act("A end trading", "A plant turned Red 2", "A harvest 1", "A plant turned Chili 1")
    expect(given).to_have_count(0)
    # Without its card the rest of the offer would ask for a gift.
    stage.show_scenario(MINE)
    stage.act("A offer B: Red@1 for Blue", "B decline 1")
    expect(given).to_have_count(1)
    stage.act("A offer C: Red@1 for nothing", "C accept 2")
    expect(given).to_have_count(0)
    expect(wanted).to_have_count(0)


def test_the_chosen_tab_stays(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE + "when Nina offer Timon: Blue@1 for Soy\n")
    page = ada.page
    chat = page.locator("#tab-chat[aria-selected=true]")
    page.locator("#tab-chat").click()
    page.locator(".seat", has_text="Keno").hover()
    page.get_by_role("button", name="Trade with Keno").click()
    ada.card(0).click()
    page.locator("[data-make=offer]").click()
    wait_for_offer(stage, 2)
    expect(chat).to_have_count(1)
    page.locator("[data-answer=counter]").first.click()
    page.get_by_role("button", name="Send counter-offer").click()
    wait_for_offer(stage, 3)
    expect(chat).to_have_count(1)


# --- stable layout --------------------------------------------------------------------------------------------------


def change_offers(stage: ScriptedTable) -> None:
    """Offers to Timon arrive, lapse, are withdrawn and answered."""
    stage.act("B offer A: Blue@1, Chili@2 for Soy, Red", "C offer A: Blue@1 for Red", "D offer A: Stink@3 for Green")
    wait_for_offer(stage, stage.playing.table.offer_count)
    stage.act("B withdraw 1", "A decline 2", "C offer A: Chili@2, Stink@3 for Garden, Red")
    wait_for_offer(stage, stage.playing.table.offer_count)
    stage.act("A decline 3", "C withdraw 2")
    stage.act("A offer B: Red@1 for Blue", f"B decline {stage.playing.table.offer_count + 1}")
    expect(stage.page.locator(f"[data-withdraw='{stage.playing.table.offer_count}']")).to_have_count(1)


FOCUS = "(element) => element.focus({focusVisible: true})"
STILL = "(element) => Promise.all(element.getAnimations().map((animation) => animation.finished))"
"""Waits until the hover animation of an element has ended."""
BUTTONS = (
    "[data-make=offer]",
    "[data-make=call]",
    ".composer .palette .kind >> nth=3",
    "#tab-rules",
    ".actions [data-do='A end trading']",
    "[data-reap='0']",
)


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1000, 700)])
def test_no_button_moves_when_offers_come_and_go(visitor: Callable[..., Player], size: tuple[int, int]) -> None:
    ada = visitor(viewport={"width": size[0], "height": size[1]})
    stage = ScriptedTable(ada, "bohnanza")
    for button in BUTTONS:
        for by_pointer in (True, False):
            stage.show_scenario(MINE, reload=False)
            ada.page.mouse.move(0, 0)
            found = ada.page.locator(button)
            if by_pointer:
                found.hover()
            else:
                ada.page.keyboard.press("Shift")
                found.evaluate(FOCUS)
            found.evaluate(STILL)
            before = place(found)
            change_offers(stage)
            assert place(found) == before, (button, by_pointer)
            if not by_pointer:
                expect(found).to_be_focused()


def is_within(inner: Locator, outer: Locator) -> bool:
    x, y, width, height = place(inner)
    left, top, room, depth = place(outer)
    return left <= x and top <= y and x + width <= left + room and y + height <= top + depth


def test_the_first_offer_is_in_sight_wherever_the_focus_is(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE)
    page = ada.page
    page.locator("#line").click()
    before = place(page.locator(".composer"))
    stage.act("B offer A: Blue@1, Chili@2 for Soy")
    wait_for_offer(stage, 1)
    assert is_within(page.locator(".offers .offer"), page.locator(".offers"))
    assert place(page.locator(".composer")) == before


def test_two_cards_of_a_deal_are_in_sight(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE.replace("Red, Soy, Chili, Soy, Garden", "Black-eyed, Soy, Black-eyed, Soy, Garden"))
    page = ada.page
    ada.card(0).click()
    ada.card(0, "turned").click()
    lifts = page.locator(".composer .give .lift")
    for at in (0, 1):
        assert is_within(lifts.nth(at), page.locator(".composer .side.give"))
    expect(page.locator(".composer .give .count")).to_have_count(0)
    ada.card(2).click()
    expect(page.locator(".composer .give .count")).to_have_text("3")  # the third one need not be


def test_five_players_in_german(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de")
    stage = ScriptedTable(ada, "bohnanza", language="de")
    stage.show_scenario(
        "given players: Timon, Hannelore, Keno, Eiko, Nina\ngiven phase: 2\ngiven active: Hannelore\n", bots=(1,)
    )
    page = ada.page
    assert page.locator(".badge.deciding").evaluate("(badge) => badge.scrollWidth <= badge.clientWidth")
    stage.say(4, "Hallo!")  # the tab shows a count
    expect(page.locator(".tabs .count")).to_have_count(1)
    heights = [place(tab)[1] for tab in page.get_by_role("tab").all()]
    assert len(heights) == 4
    assert len(set(heights)) == 1


@pytest.mark.parametrize("by", ["pointer", "focus"])
def test_no_line_moves_under_the_pointer_or_the_focus(visitor: Callable[..., Player], by: str) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE)
    stage.act("B offer A: Blue@1 for Red", "C offer A: Blue@1 for Soy", "D offer A: Blue@1 for Garden")
    page = ada.page
    line = page.locator("[data-regard='3']")
    wait_for_offer(stage, 3)
    before = place(line)
    if by == "pointer":
        line.hover()
    else:
        page.keyboard.press("Shift")
        line.evaluate(FOCUS)
    # A better offer arrives, and those above it disappear.
    stage.act("B withdraw 1", "C withdraw 2", "C offer A: Stink@3, Chili@2 for Soy, Red")
    wait_for_offer(stage, 4)
    expect(page.locator(".offer.gone")).to_have_count(2)
    assert place(line) == before
    # A withdrawn offer cannot be pressed, and keeps its place and the focus.
    stage.act("D withdraw 3")
    expect(page.locator(".offer.gone")).to_have_count(3)
    assert place(line) == before
    expect(line).to_have_attribute("aria-disabled", "true")
    if by == "focus":
        expect(line).to_be_focused()
        page.locator("#line").focus()
    else:
        page.mouse.move(5, 5)
    expect(page.locator(".offer.gone")).to_have_count(0)
    expect(page.locator(".offers > ul > .offer")).to_have_count(1)


def test_on_a_phone_no_line_moves_while_the_sheet_is_open(visitor: Callable[..., Player]) -> None:
    ada = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(THEIRS.replace("given active: Nina", "given active: Timon"))
    stage.act("B offer A: Blue@1 for Red", "C offer A: Blue@1 for Soy", "D offer A: Blue@1 for Garden")
    page = ada.page
    page.locator("nav.sheets [data-opens=offers]").tap()
    line = page.locator("[data-regard='3']")
    expect(line).to_be_visible()
    before = place(line)
    stage.act("B withdraw 1", "C withdraw 2", "C offer A: Stink@3, Chili@2 for Soy, Red")
    wait_for_offer(stage, 4)
    assert place(line) == before
    line.tap()
    expect(page.locator("section.prompt [data-answer=decline]")).to_have_attribute("data-offer", "3")


def test_no_other_offer_slips_under_an_answer(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    page = ada.page
    page.clock.install(time=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE)
    stage.act("B offer A: Blue@1 for Green")
    decline = page.locator("section.prompt [data-answer=decline]")
    expect(decline).to_have_attribute("data-offer", "1")
    decline.hover()
    # A better offer arrives while the pointer rests there, for longer than the settling time.
    stage.act("C offer A: Chili@2 for Red")
    wait_for_offer(stage, 2)
    page.clock.run_for(1000)
    stage.update()
    expect(decline).to_have_attribute("data-offer", "1")
    expect(decline).not_to_have_attribute("aria-disabled", "true")
    stage.act("B withdraw 1")
    expect(decline).to_have_attribute("aria-disabled", "true")
    page.mouse.move(5, 5)
    expect(decline).to_have_attribute("data-offer", "2")


def test_the_list_keeps_its_scroll_position(visitor: Callable[..., Player]) -> None:
    ada = visitor(viewport={"width": 1000, "height": 700})
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(MINE)
    for number in range(1, 9):
        stage.act(f"B offer A: Blue@1 for {('Green', 'Garden', 'Red', 'Soy')[number % 4]}")
    wait_for_offer(stage, 8)
    page = ada.page
    page.locator(".offers ul").hover()
    page.mouse.wheel(0, 60)
    page.wait_for_function("() => document.querySelector('.offers ul').scrollTop === 60")
    before = place(page.locator("[data-regard='8']"))
    stage.act("B withdraw 2", "C offer A: Chili@2 for Red", "B withdraw 3")
    wait_for_offer(stage, 9)
    assert page.evaluate("() => document.querySelector('.offers ul').scrollTop") == 60
    assert place(page.locator("[data-regard='8']")) == before


# --- planting -------------------------------------------------------------------------------------------------------

LEFT = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Stink, Stink
given turned: Red, Soy
given field Timon 1: 2 Red
given aside Nina: Blue
"""


@pytest.mark.parametrize("by", ["click", "tap", "key"])
def test_the_end_of_the_trading_plants_what_leaves_no_choice(visitor: Callable[..., Player], by: str) -> None:
    ada = visitor(has_touch=by == "tap")
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(LEFT + "given field Timon 2: Soy\n")
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


def test_with_a_choice_it_asks(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    stage.show_scenario(LEFT.replace("Nina, Keno, Eiko", "Nina, Keno"))
    page = ada.page
    page.get_by_role("button", name="End the trading and plant 2 cards").click()
    expect(page.locator(".question")).to_contain_text("Plant your cards")
    expect(page.locator("section.prompt [data-do^='A plant turned Soy']")).to_have_count(2)
    assert [len(row) for row in stage.playing.table.fields[0]] == [3, 0, 0]


WAITING = """
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
        ("bohnanza", WAITING, 4, [5, 2]),
        ("al-cabohne", REVEALED, 3, [3, 2, 0]),
        ("rabohnzel", WAITING.replace("Red", "Sword").replace("Soy", "Cape").replace("Blue", "Mean"), 4, [5, 2]),
        ("bohnedikt", WAITING, 4, [5, 2]),
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


def test_on_a_phone_in_german(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    stage = ScriptedTable(ada, "bohnanza", language="de")
    stage.show_scenario(WAITING.replace("aside Timon: Red, Soy", "aside Timon: Red, Blue"))
    ada.page.get_by_role("button", name="Alles Passende anbauen (3)").tap()
    # There is no field for the Blue, so the page asks.
    expect(ada.page.locator(".question")).to_contain_text("Ernte zuerst ein Feld")
    assert [len(row) for row in stage.playing.table.fields[0]] == [5, 1]


def test_the_same_card_turned_over_and_set_aside_is_offered_once(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    stage = ScriptedTable(ada, "bohnanza")
    page = ada.page
    stage.show_scenario(
        WAITING.replace("given field Timon 1: 2 Red", "given field Timon 1: Red").replace("Red, Soy", "Red")
    )
    expect(page.locator("section.prompt [data-do*=' Red 1']")).to_have_count(1)
    expect(page.locator("section.prompt [data-do*=' Red 1']")).to_have_text("Plant Red on field 1 (then 2)")
    page.locator("[data-field='0']").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-rove=turned], [data-rove=aside]")).to_have_count(2)
    # The trade spell allows the turned-over card to be discarded, so the two cards are distinguished.
    stage = ScriptedTable(ada, "rabohnzel")
    spell = WAITING.replace("Red, Red", "Sword").replace("Red, Soy", "Sword").replace("Red", "Sword")
    stage.show_scenario(spell.replace("Soy", "Cape").replace("Blue", "Mean") + "given may discard: yes\n")
    expect(page.locator("section.prompt [data-do*=' Sword 1']")).to_have_count(2)
    page.locator("[data-field='0']").click()
    expect(page.locator("dialog[open] [data-do]")).to_have_count(2)


MANY = """
given players: Marc, Volker
given phase: 5
given boss Al: 2 Pole
given boss Don: Kidney
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given turned: Blue, Fire, Stink, Blue, Fire, Stink
"""
TOP = """(index) => {
  const cards = [...document.querySelectorAll(".turned > .card")];
  const [box, next] = [cards[index], cards[index + 1]].map((card) => card.getBoundingClientRect());
  return {x: (next.left + box.right) / 2, y: (box.top + box.bottom) / 2, wide: box.right - next.left};
}"""
"""Centre and width of the overlap of a card and the next one."""


@pytest.mark.parametrize("touch", [True, False])
def test_where_cards_overlap_the_one_on_top_is_picked(visitor: Callable[..., Player], touch: bool) -> None:
    for size in ({"width": 360, "height": 640}, {"width": 844, "height": 390}, {"width": 1280, "height": 800}):
        ada = visitor(viewport=size, has_touch=touch)
        stage = ScriptedTable(ada, "al-cabohne")
        stage.show_scenario(MANY)
        page = ada.page
        for index in range(5):
            at = page.evaluate(TOP, index)
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
