"""Full disk in mid-game: an error message, no unsaved state shown, and recovery when there is space again."""

import asyncio
import json
import resource
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.app import TIMEOUT, next_message, server_process
from tobean.server.client.table_client import ServerRefused, TableClient, play, post
from tobean.server.runner import free_port


def fill_disk(process: subprocess.Popen[bytes]) -> None:
    """Makes every file write of this process fail, like a full disk."""
    _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))


def make_room(process: subprocess.Popen[bytes]) -> None:
    _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))


def health(server: str) -> tuple[int, dict[str, str]]:
    try:
        with urllib.request.urlopen(f"{server}/health", timeout=TIMEOUT) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


async def until_health_is(status: int, server: str) -> None:
    async with asyncio.timeout(TIMEOUT):
        while (await asyncio.to_thread(health, server))[0] != status:
            await asyncio.sleep(0.1)


async def act(seat: TableClient, update: dict[str, Any]) -> dict[str, Any]:
    """Takes the first action; returns the update after it."""
    await seat.act(update["actions"][0]["do"])
    while (after := await next_message(seat, "update"))["version"] == update["version"]:
        pass
    return after


async def my_turn(seat: TableClient) -> dict[str, Any]:
    while True:
        update = await next_message(seat, "update")
        if update["asked"]["you"]:
            return update


async def expect_refused(seat: TableClient, update: dict[str, Any]) -> None:
    """Acts twice: each time an error, and an unchanged table."""
    for _ in range(2):
        await seat.act(update["actions"][0]["do"])
        assert "nothing has happened" in (await next_message(seat, "error"))["text"]
        await seat.send({"type": "refresh"})
        again = await next_message(seat, "update")
        assert (again["version"], again["view"]) == (update["version"], update["view"])


@pytest.mark.long
def test_a_full_disk_in_mid_game(tmp_path: Path) -> None:
    port = free_port()
    server = f"http://localhost:{port}"

    async def run(process: subprocess.Popen[bytes]) -> tuple[TableClient, int]:
        async with await play(server, "al-cabohne", name="Robo", level="random") as seat:
            update = await my_turn(seat)
            assert health(server) == (200, {"status": "ok"})
            fill_disk(process)
            await expect_refused(seat, update)
            with pytest.raises(ServerRefused, match="503"):
                await asyncio.to_thread(post, server, "/play", {"name": "Late", "game": "bohnanza"})
            for _ in range(2):
                answer = await asyncio.to_thread(health, server)
                assert answer == (503, {"status": "no database", "reason": "The log cannot be written."})
            make_room(process)
            await until_health_is(200, server)
            after = await act(seat, update)
            assert after["version"] == update["version"] + 1
            while after["asked"]["you"]:
                after = await act(seat, after)
            # Now a bot cannot write: its move waits until there is space.
            fill_disk(process)
            await until_health_is(503, server)
            make_room(process)
            after = await my_turn(seat)
            return seat, after["version"]

    with server_process(tmp_path, port) as process:
        seat, version = asyncio.run(run(process))
        process.send_signal(signal.SIGKILL)
        process.wait()
    with server_process(tmp_path, port):

        async def again() -> dict[str, Any]:
            async with seat:
                return await next_message(seat, "update")

        assert asyncio.run(again())["version"] >= version
