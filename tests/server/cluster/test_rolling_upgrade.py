"""Servers of two versions side by side, during an upgrade: they are compatible, or refuse with an error."""

import asyncio
import json
import logging
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.administration import rows, unload_tables
from tests.support.server.app import finished_game, server_client
from tests.support.server.store_checks import migrated_database, open_store
from tobean.kernel.errors import BadInput
from tobean.server.cluster.leases import PROTOCOL, Leases
from tobean.server.process.fd_passing import ConnectionReceiver
from tobean.server.store.leases import Peer


async def test_a_server_with_an_incompatible_protocol_does_not_start(tmp_path: Path) -> None:
    async with open_store(migrated_database(tmp_path)) as store:
        leases = Leases(store, alone=False)
        await leases.lease_store.register(Peer("other", "", "", PROTOCOL + 1, "9.9"))
        with pytest.raises(BadInput, match=r"a server of version 9\.9 runs on this database"):
            await leases.start()
        await leases.lease_store.mark_dead("other")
        await leases.start()
        await leases.lease_store.register(Peer("alike", "", "", PROTOCOL, "9.8"))
        assert [peer.version for peer in await leases.others()] == ["9.8"]
        await leases.stop()


async def test_messages_of_a_newer_server_are_answered(tmp_path: Path) -> None:
    """Unknown fields of a message are ignored; an unknown message is refused without a wait."""

    async def receive(what: str, key: str) -> bytes | None:
        return key.encode() if what == "known" else None

    async def adopt_connection(connection: socket.socket, data: bytes, passed: bool) -> None:
        raise AssertionError

    async def say(path: Path, **note: Any) -> bytes:
        reader, writer = await asyncio.open_unix_connection(str(path))
        writer.write(json.dumps(note).encode() + b"\n")
        answer = await reader.read()
        writer.close()
        return answer

    receiver = ConnectionReceiver(tmp_path / "socket", adopt_connection, receive)
    receiver.open()
    try:
        assert await say(receiver.path, what="known", key="beans", colour="green", later=[1]) == b"1beans"
        assert await say(receiver.path, what="of the future", key="beans") == b"0"
    finally:
        await receiver.close()


def test_entries_of_a_newer_server_are_left_unchanged_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(
        "tobean.server.tables.table_registry.log", lambda what, level=logging.INFO, **facts: lines.append(what)
    )
    with server_client(tmp_path) as client:
        table = finished_game(client)
        unload_tables(client)
        leases: Any = client.app.state.site.registry.leases  # type: ignore[attr-defined]
        leases.alone = False
        rows(tmp_path, "INSERT INTO leases (table_id, owner, fence, format) VALUES (?, '', 7, 99)", table)
        for _ in range(2):
            answer = client.get(f"/tables/{table}", headers={"Accept-Language": "en"}, follow_redirects=False)
            assert answer.status_code == 503
            assert "A newer version" in answer.text
        leases.alone = True
    assert lines.count("a table waits for a newer version of this server") == 1
    assert rows(tmp_path, "SELECT owner, fence, format FROM leases") == [("", 7, 99)]
    assert rows(tmp_path, "SELECT state FROM tables") == [("over",)]
