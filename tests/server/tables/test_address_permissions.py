"""Permissions of addresses beside the tables: every row of the second table in docs/hosting.md."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.server import app
from tests.support.server.roles import ANONYMOUS, HOST, LEFT, PLAYER, SECTION, SPECTATOR, World


def addresses() -> dict[str, str]:
    """The second table: the addresses of each row, with the roles that may use them."""
    lines = SECTION.split("| address | for whom |")[1].splitlines()[2:]
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return {address.strip(): whom.strip() for address, whom in rows}


def about_themselves(world: World) -> None:
    """Forms about one's own data accept no other person and no other person's table."""
    live_table = world.over()
    world.become(SPECTATOR)
    assert live_table.id not in world.client.get("/mine").text
    assert live_table.id not in world.client.get("/mine/games").text
    assert live_table.id not in world.client.get("/me/data").text
    for form in ("/mine/clear", "/me", "/me/puzzles", "/erase"):
        stranger = {"person": world.people[HOST], "id": world.people[HOST], "name": "Eiko", "agree": "yes"}
        stranger["table"] = live_table.id
        assert app.post_form(world.client, form, **stranger).status_code == 303
    assert app.post_form(world.client, "/forget", everywhere="yes", person=world.people[HOST]).status_code == 303
    world.become(HOST)
    page = world.client.get("/mine").text
    assert live_table.id in page
    own = world.client.get("/me").text
    assert "Nina" in own
    assert 'value="yes" checked' not in own


def by_link(world: World) -> None:
    world.become(ANONYMOUS)
    assert world.client.get("/move/nonsense").status_code == 403
    assert app.post_form(world.client, "/move/nonsense").status_code == 403
    assert app.post_form(world.client, f"/move/{world.cookies[HOST]}").status_code == 403


def from_this_machine(world: World) -> None:
    world.become(HOST)
    lan_access = app.site_of(world.client).hosts.lan_access
    before = vars(lan_access).copy()
    assert app.post_form(world.client, "/open-up").status_code == 303
    assert vars(lan_access) == before


def for_watching(world: World) -> None:
    world.become(HOST)
    assert world.client.get("/metrics").status_code == 404


def for_other_servers(world: World) -> None:
    live_table = world.running()
    world.become(HOST)
    signed = app.site_of(world.client).identity.transfer_signer.dumps({"t": live_table.id})
    for token in ("nonsense", live_table.id, world.cookies[HOST], signed):
        assert world.client.get(f"/inside/give/{token}").status_code == 404
    assert world.room_at(live_table.id) is live_table


def open_to_all(world: World) -> None:
    world.become(ANONYMOUS)
    for path in ("/", "/lobby", "/open", "/rules", "/learn", "/replays", "/privacy", "/health", "/ready"):
        assert world.client.get(path).status_code == 200, path


ADDRESSES: dict[str, Callable[[World], None]] = {
    (
        "`/mine`, `/mine/clear`, `/mine/games`, `/me`, `/me/data`, `/me/puzzles`, `/forget`, `/erase`, the notes of a "
        "replay"
    ): about_themselves,
    "`/move/TOKEN`": by_link,
    "`/open-up`": from_this_machine,
    "`/metrics`": for_watching,
    "`/inside/give/TOKEN`": for_other_servers,
    "all other pages": open_to_all,
}


@pytest.mark.parametrize("address", addresses())
def test_addresses_are_restricted_to_their_roles(tmp_path: Path, address: str) -> None:
    with app.server_client(tmp_path) as client:
        world = World(client, tmp_path)
        for role, name in [(HOST, "Nina"), (PLAYER, "Timon"), (LEFT, "Keno"), (SPECTATOR, "Eiko")]:
            world.meet(role, name)
        ADDRESSES[address](world)
