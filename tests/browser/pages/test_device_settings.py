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


def test_the_page_after_a_deletion_says_what_happened_once(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.table_at_once("bohnanza")
    outcome = ada.page.get_by_role("status")
    ada.page.goto("/mine")
    ada.page.get_by_role("button", name="Clear from my list").click()
    expect(outcome).to_contain_text("Taken off your list.")
    ada.page.reload()
    expect(outcome).to_have_count(0)
    ada.page.goto("/me")
    ada.page.get_by_label("I am sure.").check()
    ada.page.get_by_role("button", name="Delete everything about me").click()
    expect(outcome).to_contain_text("Everything about you has been deleted.")
