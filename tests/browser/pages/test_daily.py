"""Deal of the day in a browser: an attempt on a phone from its button to the line to share."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.player import Player

PHONE = {"width": 360, "height": 740}
BOTS_TIMEOUT = 180_000.0


def is_scrolled_sideways(ada: Player) -> bool:
    return bool(ada.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))


def test_an_attempt_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(
        viewport=PHONE, bypass_csp=True, painted=True, timezone_id="Asia/Kathmandu", permissions=["clipboard-read"]
    )
    page = ada.page
    page.goto(f"{ada.server.url}/daily")
    expect(page.locator("[data-local-time]")).to_contain_text("5:45")  # 00:00 UTC
    assert findings(ada) == []
    assert not is_scrolled_sideways(ada)
    page.get_by_role("link", name=re.compile("To the deal.*solo")).press("Enter")
    page.get_by_label("Your name").fill("Ada")
    assert findings(ada) == []
    page.get_by_role("button", name="Begin my attempt").press("Enter")
    ada.wait_for_table()
    table = page.url
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.go_back()
    page.reload()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(table)
    ada.wait_for_table()
    for presses in range(3):
        ada.press(presses)
    ada.play_over_socket()
    page.goto(f"{table}/result")
    page.get_by_role("link", name=re.compile("^Deal of the day no")).click()
    expect(page.locator("tr.own").first).to_contain_text("Ada")
    # The page reloads itself until the reference bots have played, which takes long on a busy machine.
    day_table = page.get_by_role("region", name="Ranking of the day").locator("table")
    expect(day_table).to_contain_text("merchant", timeout=BOTS_TIMEOUT)
    assert findings(ada) == []
    assert not is_scrolled_sideways(ada)
    line = page.locator("#share-line").input_value()
    assert re.fullmatch(r"tobean · Deal of the day no\. \d+: .+ · [+−±]\d+ \(\d+ thalers?\).* http://\S+", line)
    page.get_by_role("button", name="Copy the line").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    page.get_by_role("link", name="Where did we diverge? merchant").click()
    expect(page.get_by_role("link", name=re.compile("Replay from here"))).to_have_count(2)
    assert findings(ada) == []
