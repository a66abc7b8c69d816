"""A minimal WebSocket client, so that a load test measures the server and not the client."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

MASK = b"\0\0\0\0"
"""Client frames must be masked; a zero mask leaves the text unchanged, and loopback needs no protection."""
TEXT = 0x1
PING = 0x9
FINAL_TEXT = 0x81
FINAL_PONG = 0x8A
"""First bytes of unfragmented frames: the final bit and the opcode."""
MASKED = 0x80
"""Bit of the length byte that says that the frame is masked."""


def frame(text: bytes) -> bytes:
    """Encode a text frame of a client, of at most 65,535 bytes."""
    if len(text) < 126:
        return bytes((FINAL_TEXT, MASKED | len(text))) + MASK + text
    return bytes((FINAL_TEXT, MASKED | 126)) + len(text).to_bytes(2, "big") + MASK + text


class Socket(asyncio.Protocol):
    """One connection; `on_message` is called with each text message as bytes."""

    def __init__(self, request: bytes, on_message: Callable[[Socket, bytes], None]) -> None:
        self.request = request
        self.on_message = on_message
        self.buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            response_head = bytes(self.buffer[:end])
            del self.buffer[: end + 4]
            if b" 101 " not in response_head.partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(response_head.decode(errors="replace")[:200]))
                return
            self.opened.set_result(None)
        self.take_frames()

    def take_frames(self) -> None:
        buffer = self.buffer
        start = 0
        while len(buffer) - start >= 2:
            opcode, length = buffer[start] & 0x0F, buffer[start + 1] & 0x7F
            header_size = 2
            if length == 126:
                if len(buffer) - start < 4:
                    break
                length, header_size = int.from_bytes(buffer[start + 2 : start + 4], "big"), 4
            elif length == 127:
                if len(buffer) - start < 10:
                    break
                length, header_size = int.from_bytes(buffer[start + 2 : start + 10], "big"), 10
            if len(buffer) - start < header_size + length:
                break
            text = bytes(buffer[start + header_size : start + header_size + length])
            start += header_size + length
            if opcode == TEXT:
                self.on_message(self, text)
            elif opcode == PING and self.transport is not None:
                self.transport.write(bytes((FINAL_PONG, MASKED | len(text))) + MASK + text)
        del buffer[:start]

    def send(self, text: bytes) -> None:
        assert self.transport is not None
        self.transport.write(frame(text))


async def connect(
    host: str, port: int, path: str, cookie: str, on_message: Callable[[Socket, bytes], None], forwarded: str = ""
) -> Socket:
    """Open a socket as the server's own page would, optionally through a proxy for another address."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: http://localhost:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
        *([f"X-Forwarded-For: {forwarded}"] if forwarded else []),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request, on_message), host, port)
    await asyncio.wait_for(socket.opened, 30)
    return socket
