"""axe reports no violations on any page, light and dark. (axe injects styles, so the CSP is off here.)"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.player import Player
from tobean.games import GAMES

PAGES = [
    "/",
    "/open",
    "/lobby",
    "/mine",
    "/mine/games",
    "/me",
    "/learn",
    "/rules",
    "/replays",
    "/puzzles/bohnanza/1",
    "/puzzles/bohnanza/1?answer=1",
    "/puzzles/bohnanza",
    "/puzzles/storm",
    "/lessons",
    "/lessons/queue",
    "/nothing-here",
]
CARDS = ["/cards/bohnanza", "/cards/bohnedikt"]
RULES = ["/rules/bohnanza", "/rules/al-cabohne"]
"""Two games for each template: the base game, and one with other components."""
ALL = [*PAGES, *CARDS, *RULES]


@pytest.mark.parametrize("paths", [ALL[::2], ALL[1::2]], ids=["even", "odd"])
def test_pages_have_no_accessibility_violations(visitor: Callable[..., Player], paths: list[str]) -> None:
    """Dark mode differs in colours only, and all pages of rules have the same ones."""
    ada = visitor(color_scheme="light", bypass_csp=True, painted=True)
    wrong: dict[str, list[str]] = {}
    for path in paths:
        ada.page.emulate_media(color_scheme="light")
        ada.page.goto(path)
        found = findings(ada)
        if path not in RULES[1:]:
            ada.page.emulate_media(color_scheme="dark")
            found += findings(ada, ["color-contrast"])
        if found:
            wrong[path] = found
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_accessibility_violations(visitor: Callable[..., Player], game: str) -> None:
    """Dialogs, explanations and the waiting room are the same in all games."""
    ada = visitor(color_scheme="dark" if len(game) % 2 else "light", bypass_csp=True, painted=True)
    ada.open_table(game, dict.fromkeys(range(1, max(GAMES[game].players)), "sprout"))
    if game == "bohnanza":
        assert findings(ada) == []
    ada.start()
    for presses in range(4):
        ada.press(presses)
    ada.wait()
    assert findings(ada) == []
    if game != "bohnanza":
        return
    ada.page.keyboard.press("?")
    assert findings(ada) == []
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-look]:visible").first.click()
    expect(ada.page.locator(".explained")).to_be_visible()
    assert findings(ada) == []
