"""What a browser can lack, and what can go wrong: one clear sentence each, and nothing is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.static_site import EDIT_STORAGE, START, SitePlayer, StaticServer

QUOTA_DELAY = 33_000
"""Milliseconds for which Chromium remembers how much space is left."""
Visitor = Callable[..., SitePlayer]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("delete globalThis.WebAssembly;", "has no WebAssembly"),
        ("Object.defineProperty(globalThis, 'indexedDB', {value: undefined});", "stores nothing for this page"),
    ],
)
def test_a_browser_that_lacks_something_says_so(visitor: Visitor, script: str, sentence: str) -> None:
    ada = visitor()
    ada.page.add_init_script(script)
    ada.visit("/mine")
    expect(ada.page.locator("#local-notice")).to_contain_text(sentence, timeout=START)


def test_two_tabs_on_one_table(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    other = ada.context.new_page()
    other.goto(ada.page.url)
    expect(other.locator("main")).to_contain_text("open in another tab", timeout=START)
    ada.press(0)


@pytest.mark.parametrize("name", ["index.json", "pyodide.asm.wasm", "python_stdlib.zip", "app.zip"])
def test_a_missing_file_is_reported(browser: Browser, static_server: StaticServer, name: str) -> None:
    ada = SitePlayer(static_server, browser)
    ada.context.route(f"**/{name}.packed", lambda route: route.abort())
    ada.visit("/mine")
    expect(ada.page.locator("#local-notice")).to_contain_text("could not be loaded", timeout=START)
    ada.context.close()


def test_a_damaged_table_is_shown_and_played_on(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    for turn in range(3):
        ada.press(turn)
    address = ada.leave_table()
    entries = ada.page.evaluate(EDIT_STORAGE, '{"entry": "acted"')
    ada.page.goto(address)
    go_on = ada.page.locator("form[action*=go-on] button")
    expect(go_on).to_be_visible(timeout=START)
    go_on.click()
    ada.wait_for_table()
    assert ada.page.url != address
    ada.press(0)
    ada.leave_table()
    assert ada.page.evaluate(EDIT_STORAGE, "") > entries  # the damaged log is kept


def test_full_storage_is_reported_and_changes_nothing(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("al-cabohne", {})  # alone: elsewhere the first question may be an offer, not a card
    ada.wait()
    quota = ada.context.new_cdp_session(ada.page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": ada.site.origin, "quotaSize": 1})
    ada.page.wait_for_timeout(QUOTA_DELAY)
    hand = ada.cards()
    ada.press(0)
    expect(ada.page.locator("#table")).to_contain_text("has stored nothing", timeout=START)
    assert ada.cards() == hand
    quota.send("Storage.overrideQuotaForOrigin", {"origin": ada.site.origin})
    ada.press(0)
    expect(ada.page.locator("[data-rove=hand]")).to_have_count(len(hand) - 1, timeout=START)


def raise_version(page: Page, version: int) -> None:
    """Changes the stores like a newer version of the site."""
    page.evaluate(
        """(version) => new Promise((resolve, reject) => {
          const asking = indexedDB.open("tobean", version);
          asking.onsuccess = () => { asking.result.close(); resolve(); };
          asking.onerror = () => reject(asking.error);
        })""",
        version,
    )


def test_an_old_page_beside_a_newer_version_asks_to_be_reloaded(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.press(0)
    newer = ada.context.new_page()
    newer.goto(f"{ada.site.url}tobean-site.json")
    raise_version(newer, 2)
    expect(ada.page.locator("#table")).to_contain_text("newer version", timeout=START)
    ada.visit("/mine")
    expect(ada.page.locator("#local-notice")).to_contain_text("newer version", timeout=START)
