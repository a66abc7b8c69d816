"""Messages to and from the other server processes on this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tobean.server.process.fd_passing import PeerMessage, send_to_peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tobean.server.cluster.leases import Leases


class Peers:
    """Other servers with a Unix socket on this machine."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.handlers: dict[str, Callable[[str], Awaitable[bytes]]] = {}

    async def handle_message(self, name: str, key: str) -> bytes | None:
        """Handle a message from another process; None if its name is unknown."""
        handler = self.handlers.get(name)
        return None if handler is None else await handler(key)

    async def broadcast(self, name: str, key: str = "", *, siblings: bool = False) -> list[bytes | None]:
        """Send a message to all others, or to the members of this supervisor; an answer is None if there is none."""
        if self.leases.alone or self.leases.expired:  # without the database the others are unknown
            return []
        socket_paths = [peer.socket_path for peer in await self.leases.others() if peer.socket_path]
        if siblings:  # their sockets are in one folder
            socket_paths = [
                socket_path
                for socket_path in socket_paths
                if Path(socket_path).parent == Path(self.leases.own_peer.socket_path).parent
            ]
        return list(await asyncio.gather(*[send_message(socket_path, name, key) for socket_path in socket_paths]))


async def send_message(socket_path: str, name: str, key: str = "") -> bytes | None:
    """Send a message to one process; None if it does not answer."""
    try:
        return await send_to_peer(socket_path, PeerMessage(name, key=key))
    except OSError:
        return None


async def pong(key: str) -> bytes:
    """Answer a liveness check."""
    return b""
