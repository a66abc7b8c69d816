"""After the game: the result, the replay, playing on from a position, a rematch, the record."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.card_sets import small_card_set
from tests.support.browser.games import random_game, write_record
from tests.support.browser.player import Player
from tobean.record.record import parse_record


def test_result_rematch_replay_and_playing_on(visitor: Callable[..., Player], tmp_path: Path) -> None:
    ada = visitor()
    table = ada.open_table("al-cabohne", {1: "none"}, cards=small_card_set("al-cabohne"))
    ada.start()
    ada.play_over_socket()
    page = ada.page
    expect(page.locator(".result .verdict")).to_contain_text(re.compile(r"(Ada|The mafia) (wins|has) .*A19", re.DOTALL))
    page.get_by_role("button", name=re.compile("[Rr]ematch")).click()
    page.wait_for_url(lambda url: url != table)
    ada.wait_for_table()
    assert not ada.over
    page.goto(f"{table}/result")
    expect(page.locator(".podium")).to_contain_text("Ada")
    page.locator("main a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/*")
    replay = page.locator(".replay")
    expect(replay).to_be_visible()
    figure = replay.locator(".figure")
    expect(figure).to_have_text(re.compile(r"^0 / \d+$"))
    replay.get_by_role("button", name="One step forward").click()
    expect(figure).to_have_text(re.compile(r"^1 / "))
    # Mafia events are animated here as at the table, and disappear when the viewer jumps ahead.
    moment = page.locator(".moment")
    while not moment.count():
        at = figure.inner_text()
        replay.get_by_role("button", name="One step forward").click()
        expect(figure).not_to_have_text(at)
    replay.get_by_role("button", name="Next harvest").click()
    expect(moment).to_have_count(0)
    page.keyboard.press("Escape")
    replay.get_by_text("Download", exact=True).click()
    with page.expect_download() as download:
        replay.get_by_role("link", name="Record").click()
    download.value.save_as(tmp_path / "game.record")
    record = parse_record((tmp_path / "game.record").read_text(encoding="utf-8"))
    assert record.final().over
    replay.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
    ada.wait_for_table()
    assert not ada.over


def test_an_uploaded_record_is_shown(visitor: Callable[..., Player], tmp_path: Path) -> None:
    kept = write_record(tmp_path, random_game("an uploaded record"))
    eve = visitor()
    eve.page.goto("/replays")
    eve.page.locator("input[type=file]").set_input_files(kept)
    eve.page.locator("form:has(input[type=file]) button").click()
    expect(eve.page.locator(".replay")).to_be_visible()
    broken = tmp_path / "broken.record"
    broken.write_text(kept.read_text(encoding="utf-8").replace("plant", "flood", 1), encoding="utf-8")
    eve.page.goto("/replays")
    eve.page.locator("input[type=file]").set_input_files(broken)
    eve.page.locator("form:has(input[type=file]) button").click()
    expect(eve.page.locator("[role=alert]")).to_contain_text("line")


def test_a_pasted_scenario_is_viewed_from_a_seat_and_played_on(visitor: Callable[..., Player]) -> None:
    page = visitor().page
    page.goto("/replays")
    text = "scenario: a position to share\ngiven players: Timon, Nina, Keno\ngiven hand Timon: 2 Red, Soy\n"
    page.get_by_label("or paste it here").fill(text.replace("Soy", "Purple"))
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert")).to_contain_text("line 3: hand Timon: ")
    page.get_by_label("or paste it here").fill(text)
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_url("**/replays/*")
    replay = page.locator(".replay")
    expect(replay.get_by_role("button", name="Copy the position")).to_be_visible()
    expect(replay.locator(".figure")).to_have_count(0)  # this is the only position
    replay.get_by_label("Seen by").select_option(label="Timon")
    expect(replay.get_by_label("Seen by")).to_have_value("0")
    replay.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/*")
