"""Two people on one device: a screen hides the hands between turns, and both can speak."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.stage import ScriptedTable

TURNS = 8


def test_pass_and_play(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "here", 2: "miser"})
    ada.start()
    curtain = ada.page.locator(".pass-device")
    seen: set[str] = set()
    for presses in range(200):
        ada.page.wait_for_function(
            "() => document.querySelector('.pass-device, section.prompt.yours:not(.busy), #table .result') !== null"
        )
        if curtain.count():
            button = curtain.get_by_role("button")
            expect(button).to_be_visible()
            shown = ada.page.locator("[data-rove=hand]:visible").evaluate_all(
                "(cards) => cards.filter((card) => !card.closest('[inert]')).length"
            )
            assert shown == 0, "a hand is shown before its owner confirms"
            seen.add(button.inner_text())
            button.click()
            expect(curtain).to_have_count(0)
        if len(seen) == 2 and presses > TURNS:
            return
        ada.press_any_action(presses)
    raise AssertionError(f"the device was never passed on: {seen}")


BOT_TRADES = """
given players: Timon, Nina, Keno
given phase: 2
given active: Keno
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
given turned: Red, Chili
"""


def test_the_second_player_on_a_device_can_speak_up(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    page = ada.page
    table = ScriptedTable(ada, "bohnanza")
    table.show_scenario(BOT_TRADES, bots=(2,), local_seats=(0, 1))
    curtain = page.locator(".pass-device")
    speak_up = page.get_by_role("button", name="Nina speaks up")
    expect(page.get_by_role("button", name="Keno speaks up")).to_have_count(0)
    table.start_priority_window(60.0)
    speak_up.click()
    expect(curtain).to_contain_text("Hand the device to Nina")
    expect(page.locator(".question")).to_contain_text("The bots wait for you.")
    curtain.locator("[data-back]").click()
    expect(curtain).to_have_count(0)
    expect(page.locator(".question")).to_contain_text("You speak first.")

    ada.card(1).click()  # a draft with a card that Nina must not see
    expect(page.locator(".composer .lift")).to_have_count(1)
    speak_up.click()
    curtain.get_by_role("button", name="I am Nina").click()
    expect(page.locator("[data-finish]")).to_be_visible()
    assert ada.cards() == ["Blue", "Stink", "Garden"]
    expect(page.locator(".composer .lift")).to_have_count(0)
    page.locator("#line").fill("Blue for a Red?")
    page.keyboard.press("Enter")
    page.locator(".reading [data-confirm]").click()
    expect(page.locator(".offers .offer.own")).to_have_count(1)
    ada.card(1).click()
    page.locator("[data-make=call]").click()
    expect(page.locator("[data-make=call]")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.prompt:not(.busy)')")
    assert [repr(move.action) for move in table.playing.moves] == ["B offer C: Blue@1 for Red", "B call: have Stink"]
    page.locator("[data-finish]").click()
    expect(page.locator("[data-finish]")).to_have_count(0)
    expect(page.get_by_role("button", name="Timon speaks up")).to_be_visible()


def test_in_a_trade_of_one_player_the_device_goes_there_and_back(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    page = ada.page
    table = ScriptedTable(ada, "bohnanza")
    table.show_scenario(BOT_TRADES.replace("active: Keno", "active: Timon"), bots=(2,), local_seats=(0, 1))
    curtain = page.locator(".pass-device")
    page.get_by_role("button", name="Nina speaks up").click()
    curtain.get_by_role("button", name="I am Nina").click()
    ada.card(0).click()
    page.locator("[data-make=offer]").click()
    expect(page.locator(".offers .offer.own")).to_have_count(1)
    expect(curtain).to_have_count(0)
    page.keyboard.press("e")
    expect(curtain).to_contain_text("Hand the device to Timon")
    curtain.get_by_role("button", name="I am Timon").click()
    expect(page.locator("section.prompt [data-answer=accept]")).to_be_visible()
