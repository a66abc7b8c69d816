"""One table in Chromium, from the front page to the list of tables after a killed tab."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.static_site import SitePlayer


def test_a_table_without_a_server_survives_a_killed_tab(visitor: Callable[..., SitePlayer]) -> None:
    ada = visitor()
    ada.play_now("bohnanza")
    ada.press(0)
    hand = ada.cards()
    address = ada.page.url
    assert address.startswith(f"{ada.root}page/#/tables/bohnanza-")
    first = ada.page
    ada.page = ada.context.new_page()
    first.close()
    ada.page.goto(f"{ada.root}page/#/mine")
    entry = ada.page.locator("li.entry a.cover")
    expect(entry).to_have_count(1, timeout=120_000)
    entry.click()
    ada.wait_for_table()
    assert ada.page.url == address
    assert set(hand) & set(ada.cards())
