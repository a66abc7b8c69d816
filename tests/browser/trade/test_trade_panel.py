"""The trading panel: a stable layout and no lost input."""

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor

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


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "1 of your offers was declined", "3 of your offers were declined"),
        ("de", "1 deiner Angebote wurde abgelehnt", "3 deiner Angebote wurden abgelehnt"),
    ],
)
def test_declined_offers_take_one_line(visitor: Callable[..., Player], language: str, one: str, three: str) -> None:
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE, language=language)
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


def test_a_declined_offer_returns_to_the_composer(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE)
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


def test_the_chosen_tab_stays_open(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE + "when Nina offer Timon: Blue@1 for Soy\n")
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


@pytest.mark.parametrize("size", [(1280, 800), (1000, 700)])
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


def test_the_first_offer_is_visible_with_any_focus(visitor: Callable[..., Player]) -> None:
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE)
    page = ada.page
    page.locator("#line").click()
    before = place(page.locator(".composer"))
    stage.act("B offer A: Blue@1, Chili@2 for Soy")
    wait_for_offer(stage, 1)
    assert is_within(page.locator(".offers .offer"), page.locator(".offers"))
    assert place(page.locator(".composer")) == before


def test_two_cards_of_a_deal_are_visible(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(
        visitor, "bohnanza", MINE.replace("Red, Soy, Chili, Soy, Garden", "Black-eyed, Soy, Black-eyed, Soy, Garden")
    )
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
    ada, stage = scripted_visitor(
        visitor,
        "bohnanza",
        "given players: Timon, Hannelore, Keno, Eiko, Nina\ngiven phase: 2\ngiven active: Hannelore\n",
        bots=(1,),
        language="de",
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
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE)
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
    ada, stage = scripted_visitor(
        visitor,
        "bohnanza",
        THEIRS.replace("given active: Nina", "given active: Timon"),
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
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


def test_answer_buttons_do_not_move_to_another_offer(visitor: Callable[..., Player]) -> None:
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
    ada, stage = scripted_visitor(visitor, "bohnanza", MINE, viewport={"width": 1000, "height": 700})
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
