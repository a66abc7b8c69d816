"""A revoked cookie is invalid on all servers, even while they cannot notify each other."""

import asyncio
import contextlib
import urllib.request

import psycopg
from websockets.exceptions import ConnectionClosed

from tests.support.server.app import TIMEOUT, next_message
from tests.support.server.remote_tables import ServerPair, two_at_a_table
from tobean.server.client.table_client import TableClient, post

CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
"""Ends the connections on which the servers listen, and no others."""


async def chat_lines(address: str, table: str) -> list[str]:
    async with await psycopg.AsyncConnection.connect(address) as connection:
        found = await connection.execute("SELECT entry FROM log WHERE table_id = %s ORDER BY seq", (table,))
        return [entry for (entry,) in await found.fetchall() if '"said"' in entry]


async def expect_closed(seat: TableClient) -> None:
    """Sends a message after the revocation; the server must close the socket, if it has not done so already."""
    with contextlib.suppress(ConnectionClosed):
        await seat.say("after")
    async with asyncio.timeout(TIMEOUT):
        async for _ in seat.messages():
            pass


async def transfer_to_device(one: str, seat: TableClient) -> TableClient:
    """Creates a second cookie of the same person, by the link on the page."""

    def link() -> str:
        asking = urllib.request.Request(f"{one}/me", headers={"Cookie": seat.cookie})
        with urllib.request.urlopen(asking, timeout=30) as answer:
            return str(answer.read().decode()).partition(f"{one}/move/")[2].partition('"')[0]

    path = f"/move/{await asyncio.to_thread(link)}"
    _, cookie = await asyncio.to_thread(post, one, path, {"instead": "", "next": "/"})
    assert cookie
    return TableClient(seat.server, seat.table, cookie)


def test_a_revoked_cookie_ends_on_every_server(pair: ServerPair) -> None:
    """The person chats through the other server immediately after the response to the revocation."""

    async def run(one: str, other: str) -> None:
        nina, ben = await two_at_a_table(one, other)
        async with ben:
            await next_message(ben, "update")
            for _ in range(5):
                device = await transfer_to_device(one, nina)
                device.server = other
                async with device:
                    assert (await next_message(device, "hello"))["you"]["name"] == "Nina"
                    await device.say("before")
                    assert (await next_message(ben, "chat"))["text"] == "before"
                    before = await chat_lines(pair.address, nina.table)
                    await asyncio.to_thread(post, one, "/forget", {}, device.cookie)
                    await expect_closed(device)
                    assert await chat_lines(pair.address, nina.table) == before
            # Neither Nina's first cookie nor Ben's was revoked.
            async with nina:
                await next_message(nina, "update")
                await nina.say("I am here")
                assert (await next_message(ben, "chat"))["text"] == "I am here"
                nina.server, second = other, TableClient(other, nina.table, nina.cookie)
                async with second:
                    await next_message(second, "update")
                    await asyncio.to_thread(post, one, "/forget", {"everywhere": "yes"}, nina.cookie)
                    for window in (nina, second):
                        await expect_closed(window)
            await ben.say("alone")
            assert (await next_message(ben, "chat"))["text"] == "alone"
        assert not any("after" in entry for entry in await chat_lines(pair.address, nina.table))

    asyncio.run(run(pair.one, pair.other))


def test_a_revoked_cookie_ends_despite_lost_notifications(pair: ServerPair) -> None:
    async def run(one: str, other: str) -> None:
        nina, ben = await two_at_a_table(one, other)
        window = TableClient(other, nina.table, nina.cookie)
        async with window, ben:
            await next_message(window, "update")
            async with await psycopg.AsyncConnection.connect(pair.address, autocommit=True) as connection:
                cut = await connection.execute(CUT)
                assert len(await cut.fetchall()) == 2
            await asyncio.to_thread(post, one, "/forget", {}, nina.cookie)
            await expect_closed(window)
            await ben.say("alone")
            assert (await next_message(ben, "chat"))["text"] == "alone"
        assert not any("after" in entry for entry in await chat_lines(pair.address, nina.table))

    asyncio.run(run(pair.one, pair.other))
