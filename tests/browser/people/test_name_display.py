"""Names and devices in a real browser: a link asks for a name, and no name reorders the text around it."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.accessibility import findings
from tests.support.browser.player import Player

HEBREW = "יוסף 7"
ISOLATED = f"\u2068{HEBREW}\u2069"


def test_a_link_to_another_device_asks_first(visitor: Callable[..., Player]) -> None:
    ada, ben = visitor(), visitor(color_scheme="light", bypass_csp=True, painted=True)
    ada.play_now("bohnanza", "Ada")
    ada.page.goto("/me")
    link = ada.page.locator("input.link").input_value()
    ben.play_now("al-cabohne", "Ben")
    heard: list[str] = []
    ben.page.on("request", lambda request: heard.append(request.headers.get("referer", "")))
    ben.page.goto(link)
    expect(ben.page.locator("main")).to_contain_text("That person has a seat at a table that is not over")
    assert findings(ben) == []
    ben.page.emulate_media(color_scheme="dark")
    assert findings(ben, ["color-contrast"]) == []
    expect(ben.page.locator(".bar .name")).to_contain_text("Ben")
    # By keyboard alone: from the content to the first button.
    ben.page.locator("#main").focus()
    ben.page.keyboard.press("Tab")
    expect(ben.page.get_by_role("button", name="Continue as Ada")).to_be_focused()
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_url("**/mine")
    expect(ben.page.locator(".bar .name")).to_contain_text("Ada")
    assert not any("/move/" in address for address in heard)
    assert ben.page_errors == ada.page_errors == []
    ben.page.goto(link)
    expect(ben.page.locator("h1")).to_have_text("This link has expired")


def test_a_right_to_left_name_is_isolated(visitor: Callable[..., Player]) -> None:
    yosef = visitor()
    yosef.open_table("bohnanza", {1: "miser", 2: "miser"}, HEBREW)  # an offer would be what the numbers are about
    expect(yosef.page.locator("ol.seats bdi").first).to_have_text(HEBREW)
    yosef.start()
    expect(yosef.page.locator(".mine h2.who")).to_contain_text(ISOLATED)
    yosef.page.get_by_role("tab", name="Log").click()
    expect(yosef.page.locator(".log li").filter(has_text=ISOLATED).first).to_be_visible()
    yosef.page.get_by_role("tab", name="Chat").click()
    yosef.page.locator("#line").fill("שלום 1, 2")
    yosef.page.keyboard.press("Enter")
    line = yosef.page.locator(".chat .said").first
    expect(line.locator("bdi")).to_have_text(HEBREW)
    # The name is left of the message, although both are written from right to left.
    expect(line.locator("span")).to_have_text("שלום 1, 2")
    name, said = line.locator("bdi").bounding_box(), line.locator("span").bounding_box()
    assert name is not None
    assert said is not None
    assert name["x"] + name["width"] <= said["x"] + 1
    assert yosef.page_errors == []
