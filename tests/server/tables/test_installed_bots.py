"""Bots that an operator has installed, at tables of the server."""

import asyncio
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.cli import Run, single_error_line
from tests.support.server.app import post_form, server_client, server_process, site_of
from tobean.bots.registry import BOTS, installed_bots
from tobean.kernel.chance import chance_from
from tobean.server.client.table_client import TableClient, post
from tobean.server.runner import free_port
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import FINISHED
from tobean.session.session import Session

POLICY = """
from tobean.research import Setting, policy_bot
bot = policy_bot(lambda observation, mask: mask.argmax(), Setting("al-cabohne", 2))
"""


@pytest.fixture
def policy_file(tmp_path: Path) -> Iterator[Path]:
    """A policy in a file; what is installed is forgotten after the test."""
    path = tmp_path / "mypolicy.py"
    path.write_text(POLICY)
    yield path
    for bot in installed_bots():
        del BOTS[bot.name]


def open_table(client: TestClient, game: str = "al-cabohne", **fields: str) -> str:
    seats = {"seat1": "rookie", "seat2": "none", "seat3": "none", "seat4": "none", **fields}
    answer = post_form(client, "/open", game=game, name="Nina", tempo="0", details="yes", **seats)
    assert answer.status_code == 303, answer.text
    table: str = answer.headers["location"].rpartition("/")[2]
    assert post_form(client, f"/tables/{table}/start").status_code == 303
    return table


def play_person(session: Session, now: float) -> list[Entry]:
    """Plays for the person as long as the person is awaited."""
    entries: list[Entry] = []
    while session.state != FINISHED and session.seats[session.table.awaited].is_person:
        action = session.table.sample_action(session.table.awaited, chance_from(session.version))
        entries += session.act(action.seat, repr(action), session.version, now, f"seed {session.version}")
    return entries


@pytest.mark.long
def test_a_policy_plays_a_whole_game_at_a_table(policy_file: Path, tmp_path: Path) -> None:
    with server_client(tmp_path / "data", bots=(f"rookie={policy_file}",)) as client:
        assert "rookie" in client.get("/open", params={"game": "al-cabohne"}).text
        table = open_table(client)
        registry, metrics = site_of(client).registry, site_of(client).metrics
        assert client.portal is not None
        live_table = client.portal.call(registry.live_table, table)
        assert live_table is not None
        assert [seat.bot for seat in live_table.session.seats] == ["", "rookie"]
        while live_table.session.state != FINISHED:
            client.portal.call(live_table.change, play_person)
            time.sleep(0.01)
        assert metrics.counter_value("bot_faults") == 0


async def play_against_rookie(url: str) -> dict[str, Any]:
    """Play a whole game with the first listed action; returns the last update."""
    seats = {"seat1": "rookie", "seat2": "none", "seat3": "none", "seat4": "none"}
    fields = {"game": "al-cabohne", "name": "Nina", "tempo": "0", "details": "yes", **seats}
    path, cookie = await asyncio.to_thread(post, url, "/open", fields)
    await asyncio.to_thread(post, url, f"{path}/start", {}, cookie)
    async with TableClient(url, path.rpartition("/")[2], cookie) as nina:
        async for update in nina.updates():
            if update["view"]["over"]:
                return update
            if update["asked"]["you"]:
                await nina.act(update["actions"][0]["do"])
    raise AssertionError("the connection was closed before the end of the game")


@pytest.mark.long
def test_a_policy_plays_on_a_server_with_several_processes(policy_file: Path, tmp_path: Path) -> None:
    """Every process, and the process of the bot workers, has the bots of the operator."""
    port = free_port()
    options = ("--processes", "2", "--bot", f"rookie={policy_file}")
    with server_process(tmp_path / "data", port, *options):
        url = f"http://localhost:{port}"
        for _ in range(2):
            update = asyncio.run(play_against_rookie(url))
            assert len(update["view"]["result"]["thalers"]) == 2
        with urllib.request.urlopen(f"{url}/metrics", timeout=30) as answer:
            lines = [line.rpartition(" ") for line in answer.read().decode().splitlines()]
        faults = [float(value) for name, _, value in lines if name.startswith("tobean_bot_faults_total")]
        assert len(faults) >= 2
        assert sum(faults) == 0
        asked = [float(value) for name, _, value in lines if 'think_seconds_count{bot="rookie"' in name]
        assert sum(asked) > 20


def test_a_policy_is_refused_for_other_games(policy_file: Path, tmp_path: Path) -> None:
    with server_client(tmp_path / "data", bots=(f"rookie={policy_file}",)) as client:
        wishes = {"seat1": "rookie", "seat2": "rookie", "seat3": "none", "seat4": "none"}
        answer = post_form(client, "/open", game="bohnanza", name="Nina", **wishes)
        assert answer.status_code == 422
        assert "this policy is for Al Cabohne with 2 players, not for Bohnanza with 3" in answer.text
        three = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none"}
        path = post_form(client, "/open", game="bohnanza", name="Nina", **three).headers["location"]
        answer = post_form(client, f"{path}/fill", seat="1", bot="rookie")
        assert answer.status_code == 422
        assert "not for Bohnanza with 3" in answer.text


def test_visitors_cannot_name_files(policy_file: Path, tmp_path: Path) -> None:
    with server_client(tmp_path / "data") as client:
        for level in ("rookie", str(policy_file)):
            answer = post_form(client, "/play", name="Nina", game="al-cabohne", level=level)
            assert answer.status_code == 422
            assert "unknown bot" in answer.text


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("rookie", "write NAME=FILE"),
        ("rookie=", "is not a file of a bot"),
        ("rookie=none.onnx", "there is no file"),
        ("merchant={path}", "cannot be the name"),
    ],
)
def test_wrong_bots_are_reported_before_the_server_starts(
    run: Run, policy_file: Path, tmp_path: Path, entry: str, reason: str
) -> None:
    found = run("serve", "--data", tmp_path / "data", "--bot", entry.format(path=policy_file))
    assert reason in single_error_line(found)
    assert not (tmp_path / "data").exists()
