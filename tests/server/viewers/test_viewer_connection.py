"""Updates are sent immediately while the connection accepts them; otherwise each is sent once, in order."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tests.support.server.app import ORIGIN, TIMEOUT, new_app
from tests.support.server.mutated_messages import discard_message, table_of
from tobean.kernel.chance import chance_from
from tobean.server.protection.websocket_frames import text_frame
from tobean.server.tables.live_table import LiveTable, fresh_seed
from tobean.server.viewers.viewer_connection import ViewerConnection


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_of_any_size_is_one_frame(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(text_frame(b"x" * size))
    reader.feed_eof()
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as found:
        next(parsing)
    frame = found.value.value
    assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, size)
    assert reader.buffer == b""


class StubConnection:
    """A connection that can be blocked; records the messages and how they were sent."""

    def __init__(self) -> None:
        self.is_writable = True
        self.updates: list[dict[str, Any]] = []
        self.ways: set[str] = set()
        self.received = asyncio.Event()

    def send_immediately(self, text: bytes) -> bool:
        if self.is_writable:
            self.receive(text, "immediately")
        return self.is_writable

    async def send(self, message: Any) -> None:
        await asyncio.sleep(0)
        self.receive(message["text"], "queued")

    def receive(self, text: bytes | str, way: str) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self.updates.append(message)
            self.ways.add(way)
            self.received.set()

    async def wait_for_version(self, version: int) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not self.updates or self.updates[-1]["version"] < version:
                self.received.clear()
                await self.received.wait()


async def send_update(live_table: LiveTable) -> None:
    """Makes one move."""
    table = live_table.session.table
    action = table.sample_action(table.awaited, chance_from(live_table.session.version))
    version = live_table.session.version
    await live_table.change(lambda session, now: session.act(action.seat, repr(action), version, now, fresh_seed()))


async def received_by_slow_viewer(folder: Path) -> StubConnection:
    app = new_app(folder)
    site = app.state.site
    line = StubConnection()
    async with app.router.lifespan_context(app):
        visitors = [await site.identity.new_visitor(name) for name in ("Nina", "Timon", "Keno")]
        live_table = await table_of(site, visitors, "bohnanza")
        connection = ViewerConnection(live_table, visitors[0], "de", line.send, None, ORIGIN)
        connection.send_immediately = line.send_immediately
        live_table.add_connection(connection)
        connection.send_update()
        writing = asyncio.create_task(connection.run())
        for number in range(12):
            line.is_writable = number % 4 != 1
            await send_update(live_table)
            if number % 4 == 2:
                await line.wait_for_version(live_table.session.version)
        await line.wait_for_version(live_table.session.version)
        writing.cancel()
        live_table.remove_connection(connection)
    return line


def test_nothing_is_lost_twice_or_out_of_order(tmp_path: Path) -> None:
    line = asyncio.run(received_by_slow_viewer(tmp_path))
    versions = [update["version"] for update in line.updates]
    assert versions == sorted(set(versions))
    assert versions[-1] == 12
    events = [event["n"] for update in line.updates for event in update["events"]]
    assert events == list(range(len(events)))
    assert line.ways == {"immediately", "queued"}


async def test_an_internal_error_closes_only_the_affected_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = new_app(tmp_path)
    site = app.state.site
    async with app.router.lifespan_context(app):
        visitors = [await site.identity.new_visitor(name) for name in ("Nina", "Timon", "Keno")]
        live_table = await table_of(site, visitors, "bohnanza")
        line = StubConnection()
        connections = [
            ViewerConnection(live_table, visitor, "en", discard_message, None, ORIGIN) for visitor in visitors[:2]
        ]
        for connection in connections:
            connection.send_immediately = line.send_immediately
            live_table.add_connection(connection)

        def broken() -> list[bytes]:
            raise ZeroDivisionError

        monkeypatch.setattr(connections[0], "update", broken)
        await send_update(live_table)
        assert connections[0].dropped
        assert not connections[1].dropped
        assert [update["version"] for update in line.updates] == [1]
        assert site.metrics.value("errors") == 1
