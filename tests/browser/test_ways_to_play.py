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
    small = [
        box
        for box in [
            button.bounding_box()
            for button in ada.page.locator("section.asked button:visible, nav.sheets button:visible").all()
        ]
        if box is not None and box["height"] < 40
    ]
    assert not small


def test_a_whole_game_by_keyboard_alone(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.page.goto("/")
    name = ada.page.locator("input[name=name]")
    for _ in range(30):
        ada.page.keyboard.press("Tab")
        if name.evaluate("(element) => element === document.activeElement"):
            break
    ada.page.keyboard.press("Control+a")
    ada.page.keyboard.type("Ada")
    for _ in range(30):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("() => document.activeElement.value === 'al-cabohne'"):
            break
    ada.page.keyboard.press("Enter")
    ada.at_table()

    def seen() -> str:
        return ada.page.locator("main").inner_text()

    def press(turn: int) -> bool:
        if not ada.awaited():
            return False
        verbs = ["1", "2", "e", "q", "Shift+1", "Shift+2"]
        before = seen()
        for key in verbs[turn % 2 :] + verbs[: turn % 2]:
            if key == "q":
                # Whatever else is asked: the first button beside the question.
                ada.page.keyboard.press("q")
                for _ in range(turn % 3):
                    ada.page.keyboard.press("ArrowRight")
                ada.page.keyboard.press("Enter")
                if ada.page.locator("dialog[open]").count():
                    ada.page.keyboard.press("Tab")
                    ada.page.keyboard.press("Enter")
                    ada.page.keyboard.press("Escape")
            else:
                ada.page.keyboard.press(key)
            ada.page.wait_for_timeout(30)
            if (
                ada.over
                or ada.page.locator("[data-place=draw]").inner_text() + ada.page.locator("main").inner_text() != before
            ):
                return True
        return True

    ada.play_to_the_end(press)


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
    expect(ada.page.locator("[role=status][aria-live=polite]")).to_contain_text("Ada plants")
    for card in ada.page.locator("[data-rove=hand]").all():
        assert re.search(r"of \d|front of the hand", card.get_attribute("aria-label") or "")
