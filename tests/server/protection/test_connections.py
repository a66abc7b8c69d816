"""Connections below the application: idle ones time out, and no client can take all of them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import random
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tests.support.server.app import server_process
from tobean.server.logs import LOGGER, is_noise
from tobean.server.metrics import Metrics
from tobean.server.protection import connections
from tobean.server.protection.connections import ConnectionLimiter, HttpConnection, WebSocketConnection, max_open_files
from tobean.server.protection.proxies import Proxies
from tobean.server.runner import free_port
from tobean.server.settings import THIS_MACHINE

TIMEOUT = 300.0
EVE, NINA = "127.0.0.2", "127.0.0.3"
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Says hello; at `/slow` only after the client has gone; at `/large` a lot; at `/echo` the request body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/large":
            await send({"type": "websocket.send", "text": "x" * 50_000_000})
            return
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"] if scope["path"] == "/echo" else "heard"})
        return
    if scope["path"] == "/slow":
        while (await receive())["type"] != "http.disconnect":
            pass
        return
    body = b"x" * 50_000_000 if scope["path"] == "/large" else b"hello"
    length = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": body})


class Running:
    """A small server with our connection handling, in a thread."""

    def __init__(self, most: int = 1000, **options: Any) -> None:
        self.metrics = Metrics()
        self.limiter = ConnectionLimiter(most, self.metrics)
        self.port = free_port()
        http: Any = partial(HttpConnection, self.limiter)
        ws: Any = partial(WebSocketConnection, self.limiter)
        proxies = Proxies(app, THIS_MACHINE)
        config = uvicorn.Config(
            proxies, "127.0.0.1", self.port, http=http, ws=ws, lifespan="off", log_config=None, **options
        )
        self.limiter.is_proxy = proxies.is_proxy
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    def wait_until(self, true: Callable[[], bool]) -> None:
        while not true():
            assert self.thread.is_alive()
            time.sleep(0.005)

    def holds(self, count: int) -> bool:
        return len(self.limiter.address_blocks) == count

    def connect(self, source: str = EVE) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), TIMEOUT, (source, 0))
        line.settimeout(TIMEOUT)
        return line

    def asked(self, source: str, request: bytes = REQUEST) -> tuple[socket.socket, bytes]:
        line = self.connect(source)
        line.sendall(request)
        return line, received(line)


def received(line: socket.socket) -> bytes:
    """The next bytes; empty if the other side has closed."""
    try:
        return line.recv(4096)
    except ConnectionResetError:
        return b""


@contextlib.contextmanager
def running(most: int = 1000, **options: Any) -> Iterator[Running]:
    found = Running(most, **options)
    found.thread.start()
    try:
        found.wait_until(lambda: found.server.started)
        yield found
    finally:
        found.server.should_exit = found.server.force_exit = True
        found.thread.join()


def test_a_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as server:
        line, answer = server.asked(EVE)
        assert answer.startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
        silent, half = server.connect(), server.connect()
        with contextlib.suppress(ConnectionError):  # on a busy machine the time is over already
            half.sendall(b"GET / HTTP/1.1\r\nHo")
        assert received(silent) == received(half) == b""
        line.sendall(b"GET /aga")
        while chunk := received(line):
            assert b"hello" in chunk or chunk.startswith(b"HTTP")
        assert server.metrics.value("expired_connections") == 3


def test_an_idle_connection_is_closed_after_its_response() -> None:
    with running(timeout_keep_alive=0) as server:
        line, answer = server.asked(EVE)
        assert answer.startswith(b"HTTP/1.1 200")
        while received(line):
            pass


def test_a_client_that_does_not_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.2)
    with running() as server:
        line = server.connect()
        line.sendall(REQUEST.replace(b"/ ", b"/large "))
        server.wait_until(lambda: server.metrics.value("expired_connections") > 0)
        size = 0
        while chunk := received(line):
            size += len(chunk)
        assert 0 < size < 50_000_000


def test_connections_are_limited_per_address() -> None:
    with running(most=12) as server:
        assert server.limiter.max_per_address == 3
        held = [server.asked(EVE) for _ in range(3)]
        assert all(answer.startswith(b"HTTP/1.1 200") for _, answer in held)
        assert received(server.connect()) == b""
        assert server.asked(NINA)[1].startswith(b"HTTP/1.1 200")
        held.pop()[0].close()
        server.wait_until(lambda: server.limiter.counts[EVE] < 3)
        assert server.asked(EVE)[1].startswith(b"HTTP/1.1 200")


def test_a_trusted_proxy_may_open_many_connections() -> None:
    with running(most=12) as server:
        lines = [server.asked("127.0.0.1") for _ in range(8)]
        assert all(answer.startswith(b"HTTP/1.1 200") for _, answer in lines)


def test_the_longest_idle_connection_is_closed_for_a_new_one() -> None:
    with running(most=4) as server:
        working = server.connect("127.0.0.1")
        working.sendall(REQUEST.replace(b"/ ", b"/slow "))
        server.wait_until(lambda: not server.limiter.idle and bool(server.limiter.address_blocks))
        idle = []
        for count in range(2, 5):
            idle.append(server.connect("127.0.0.1"))
            server.wait_until(partial(server.holds, count))
        assert server.asked(NINA)[1].startswith(b"HTTP/1.1 200")
        assert received(idle[0]) == b""
        idle[1].sendall(REQUEST)
        assert received(idle[1]).startswith(b"HTTP/1.1 200")
        assert server.metrics.value("refused_connections") == 1


# --- sockets -------------------------------------------------------------------------------------------------------


def frame(kind: int, text: bytes = b"") -> bytes:
    return bytes((0x80 | kind, 0x80 | len(text))) + bytes(4) + text


def masked(kind: int, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(Opcode(kind), data, fin).serialize(mask=True)


def texts_in(line: socket.socket, last: str) -> list[str]:
    """Text messages up to this one."""
    reader = StreamReader()
    found: list[str] = []
    while last not in found:
        reader.feed_data(line.recv(65_536))
        while True:
            before = bytes(reader.buffer)
            try:
                next(Frame.parse(reader.read_exact, mask=False))
            except StopIteration as whole:
                if whole.value.opcode is Opcode.TEXT:
                    found.append(bytes(whole.value.data).decode())
                continue
            reader.buffer[:] = before  # the rest follows later
            break
    return found


@pytest.mark.parametrize("cut", ["at frames", "anywhere", "nowhere"])
def test_fragmented_text_frames_are_reassembled(cut: str) -> None:
    chance = random.Random(cut)
    texts = ["", "Bohne", "ß" * 62, "ü" * 63, "x" * 300, "x" * 70_000, "Feuerbohne", "a b c", "Gartenbohne", "last"]
    frames: list[bytes] = []
    for text in texts:
        data = text.encode()
        if text.startswith(("F", "x", "a")):
            half = len(data) // 2
            frames += [masked(1, data[:half], fin=False), masked(9, b"there?"), masked(0, data[half:])]
        else:
            frames.append(masked(1, data))
    stream = b"".join(frames)
    if cut == "anywhere":
        cuts = sorted({0, len(stream), *[chance.randrange(len(stream)) for _ in range(20)], *range(7), *range(12, 16)})
        frames = [stream[start:end] for start, end in itertools.pairwise(cuts)]
    with running() as server:
        line, answer = server.asked(EVE, UPGRADE.replace(b"/ ", b"/echo ", 1))
        assert answer.startswith(b"HTTP/1.1 101")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in [stream] if cut == "nowhere" else frames:
            line.sendall(part)
            time.sleep(0.002)
        assert texts_in(line, "last") == texts


def logged(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """All log messages from warnings up, including those of uvicorn."""
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


MALFORMED = {
    "a text that is not UTF-8": (masked(1, b"\xff\xfe"), 1007),
    "such a text in two frames": (masked(1, b"\xff", fin=False) + masked(0, b"\xfe"), 1007),
    "two such texts": (masked(1, b"\xff") * 2, 1007),
    "an unmasked frame": (b"\x81\x02{}", 1002),
    "an unknown kind of frame": (b"\x83\x80" + bytes(4), 1002),
    "a frame that continues nothing": (masked(0, b"x"), 1002),
    "a close with half a code": (b"\x88\x81" + bytes(4) + b"x", 1002),
    "a frame of a petabyte": (b"\x81\xff" + (1 << 50).to_bytes(8, "big") + bytes(4), 1009),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_frame_closes_its_socket_and_is_logged_in_one_line(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    sent, code = MALFORMED[what]
    with running() as server:
        line, _ = server.asked(EVE, UPGRADE)
        line.sendall(sent)
        answer = b""
        while chunk := received(line):
            answer += chunk
        assert b"\x88" in answer
        assert code.to_bytes(2, "big") in answer
        server.wait_until(lambda: server.holds(0))
        assert server.metrics.value("malformed") == 1
    [record] = logged(caplog)
    assert record.levelno == logging.WARNING
    assert record.name != LOGGER.name  # so it is limited
    assert record.exc_info is None
    assert "\n" not in record.getMessage()


HEAD = UPGRADE.removesuffix(b"\r\n")
BAD_REQUESTS = {
    "no HTTP": b"\x16\x03\x01\x02\x00\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
    "a length that is no number": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    "a chunk of a negative size": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "such a chunk of a head": b"HEAD / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "an upgrade with a body": HEAD + b"Content-Length: 3\r\n\r\nabc",
    "an upgrade in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n",
    "an upgrade with a control character": HEAD + b"X: a\x7f\r\n\r\n",
    "an upgrade with a long header": HEAD + b"X: " + b"a" * 20_000 + b"\r\n\r\n",
    "an upgrade with many headers": HEAD + b"X: a\r\n" * 300 + b"\r\n",
}


@pytest.mark.parametrize("what", BAD_REQUESTS)
def test_a_malformed_request_is_refused_immediately_and_logged_in_one_line(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running() as server:
        line, answer = server.asked(EVE, BAD_REQUESTS[what])
        assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))
        while received(line):
            pass
        server.wait_until(lambda: server.holds(0))
        assert server.metrics.value("malformed") == 1
    [record] = logged(caplog)
    assert record.levelno == logging.WARNING
    assert record.exc_info is None
    assert "\n" not in record.getMessage()


@pytest.mark.parametrize("path", [b"/", b"/slow"])
def test_a_malformed_chunk_ends_the_connection_before_and_after_the_answer(
    path: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running() as server:
        line = server.connect()
        line.sendall(head)
        if path == b"/":
            assert received(line).startswith(b"HTTP/1.1 200")
        else:
            server.wait_until(lambda: bool(server.server.server_state.tasks))
        line.sendall(b"-1\r\n")
        answer = b""
        while chunk := received(line):
            answer += chunk
        assert answer.startswith(b"HTTP/1.1 400") == (path == b"/slow")
        server.wait_until(lambda: server.holds(0))
    assert [record.getMessage() for record in logged(caplog)] == ["Invalid HTTP request received."]


def test_a_socket_is_counted_until_it_closes() -> None:
    with running(most=12) as server:
        lines = [server.asked(EVE, UPGRADE) for _ in range(3)]
        assert all(answer.startswith(b"HTTP/1.1 101") for _, answer in lines)
        assert received(server.connect()) == b""
        lines[0][0].sendall(frame(1, b"{}"))
        assert b"heard" in received(lines[0][0])
        lines[0][0].close()
        server.wait_until(lambda: server.limiter.counts[EVE] < 3)
        assert server.asked(EVE, UPGRADE)[1].startswith(b"HTTP/1.1 101")


def test_a_socket_without_pong_is_closed() -> None:
    with running(ws_ping_interval=0.1, ws_ping_timeout=0.2) as server:
        line, _ = server.asked(EVE, UPGRADE)
        while received(line):
            pass
        assert server.metrics.value("expired_connections") == 1


def test_an_active_socket_is_not_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(WebSocketConnection, "schedule_ping", lambda self: asked.append("later"))
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda self: asked.append("now"))
    with running() as server:
        line, _ = server.asked(EVE, UPGRADE)
        line.sendall(frame(1, b"{}"))
        assert b"heard" in received(line)
        (transport,) = server.limiter.address_blocks
        there: Any = transport.get_protocol()
        asked.clear()
        there.send_keepalive_ping()
        there.send_keepalive_ping()
        assert asked == ["later", "now"]


def test_closing_does_not_wait_for_a_socket_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.2)
    with running() as server:
        line = server.connect()
        line.sendall(UPGRADE.replace(b"/ ", b"/large ", 1))
        server.wait_until(lambda: server.limiter.ended == 1)
        line.close()


@pytest.mark.parametrize("kind", [9, 10, 0])
def test_a_flood_of_empty_frames_is_cut_off(kind: int) -> None:
    with running() as server:
        line, _ = server.asked(EVE, UPGRADE)
        if kind == 0:
            line.sendall(bytes((0x01, 0x80)) + bytes(4))  # a fragmented message
        flood = bytes((0x00, 0x80)) + bytes(4) if kind == 0 else frame(kind)
        with contextlib.suppress(OSError):
            for _ in range(40):
                line.sendall(flood * 100)
        while received(line):
            pass
        assert server.metrics.value("refused_connections") == 1


# --- the server itself -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_half_open_connections_do_not_block_others(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port):
        lines = []
        for _ in range(connections.MAX_PER_ADDRESS + 40):
            line = socket.create_connection(("127.0.0.1", port), TIMEOUT, (EVE, 0))
            line.setblocking(False)
            lines.append(line)
        newcomer = socket.create_connection(("127.0.0.1", port), TIMEOUT, (NINA, 0))
        newcomer.settimeout(TIMEOUT)
        newcomer.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert received(newcomer).startswith(b"HTTP/1.1 200")
        closed = 0
        for line in lines:
            with contextlib.suppress(BlockingIOError):
                closed += received(line) == b""
            line.close()
        assert closed == 40


@pytest.mark.parametrize(
    ("limits", "granted", "expected"),
    [
        ((1024, 4096), 10**9, 4096),
        ((1024, resource.RLIM_INFINITY), 10**9, 65_536),
        ((256, resource.RLIM_INFINITY), 10_240, 10_240),
        ((256, 65_536), 0, 256),
        ((65_536, 65_536), 0, 65_536),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 0, 65_536),
    ],
)
def test_the_limit_of_open_files_is_raised_to_the_maximum(
    limits: tuple[int, int], granted: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def set_limit(what: int, wanted: tuple[int, int]) -> None:
        assert wanted[1] == limits[1]
        if wanted[0] > granted:
            raise ValueError("not allowed")

    monkeypatch.setattr(resource, "getrlimit", lambda what: limits)
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert max_open_files() == expected


async def test_a_refused_connection_leaves_no_state() -> None:
    """uvicorn notifies a protocol of the end of its connection, whether it was created or not."""

    limiter = ConnectionLimiter(4, Metrics())
    line = HttpConnection(limiter, config=None, server_state=None, app_state={})
    line.connection_lost(None)
    assert not limiter.address_blocks


def test_a_connection_closed_at_shutdown_is_not_an_error() -> None:
    def record(error: BaseException) -> logging.LogRecord:
        return logging.LogRecord(
            "uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application", (), (type(error), error, None)
        )

    assert is_noise(record(asyncio.CancelledError("timeout graceful shutdown exceeded")))
    assert not is_noise(record(ValueError("a fault of ours")))
