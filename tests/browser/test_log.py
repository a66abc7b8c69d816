"""The log from the first card on, however late somebody comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tobean.kernel.chance import chance_from
from tobean.record.record import Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.player import Player

LATE = 400
"""A position with more behind it than a page is told at first."""


CAME = """(count) => {
  const more = document.querySelectorAll(".log li").length >= count + 50;
  return more || document.querySelector(".log > button") === null;
}"""
"""Much more is to be read, or all of it; single lines also come from those who play on."""


def to_the_beginning(player: Player) -> None:
    """Ask for what was before until there is nothing more, and read the first line."""
    lines = player.page.locator(".log li")
    count = lines.count()
    while player.pressed(".log > button"):
        player.page.wait_for_function(CAME, arg=count)
        count = lines.count()
    expect(lines.last).to_contain_text("is dealt")
    assert lines.count() > LATE / 2


def test_the_whole_log_of_a_replay_and_of_a_table(visitor: Callable[..., Player], tmp_path: Path) -> None:
    game = Game("bohnanza", ("Ada", "Ben", "Cleo"), 1, talk_limit=4)
    chance = chance_from("a long log")
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    assert len(game.record.moves) > LATE
    kept = tmp_path / "game.record"
    kept.write_text(game.record.text(), encoding="utf-8")
    eve = visitor()
    page = eve.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".film")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?at={LATE}&view=0")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log li")).to_have_count(200)
    to_the_beginning(eve)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    eve.at_table()
    page.reload()
    eve.at_table()
    page.get_by_role("tab", name="Log").click()
    to_the_beginning(eve)
    assert not eve.faults
