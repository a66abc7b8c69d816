"""Later visits start from a snapshot of Python's memory."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.static_site import EDIT_STORAGE, START, SitePlayer

Visitor = Callable[..., SitePlayer]
PREPARED = "html[data-prepared=yes]"
KEPT = "html[data-offline=yes]"
DAMAGE_SNAPSHOT = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("tobean python"));
  const cache = await caches.open(name);
  const request = (await cache.keys()).find(({url}) => url.includes("/prepared?"));
  await cache.put(request, new Response(new Uint8Array(1 << 20)));
}"""


def prepared_table(visitor: Visitor, **context: str) -> SitePlayer:
    """Returns a player at a table whose next visit has been prepared."""
    ada = visitor(**context)
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.press(0)
    expect(ada.page.locator(PREPARED)).to_have_count(1, timeout=START)
    return ada


def kept_table(visitor: Visitor) -> SitePlayer:
    """Return a player at a prepared table whose browser has also stored the site for offline use."""
    ada = prepared_table(visitor, service_workers="allow")
    expect(ada.page.locator(KEPT)).to_have_count(1, timeout=START)
    return ada


def visit_again(ada: SitePlayer) -> None:
    address = ada.page.url
    ada.page.goto("about:blank")
    ada.page.goto(address)
    ada.wait_for_table()


def test_a_later_visit_needs_no_file_of_python(visitor: Visitor) -> None:
    ada = prepared_table(visitor)
    hand = ada.cards()
    ada.context.route("**/*.packed", lambda route: route.abort())
    visit_again(ada)
    expect(ada.page.locator(PREPARED)).to_have_count(1, timeout=START)
    assert set(ada.cards()) & set(hand)
    for turn in range(3):
        ada.press(turn)
    ada.visit("/mine")
    expect(ada.page.locator("li.entry a.cover")).to_have_count(1, timeout=START)


def test_the_page_of_a_table_does_not_wait_for_python(visitor: Visitor) -> None:
    ada = kept_table(visitor)
    with ada.page.expect_request("**/en/tables/bohnanza.html"):
        visit_again(ada)
    other = ada.context.new_page()
    other.goto(ada.page.url)
    expect(other.locator("main")).to_contain_text("open in another tab", timeout=START)
    ada.press(0)


def test_a_damaged_table_is_shown_on_a_later_visit(visitor: Visitor) -> None:
    ada = kept_table(visitor)
    address = ada.leave_table()
    ada.page.evaluate(EDIT_STORAGE, '{"entry": "acted"')
    ada.page.goto(address)
    expect(ada.page.locator("form[action*=go-on] button")).to_be_visible(timeout=START)


def test_a_damaged_snapshot_is_replaced(visitor: Visitor) -> None:
    ada = prepared_table(visitor)
    ada.page.evaluate(DAMAGE_SNAPSHOT)
    visit_again(ada)
    ada.press(0)
    expect(ada.page.locator(PREPARED)).to_have_count(1, timeout=START)
    visit_again(ada)
    ada.press(0)
