"""Studies of finished games: curves, variations and alternatives, computed by the coach and cached with the replays."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from tobean.server.tables.replays import ReplayStore, part_request
from tobean.session.viewer import Viewer


class Curve:
    """Curve of one game and view, as far as it has been computed."""

    def __init__(self) -> None:
        self.points: list[dict[str, Any]] = []
        self.count: int | None = None
        """Number of points of the whole curve; None until the first ones are known."""
        self.lock = asyncio.Lock()

    @property
    def is_complete(self) -> bool:
        return self.count is not None and len(self.points) >= self.count

    def data(self, first: int) -> bytes:
        return msgspec.json.encode({"points": self.points[first:], "count": self.count, "first": first})


class StudyStore:
    """Studies by the id of their replay. `ReplayStore.responses` is the cache, so that its bound holds for both.

    A curve is computed while a viewer asks for its next points. Viewers of the same curve share the computation.
    """

    def __init__(self, replays: ReplayStore) -> None:
        self.replays = replays

    def curve(self, name: str, viewer: Viewer) -> Curve:
        """Return the curve of a game for this view; it is the same in every language."""
        key = (name, "curve", viewer.seat, viewer.open)
        found: Curve | None = self.replays.responses.get(*key)
        return found or self.replays.responses.put(Curve(), 1, *key)

    async def extend_curve(self, address_block: str, name: str, viewer: Viewer, first: int) -> Curve | None:
        """Return the curve with further points than the first ones; None if there is no such finished game."""
        curve = self.curve(name, viewer)
        async with curve.lock:
            if curve.is_complete or len(curve.points) > first:
                return curve
            request = part_request(name, "curve", viewer, first=len(curve.points))
            pool = self.replays.registry.worker_pool
            data = await self.replays.computed(pool.study, address_block, name, request)
            if data is None:
                return None
            found = msgspec.json.decode(data)
            curve.points += found["points"]
            curve.count = found["count"]
            size = len(msgspec.json.encode(curve.points))
            self.replays.responses.put(curve, size, name, "curve", viewer.seat, viewer.open)
        return curve

    async def variation(
        self, address_block: str, name: str, viewer: Viewer, ply: int, line: Sequence[str]
    ) -> bytes | None:
        """Return the positions of a variation; raises `VariationRefused`."""
        request = part_request(name, "variation", viewer, first=ply, line=tuple(line))
        key = tuple(request.values())
        cached: bytes | None = self.replays.responses.get(*key)
        if cached is None:
            pool = self.replays.registry.worker_pool
            cached = await self.replays.computed(pool.show, address_block, name, request)
        return None if cached is None else self.replays.responses.put(cached, len(cached), *key)

    def known_actions(self, request: dict[str, Any]) -> bytes | None:
        cached: bytes | None = self.replays.responses.get(*request.values())
        return cached

    async def actions(self, address_block: str, name: str, request: dict[str, Any]) -> bytes | None:
        """Return what a seat can do in a position, with the coach's figures; raises `VariationRefused`."""
        pool = self.replays.registry.worker_pool
        data = await self.replays.computed(pool.study, address_block, name, request)
        return None if data is None else self.replays.responses.put(data, len(data), *request.values())


def actions_request(name: str, viewer: Viewer, seat: int | None, ply: int, line: Sequence[str]) -> dict[str, Any]:
    return part_request(name, "actions", viewer, first=ply, decider=seat, line=tuple(line))
