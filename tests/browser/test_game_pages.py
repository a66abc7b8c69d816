"""The page loads what the game at the table brings, and nothing of another; games of other packages are drawn, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.house import House
from kit_games import BARE, ORCHARD, install
from tobean.games import GAMES
from tobean.server.games.files import SCRIPT, STYLE, game_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Request

    from browser.player import Player


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on which games of other packages are installed."""
    folder = tmp_path_factory.mktemp("open house")
    install(folder / "site", "bare_beans", BARE)
    install(folder / "site", "orchard_beans", ORCHARD)
    house = House(folder, packages=folder / "site")
    yield house
    house.end()
    assert "Traceback" not in house.written()


def loaded(player: Player) -> Callable[[], list[str]]:
    """What a table fetches from the folders of games from now on."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if "/static/games/" in request.url and "/tables/" in request.frame.url:
            seen.append(request.url.removeprefix(player.house.url))

    player.page.on("request", note)
    return lambda: sorted(set(seen))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_another_game_is_loaded(visitor: Callable[..., Player], game: str) -> None:
    ada = visitor()
    fetched = loaded(ada)
    ada.play_now(game)
    brought = [game_url(game, name) for name in (SCRIPT, STYLE)]
    assert fetched() == sorted(url for url in brought if url)


def test_a_game_with_nothing_but_rules(visitor: Callable[..., Player], open_house: House) -> None:
    ada = visitor(house=open_house)
    fetched = loaded(ada)
    ada.open_table("bare", {1: "sprout", 2: "sprout"})
    ada.start()
    expect(ada.page.locator("h1")).to_have_text("Bare Beans")
    expect(ada.page.locator(".phases li")).to_have_text(["1 plant", "2 trade", "3 plant traded", "4 draw"])
    expect(ada.page.locator(".composer")).to_be_visible()
    assert fetched() == []
    turn = ada.page.locator(".phases .turn")
    ada.play_until(lambda: int(turn.inner_text().split()[-1]) > 4)  # one at least was ours
    ada.page.goto("/rules/bare")
    expect(ada.page.locator("h1")).to_contain_text("Bare Beans")


def test_a_game_that_brings_pictures_script_and_style(visitor: Callable[..., Player], open_house: House) -> None:
    ada = visitor(house=open_house)
    fetched = loaded(ada)
    ada.play_now("orchard")
    basket = ada.page.locator(".middle .basket")
    expect(basket).to_contain_text("in the basket")
    expect(basket).to_have_css("outline-color", "rgb(1, 2, 3)")
    assert [url.partition("?")[0] for url in fetched()] == [
        "/static/games/orchard/art.svg",
        "/static/games/orchard/style.css",
        "/static/games/orchard/table.js",
    ]
    ada.page.locator("#tab-rules").click()
    medlar, quince = ada.page.locator(".deck .card").nth(0), ada.page.locator(".deck .card").nth(1)
    assert "/static/games/orchard/art.svg" in str(medlar.locator("use").get_attribute("href"))
    assert str(quince.locator("use").get_attribute("href")).endswith("sprite.svg#kind-plain")
    tone = quince.evaluate("(card) => getComputedStyle(card).getPropertyValue('--body')")
    assert tone.startswith("#")
    ada.page.goto("/rules/orchard")
    expect(ada.page.locator(".summary")).to_contain_text("Shake the tree.")


def test_the_introduction_is_told_at_a_real_table(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    fetched = loaded(ada)
    ada.page.goto("/learn")
    ada.page.locator("form[action^='/learn'] button").click()
    ada.at_table()
    lesson = ada.page.locator(".lesson")
    expect(lesson).to_contain_text("This is your hand.")
    lesson.get_by_role("button", name="I see").click()
    expect(lesson).to_contain_text("These are your bean fields.")
    assert [url.partition("?")[0] for url in fetched()] == ["/static/games/bohnanza/learn.js"]
    lesson.get_by_role("button", name="Skip the introduction").click()
    expect(lesson).to_have_count(0)
