"""Bohnsai, a game of another package, played by hand: a few turns, and a cut with the shears."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.player import Player
from tests.support.browser.server import ServerProcess

PHONE = {"viewport": {"width": 375, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def until_something_can_be_pruned(ada: Player) -> None:
    ada.open_table("bohnsai", {1: "sprout", 2: "sprout"})
    ada.start()
    ada.play_until(lambda: ada.page.locator(".field-action").count() > 0)


@pytest.mark.parametrize(
    ("language", "by_keyboard", "button", "expected"),
    [
        ("en", False, r"Prune field \d", r"Ada prunes field \d and discards"),
        ("de", True, r"Feld \d beschneiden", r"Ada beschneidet Feld \d und legt .* ab\."),
    ],
)
def test_a_cut_with_the_shears(
    visitor: Callable[..., Player],
    server_with_packages: ServerProcess,
    language: str,
    by_keyboard: bool,
    button: str,
    expected: str,
) -> None:
    ada = visitor(server=server_with_packages, language=language)
    until_something_can_be_pruned(ada)
    shears = ada.page.locator(".field-action")
    expect(shears.first).to_have_attribute("aria-label", re.compile(button))
    field = int(shears.first.get_attribute("data-use") or "-1")
    row = ada.page.locator(f"[data-place^=card-0-{field}-]")
    before, hand = row.count(), len(ada.cards())
    if by_keyboard:
        shears.first.focus()
        ada.page.keyboard.press("Enter")
    else:
        shears.first.click()
    expect(shears).to_have_count(0)
    expect(row).to_have_count(before - 1)
    expect(ada.page.locator("[data-rove=hand]")).to_have_count(hand + 1)
    expect(ada.page.locator(".log")).to_contain_text(re.compile(expected))
    ada.page.goto("/cards/bohnsai")
    expect(ada.page.locator("main")).to_contain_text("Bonsai" if language == "en" else "Bonsaibohne")
    assert ada.page_errors == []


def test_the_shears_on_a_phone(visitor: Callable[..., Player], server_with_packages: ServerProcess) -> None:
    ada = visitor(server=server_with_packages, **PHONE)
    until_something_can_be_pruned(ada)
    ada.page.locator(".field-action").first.tap()
    expect(ada.page.locator(".field-action")).to_have_count(0)
