"""After the game: the result, the replay, playing on from a position, a rematch, the record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tobean.record.record import parse_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.player import Player


@pytest.fixture
def finished(visitor: Callable[..., Player]) -> Player:
    ada = visitor()
    ada.open_table("al-cabohne", {1: "sprout"})
    ada.start()
    ada.play_to_the_end()
    return ada


def test_replay_and_playing_on(finished: Player, tmp_path: Path) -> None:
    page = finished.page
    page.locator(".result a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/*")
    film = page.locator(".film")
    expect(film).to_be_visible()
    figure = film.locator(".figure")
    expect(figure).to_have_text(re.compile(r"^0 / \d+$"))
    film.get_by_role("button", name="One step forward").click()
    expect(figure).to_have_text(re.compile(r"^1 / "))
    film.get_by_role("button", name="Next harvest").click()
    expect(figure).not_to_have_text(re.compile(r"^1 / "))
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        film.get_by_role("link", name="Record").click()
    download.value.save_as(tmp_path / "game.record")
    record = parse_record((tmp_path / "game.record").read_text(encoding="utf-8"))
    assert record.final().over
    film.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    finished.at_table()
    assert not finished.over


def test_an_uploaded_record_is_shown(finished: Player, visitor: Callable[..., Player], tmp_path: Path) -> None:
    page = finished.page
    page.locator(".result a[href*='/replays/']").first.click()
    with page.expect_download() as download:
        page.locator(".film").get_by_role("link", name="Record").click()
    kept = tmp_path / "game.record"
    download.value.save_as(kept)
    eve = visitor()
    eve.page.goto("/replays")
    eve.page.locator("input[type=file]").set_input_files(kept)
    eve.page.locator("form:has(input[type=file]) button").click()
    expect(eve.page.locator(".film")).to_be_visible()
    broken = tmp_path / "broken.record"
    broken.write_text(kept.read_text(encoding="utf-8").replace("plant", "flood", 1), encoding="utf-8")
    eve.page.goto("/replays")
    eve.page.locator("input[type=file]").set_input_files(broken)
    eve.page.locator("form:has(input[type=file]) button").click()
    expect(eve.page.locator("[role=alert]")).to_contain_text("line")


def test_rematch(finished: Player) -> None:
    before = finished.page.url
    finished.page.get_by_role("button", name=re.compile("[Rr]ematch")).click()
    finished.page.wait_for_url(lambda url: url != before)
    finished.at_table()
    assert not finished.over
