"""Typed replies to offers: a refusal moves no cards, and Enter chooses nothing where a reply is unclear."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.stage import scripted_visitor

OFFERED = """
given players: Timon, Nina, Keno
given phase: 2
given active: Timon
given hand Timon: Red, Soy, Black-eyed
given hand Nina: Blue, Stink, Garden
given hand Keno: Blue, Black-eyed, Black-eyed
given turned: Red, Chili
when Nina offer Timon: Blue@1 for Soy
"""


@pytest.mark.parametrize("said", ["Nö, das ist mir zu wenig", "Das ist mir zu teuer", "Forget it"])
def test_a_refusal_after_declining_moves_no_cards(visitor: Callable[..., Player], said: str) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OFFERED, bots=(1, 2))
    page, line = ada.page, ada.page.locator("#line")
    page.locator("section.prompt [data-answer=decline]").click()
    expect(page.locator("[data-answer=decline]")).to_have_count(0)
    line.fill(said)
    line.press("Enter")
    page.wait_for_function("said => window.document.body.textContent.includes(said)", arg=said)  # it has become chat
    expect(page.locator(".reading")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    acts = [message["action"] for message in scripted_table.received if message["type"] == "act"]
    assert acts == ["A decline 1"]


def test_an_unclear_reply_focuses_nothing_that_gives_cards_away(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OFFERED, bots=(1, 2))
    scripted_table.act("C offer A: Black-eyed@2 for Red")
    page, line = ada.page, ada.page.locator("#line")
    page.locator(".offers .offer", has_text="Nina").click()
    line.fill("ok, but not that way")
    line.press("Enter")
    choices = page.locator(".reading [data-confirm]")
    expect(choices).to_have_text(["Decline offer 1"])
    expect(page.locator(".reading [data-about]")).to_contain_text("Nina offers:")
    assert page.locator(".reading").evaluate("box => box.scrollWidth <= box.clientWidth")
    expect(line).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(choices).to_have_count(1)
    assert not [message for message in scripted_table.received if message["type"] == "act"]


def test_cards_given_for_nothing_are_confirmed_on_purpose(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OFFERED, bots=(1, 2))
    line = ada.page.locator("#line")
    line.fill("It is a present for you")
    line.press("Enter")
    expect(ada.page.locator(".reading [data-confirm]")).to_have_count(1)
    expect(line).to_be_focused()
    ada.page.keyboard.press("Enter")
    assert not [message for message in scripted_table.received if message["type"] == "act"]
