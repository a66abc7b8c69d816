"""Games that browser tests start from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.player import Player
from tobean.kernel.chance import chance_from
from tobean.record.record import Game


def seat_two_people(
    visitor: Callable[..., Player], bot: str = "miser", /, **ada_has: object
) -> tuple[Player, Player, str]:
    """Seats Ada, and Ben by the link, at a table with a bot, and starts the game; returns its address."""
    ada, ben = visitor(**ada_has), visitor()
    link = ada.open_table("bohnanza", {1: "open", 2: bot})
    ben.sit_down(link, "Ben")
    expect(ada.page.get_by_text("Ben")).to_be_visible()
    ada.start()
    ben.wait_for_table()
    return ada, ben, link


def random_game(seed: str, game: str = "bohnanza", players: tuple[str, ...] = ("Ada", "Ben", "Cleo")) -> Game:
    """Plays a game at random to its end."""
    options: dict[str, Any] = {"talk_limit": 4} if game == "bohnanza" else {}
    played = Game(game, players, 1, **options)
    chance = chance_from(seed)
    while not played.table.over:
        played.play(played.table.sample_action(played.table.awaited, chance))
    return played


def write_record(folder: Path, game: Game) -> Path:
    path = folder / "game.record"
    path.write_text(game.record.text(), encoding="utf-8")
    return path


def upload(page: Page, text: str) -> str:
    """Uploads the text and returns the address of its replay."""
    page.goto("/replays")
    page.locator("textarea[name=text]").fill(text)
    page.locator("form:has(textarea[name=text]) button").click()
    page.wait_for_url("**/replays/*")
    return "/replays/" + page.url.rpartition("/replays/")[2].partition("?")[0]
