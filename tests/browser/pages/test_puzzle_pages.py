"""Puzzles in the browser: answers by keys, and the storm with its clock."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.player import Player
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.storm import SECONDS, storm_puzzle

TIMER = "[role=timer]"


def right_key(ada: Player) -> str:
    """The key of the best answer to the puzzle of the storm."""
    puzzle = storm_puzzle(ada.page.locator("[name=puzzle]").get_attribute("value") or "")
    assert puzzle is not None
    return str(puzzle.best + 1)


def test_a_puzzle_is_answered_with_a_key(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    puzzle = collection("bohnanza")[0]
    ada.page.goto(f"/puzzles/bohnanza/{puzzle.id}")
    ada.page.keyboard.press(str(puzzle.best + 1))
    expect(ada.page.locator(".notice")).to_contain_text("That is the best answer.")
    ada.page.goto("/puzzles/bohnanza")
    expect(ada.page.locator(".badge.solved")).to_have_count(1)


def test_a_storm_is_played_with_keys_until_its_time_is_up(visitor: Callable[..., Player]) -> None:
    ada = visitor(bypass_csp=True, painted=True)
    ada.page.clock.install()
    ada.page.goto("/puzzles/storm/bohnanza")
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.locator(TIMER)).to_have_text(re.compile("^(3:00|2:5[0-9])$"))
    assert findings(ada) == []
    ada.page.keyboard.press(right_key(ada))
    expect(ada.page.locator(".last")).to_contain_text("Solved.")
    expect(ada.page.locator("[data-focus]")).to_be_focused()
    # The clock of the device does not matter to the server: the page asks it when the time seems to be up.
    with ada.page.expect_navigation():
        ada.page.clock.fast_forward(SECONDS * 1000)
    expect(ada.page.locator(TIMER)).to_have_text(re.compile("^(3:00|2:[0-5][0-9])$"))
    expect(ada.page.locator(".storm-bar")).to_contain_text("1 solved")


def test_a_storm_needs_no_script(visitor: Callable[..., Player]) -> None:
    ada = visitor(java_script_enabled=False)
    ada.page.goto("/puzzles/storm")
    ada.page.get_by_role("button", name="Start").click()
    for _ in range(2):
        ada.page.locator(f'.answers button[value="{right_key(ada)}"]').click()
    expect(ada.page.locator(".storm-bar")).to_contain_text("2 solved")
