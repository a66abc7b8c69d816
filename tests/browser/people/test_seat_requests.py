"""A visitor asks for a bot's seat in a running game; the host answers by keyboard or on a phone."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.phone import PHONE
from tests.support.browser.player import Player

ASK = "Ask to sit here"


def visit(eve: Player, link: str, name: str = "Eve") -> None:
    eve.send_form("/me", {"name": name})
    eve.page.goto(link)
    eve.wait_for_table()


def running_table(ada: Player) -> str:
    link = ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    return link


def test_the_host_admits_a_visitor_by_keyboard(visitor: Callable[..., Player]) -> None:
    ada, eve = visitor(), visitor()
    visit(eve, running_table(ada))
    eve.page.get_by_role("button", name=ASK).first.click()
    waiting = eve.page.locator(".returning")
    expect(waiting).to_contain_text("The person who opened the table decides.")
    expect(ada.page.locator(".request")).to_contain_text("Eve would like to play instead of")
    expect(ada.page.locator("[role=status][aria-live=polite]")).to_contain_text("Eve would like to play instead of")
    eve.page.reload()  # the request stays
    expect(waiting).to_contain_text("The person who opened the table decides.")
    expect(eve.page.get_by_role("button", name=ASK)).to_have_count(1)  # for the other bot's seat
    ada.page.locator("[data-request=admit]").focus()
    ada.page.keyboard.press("Enter")
    expect(eve.page.locator("[data-rove=hand]").first).to_be_visible()
    expect(ada.page.locator(".request")).to_have_count(0)


def test_the_host_declines_on_a_phone_and_a_request_is_withdrawn(visitor: Callable[..., Player]) -> None:
    ada, eve, ole = visitor(**PHONE), visitor(**PHONE), visitor()
    link = running_table(ada)
    visit(eve, link)
    visit(ole, link, "Ole")
    request = ada.page.locator(".request")
    ole.page.get_by_role("button", name=ASK).first.click()
    expect(request).to_contain_text("Ole would like to play")
    ole.page.locator("[data-request=withdraw]").click()
    expect(request).to_have_count(0)
    eve.page.get_by_role("button", name=ASK).first.tap()
    expect(request).to_contain_text("Eve would like to play")
    ada.page.locator("[data-request=decline]").tap()
    expect(request).to_have_count(0)
    expect(eve.page.locator(".returning")).to_contain_text("Your request was declined.")
    expect(eve.page.get_by_role("button", name=ASK)).to_have_count(0)
