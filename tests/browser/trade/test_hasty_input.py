"""Hints that are followed, trading that would end with open offers, and double clicks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable, scripted_visitor

TRADING = """
given players: Timon, Nina, Keno
given phase: 2
given active: {active}
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
given turned: Red, Chili
"""
OWN = TRADING.format(active="Timon")
OTHERS = TRADING.format(active="Nina")


def actions_of(table: ScriptedTable) -> list[str]:
    return [repr(move.action) for move in table.playing.moves]


def hint(table: ScriptedTable, do: str | None, text: str = "Because.") -> None:
    label = do and "Do something"
    table.send({"type": "hint", "version": table.playing.version, "do": do, "label": label or "", "text": text})


def test_a_hint_is_carried_out(visitor: Callable[..., Player]) -> None:
    ada, table = scripted_visitor(visitor, "bohnanza", OWN, bots=(1, 2))
    follow = ada.page.locator("[data-advice]")
    hint(table, "A offer all: turned Red for Blue")
    follow.click()
    expect(ada.page.locator(".offers .offer.own")).to_have_count(1)
    assert actions_of(table) == ["A offer all: turned Red for Blue"]
    table.act("B offer A: Blue@1 for Red")
    hint(table, "A accept 2: turned Red")
    follow.click()
    expect(ada.page.locator("[data-rove=aside]")).to_have_count(1)
    assert next(message["offer"] for message in table.received if message["type"] == "act" and "offer" in message)
    # Like its button, it asks about an open offer first.
    table.act("B offer A: Stink@1 for Soy")
    hint(table, "A end trading")
    follow.click()
    expect(ada.page.locator(".notice.warn")).to_contain_text("Nina still waits for your answer.")
    assert table.playing.table.decision.is_trading


def test_advice_on_waiting_stays_while_bots_act(visitor: Callable[..., Player]) -> None:
    ada, table = scripted_visitor(visitor, "bohnanza", OTHERS, bots=(1, 2))
    advice = ada.page.locator("section.prompt .advice")
    hint(table, None, "Wait until Nina trades.")
    expect(advice).to_have_text(re.compile("Wait until Nina trades"))
    table.act("C call: have Blue")
    expect(ada.page.locator(".log")).to_contain_text("Blue")
    expect(advice).to_be_visible()
    table.act("B offer A: Blue@1 for Soy")
    expect(advice).to_have_count(0)


OPEN_OFFERS = {
    "A offer all: turned Red for Blue": "Your offer is still open.",
    "B offer A: Blue@1 for Soy": "Nina still waits for your answer.",
}


@pytest.mark.parametrize("offer", OPEN_OFFERS)
@pytest.mark.parametrize("by_key", [True, False])
def test_the_trading_does_not_end_unasked_while_an_offer_is_open(
    visitor: Callable[..., Player], offer: str, by_key: bool
) -> None:
    ada, table = scripted_visitor(visitor, "bohnanza", OWN, bots=(1, 2))
    page = ada.page
    table.act(offer)
    expect(page.locator(".offers .offer")).to_have_count(1)
    button = page.locator(".actions [data-do='A end trading']")

    def end() -> None:
        if by_key:
            page.keyboard.press("e")
        else:
            button.click()

    end()
    expect(page.locator(".notice.warn")).to_contain_text(OPEN_OFFERS[offer])
    assert table.playing.table.decision.is_trading
    end()
    expect(button).to_have_count(0)
    assert not table.playing.table.decision.is_trading


def test_the_key_for_going_on_ignores_no_offer(visitor: Callable[..., Player]) -> None:
    ada, table = scripted_visitor(visitor, "bohnanza", OTHERS, bots=(1, 2))
    table.act("B offer A: Blue@1 for Soy")
    table.start_priority_window(60.0)
    expect(ada.page.locator("[data-answer=decline]")).to_be_visible()
    ada.page.keyboard.press("e")
    expect(ada.page.locator(".notice")).to_contain_text("Nina waits for your answer")
    assert not [message for message in table.received if message["type"] == "nothing"]


def test_a_double_click_acts_once(visitor: Callable[..., Player]) -> None:
    planting = OWN.replace("phase: 2", "phase: 1").replace("given turned: Red, Chili\n", "")
    ada = visitor()
    page = ada.page
    table = ScriptedTable(ada, "bohnanza")

    def double_click(control: Locator, at_once: bool) -> None:
        """Both clicks before the answer of the server, or the second one after it."""
        if at_once:
            return control.dblclick()
        box = control.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down(click_count=1)
        page.mouse.up(click_count=1)
        page.wait_for_function("() => document.querySelector('.prompt:not(.busy)')")
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        return None

    field = page.locator(".fields.own .plot").first
    for at_once in (True, False):
        table.show_scenario(planting, bots=(1, 2))
        double_click(field, at_once)
        expect(page.locator(".fields.own .field").first.locator(".slot")).to_have_count(1)
        page.locator("[data-place=draw]").click()  # once this is done, the other click has been handled, too
        expect(page.locator(".notice")).to_have_count(0)
        assert actions_of(table) == ["A plant Red 1"]

        table.show_scenario(OWN, bots=(1, 2))
        table.act("B offer A: Blue@1 for Soy", "C offer A: Blue@1 for Black-eyed")
        double_click(page.locator("section.prompt [data-answer=accept]"), at_once)
        expect(page.locator("[data-rove=aside]")).to_have_count(1)
        expect(page.locator(".notice")).to_have_count(0)
        assert actions_of(table)[2:] == ["A accept 1: Soy@2"]
