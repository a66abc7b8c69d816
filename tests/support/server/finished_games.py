"""Games of one person against bots that are over at once, for tests of what follows a game."""

from collections.abc import Callable
from unittest.mock import patch

from starlette.testclient import TestClient

from tests.support.server.app import live_table_of, post_form, random_playout, site_of
from tobean.session.log.entries import Entry
from tobean.session.session import Session

Playout = Callable[[Session, float], list[Entry]]


def open_against_bots(client: TestClient, game: str = "bohnanza", bots: int = 2, level: str = "sprout") -> str:
    """Open and start a table of this client's person against bots; returns its id. Bots of this server do nothing from
    now on, so that only the test acts."""
    patch.object(site_of(client).registry.driver, "schedule").start()
    wishes = {f"seat{seat}": level if seat <= bots else "none" for seat in range(1, 5)}
    answer = post_form(client, "/open", game=game, name="Nina", tempo="0", **wishes)
    assert answer.status_code == 303, answer.text
    table = str(answer.headers["location"].rpartition("/")[2])
    assert post_form(client, f"/tables/{table}/start", fill="yes").status_code == 303
    return table


def play_out(client: TestClient, table: str, playout: Playout = random_playout) -> None:
    assert client.portal is not None
    client.portal.call(live_table_of(client, table).change, playout)


def finished_bot_game(client: TestClient, game: str = "bohnanza", bots: int = 2, level: str = "sprout") -> str:
    """Play a game of this client's person against bots to its end; returns the table."""
    table = open_against_bots(client, game, bots, level)
    play_out(client, table)
    return table
