"""How processes on one machine hand open connections to each other, and tell each other things.

Each has a door: a socket in a folder that is for its owner only. What is handed in is a line of JSON, the bytes that
were read already, and the connection itself, as a file descriptor (`SCM_RIGHTS`); from then on nobody stands between.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.server.logs import log_error
from tobean.temporary_folders import TemporaryFolder

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

ANSWER_TIMEOUT: Final = 3.0
"""Seconds that somebody who says something waits for the answer."""
CONNECTION_TIMEOUT: Final = 1.0
"""The same for whoever hands in a connection, and looks after it if nobody takes it."""
PROBE_TIMEOUT: Final = 0.5
"""The same for whoever wants to know whether somebody is gone: a door or a port that nobody has says so at once."""
MARGIN: Final = 0.3
"""So much earlier it counts as too old for whoever takes it: of two, never both look after a connection."""
LARGEST: Final = 65_536
BACKLOG: Final = 512
CONNECTION: Final = "connection"
ACCEPTED: Final = b"1"
REFUSED: Final = b"0"


class PeerMessage(msgspec.Struct, omit_defaults=True):
    """What is handed in."""

    what: str
    """A connection, or what else is told."""
    until: float = 0.0
    """A connection is too old after this, by the clock that all processes of the machine share."""
    key: str = ""
    """What it is about."""
    passed: bool = False
    """The connection was passed on because this server owns its table."""
    size: int = 0
    """So many bytes of the connection follow, which were read already."""


class PeerGone(OSError):
    """Nobody is behind this door any more."""


def can_pass_descriptors() -> bool:
    """Do connections travel between processes on this system?"""
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")


async def send_to_peer(
    socket_path: str, message: PeerMessage, connection: int | None = None, data: bytes = b""
) -> bytes | None:
    """Hand something in at a door, a connection by its file descriptor; returns the answer, None if it was not taken.

    Raises `PeerGone` if the process behind it is gone, another `OSError` if there is no such door here.
    """
    loop = asyncio.get_running_loop()
    message.until, message.size = time.monotonic() + CONNECTION_TIMEOUT - MARGIN, len(data)
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.setblocking(False)
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT if connection is None else CONNECTION_TIMEOUT):
            try:
                await loop.sock_connect(line, socket_path)
            except ConnectionRefusedError as error:
                raise PeerGone(str(error)) from error
            head = msgspec.json.encode(message) + b"\n"
            if connection is None:
                await loop.sock_sendall(line, head)
            else:
                socket.send_fds(line, [head], [connection])
                if data:  # without any, a quick receiver has answered and hung up by now, and sending would fail
                    await loop.sock_sendall(line, data)
            answer = await loop.sock_recv(line, 1)
            if answer != ACCEPTED:
                return None
            while connection is None and (found := await loop.sock_recv(line, LARGEST)):
                answer += found
            return answer[1:]
    except TimeoutError:
        return None
    finally:
        line.close()


async def is_peer_gone(socket_path: str, address: str) -> bool:
    """Is nobody there any more, behind this door or at this address? Who hangs or cannot be reached may still be."""
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
        pass  # it is on another machine
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
    """Where this process takes things in."""

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
        """Looks after a connection, with what was read of it, and whether it was passed on."""
        self.handle_message = handle_message
        """Hears what else is said, and about what; returns the answer, None if that was not understood."""
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
            line, _ = await loop.sock_accept(listening)
            line.setblocking(False)
            self.start_task(self.receive(line))

    async def receive(self, line: socket.socket) -> None:
        """Take in one thing. What goes wrong concerns whoever handed it in, who hears that nothing was taken."""
        connection: socket.socket | None = None
        answer = REFUSED
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                message, connection, data = await read_message(line)
            if connection is None:
                # However late: whoever said it may have stopped waiting, but it is said.
                said = await self.handle_message(message.what, message.key)
                answer = REFUSED if said is None else ACCEPTED + said
            elif time.monotonic() < message.until:
                taken, connection = connection, None
                await self.adopt_connection(taken, data, message.passed)
                answer = ACCEPTED
        except (OSError, TimeoutError, msgspec.DecodeError, EOFError):
            answer = REFUSED  # whoever stood there is gone, or said nothing that makes sense
        except Exception as error:  # a fault of ours must not close the door
            log_error("something could not be taken in at the door", error)
        finally:
            if connection is not None:
                connection.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await asyncio.get_running_loop().sock_sendall(line, answer)
            line.close()


async def read_message(line: socket.socket) -> tuple[PeerMessage, socket.socket | None, bytes]:
    """A note, the connection that came with it, and what was read of that."""
    loop = asyncio.get_running_loop()
    await wait_readable(line)
    # A process that is started here shall not have it too: then it would never be closed.
    data, descriptors, _, _ = socket.recv_fds(line, LARGEST, 1, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
    connection = socket.socket(fileno=descriptors[0]) if descriptors else None
    for extra in descriptors[1:]:
        os.close(extra)
    try:
        while b"\n" not in data:
            data += await receive_some(loop, line)
        head, _, rest = data.partition(b"\n")
        message = msgspec.json.decode(head, type=PeerMessage)
        while len(rest) < message.size:
            rest += await receive_some(loop, line)
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return message, connection, rest


async def receive_some(loop: asyncio.AbstractEventLoop, line: socket.socket) -> bytes:
    found = await loop.sock_recv(line, LARGEST)
    if not found:
        raise EOFError
    return found


async def wait_readable(line: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def there() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(line.fileno(), there)
    try:
        await ready
    finally:
        loop.remove_reader(line.fileno())
