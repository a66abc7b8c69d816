"""The event log is complete from the first card on, also for a late viewer."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.games import random_game, write_record
from tests.support.browser.player import Player
from tests.support.browser.stage import scripted_visitor

LATE = 400
"""Version of a position with more history than the page receives at first."""


CAME = """(count) => {
  const more = document.querySelectorAll(".log .log-line").length >= count + 50;
  return more || document.querySelector(".log .before") === null;
}"""
"""Whether many more lines, or all, have arrived; single lines also come from players still playing."""


def load_whole_log(player: Player) -> None:
    """Loads earlier entries until there are none left, and returns the first line."""
    lines = player.page.locator(".log .log-line")
    count = lines.count()
    while player.try_press(".log .before"):
        player.page.wait_for_function(CAME, arg=count)
        count = lines.count()
    expect(lines.first).to_contain_text("is dealt")
    assert lines.count() > LATE / 2


def test_the_whole_log_of_a_replay_and_of_a_table(visitor: Callable[..., Player], tmp_path: Path) -> None:
    game = random_game("a long log")
    assert len(game.record.moves) > LATE
    kept = write_record(tmp_path, game)
    eve = visitor()
    page = eve.page
    page.goto("/replays")
    page.locator("input[type=file]").set_input_files(kept)
    page.locator("form:has(input[type=file]) button").click()
    expect(page.locator(".replay")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?at={LATE}&view=0")
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Show").select_option(label="Everything")
    expect(page.locator(".log .log-line")).to_have_count(200)
    load_whole_log(eve)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    eve.wait_for_table()
    page.reload()
    eve.wait_for_table()
    page.get_by_role("tab", name="Log").click()
    load_whole_log(eve)
    assert not eve.page_errors


TALKED = """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Soy, Red, Garden
given field Timon 1: 3 Blue
given hand Nina: Chili, Stink
given hand Keno: Blue, Chili
given hand Eiko: Soy, Chili
given turned: Red, Stink
"""


def test_a_log_for_people(visitor: Callable[..., Player]) -> None:
    """Deals and harvests are visible at once, talk is folded, and the newest line is at the bottom."""
    ada, scripted_table = scripted_visitor(visitor, "bohnanza", TALKED, bots=(1, 2, 3))
    page = ada.page
    log = page.locator(".log")
    scripted_table.act(
        "A offer all: turned Red for Chili", "B decline 1", "C decline 1", "A harvest 1", "D accept 1: Chili@2"
    )
    scripted_table.act(
        "A offer all: turned Stink for nothing", "B decline 2", "C decline 2", "D decline 2", "A end trading"
    )
    expect(log.locator("summary")).to_have_text(["1 offer, 2 declined", "1 offer, 3 declined"])
    expect(log.locator(".harvest")).to_be_visible()
    expect(log.locator(".deal")).to_contain_text("Chili")
    scripted_table.act("A plant aside Chili 2", "A plant turned Stink 1")
    expect(log).not_to_contain_text("plants")
    page.get_by_label("Show").select_option(label="Everything")
    expect(log.locator(".lines > ul > li").last).to_contain_text("plants Stink")
    expect(log.locator(".lines > ul > li").last).to_be_in_viewport()
    # The badge counts what people say, not what bots say.
    scripted_table.say(1, "What a harvest!")
    expect(page.locator(".bubble", has_text="What a harvest!")).to_be_visible()
    expect(page.locator("#tab-chat")).to_have_text("Chat")
    # A deal among bots is a line like any other.
    scripted_table.show_scenario(TALKED.replace("phase: 2", "phase: 2\ngiven active: Nina"), bots=(1, 2, 3))
    scripted_table.act("B offer C: turned Red for Blue", "C accept 1: Blue@1")
    expect(log.locator(".deal.among")).to_have_css("position", "static")
