"""One server with several processes: each table has one owner, connections are routed to it, processes may die."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import threading
import time
import urllib.request
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text

from tests.support.server.app import next_message, server_process
from tests.support.server.processes import POOL_SERVER, child_processes
from tests.support.server.remote_tables import open_for_two
from tests.support.server.store_checks import migrated_database, open_store, row
from tobean.server.client.table_client import TableClient, post
from tobean.server.cluster.leases import Leases
from tobean.server.database.database import FILE_NAME
from tobean.server.process.fd_passing import (
    ACCEPTED,
    CONNECTION,
    PROBE_TIMEOUT,
    ConnectionReceiver,
    PeerGone,
    PeerMessage,
    send_to_peer,
)
from tobean.server.runner import free_port
from tobean.server.settings import Settings
from tobean.server.store.leases import LeaseStore, Peer
from tobean.server.supervisor import Member, Supervisor

TIMEOUT = 300.0


async def both_present(seat: TableClient) -> dict[str, Any]:
    """The first message in which all seats are present."""
    while True:
        message = await next_message(seat, "hello", "table")
        if all(each["present"] for each in message["table"]["seats"]):
            return message


def owners(folder: Path) -> dict[str, tuple[str, int]]:
    """The owner of each table, with its fencing token."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        return {table: (owner, fence) for table, owner, fence in database.execute(
            "SELECT table_id, owner, fence FROM leases")}  # fmt: skip


def live_processes(folder: Path) -> list[str]:
    """Ids of the processes with a valid lease."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        return [server for (server,) in database.execute("SELECT id FROM servers WHERE expires > ?", (time.time(),))]


def process_of(folder: Path, owner: str) -> int:
    """Process id that listens on the socket (`door`) of a server."""
    with sqlite3.connect(folder / FILE_NAME) as database:
        ((door,),) = database.execute("SELECT door FROM servers WHERE id = ?", (owner,)).fetchall()
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{number}/net/unix") as sockets:
            inodes = {line.split()[6] for line in sockets if line.rstrip().endswith(door)}
            files = [os.readlink(f"/proc/{number}/fd/{each}") for each in os.listdir(f"/proc/{number}/fd")]
            if any(f"socket:[{inode}]" in files for inode in inodes):
                return int(number)
    raise AssertionError("no process listens on that socket")


async def act(seats: tuple[TableClient, TableClient]) -> int:
    """Makes one move of the awaited seat and waits until both see it; returns the version."""
    for seat in seats:
        await seat.send({"type": "refresh"})
    updates = [await next_message(seat, "update") for seat in seats]
    asked = next(number for number, update in enumerate(updates) if update["asked"]["you"])
    await seats[asked].act(updates[asked]["actions"][0]["do"])
    for seat in seats:
        while (await next_message(seat, "update"))["version"] <= updates[0]["version"]:
            pass
    return int(updates[0]["version"]) + 1


async def wait_for_close(seat: TableClient) -> None:
    """Waits until the server closes the socket."""
    async with asyncio.timeout(TIMEOUT):
        async for _ in seat.messages():
            pass


async def is_shared(folder: Path, server: str) -> None:
    """Connections reach the process that owns the table, whichever process accepts them."""
    tables = [await open_for_two(server) for _ in range(4)]
    held = owners(folder)
    assert len({held[nina.table][0] for nina, _ in tables}) == 2, "both processes have tables"
    for nina, ben in tables:
        async with nina, ben:
            await asyncio.gather(both_present(nina), both_present(ben))
    assert owners(folder) == held, "no table changed its owner"


async def ends_cookies_everywhere(server: str) -> None:
    """A cookie revoked in one process is invalid in the other."""
    for _ in range(2):
        nina, _ben = await open_for_two(server)
        async with nina:
            await next_message(nina, "update")
            await asyncio.to_thread(post, server, "/forget", {}, nina.cookie)
            await wait_for_close(nina)


async def survives_a_death(folder: Path, server: str) -> None:
    nina, ben = await open_for_two(server)
    before = owners(folder)[nina.table]
    async with nina, ben:
        version = await act((nina, ben))
        os.kill(process_of(folder, before[0]), signal.SIGKILL)
        await wait_for_close(ben)
    async with ben:
        assert (await next_message(ben, "update"))["version"] == version
    after = owners(folder)[nina.table]
    assert after[0] != before[0]
    assert after[1] > before[1]
    for _ in range(4):  # whichever process answers
        with urllib.request.urlopen(f"{server}/tables/{nina.table}", timeout=TIMEOUT) as answer:
            assert answer.status == 200


async def fences_off_a_stalled_process(folder: Path, server: str) -> None:
    nina, ben = await open_for_two(server)
    owner, fence = owners(folder)[nina.table]
    process = process_of(folder, owner)
    async with contextlib.AsyncExitStack() as waiting, nina:
        await next_message(nina, "update")
        os.kill(process, signal.SIGSTOP)
        try:
            await waiting.enter_async_context(ben)
            await next_message(ben, "update")
            taken = owners(folder)[nina.table]
            assert taken[0] != owner
            assert taken[1] > fence
        finally:
            with contextlib.suppress(ProcessLookupError):  # the first process may have timed out
                os.kill(process, signal.SIGCONT)
        await wait_for_close(nina)  # it resumes, and tells its viewers to reconnect
        async with nina:
            await both_present(nina)


async def is_replaced_without_a_break(folder: Path, server: str, first: int) -> None:
    """SIGHUP: every process and the pool of bot workers are replaced; the tables continue in the new ones."""
    (pool_process,) = child_processes(first, POOL_SERVER)
    nina, ben = await open_for_two(server)
    before = live_processes(folder)
    async with nina, ben:
        version = await act((nina, ben))
        os.kill(first, signal.SIGHUP)
        await asyncio.gather(wait_for_close(nina), wait_for_close(ben))
    while True:
        async with nina, ben:
            assert [(await next_message(seat, "update"))["version"] for seat in (nina, ben)] == [version] * 2
            if owners(folder)[nina.table][0] not in before:
                assert await act((nina, ben)) == version + 1
                break
            await wait_for_close(nina)  # the second process, too
    while len(pools := child_processes(first, POOL_SERVER)) > 1:
        await asyncio.sleep(0.1)
    assert pools != [pool_process]
    await plays_against_a_bot(server)


async def plays_against_a_bot(server: str) -> None:
    """Waits for a move of a bot, which shows that the worker pool runs."""
    seats = {"seat1": "sprout", "seat2": "none", "seat3": "none", "seat4": "none"}
    fields = {"game": "al-cabohne", "name": "Nina", "tempo": "0", **seats}
    path, cookie = await asyncio.to_thread(post, server, "/open", fields)
    await asyncio.to_thread(post, server, f"{path}/start", {}, cookie)
    async with TableClient(server, path.rpartition("/")[2], cookie) as nina:
        moved = False
        while not moved:
            update = await next_message(nina, "update")
            moved = any(event.get("seat") == 1 for event in update["events"])
            if update["asked"]["you"]:
                await nina.act(update["actions"][0]["do"])


@pytest.mark.long
def test_a_server_in_two_processes_on_sqlite(tmp_path: Path) -> None:
    port = free_port()
    server = f"http://localhost:{port}"

    async def play(first: int) -> None:
        await is_shared(tmp_path, server)
        await ends_cookies_everywhere(server)
        await survives_a_death(tmp_path, server)
        while len(live_processes(tmp_path)) < 2:  # it is restarted
            await asyncio.sleep(0.1)
        await fences_off_a_stalled_process(tmp_path, server)
        await is_replaced_without_a_break(tmp_path, server, first)

    with server_process(tmp_path, port, "--processes", "2") as process:
        asyncio.run(play(process.pid))
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0
    assert live_processes(tmp_path) == []


# --- sockets -----------------------------------------------------------------------------------------------------


def test_a_connection_is_passed_once_even_if_answered_quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(tmp_path / "socket"))
    listening.listen()

    def take() -> None:
        line, _ = listening.accept()
        _, (descriptor,), _, _ = socket.recv_fds(line, 1000, 1)
        os.close(descriptor)
        line.send(ACCEPTED)
        line.close()

    receiver = threading.Thread(target=take)
    receiver.start()
    send_fds = socket.send_fds

    def send_and_wait(*args: Any) -> int:
        sent = send_fds(*args)
        receiver.join()
        return sent

    monkeypatch.setattr(socket, "send_fds", send_and_wait)
    near, far = socket.socketpair()
    with listening, near, far:
        assert asyncio.run(send_to_peer(str(tmp_path / "socket"), PeerMessage(CONNECTION), far.fileno())) == b""


async def test_connections_and_messages_passed_to_a_socket(tmp_path: Path) -> None:
    taken: list[tuple[bytes, bool]] = []

    async def adopt_connection(connection: socket.socket, data: bytes, passed: bool) -> None:
        taken.append((data, passed))
        connection.send(b"from the new owner")
        connection.close()

    async def answer(what: str, key: str) -> bytes | None:
        return f"{what} {key}".encode() * 30_000 if what == "known" else None

    path = tmp_path / "socket"
    receiver = ConnectionReceiver(path, adopt_connection, answer)
    with pytest.raises(FileNotFoundError):
        await send_to_peer(str(path), PeerMessage("known"))
    receiver.open()
    assert await send_to_peer(str(path), PeerMessage("known", key="k")) == b"known k" * 30_000
    assert await send_to_peer(str(path), PeerMessage("unknown")) is None
    near, far = socket.socketpair()
    read = b"GET / HTTP/1.1\r\n" * 5000
    assert await send_to_peer(str(path), PeerMessage(CONNECTION, passed=True), far.fileno(), read) == b""
    far.close()
    assert taken == [(read, True)]
    assert near.recv(100) == b"from the new owner"
    assert near.recv(100) == b"", "no other process holds it open"
    near.close()
    await receiver.close()
    receiver.path.touch()
    receiver.path.unlink()
    gone = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    gone.bind(str(path))
    gone.close()
    with pytest.raises(PeerGone):
        await send_to_peer(str(path), PeerMessage("known"))


async def test_no_connection_is_dropped_while_processes_are_started_again(tmp_path: Path) -> None:
    """Many connections arrive at once at the same socket, and for a while no process accepts them."""

    async def adopt_connection(connection: socket.socket, data: bytes, passed: bool) -> None:
        connection.send(b"taken")
        connection.close()

    async def answer(what: str, key: str) -> bytes | None:
        return None

    with socket.create_server(("127.0.0.1", 0)) as listening:
        processes = Supervisor(Settings(folder=tmp_path), listening)
        paths = [processes.folder / "dead", processes.folder / "late"]
        ended = await asyncio.create_subprocess_exec("true")
        await ended.wait()
        processes.members = [Member(str(path), ended, 0.0) for path in paths]
        pairs = [socket.socketpair() for _ in range(20)]
        handing = [asyncio.create_task(processes.dispatch(far)) for _, far in pairs]
        done, _ = await asyncio.wait(handing, timeout=0.3, return_when=asyncio.FIRST_COMPLETED)
        assert not done, "they wait"
        receiver = ConnectionReceiver(paths[1], adopt_connection, answer)
        receiver.open()
        await asyncio.gather(*handing)
        for near, _ in pairs:
            assert near.recv(100) == b"taken"
            near.close()
        await receiver.close()
        shutil.rmtree(processes.folder)


@pytest.mark.parametrize(
    ("place", "gone"), [("socket", True), ("port", True), ("open socket", False), ("nowhere", False)]
)
def test_a_late_server_is_replaced_early_only_if_it_is_gone(tmp_path: Path, place: str, gone: bool) -> None:
    """A process that may only hang, or cannot be reached, keeps its tables until its lease expires."""
    database = migrated_database(tmp_path)

    async def run() -> list[str]:
        path = tmp_path / "socket"
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listening.bind(str(path))
        if place == "open socket":
            listening.listen()
        else:
            listening.close()
        socket_path = str(path) if place.endswith("socket") else "/another/machine/socket"
        address = f"127.0.0.1:{free_port()}" if place == "port" else ""
        async with open_store(database) as store:
            other = LeaseStore(store, lease_seconds=3000.0)
            await other.register(Peer("other", socket_path, address, 1, "1"))
            await other.claim("t", "other", 1)
            await store.save_tables([replace(row("t", 0, "playing"), wakes=1.0)])
            leases = Leases(store, alone=False)
            leases.lease_store.lease_seconds = 3600.0
            in_time = await leases.tables_to_load(1e12)
            leases.lease_store.lease_seconds = 7200.0  # the heartbeat of the other process is overdue by now
            found = await leases.tables_to_load(1e12)
        listening.close()
        assert in_time == []
        return found

    assert asyncio.run(run()) == (["t"] if gone else [])


def test_a_server_whose_lease_expires_during_a_probe_is_replaced_immediately(tmp_path: Path) -> None:
    """The prober does not wait for the timeout of its probe."""
    database = migrated_database(tmp_path)

    async def run() -> list[str]:
        path = tmp_path / "socket"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
            listening.bind(str(path))
            listening.listen()
            async with open_store(database) as store:
                other = LeaseStore(store, lease_seconds=PROBE_TIMEOUT / 2)
                await other.register(Peer("other", str(path), "", 1, "1"))
                await other.claim("t", "other", 1)
                await store.save_tables([replace(row("t", 0, "playing"), wakes=1.0)])
                return await Leases(store, alone=False).tables_to_load(1e12)

    assert asyncio.run(run()) == ["t"]


async def test_a_server_without_a_database_still_stops(tmp_path: Path) -> None:
    database = migrated_database(tmp_path)
    async with open_store(database) as store:
        leases = Leases(store, alone=False)
        await leases.start()
        await store.write(text("DROP TABLE leases"))
        await leases.stop()


async def test_a_heartbeat_slower_than_the_lease_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the write is unknown, so the lease may have expired again."""
    database = migrated_database(tmp_path)
    async with open_store(database) as store:
        leases = Leases(store, alone=False, lease_seconds=60.0)
        await leases.lease_store.register(leases.own_peer)
        leases.expired = True
        renew, sent = leases.lease_store.renew, 0

        async def slow(server: str) -> bool:
            nonlocal sent
            sent += 1
            if sent == 1:
                later = SimpleNamespace(monotonic=lambda: time.monotonic() + 61.0)
                monkeypatch.setattr("tobean.server.cluster.leases.time", later)
            return await renew(server)

        monkeypatch.setattr(leases.lease_store, "renew", slow)
        await leases.renew()
        assert sent == 2
        assert not leases.expired
        await leases.ensure_valid()
