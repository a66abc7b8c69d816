"""The static site beside a server: playing alone without a connection, and tables taken from one to the other."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.card_sets import half_card_set
from tests.support.browser.player import Player
from tests.support.browser.server import ServerProcess
from tests.support.browser.static_site import START, SitePlayer, built_site, wait_for

Visitor = Callable[..., SitePlayer]
KEPT = """async (path) => {
  const registration = await navigator.serviceWorker.getRegistration(path);
  return registration?.scope.endsWith(path) && registration.active?.state === "activated";
}"""
"""Whether the service worker of the site has all files; that of the server is found for the path, too."""


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(tmp_path_factory.mktemp("server"), options=("--site", str(built_site())))
    yield found
    found.end()


@pytest.fixture
def guest(browser: Browser, game_server: ServerProcess) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def arrive(**context: Any) -> Player:
        players.append(Player(game_server, browser, **context))
        return players[-1]

    yield arrive
    for player in players:
        player.close()


def test_a_lost_connection_offers_to_play_alone(guest: Callable[..., Player], game_server: ServerProcess) -> None:
    ada = guest(service_workers="allow")
    ada.page.goto(ada.table_at_once("bohnanza"))
    ada.wait_for_table()
    wait_for(ada.page, KEPT, "/alone/")
    ada.context.set_offline(True)
    offer = ada.page.locator(".banner a", has_text="Play alone until the connection is back")
    expect(offer).to_be_visible(timeout=START)
    with ada.context.expect_page() as opened:
        offer.click()
    alone = opened.value
    assert alone.url == f"{game_server.url}/alone/en/"
    alone.locator("input[name=name]").fill("Ada")
    alone.locator("button[name=game][value=bohnanza]").click()
    expect(alone.locator("section.prompt").first).to_be_visible(timeout=START)
    # A page of the server that is opened now says the same.
    ada.page.goto("/mine")
    expect(ada.page.locator("[data-alone] a")).to_be_visible(timeout=START)
    ada.context.set_offline(False)
    expect(ada.page.locator("main h1")).to_have_text("My tables", timeout=START)
    ada.page_errors.clear()  # the browser reports being offline as an error


def test_a_table_of_the_site_is_opened_by_a_server(
    visitor: Visitor, guest: Callable[..., Player], tmp_path: Path
) -> None:
    ada = visitor()
    ada.open_quick_table("rabohnzel", {1: "sprout", 2: "sprout"})
    for turn in range(5):
        ada.press(turn)
    ada.visit("/mine")
    with ada.page.expect_download() as download:
        ada.page.locator("li.entry a[download]").first.evaluate("(link) => link.click()")
    file = tmp_path / "my.record"
    download.value.save_as(file)
    assert file.read_text(encoding="utf-8").startswith("tobean record")
    ben = guest()
    ben.page.goto("/replays")
    play_on(ben, file)
    ben.press(0)


def test_a_game_of_a_server_is_opened_by_the_site(
    visitor: Visitor, guest: Callable[..., Player], tmp_path: Path
) -> None:
    ben = guest()
    address = ben.open_table("bohnanza", {1: "sprout", 2: "sprout"}, cards=half_card_set("bohnanza"))
    ben.start()
    ben.play_to_the_end()
    table = address.rpartition("/")[2]
    record = ben.context.request.get(f"/replays/{table}/record")
    assert record.ok
    file = tmp_path / "theirs.record"
    file.write_text(record.text(), encoding="utf-8")
    ada = visitor()
    ada.visit("/replays")
    play_on(ada, file)
    ada.press(0)


def play_on(player: Player, file: Path) -> None:
    """Opens a record on the page of the replays, and plays on from a position in the middle."""
    page = player.page
    page.locator("input[name=record]").set_input_files(file)
    page.locator("form.form button").last.click()
    expect(page.locator(".panel.replay")).to_be_visible(timeout=START)
    address = page.url
    player.page.locator(".panel.replay input[type=range]").evaluate(
        "(slider) => { slider.value = 4; slider.dispatchEvent(new Event('input', {bubbles: true}));"
        " slider.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    page.locator(".panel.replay form button").last.evaluate("(button) => button.click()")
    page.wait_for_url(re.compile(r"/tables/"), timeout=START)
    assert page.url != address
    player.wait_for_table()
