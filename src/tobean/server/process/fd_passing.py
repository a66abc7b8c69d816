"""Passing of open connections and messages between processes on one machine.

Each process listens on a Unix socket in a folder that only its owner can access. It receives a JSON line, the bytes
already read from a connection, and the connection itself as a file descriptor (`SCM_RIGHTS`). From then on no other
process is involved.
"""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Final

import msgspec

from tobean.server.logs import log_error
from tobean.temporary_folders import TemporaryFolder

ANSWER_TIMEOUT: Final = 3.0
"""Seconds that the sender of a message waits for the answer."""
CONNECTION_TIMEOUT: Final = 1.0
"""Seconds that the sender of a connection waits; it keeps the connection if the peer does not take it."""
PROBE_TIMEOUT: Final = 0.5
"""Seconds to find out whether a peer is gone: a socket or port without a listener refuses immediately."""
MARGIN: Final = 0.3
"""Seconds by which the receiver's deadline is earlier than the sender's, so that never both serve a connection."""
RECEIVE_BYTES: Final = 65_536
BACKLOG: Final = 512
CONNECTION: Final = "connection"
ACCEPTED: Final = b"1"
REFUSED: Final = b"0"


class PeerMessage(msgspec.Struct, omit_defaults=True):
    """Message to a peer, or the header of a connection passed to it."""

    what: str
    """`CONNECTION`, or the name of a message."""
    until: float = 0.0
    """Deadline for taking a connection, by the monotonic clock that all processes of the machine share."""
    key: str = ""
    """Subject of a message, such as a person or table."""
    passed: bool = False
    """The connection was routed here because this server owns its table."""
    size: int = 0
    """Number of bytes that follow, which were already read from the connection."""


class PeerGone(OSError):
    """No process listens on this socket."""


def can_pass_descriptors() -> bool:
    """Whether this system can pass connections between processes."""
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")


async def send_to_peer(
    socket_path: str, message: PeerMessage, connection: int | None = None, data: bytes = b""
) -> bytes | None:
    """Send a message, or a connection by its file descriptor; returns the answer, None if it was not taken.

    Raises `PeerGone` if the peer's process is gone, another `OSError` if there is no such socket on this machine.
    """
    loop = asyncio.get_running_loop()
    message.until, message.size = time.monotonic() + CONNECTION_TIMEOUT - MARGIN, len(data)
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    channel.setblocking(False)
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT if connection is None else CONNECTION_TIMEOUT):
            try:
                await loop.sock_connect(channel, socket_path)
            except ConnectionRefusedError as error:
                raise PeerGone(str(error)) from error
            head = msgspec.json.encode(message) + b"\n"
            if connection is None:
                await loop.sock_sendall(channel, head)
            else:
                socket.send_fds(channel, [head], [connection])
                if data:  # a fast receiver may have closed by now, and sending b"" would fail
                    await loop.sock_sendall(channel, data)
            answer = await loop.sock_recv(channel, 1)
            if answer != ACCEPTED:
                return None
            while connection is None and (data_part := await loop.sock_recv(channel, RECEIVE_BYTES)):
                answer += data_part
            return answer[1:]
    except TimeoutError:
        return None
    finally:
        channel.close()


async def is_peer_gone(socket_path: str, address: str) -> bool:
    """Whether no process listens at this socket or address. A process that hangs or is unreachable is not gone."""
    try:
        if socket_path:
            async with asyncio.timeout(PROBE_TIMEOUT):
                await send_to_peer(socket_path, PeerMessage("there"))
            return False
    except PeerGone:
        return True
    except TimeoutError:
        return False
    except OSError:
        pass  # the peer is on another machine
    host, _, port = address.rpartition(":")
    if not port.isdigit():
        return False
    try:
        async with asyncio.timeout(PROBE_TIMEOUT):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except ConnectionRefusedError:
        return True
    except (OSError, TimeoutError):
        return False
    writer.close()
    return False


class ConnectionReceiver:
    """Receives connections and messages from other processes."""

    def __init__(
        self,
        path: Path | None,
        adopt_connection: Callable[[socket.socket, bytes, bool], Awaitable[None]],
        handle_message: Callable[[str, str], Awaitable[bytes | None]],
    ) -> None:
        self.folder: TemporaryFolder | None = None
        if path is None:
            self.folder = TemporaryFolder()
            path = self.folder.path / "door"
        self.path = path
        self.adopt_connection = adopt_connection
        """Serves a connection, given the bytes read from it and whether it was routed here."""
        self.handle_message = handle_message
        """Handles a message by name and key; returns the answer, None if the message is unknown."""
        self.listening: socket.socket | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listening.bind(str(self.path))
        self.listening.listen(BACKLOG)
        self.listening.setblocking(False)
        self.start_task(self.accept_loop(self.listening))

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.listening is not None:
            self.listening.close()
            self.path.unlink(missing_ok=True)
        if self.folder is not None:
            self.folder.remove()

    async def accept_loop(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            channel, _ = await loop.sock_accept(listening)
            channel.setblocking(False)
            self.start_task(self.receive(channel))

    async def receive(self, channel: socket.socket) -> None:
        """Receive one connection or message. Errors concern only its sender, which is told that nothing was taken."""
        connection: socket.socket | None = None
        answer = REFUSED
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                message, connection, data = await read_message(channel)
            if connection is None:
                # Handled however late it is: the sender may have stopped waiting for the answer.
                reply = await self.handle_message(message.what, message.key)
                answer = REFUSED if reply is None else ACCEPTED + reply
            elif time.monotonic() < message.until:
                adopted, connection = connection, None
                await self.adopt_connection(adopted, data, message.passed)
                answer = ACCEPTED
        except (OSError, TimeoutError, msgspec.DecodeError, EOFError):
            answer = REFUSED  # the sender is gone or sent nonsense
        except Exception as error:  # an error here must not stop the receiver
            log_error("a message or connection from another process could not be handled", error)
        finally:
            if connection is not None:
                connection.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await asyncio.get_running_loop().sock_sendall(channel, answer)
            channel.close()


async def read_message(channel: socket.socket) -> tuple[PeerMessage, socket.socket | None, bytes]:
    """Read a message, the connection that came with it, and the bytes already read from that."""
    loop = asyncio.get_running_loop()
    await wait_readable(channel)
    # Child processes must not inherit the descriptor: the connection would never be closed.
    data, descriptors, _, _ = socket.recv_fds(channel, RECEIVE_BYTES, 1, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
    connection = socket.socket(fileno=descriptors[0]) if descriptors else None
    for extra in descriptors[1:]:
        os.close(extra)
    try:
        while b"\n" not in data:
            data += await receive_some(loop, channel)
        head, _, rest = data.partition(b"\n")
        message = msgspec.json.decode(head, type=PeerMessage)
        while len(rest) < message.size:
            rest += await receive_some(loop, channel)
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return message, connection, rest


async def receive_some(loop: asyncio.AbstractEventLoop, channel: socket.socket) -> bytes:
    data = await loop.sock_recv(channel, RECEIVE_BYTES)
    if not data:
        raise EOFError
    return data


async def wait_readable(channel: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def on_readable() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(channel.fileno(), on_readable)
    try:
        await ready
    finally:
        loop.remove_reader(channel.fileno())
