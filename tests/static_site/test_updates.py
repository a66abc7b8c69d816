"""A new version of the site: announced between games, never at a table, and open tables continue."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browser.static_site import START, StaticServer, site_players, wait_for

NEW = "local/0123456789ab"
"""Folder of the scripts in the new version."""
WAITS = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)"


def publish_new_version(folder: Path) -> None:
    """Replaces the site by one whose scripts have another address, so that the files of the old one are gone."""
    (scripts,) = (folder / "local").iterdir()
    scripts.rename(folder / NEW)
    worker = folder / "service-worker.js"
    for path in (*folder.rglob("*.html"), worker):
        path.write_text(path.read_text(encoding="utf-8").replace(f"local/{scripts.name}", NEW), encoding="utf-8")
    version = json.dumps("another version")
    worker.write_text(re.sub(r'(?<=const VERSION = )"\w+"', version, worker.read_text(encoding="utf-8")))


def test_an_update_waits_for_the_end_of_the_table(browser: Browser, own_server: StaticServer) -> None:
    with site_players(browser, own_server) as arrive:
        ada = arrive(service_workers="allow")
        ada.page.goto(ada.root)
        expect(ada.page.locator("html[data-offline=yes]")).to_have_count(1, timeout=START)
        ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
        ada.press(0)
        address = ada.page.url
        publish_new_version(own_server.folder)
        ada.page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
        wait_for(ada.page, WAITS)
        assert ada.page.locator("#local-update").count() == 0
        for turn in range(3):
            ada.press(turn)
        hand = ada.cards()
        # Between games the old version still runs, and offers the new one.
        ada.page.goto(ada.root)
        assert ada.page.locator(f"head script[src*='{NEW}']").count() == 0
        notice = ada.page.locator("#local-update")
        expect(notice).to_contain_text("new version", timeout=START)
        with ada.page.expect_navigation():
            notice.locator("button").click()
        expect(ada.page.locator(f"head script[src*='{NEW}']")).to_have_count(1)
        ada.page.goto(address)
        ada.wait_for_table()
        assert set(ada.cards()) & set(hand)
        ada.press(0)
