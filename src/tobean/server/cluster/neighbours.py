"""The other processes on this machine, and what they tell each other at their doors."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from tobean.server.cluster.door import Note, hand_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tobean.server.cluster.leases import Leases


class Neighbours:
    """Servers with a door on this machine."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.answers: dict[str, Callable[[str], Awaitable[bytes]]] = {}
        """Who answers to what."""

    async def told(self, what: str, key: str) -> bytes | None:
        """Somebody says something at our door."""
        answer = self.answers.get(what)
        return None if answer is None else await answer(key)

    async def tell(self, what: str, key: str = "", *, siblings: bool = False) -> list[bytes | None]:
        """Tell all others, or the processes of this very server, and wait for their answers; None of who has none."""
        if self.leases.alone or self.leases.expired:  # without the database nobody knows the others
            return []
        doors = [peer.door for peer in await self.leases.others() if peer.door]
        if siblings:  # which have their doors in one folder
            doors = [door for door in doors if Path(door).parent == Path(self.leases.me.door).parent]
        return list(await asyncio.gather(*[say(door, what, key) for door in doors]))


async def say(door: str, what: str, key: str = "") -> bytes | None:
    """Say something at a door; None: nobody answers there."""
    try:
        return await hand_in(door, Note(what, key=key))
    except OSError:
        return None


async def there(key: str) -> bytes:
    """Whoever asks hears that this process is not stuck."""
    return b""
