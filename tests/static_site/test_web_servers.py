"""The static site on different web servers, below a path prefix, with their usual settings."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.static_site import PREFIX, START, StaticServer, site_players
from tests.support.browser.web_servers import WEB_SERVERS, web_server


@pytest.mark.parametrize("name", WEB_SERVERS)
def test_a_table_from_another_web_server(
    browser: Browser, static_server: StaticServer, tmp_path: Path, name: str
) -> None:
    folder = static_server.folder.parents[PREFIX.count("/")]
    with (
        web_server(name, folder, PREFIX, tmp_path) as server,
        site_players(browser, server) as arrive,
    ):
        ada = arrive(service_workers="allow")
        ada.page.goto(server.url)
        ada.page.wait_for_url(ada.root)
        ada.play_now("bohnanza")
        ada.press(0)
        expect(ada.page.locator("html[data-offline=yes]")).to_have_count(1, timeout=START)
        ada.context.set_offline(True)
        ada.page.goto(ada.root)
        ada.page.goto(f"{ada.root}rules/bohnanza/#K3")
        expect(ada.page.locator("main h1")).to_contain_text("Bohnanza")
        ada.visit("/mine")
        expect(ada.page.locator("li.entry a.cover")).to_have_count(1, timeout=START)
