"""The game after a game: who begins, and on whose account its bots compute."""

from pathlib import Path

from starlette.testclient import TestClient

from tests.support.server.app import (
    live_table_of,
    open_people_table,
    open_quick_bot_table,
    post_form,
    random_playout,
    server_client,
)
from tobean.server.tables.live_table import LiveTable


def rematch_of(client: TestClient, live_table: LiveTable) -> LiveTable:
    """Ends the game and opens another one."""
    assert client.portal is not None
    client.portal.call(live_table.change, random_playout)
    location = post_form(client, f"/tables/{live_table.id}/rematch").headers["location"]
    return live_table_of(client, location.rpartition("/")[2])


def test_the_right_to_begin_moves_on_around_the_table(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        live_table = live_table_of(client, open_people_table(client))
        first = live_table.session.start_seat
        starts = []
        for _ in range(3):
            live_table = rematch_of(client, live_table)
            starts.append(live_table.session.start_seat)
            assert live_table.session.table.start == starts[-1]
        assert starts == [(first + 1) % 3, (first + 2) % 3, first]


def test_the_bots_of_a_rematch_compute_on_the_same_account(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        live_table = live_table_of(client, open_quick_bot_table(client))
        live_table.address_block = "2001:db8::/64"
        assert rematch_of(client, live_table).requester.address_block == "2001:db8::/64"
