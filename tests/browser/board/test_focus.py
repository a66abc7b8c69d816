"""Keyboard focus: the way to the first action, the look of the focus, and hints of keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.phone import OWN_TRADING
from tests.support.browser.player import Player
from tests.support.browser.scenarios import CROWDED
from tests.support.browser.stage import scripted_visitor


@pytest.mark.parametrize("game", ["rabohnzel", "al-cabohne"])
def test_the_skip_button_leads_to_the_first_action(visitor: Callable[..., Player], game: str) -> None:
    ada, _ = scripted_visitor(visitor, game, CROWDED[game])
    page = ada.page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("section.prompt [data-rove=actions]").first).to_be_focused()
    expect(page.locator(".skip")).not_to_be_in_viewport()


def test_a_held_key_accepts_no_offer(visitor: Callable[..., Player]) -> None:
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    page = ada.page
    page.keyboard.press("Tab")
    page.keyboard.down("Enter")
    expect(page.locator("[data-answer=accept]")).to_be_focused()
    page.keyboard.down("Enter")  # repeated by the system
    page.keyboard.up("Enter")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-answer=decline]")).to_have_count(0)
    acts = [message["action"] for message in scripted_table.received if message["type"] == "act"]
    assert acts == ["A decline 1"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_front_card_does_not_look_focused(visitor: Callable[..., Player], scheme: str) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", OWN_TRADING, color_scheme=scheme)
    cards = ada.page.locator(".hand .handle")
    frame = """(card) => {
      const {boxShadow, outlineStyle, borderColor} = getComputedStyle(card);
      return [boxShadow, outlineStyle, borderColor];
    }"""
    looks = [card.evaluate(frame) for card in cards.all()]
    assert looks[0] == looks[1]
    expect(ada.page.locator(".front .first")).to_have_text("front")
    ada.page.keyboard.press("h")
    assert cards.first.evaluate(frame)[1] == "solid"


def test_keys_are_shown_only_while_they_work(visitor: Callable[..., Player]) -> None:
    ada, _ = scripted_visitor(visitor, "bohnanza", OWN_TRADING)
    key = ada.page.locator("section.prompt [data-answer=accept] kbd")
    expect(key).to_be_visible()
    ada.page.locator("#line").focus()
    expect(key).to_be_hidden()
    ada.page.keyboard.press("Escape")
    expect(key).to_be_visible()
    ada.page.keyboard.press(",")
    ada.page.get_by_label("Single keys as shortcuts").uncheck()
    ada.page.keyboard.press("Escape")
    expect(key).to_be_hidden()
