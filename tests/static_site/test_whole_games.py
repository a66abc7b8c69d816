"""Whole games on the static site, and what follows them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.card_sets import half_card_set
from tests.support.browser.layout import PHONE
from tests.support.browser.static_site import START, SitePlayer
from tobean.games import GAMES

Visitor = Callable[..., SitePlayer]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game(visitor: Visitor, game: str) -> None:
    ada = visitor()
    bots = dict.fromkeys(range(1, min(GAMES[game].players)), "sprout")
    ada.open_quick_table(game, bots, half_card_set(game))
    assert ada.play_to_the_end() > 10
    expect(ada.page.locator(".result")).to_contain_text("Ada")


@pytest.mark.parametrize("game", list(GAMES))
def test_a_first_table_needs_no_file_that_is_loaded_later(visitor: Visitor, game: str) -> None:
    ada = visitor()
    ada.context.route("**/deferred.zip.packed", lambda route: route.abort())
    ada.play_now(game)


def test_a_bot_that_is_loaded_later_plays_at_once(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "mendel@1", 2: "mendel@1"})
    for turn in range(3):
        ada.press(turn)


def test_a_whole_game_on_a_phone_with_the_network_cut_and_everything_after_it(visitor: Visitor) -> None:
    ada = visitor(service_workers="allow", **PHONE)
    ada.page.goto(ada.root)
    expect(ada.page.locator("html[data-offline=yes]")).to_have_count(1, timeout=START)
    ada.context.set_offline(True)
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"}, half_card_set("bohnanza"))
    ada.play_to_the_end()
    expect(ada.page.locator("html[data-bots=ready]")).to_have_count(1, timeout=START)
    table = ada.page.url.rpartition("/")[2]
    ada.visit(f"/tables/{table}/result")
    expect(ada.page.locator(".podium li")).to_have_count(3, timeout=START)
    ada.visit(f"/replays/{table}?at=4")
    expect(ada.page.locator(".panel.replay")).to_be_visible(timeout=START)
    ada.page.get_by_role("button", name="Study", exact=True).click()
    expect(ada.page.locator(".curve polyline")).to_have_count(3, timeout=START)
    ada.page.get_by_role("button", name="Study", exact=True).click()
    with ada.page.expect_download() as download:
        ada.page.locator(".panel.replay a[download][href$=record]").evaluate("(link) => link.click()")
    assert download.value.suggested_filename == "bohnanza.record"
    ada.page.locator(".panel.replay form button").evaluate("(button) => button.click()")
    ada.wait_for_table()
    assert ada.page.url != f"{ada.root}page/#/tables/{table}"
    ada.page.goto(f"{ada.root}rules/bohnanza/")
    expect(ada.page.locator("main h1")).to_contain_text("Bohnanza")


def test_several_people_on_one_device(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "here", 2: "here"})
    seen = set()
    for turn in range(40):
        curtain = ada.page.locator(".pass-device button")
        if curtain.count():
            seen.add(ada.page.locator("#pass-device-title").inner_text())
            curtain.click()
            ada.wait_for_table()
        ada.page.wait_for_function(
            "() => document.querySelector('section.prompt.yours:not(.busy), .pass-device button') !== null"
        )
        if not ada.page.locator(".pass-device button").count():
            ada.press_any_action(turn)
        if seen:
            break
    assert seen


def test_hints_and_typed_trading(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    ada.wait()
    ada.page.locator(".coach").first.click()
    expect(ada.page.locator(".advice, .notice, .hint-text, [data-hint]").first).to_be_visible(timeout=START)
    ada.page.locator("#line").fill("who has a Red?")
    ada.page.locator("#line").press("Enter")
    expect(ada.page.locator("#table")).to_contain_text("who has a Red?", timeout=START)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_whole_game_in_another_language(visitor: Visitor, language: str) -> None:
    ada = visitor(language=language)
    ada.page.goto(ada.root)
    assert ada.page.locator("html").get_attribute("lang") == language
    ada.open_quick_table("rabohnzel", {1: "merchant", 2: "sprout"}, half_card_set("rabohnzel"))
    expected = {"de": "Ablage", "fr": "défausse"}[language]
    expect(ada.page.locator("#table")).to_contain_text(expected, timeout=START, ignore_case=True)
    assert ada.play_to_the_end() > 10
    table = ada.page.url.rpartition("/")[2]
    ada.visit(f"/tables/{table}/result")
    expect(ada.page.locator(".podium li")).to_have_count(3, timeout=START)


def test_an_action_is_undone(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("bohnanza", {1: "sprout", 2: "sprout"})
    undo = ada.page.locator(".actions .undo")
    ada.play_until(lambda: undo.count() > 0)
    before = ada.page.locator("section.prompt").inner_text()
    undo.click()
    ada.page.wait_for_function(
        "(before) => document.querySelector('section.prompt.yours:not(.busy)')?.innerText !== before", arg=before
    )
    ada.press(0)


def test_searching_bots_play_in_a_worker_of_their_own(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("al-cabohne", {1: "sage@1"})
    ready = ada.page.locator("html[data-bots=ready]")
    ada.play_until(lambda: ready.count() > 0)
    ada.press(0)


def test_solo_games_make_a_streak(visitor: Visitor) -> None:
    ada = visitor()
    ada.open_quick_table("al-cabohne", {})
    ada.play_to_the_end()
    table = ada.page.url.rpartition("/")[2]
    ada.visit(f"/tables/{table}/result")
    expect(ada.page.locator(".streak")).to_contain_text("1 game", timeout=START)
    ada.visit("/mine")
    expect(ada.page.locator(".streak")).to_contain_text("Current streak", timeout=START)
