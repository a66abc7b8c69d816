"""A network that drops traffic to PostgreSQL: servers report it, lose no action, and recover when it heals."""

import asyncio
import contextlib
import json
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from tests.support.server.app import TIMEOUT, next_message, server_process
from tests.support.server.postgres import Cluster, Proxy, proxy_before
from tests.support.server.remote_tables import make_moves, two_at_a_table
from tests.support.server.store_checks import migrated_database, open_store
from tobean.server.client.table_client import ServerRefused, TableClient, post
from tobean.server.database.database import database_at
from tobean.server.database.errors import DATABASE_ERRORS, is_timeout
from tobean.server.runner import free_port
from tobean.server.store.write_errors import ConditionalEntries, WriteFailed

RECONNECT = 1012
TRY_LATER = 1013
CONCURRENT_REQUESTS = 40
"""More requests than a server has database connections."""


def behind_proxy(proxy: Proxy, address: str) -> str:
    """Address of the same database behind the proxy."""
    name = address.partition("?")[0].rpartition("/")[2]
    return f"postgresql://tobean@127.0.0.1:{proxy.port}/{name}?sslmode=disable&gssencmode=disable"


@dataclass
class LoggedServer:
    """A server process and its log."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path
    skipped: int = 0
    """Lines of the log from before the test."""

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text_lines()[self.skipped :] if line.startswith("{")]

    def text_lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    def has_logged(self, what: str) -> bool:
        return any(what in line["what"] for line in self.lines())

    def get(self, path: str, cookie: str = "") -> tuple[int, str]:
        request = urllib.request.Request(f"{self.url}{path}", headers={"Cookie": cookie} if cookie else {})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    async def ask(self, *paths: str, cookie: str = "") -> list[tuple[int, str]]:
        """Requests several pages concurrently."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(len(paths)) as threads:
            asked = [loop.run_in_executor(threads, self.get, path, cookie) for path in paths]
            return list(await asyncio.gather(*asked))


@contextlib.contextmanager
def logged_server(folder: Path, address: str, name: str) -> Iterator[LoggedServer]:
    port, log = free_port(), folder / f"{name}.log"
    options = ("--database", address, "--internal", f"127.0.0.1:{port}", "--database-timeout", "3")
    with log.open("wb") as file, server_process(folder, port, *options, log=file) as process:
        yield LoggedServer(f"http://localhost:{port}", process, log)


@dataclass
class CutOff:
    """A server, the proxy between it and its database, and the address of the database without the proxy."""

    server: LoggedServer
    proxy: Proxy
    address: str


@pytest.fixture(scope="module")
def only_server(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CutOff]:
    address = cluster.new_database()
    with (
        proxy_before(cluster.folder) as proxy,
        logged_server(tmp_path_factory.mktemp("cut-off"), behind_proxy(proxy, address), "one") as server,
    ):
        yield CutOff(server, proxy, address)


@pytest.fixture
def cut_off(only_server: CutOff) -> CutOff:
    """The server for tests that leave it running, after restoring the network; bytes dropped by the test are lost."""
    only_server.proxy.heal()
    only_server.proxy.late = False
    only_server.server.skipped = len(only_server.server.text_lines())
    return only_server


async def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not await asyncio.to_thread(condition):
        assert time.monotonic() < end, "timeout"
        await asyncio.sleep(0.05)


async def close_code(seat: TableClient) -> int | None:
    """Code with which the server closes the socket; no update may arrive before."""
    assert seat.update is not None
    version = seat.update["version"]
    async with asyncio.timeout(TIMEOUT):
        async for message in seat.messages():
            assert message["type"] != "update" or message["version"] == version
    assert seat.socket is not None
    return seat.socket.close_code


def entries(address: str, table: str) -> list[str]:
    """The log of a table, read without the proxy."""
    with psycopg.connect(address) as database:
        rows = database.execute("SELECT entry FROM log WHERE table_id = %s ORDER BY seq", (table,)).fetchall()
    return [row[0] for row in rows]


async def expect_refused(server: LoggedServer, seat: TableClient) -> None:
    """While the lease has expired, requests are refused and none hangs."""
    for status, answer in await server.ask("/health", "/ready"):
        assert status == 503
        assert json.loads(answer)["reason"] == "This server cannot renew its lease in the database."
    pages = ("/", "/lobby", "/mine", "/rules", f"/tables/{seat.table}", f"/replays/{seat.table}")
    for status, answer in [*await server.ask(*pages), *await server.ask(*pages, cookie=seat.cookie)]:
        assert status == 503
        assert "It cannot use its database at the moment." in answer
    with pytest.raises(ServerRefused, match="503"):
        await asyncio.to_thread(post, server.url, "/play", {"name": "Late", "game": "bohnanza"})
    ((status, figures),) = await server.ask("/metrics")
    assert status == 200
    assert "tobean_tables 0" in figures
    async with seat:
        assert seat.socket is not None
        assert await close_code(seat) == TRY_LATER


@pytest.mark.parametrize("late", [False, True], ids=["lost", "late"])
def test_a_partition_in_mid_game(cut_off: CutOff, late: bool) -> None:
    """Covers dropped bytes that are lost, and bytes that arrive when the network heals."""
    address = cut_off.address
    cut_off.proxy.late = late

    async def run(server: LoggedServer, proxy: Proxy) -> None:
        seats = await two_at_a_table(server.url, server.url)
        table = seats[0].table
        async with seats[0], seats[1]:
            version = await make_moves(seats, 4)
            acknowledged = entries(address, table)
            asked = next(seat for seat in seats if seat.update is not None and seat.update["asked"]["you"])
            assert asked.update is not None
            assert await server.ask("/health", "/ready") == [(200, '{"status":"ok"}')] * 2
            proxy.drop_traffic()
            await asked.act(asked.update["actions"][0]["do"])
            # Immediately, before the lease has expired: more requests than connections, all of them answered.
            checks, pages, codes = await asyncio.gather(
                server.ask("/health", "/ready"),
                server.ask(*["/lobby"] * CONCURRENT_REQUESTS, cookie=asked.cookie),
                asyncio.gather(*[close_code(seat) for seat in seats]),
            )
        assert [status for status, _ in checks] == [503, 503]
        assert {status for status, _ in pages} == {503}
        assert codes == [RECONNECT, RECONNECT]
        assert server.has_logged("the lease has expired")
        await expect_refused(server, asked)
        assert entries(address, table) == acknowledged
        proxy.heal()
        await wait_until(lambda: server.get("/ready")[0] == 200)
        assert server.has_logged("the lease is renewed")
        assert entries(address, table) == acknowledged
        async with seats[0], seats[1]:
            assert await make_moves(seats, 4) == version + 4
        assert entries(address, table)[: len(acknowledged)] == acknowledged

    asyncio.run(run(cut_off.server, cut_off.proxy))


def test_another_server_takes_the_tables_over(cut_off: CutOff) -> None:
    async def run(one: LoggedServer, other: LoggedServer, proxy: Proxy) -> None:
        seats = await two_at_a_table(one.url, one.url)
        async with seats[0], seats[1]:
            version = await make_moves(seats, 4)
            proxy.drop_traffic()
            codes = await asyncio.gather(*[close_code(seat) for seat in seats])
        assert codes == [RECONNECT, RECONNECT]
        for seat in seats:
            seat.server = other.url
        async with seats[0], seats[1]:
            assert await make_moves(seats, 3) == version + 3
        proxy.heal()
        await wait_until(lambda: one.get("/ready")[0] == 200)
        seats[0].server = one.url
        async with seats[0], seats[1]:
            assert await make_moves(seats, 3) == version + 6

    with logged_server(cut_off.server.log.parent, cut_off.address, "other") as other:
        asyncio.run(run(cut_off.server, other, cut_off.proxy))


def test_bots_play_on_after_a_partition_without_viewers(cut_off: CutOff) -> None:
    """The tables were closed, and their rows may be behind their logs, so a server has to load them again."""
    address = cut_off.address

    def game_is_over(table: str) -> bool:
        with psycopg.connect(address) as database:
            row = database.execute("SELECT state FROM tables WHERE id = %s", (table,)).fetchone()
        return row is not None and row[0] == "over"

    async def run(server: LoggedServer, proxy: Proxy) -> None:
        fields = {"game": "al-cabohne", "name": "Nina", "seat1": "random", "seat2": "none", "seat3": "none"}
        path, cookie = await asyncio.to_thread(post, server.url, "/open", {**fields, "seat4": "none"})
        table = path.rpartition("/")[2]
        await asyncio.to_thread(post, server.url, f"{path}/start", {}, cookie)
        async with TableClient(server.url, table, "") as spectator:  # without a bot, leaving would end the game
            await next_message(spectator, "hello")
            await asyncio.to_thread(post, server.url, f"{path}/leave", {}, cookie)
        begun = len(entries(address, table))
        await wait_until(lambda: len(entries(address, table)) > begun)
        assert not game_is_over(table)
        proxy.drop_traffic()
        await wait_until(lambda: server.has_logged("the lease has expired"))
        written = len(entries(address, table))
        with psycopg.connect(address) as database:  # as if the row had not been saved for a while
            database.execute("UPDATE tables SET seq = 0, wakes = NULL WHERE id = %s", (table,))
        proxy.heal()
        await wait_until(lambda: len(entries(address, table)) > written)

    asyncio.run(run(cut_off.server, cut_off.proxy))


def test_a_server_stops_on_sigterm_during_a_partition(tmp_path: Path, address: str, cluster: Cluster) -> None:
    with proxy_before(cluster.folder) as proxy, logged_server(tmp_path, behind_proxy(proxy, address), "one") as server:
        proxy.drop_traffic()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(2 * TIMEOUT)


def test_a_server_does_not_start_in_a_partition(tmp_path: Path, address: str, cluster: Cluster) -> None:
    with proxy_before(cluster.folder) as proxy:
        proxy.drop_traffic()
        with (
            pytest.raises(AssertionError, match="the server did not start"),
            logged_server(tmp_path, behind_proxy(proxy, address), "one"),
        ):
            pass
    assert "the database cannot be used" in (tmp_path / "one.log").read_text()


def test_writes_queued_behind_a_hanging_statement_are_refused(tmp_path: Path, address: str, cluster: Cluster) -> None:
    async def run(proxy: Proxy) -> None:
        async with open_store(replace(database_at(behind_proxy(proxy, address), tmp_path), timeout=1.0)) as store:
            await store.append("t", 0, ConditionalEntries("", ["one"]))
            proxy.drop_traffic()
            first = store.append("t", 1, ConditionalEntries("one", ["two"]))
            await asyncio.sleep(0)  # the writer starts with the first entry alone
            waiting = store.writer.transact(lambda connection: connection.execute(text("DELETE FROM log")))
            last = store.append("t", 1, ConditionalEntries("one", ["three"]))
            with pytest.raises(WriteFailed):
                await first
            proxy.heal()
            with pytest.raises(DATABASE_ERRORS) as refused:
                await waiting
            assert is_timeout(refused.value)
            with pytest.raises(WriteFailed):
                await last
            await store.append("t", 1, ConditionalEntries("one", ["four"]))

    migrated_database(tmp_path, address)
    with proxy_before(cluster.folder, late=True) as proxy:
        asyncio.run(run(proxy))
    assert entries(address, "t") == ["one", "four"]


def test_entries_from_before_the_lease_expired_are_not_written_after_it(tmp_path: Path, address: str) -> None:
    async def run() -> None:
        async with open_store(migrated_database(tmp_path, address)) as store:
            held = threading.Event()
            holding = store.writer.transact(lambda connection: held.wait(TIMEOUT))
            writing = store.append("t", 0, ConditionalEntries("", ["one"]))
            store.writer.refuse_entries()
            held.set()
            await holding
            with pytest.raises(WriteFailed):
                await writing
            await store.append("t", 0, ConditionalEntries("", ["two"]))

    asyncio.run(run())
    assert entries(address, "t") == ["two"]


def test_operator_statements_have_a_longer_timeout(tmp_path: Path, address: str) -> None:
    database = replace(migrated_database(tmp_path, address), timeout=1.0)

    async def run() -> None:
        async with open_store(database) as store:
            with pytest.raises(DATABASE_ERRORS):
                await store.writer.transact(lambda connection: connection.execute(text("SELECT pg_sleep(3600)")))
            async with store.reader.connect() as connection:
                with pytest.raises(DATABASE_ERRORS):
                    await connection.execute(text("SELECT pg_sleep(3600)"))

    asyncio.run(run())
    engine = database.engine()
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_sleep(1.5)"))
    engine.dispose()
