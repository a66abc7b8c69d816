"""On a phone, by keyboard alone, in German."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.player import Player

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def fits(player: Player) -> bool:
    """Nothing stands out of the screen to the right."""
    return bool(player.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))


def test_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(**PHONE)
    for path in ("/", "/open?game=bohnedikt", "/lobby", "/mine", "/rules", "/rules/rabohnzel", "/cards/bohnanza"):
        ada.page.goto(path)
        assert fits(ada), path
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout", 3: "sprout", 4: "sprout"})
    assert fits(ada)
    ada.start()
    presses = 0
    while presses < 15:
        presses += ada.press_something(presses)
        ada.page.wait_for_timeout(20)
        assert fits(ada)
    for sheet in ada.page.locator("nav.sheets button").all():
        sheet.tap()
        assert fits(ada)
        sheet.tap()
    for button in ada.page.locator("section.asked .deeds button:visible, nav.sheets button:visible").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 40, button.inner_text()


def test_by_keyboard_alone(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("al-cabohne", {1: "sprout"})
    for _ in range(40):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("() => Boolean(document.activeElement.closest('form[action$=\"/start\"]'))"):
            break
    ada.page.keyboard.press("Enter")
    ada.at_table()

    def seen() -> object:
        """What is told in words of everything on the table: labels of cards and fields, piles, the question."""
        return ada.page.locator("main [aria-label], .question").evaluate_all(
            "(found) => found.map((each) => each.getAttribute('aria-label') || each.textContent)"
        )

    def choose_in_dialog() -> None:
        """The first thing in the list of all that can be done."""
        for _ in range(10):
            if ada.page.evaluate("() => Boolean(document.activeElement.dataset.do)"):
                ada.page.keyboard.press("Enter")
                return
            ada.page.keyboard.press("Tab")
        raise AssertionError("the list cannot be reached by Tab")

    def press(turn: int) -> bool:
        """Plant, go on, or answer by the first button beside the question; harvest if nothing else is possible."""
        if not ada.awaited():
            return False
        before = seen()
        planting = ["1", "2", "3"] if turn % 2 else ["2", "1", "3"]
        for key in [*planting, "e", "q", "Shift+1", "Shift+2", "Shift+3"]:
            ada.page.keyboard.press(key)
            if key == "q":
                ada.page.keyboard.press("Enter")
                if ada.page.locator("dialog[open]").count():
                    choose_in_dialog()
            ada.page.wait_for_timeout(60)
            if ada.over or not ada.awaited() or seen() != before:
                return True
        raise AssertionError(f"no key does anything: {ada.page.locator('section.asked').inner_text()}")

    turn = 0
    while turn < 25 and not ada.over:
        if press(turn):
            turn += 1
        else:
            ada.page.wait_for_timeout(30)
    ada.page.get_by_role("tab", name="Log").focus()
    expect(ada.page.locator("[role=log]").first).to_contain_text("Ada plants")
    assert "Turn 3" in ada.page.locator("[role=log]").first.inner_text()


def test_in_german(visitor: Callable[..., Player]) -> None:
    ada = visitor(language="de-DE")
    ada.page.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    expect(ada.page.locator("section.asked, .log")).not_to_have_count(0)
    presses = 0
    while presses < 10:
        presses += ada.press_something(presses)
        ada.page.wait_for_timeout(20)
    said = ada.page.locator("#table").inner_text()
    assert "Bohne" in said
    english = re.findall(r"\b(?:plants|harvests|trading|Offer|draw pile|discard pile|Your|thalers|You give)\b", said)
    assert not english


def test_the_page_is_told_to_those_who_listen(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.start()
    ada.play_until(ada.awaited)
    ada.press_something(0)
    expect(ada.page.locator("[role=status][aria-live=polite]")).to_contain_text(re.compile("Ada (plants|declines)"))
    for card in ada.page.locator("[data-rove=hand]").all():
        assert re.search(r"of \d|front of the hand", card.get_attribute("aria-label") or "")
