"""Complete games through the page, against bots. Al Cabohne is in test_game_plugins.py, as an introduction.

A third of the cards make a short game; games with all cards are played at the lower layers
(tests/server/test_client_games.py through the socket).
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.card_sets import small_card_set
from tests.support.browser.player import Player
from tobean.games import GAMES

DESK, PHONE = {"width": 1000, "height": 640}, {"width": 360, "height": 640}


# Rabohnzel uses the page of Excalibohn.
@pytest.mark.parametrize(("game", "viewport"), [("bohnanza", DESK), ("excalibohn", PHONE), ("bohnedikt", PHONE)])
def test_a_whole_game(visitor: Callable[..., Player], game: str, viewport: dict[str, int]) -> None:
    ada = visitor(viewport=viewport)
    bots = dict.fromkeys(range(1, min(GAMES[game].players)), "sprout")
    ada.open_table(game, bots, cards=small_card_set(game))
    ada.start()
    assert ada.play_to_the_end() > 5
    expect(ada.page.locator(".result")).to_contain_text("Ada")


def test_from_the_front_page_to_the_first_card(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.play_now("bohnanza")
    expect(ada.page.locator("[data-rove=hand]")).to_have_count(5)
    expect(ada.page.locator(".dock")).to_contain_text("Ada")
