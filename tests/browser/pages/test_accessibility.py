"""axe reports no violations on any page, light and dark. (axe injects styles, so the CSP is off here.)"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.player import Player
from tobean.games import GAMES

PAGES = ["/", "/open", "/lobby", "/mine", "/me", "/learn", "/rules", "/replays", "/nothing-here"]
CARDS = [f"/cards/{game}" for game in GAMES]
RULES = [f"/rules/{game}" for game in GAMES]
"""One of them is enough in dark mode: all have the same colours."""


@pytest.mark.parametrize(("scheme", "rules"), [("light", RULES), ("dark", RULES[:1])])
def test_pages(visitor: Callable[..., Player], scheme: str, rules: list[str]) -> None:
    ada = visitor(color_scheme=scheme, bypass_csp=True)
    wrong: dict[str, list[str]] = {}
    for path in [*PAGES, *CARDS, *rules]:
        ada.page.goto(path)
        found = findings(ada)
        if found:
            wrong[path] = found
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_tables(visitor: Callable[..., Player], game: str) -> None:
    ada = visitor(color_scheme="dark" if len(game) % 2 else "light", bypass_csp=True)
    ada.open_table(game, dict.fromkeys(range(1, max(GAMES[game].players)), "sprout"))
    assert findings(ada) == []
    ada.start()
    for presses in range(8):
        ada.press(presses)
    ada.wait()
    assert findings(ada) == []
    ada.page.keyboard.press("?")
    assert findings(ada) == []
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-look]:visible").first.click()
    expect(ada.page.locator(".explained")).to_be_visible()
    assert findings(ada) == []
