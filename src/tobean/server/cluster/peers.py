"""The other processes on this machine, and what they tell each other at their doors."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tobean.server.cluster.fd_passing import PeerMessage, send_to_peer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tobean.server.cluster.leases import Leases


class Peers:
    """Servers with a door on this machine."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.handlers: dict[str, Callable[[str], Awaitable[bytes]]] = {}
        """Who answers to what."""

    async def handle_message(self, what: str, key: str) -> bytes | None:
        """Somebody says something at our door."""
        answer = self.handlers.get(what)
        return None if answer is None else await answer(key)

    async def broadcast(self, what: str, key: str = "", *, siblings: bool = False) -> list[bytes | None]:
        """Tell all others, or the processes of this very server, and wait for their answers; None of who has none."""
        if self.leases.alone or self.leases.expired:  # without the database nobody knows the others
            return []
        socket_paths = [peer.door for peer in await self.leases.others() if peer.door]
        if siblings:  # which have their doors in one folder
            socket_paths = [
                socket_path
                for socket_path in socket_paths
                if Path(socket_path).parent == Path(self.leases.own_peer.door).parent
            ]
        return list(await asyncio.gather(*[send_message(socket_path, what, key) for socket_path in socket_paths]))


async def send_message(socket_path: str, what: str, key: str = "") -> bytes | None:
    """Say something at a door; None: nobody answers there."""
    try:
        return await send_to_peer(socket_path, PeerMessage(what, key=key))
    except OSError:
        return None


async def pong(key: str) -> bytes:
    """Whoever asks hears that this process is not stuck."""
    return b""
