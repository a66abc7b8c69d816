"""Two people on one device: a screen hides the hands between turns."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.player import Player

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
