"""Every element of the table has an explanation, by keyboard and by touch, and playing is unaffected."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.layout import PHONE, middle_of
from tests.support.browser.player import Player

RESTING = 1000
"""Milliseconds after which a resting mouse has opened an explanation."""
KEYS = """() => {
  const things = [...document.querySelectorAll("[data-explain]")].filter((each) => each.checkVisibility());
  const reached = things.filter((each) => each.matches("button") || each.querySelector("button"));
  return [...new Set(reached.map((each) => each.dataset.explain))];
}"""
FOCUS = """(key) => {
  const things = [...document.querySelectorAll(`[data-explain="${key}"]`)].filter((each) => each.checkVisibility());
  const reached = things.map((each) => each.matches("button") ? each : each.querySelector("button")).find(Boolean);
  reached.focus();
}"""


def test_explanations_open_by_keyboard(visitor: Callable[..., Player]) -> None:
    """For every card, field, pile, phase and purse, W opens a text with its rule, and Escape returns to the element."""
    ada = visitor()
    ada.open_table("rabohnzel", {1: "miser", 2: "miser"})
    ada.start()
    ada.play_until(lambda: any(" plant " in do for do in ada.read_state()["actions"]))
    box = ada.page.locator(".explained")
    keys = ada.page.evaluate(KEYS)
    assert {key.split(":")[0] for key in keys} == {"card", "field", "phase", "thing"}
    for key in keys:
        ada.page.evaluate(FOCUS, key)
        ada.page.keyboard.press("w")
        expect(box).to_be_focused()
        expect(box.locator("h2")).not_to_be_empty()
        assert box.locator("a.rule").count() > 0, key
        assert len(box.locator("#explained-text").inner_text()) > 40, key
        ada.page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        assert ada.page.evaluate("() => document.activeElement.closest('[data-explain]')?.dataset.explain") == key
    # Actions with a card are listed in its explanation, and can be taken there.
    held = len(ada.cards())
    ada.card(0).focus()
    ada.page.keyboard.press("w")
    box.get_by_role("button", name="Plant").first.click()
    expect(box).to_have_count(0)
    expect(ada.page.locator("[data-rove=hand]")).to_have_count(held - 1)


def test_a_mouse_that_rests_where_it_clicked_explains_nothing(visitor: Callable[..., Player]) -> None:
    """A mouse that trembles after a click opens no explanation; one that moves to something else and rests does."""
    ada = visitor()
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    page, box = ada.page, ada.page.locator(".explained")
    page.clock.install()
    x, y = middle_of(ada.card(1))
    edge = (middle_of(ada.card(0))[0] + x) / 2
    page.mouse.move(edge - 200, y - 200)
    page.mouse.click(edge - 3, y)
    page.mouse.move(edge + 3, y)
    page.clock.fast_forward(RESTING)
    expect(box).to_have_count(0)
    page.mouse.move(*middle_of(ada.card(2)))
    page.clock.fast_forward(RESTING)
    expect(box.locator("h2")).to_have_text(ada.cards()[2])


@pytest.mark.parametrize(
    ("game", "bots", "thing"),
    [
        ("al-cabohne", {}, ".boss [data-explain]"),
        ("rabohnzel", {1: "miser", 2: "miser"}, ".spells.own [data-explain]"),
        ("bohnedikt", {1: "miser", 2: "miser"}, ".hand .card.sacrifice"),
    ],
)
def test_a_special_card_says_what_the_cards_page_says(
    visitor: Callable[..., Player], game: str, bots: dict[int, str], thing: str
) -> None:
    ada = visitor()
    ada.open_table(game, bots)
    ada.start()
    box = ada.page.locator(".explained")
    key = ada.page.locator(thing).first.evaluate("(found) => found.closest('[data-explain]').dataset.explain")
    ada.page.evaluate(FOCUS, key)
    ada.page.keyboard.press("w")
    words = box.locator("#explained-text p:has(a.rule)").first.inner_text().split()
    ada.page.goto(f"/cards/{game}")
    assert words in [text.split() for text in ada.page.locator(".kind .text").all_inner_texts()]


def test_explanations_open_by_touch(visitor: Callable[..., Player]) -> None:
    """A long press explains, a tap plays; a tap explains where there is nothing to play, and after the button."""
    ada = visitor(**PHONE)
    ada.open_table("rabohnzel", {1: "miser", 2: "miser"})
    ada.start()
    ada.play_until(lambda: any(" plant " in do for do in ada.read_state()["actions"]))
    box, held = ada.page.locator(".explained"), ada.cards()
    x, y = middle_of(ada.card(0))
    finger = ada.context.new_cdp_session(ada.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 1}]})
    expect(box.locator("h2")).to_have_text(held[0])
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    box.get_by_role("button", name="Close").tap()
    expect(box).to_have_count(0)
    assert ada.page.locator(".picked").count() == 0
    assert ada.cards() == held

    ada.page.locator(".seat .field button").first.tap()
    expect(box).to_contain_text("Field 1, ")
    box.get_by_role("button", name="Close").tap()

    ada.page.locator(".sheets .explain-button").tap()
    ada.card(0).tap()
    expect(box.locator("h2")).to_have_text(held[0])
    box.get_by_role("button", name="Close").tap()
    ada.card(0).tap()
    expect(ada.page.locator(".picked")).to_have_count(1)


MOMENT = """() => {
  const card = document.querySelector(".moment");
  if (!card) return null;
  const words = [...card.querySelectorAll("p")].at(-1).firstChild;
  let shown = "";
  for (let node = words; node; node = node.nextSibling) if (node.nodeType === Node.TEXT_NODE) shown += node.data;
  return {
    title: card.querySelector("h2").textContent,
    shown: shown.trim(),
    heard: document.querySelector("[role=status]").textContent,
    presses: getComputedStyle(card).pointerEvents,
  };
}"""
"""Overlay over the table, read in one call because it closes by itself. The last line of a long reveal is announced."""


def test_mafia_events_are_animated_and_read_out(visitor: Callable[..., Player]) -> None:
    """Mafia events are animated over the table, are read out, let clicks through, and close by Escape."""
    ada = visitor()
    ada.open_table("al-cabohne", {})
    ada.start()
    seen: dict[str, str] = {}

    def happens() -> bool:
        seen.update(ada.page.evaluate(MOMENT) or {})
        return bool(seen)

    ada.play_until(happens)
    assert re.search("The Bean Mafia|Tax", seen["title"])
    assert seen["shown"]
    assert seen["shown"] in seen["heard"]
    assert seen["presses"] == "none"
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".moment")).to_have_count(0)
