"""Servers that share one database, and two people at a table on different servers."""

import asyncio
import contextlib
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.server.app import next_message, server_process
from tobean.server.client.table_client import TableClient, join, post
from tobean.server.runner import free_port


@dataclass
class RunningServer:
    """A server process on the shared database."""

    url: str
    process: subprocess.Popen[bytes]


@dataclass
class ServerPair:
    """URLs of two servers, and the address of their database."""

    one: str
    other: str
    address: str


@contextlib.contextmanager
def running_server(folder: Path, address: str) -> Iterator[RunningServer]:
    port = free_port()
    with server_process(folder, port, "--database", address, "--internal", f"127.0.0.1:{port}") as process:
        yield RunningServer(f"http://localhost:{port}", process)


ONE_OPEN_SEAT = {"seat1": "open", "seat2": "none", "seat3": "none", "seat4": "none"}


async def open_for_two(url: str, **fields: str) -> tuple[TableClient, TableClient]:
    """Opens and starts a table of Nina and Ben."""
    form_fields = {"game": "al-cabohne", "name": "Nina", **ONE_OPEN_SEAT, **fields}
    path, cookie = await asyncio.to_thread(post, url, "/open", form_fields)
    nina = TableClient(url, path.rpartition("/")[2], cookie)
    ben = await join(url, nina.table, 1, "Ben")
    await asyncio.to_thread(post, url, f"{path}/start", {}, cookie)
    return nina, ben


async def two_at_a_table(one: str, other: str) -> tuple[TableClient, TableClient]:
    """Nina opens a table of Al Cabohne at one server; Ben joins by her link at the other."""
    path, cookie = await asyncio.to_thread(post, one, "/open", {"game": "al-cabohne", "name": "Nina", **ONE_OPEN_SEAT})
    nina = TableClient(one, path.rpartition("/")[2], cookie)
    async with nina:
        ben = await join(other, nina.table, 1, "Ben")
        while (await next_message(nina, "table", "hello"))["table"]["seats"][1]["name"] != "Ben":
            pass
    await asyncio.to_thread(post, one, f"{path}/start", {}, cookie)
    return nina, ben


async def wait_for_version(seat: TableClient, version: int) -> dict[str, Any]:
    """Waits for this version of the table, or a later one."""
    while True:
        update = await next_message(seat, "update")
        if update["version"] >= version:
            return update


async def make_moves(seats: tuple[TableClient, TableClient], count: int) -> int:
    """Makes `count` moves of the awaited seats, each seen by both clients; returns the version."""
    updates = [await next_message(seat, "update") for seat in seats]
    version: int = max(update["version"] for update in updates)
    updates = [update if update["version"] == version else await wait_for_version(seat, version)
               for seat, update in zip(seats, updates, strict=True)]  # fmt: skip
    for _ in range(count):
        asked = next(number for number, update in enumerate(updates) if update["asked"]["you"])
        await seats[asked].act(updates[asked]["actions"][0]["do"])
        version += 1
        updates = [await wait_for_version(seat, version) for seat in seats]
        assert [update["version"] for update in updates] == [version, version]
        nina, ben = (update["view"] for update in updates)
        assert [each["fields"] for each in nina["seats"]] == [each["fields"] for each in ben["seats"]]
        assert set(nina["seats"][1]["hand"]) <= {-1}
        assert set(ben["seats"][0]["hand"]) <= {-1}
    return version
