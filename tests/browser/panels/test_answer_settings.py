"""On a phone: answer settings survive a reload and take effect, and bots answer typed messages."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.phone import PHONE
from tests.support.browser.player import Player


def test_my_answers_and_questions_on_a_phone(visitor: Callable[..., Player]) -> None:
    ada = visitor(color_scheme="dark", bypass_csp=True, painted=True, **PHONE)
    ada.open_table("bohnanza", {1: "merchant", 2: "merchant"})
    ada.start()
    ada.wait()
    page = ada.page

    # The tempo of the bots is among the settings.
    page.get_by_role("button", name="Settings").tap()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_text("brisk").tap()
    settings.get_by_role("button", name="Close").tap()

    # By touch, then by keyboard: the panel and its button show the settings.
    page.get_by_role("button", name="My preferences").tap()
    panel = page.get_by_role("dialog", name="My preferences")
    panel.get_by_role("button", name="Keep Red to myself").tap()
    panel.get_by_role("checkbox", name="Play forced actions for me").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="My preferences: 2 active")).to_be_visible()
    expect(page.get_by_role("img", name="gives away none of: Red")).to_be_visible()

    page.reload()
    page.get_by_role("button", name="My preferences: 2 active").tap()
    assert ada.page_errors == []
    assert findings(ada) == []
    expect(panel.get_by_role("button", name="Keep Red to myself")).to_have_attribute("aria-pressed", "true")
    expect(panel.get_by_role("checkbox", name="Play forced actions for me")).to_be_checked()
    expect(panel.get_by_role("checkbox", name="Decline offers I can't pay")).to_be_checked()  # as usual
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    panel.get_by_role("button", name="Close").tap()

    # Bots answer typed messages; only the author is informed of messages that they do not understand.
    ada.play_until(lambda: any(" end trading" in do for do in ada.read_state()["actions"]))
    page.get_by_role("button", name="Log").tap()
    page.get_by_role("tab", name="Chat").tap()
    line = page.get_by_role("textbox", name="Talk")
    line.fill("Who has Garden?")
    page.keyboard.press("Enter")
    expect(page.locator(".said.own")).to_contain_text("Who has Garden?")
    expect(page.locator(".said.own ~ .said.bot")).not_to_have_count(0)  # the newest line is the last one
    line.fill("Lorem ipsum dolor sit amet, consectetur adipiscing elit")
    page.keyboard.press("Enter")
    expect(page.locator(".chat-help")).to_contain_text("I did not understand. Try")
