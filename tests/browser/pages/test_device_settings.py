"""Settings kept on a device: the colour scheme of all pages, and pages that load offline."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.player import Player


def test_dark_mode_is_chosen_at_the_table_and_kept_offline(visitor: Callable[..., Player]) -> None:
    ada = visitor(service_workers="allow", color_scheme="light")
    ada.play_now("bohnanza")
    cloth = "() => getComputedStyle(document.body).getPropertyValue('--cloth').trim()"
    assert ada.page.evaluate(cloth) == "#d5e3c6"
    ada.page.keyboard.press(",")
    with ada.page.expect_response("**/theme"):
        ada.page.locator("dialog input[name=theme]").nth(2).check(force=True)
    assert ada.page.evaluate(cloth) == "#18241b"
    ada.page.goto("/lobby")
    assert ada.page.evaluate(cloth) == "#18241b"
    ada.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ada.context.set_offline(True)
    ada.page.goto("/rules")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("No connection to the server")
    expect(ada.page.get_by_role("link")).to_have_text("Try again")
    ada.context.set_offline(False)  # the page loads again without a press
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Rules and cards")
    ada.page_errors.clear()  # the browser reports being offline as an error
