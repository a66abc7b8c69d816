"""Replays of finished tables and uploaded records.

The frames of a replay are built in a worker process, a page at a time, and cached. All caches are bounded in bytes, so
that viewing everything from every seat costs little.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from tobean.bots.coach.review_data import ReviewText
from tobean.kernel.errors import BadInput, GameNotInstalled
from tobean.record.record import Record, parse_record
from tobean.server.ids import new_id
from tobean.server.tables.live_table import Registry
from tobean.server.workers.fair_queue import Requester
from tobean.session.log.reducer import FINISHED
from tobean.session.page.game_summary import game_summary
from tobean.session.stand_ins import StandIn
from tobean.session.viewer import Viewer
from tobean.study.position_picture import SVG

MAX_TEXTS: Final = 4_000_000
"""Most bytes of records in the cache."""
MAX_RESPONSES: Final = 16_000_000
"""Most bytes of frames, pictures as SVG, summaries and reviews in the cache."""
MAX_PNGS: Final = 8_000_000
"""Most bytes of pictures as PNG in the cache; one has some 250 kB."""
ID_BYTES: Final = 15

Value = TypeVar("Value")


class ReplaySummary(msgspec.Struct, frozen=True):
    """Game, players and number of plies of a replay."""

    game: str
    players: tuple[str, ...]
    plies: int


class LruCache(Generic[Value]):
    """Cache of the values used last, bounded by the sum of their sizes."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self.size = 0
        self.values: OrderedDict[tuple[object, ...], tuple[Value, int]] = OrderedDict()

    def get(self, *key: object) -> Value | None:
        if key not in self.values:
            return None
        self.values.move_to_end(key)
        return self.values[key][0]

    def put(self, value: Value, size: int, *key: object) -> Value:
        """Add a value and evict the least recently used ones beyond the bound. Returns the value."""
        self.size += size - (self.values.pop(key)[1] if key in self.values else 0)
        self.values[key] = (value, size)
        while self.size > self.max_size:
            self.size -= self.values.popitem(last=False)[1][1]
        return value


class VariationRefused(BadInput):
    """A variation that the rules do not allow; the text says why, in the language of the viewer."""


def part_request(name: str, part: str, viewer: Viewer | None, **more: object) -> dict[str, Any]:
    view = {} if viewer is None else {"seat": viewer.seat, "open": viewer.open, "language": viewer.language}
    return {"film": name, "part": part, **more, **view}


class ReplayStore:
    """Replays by the id of their table or uploaded record."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.texts: LruCache[str] = LruCache(MAX_TEXTS)
        self.responses: LruCache[Any] = LruCache(MAX_RESPONSES)
        self.pngs: LruCache[bytes] = LruCache(MAX_PNGS)
        self.reviewing: dict[tuple[str, str], asyncio.Task[ReviewText]] = {}

    async def text(self, name: str) -> str | None:
        """Return the text of an uploaded record or of a finished table's; None if there is neither."""
        texts = self.texts
        text = texts.get(name) or await self.registry.store.record(name)
        if text is None:
            live_table = await self.registry.live_table(name)
            if live_table is None or live_table.session.state != FINISHED:
                return None
            text = await asyncio.to_thread(live_table.session.record().text)
        return texts.put(text, len(text), name)

    async def forget(self) -> None:
        """Clear all caches, after records have been changed or deleted."""
        self.texts = LruCache(MAX_TEXTS)
        self.responses = LruCache(MAX_RESPONSES)
        self.pngs = LruCache(MAX_PNGS)
        await self.registry.worker_pool.clear_replays()

    async def stand_ins(self, name: str) -> list[StandIn]:
        """Return when bots stood in for people at this table; an uploaded record does not say."""
        if await self.registry.store.record(name) is not None:
            return []
        live_table = await self.registry.live_table(name)
        return [] if live_table is None else live_table.session.stand_ins

    async def clock_plies(self, name: str) -> set[int]:
        """Return the numbers of the actions that the clock chose for players; none for an uploaded record."""
        if await self.registry.store.record(name) is not None:
            return set()
        live_table = await self.registry.live_table(name)
        return set() if live_table is None else live_table.session.clock_plies

    async def record(self, name: str) -> Record | None:
        text = await self.text(name)
        return None if text is None else await asyncio.to_thread(parse_record, text)

    async def upload_record(self, text: str, person: str) -> str:
        """Store a record that has passed the sandbox. Returns its id."""
        name = new_id(ID_BYTES)
        await self.registry.store.add_record(name, person, text, time.time())
        return name

    # --- parts of a replay -------------------------------------------------------------------------------------------

    async def about(self, address_block: str, name: str) -> ReplaySummary | None:
        """Return the summary that other requests need; None if there is no such finished game."""
        data = await self.part(address_block, name, "about")
        return None if data is None else msgspec.json.decode(data, type=ReplaySummary)

    async def hello(self, address_block: str, name: str, viewer: Viewer) -> bytes | None:
        """Return the table and its cards. Players of a table of this server have the faces that they had there."""
        data, row = await self.part(address_block, name, "hello", viewer), await self.registry.store.table(name)
        if data is None or row is None:
            return data
        message = msgspec.json.decode(data)
        for seat, played in zip(message["table"]["seats"], row.summary.seats, strict=False):
            seat["face"] = played.get("face", 0)
        return msgspec.json.encode(message)

    async def frames(self, address_block: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """Return the positions from first to last, at most one page of them."""
        return await self.part(address_block, name, "frames", viewer, first, last)

    async def table(self, address_block: str, name: str, ply: int) -> str | None:
        """Return a position as a table text, with all its secrets."""
        data = await self.part(address_block, name, "table", first=ply)
        return None if data is None else str(msgspec.json.decode(data)["text"])

    async def svg(self, address_block: str, name: str, viewer: Viewer, ply: int) -> str | None:
        """Return the picture of a position."""
        data = await self.part(address_block, name, SVG, viewer, ply)
        return None if data is None else str(msgspec.json.decode(data)[SVG])

    async def draw(self, address_block: str, name: str, svg: Callable[[], Awaitable[str]], *key: object) -> bytes:
        """Draw a picture as PNG and keep it under this key in `pngs`; raises `BotFailed`."""
        pngs = self.pngs  # what is drawn while the caches are cleared is not kept
        png = await self.registry.worker_pool.draw(Requester(address_block, "", name), await svg())
        return pngs.put(png, len(png), *key)

    async def log(self, address_block: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """Return the events by position, at most one page of them."""
        return await self.part(address_block, name, "log", viewer, first, last)

    async def part(
        self, address_block: str, name: str, part: str, viewer: Viewer | None = None, first: int = 0, last: int = 0
    ) -> bytes | None:
        """Return a part of a replay as JSON; raises `BotFailed` if the workers are busy, `GameNotInstalled`."""
        request = part_request(name, part, viewer, first=first, last=last)
        key, responses = tuple(request.values()), self.responses
        cached: bytes | None = responses.get(*key)
        if cached is not None:
            return cached
        data = await self.computed(self.registry.worker_pool.show, address_block, name, request)
        return None if data is None else responses.put(data, len(data), *key)

    async def computed(
        self,
        ask: Callable[[Requester, dict[str, Any]], Awaitable[dict[str, Any]]],
        address_block: str,
        name: str,
        request: dict[str, Any],
    ) -> bytes | None:
        """Let a worker compute a part of a replay; None if there is no such finished game. Raises `BotFailed`,
        `GameNotInstalled`, and `VariationRefused` with the reason.
        """
        requester = Requester(address_block, "", name)
        answer = await ask(requester, request)
        if "unknown" in answer:
            text = await self.text(name)
            if text is None:
                return None
            stand_ins = msgspec.to_builtins(await self.stand_ins(name))
            answer = await ask(requester, {**request, "text": text, "stand_ins": stand_ins})
        if "missing" in answer:
            raise GameNotInstalled(answer["missing"])
        if "refused" in answer:
            raise VariationRefused("{reason}", reason=answer["refused"])
        return str(answer["data"]).encode()

    async def game_summary(
        self, name: str, record: Record, language: str, stand_ins: Sequence[StandIn] = ()
    ) -> dict[str, object]:
        summary: dict[str, object] | None = self.responses.get(name, "story", language)
        if summary is None:
            summary = await asyncio.to_thread(game_summary, record, language, stand_ins)
            self.responses.put(summary, len(msgspec.json.encode(summary)), name, "story", language)
        return summary

    # --- the coach ---------------------------------------------------------------------------------------------------

    def reviewed(self, name: str, language: str) -> ReviewText | None:
        """Return a review from the cache."""
        cached: ReviewText | None = self.responses.get(name, "review", language)
        return cached

    async def review(self, address_block: str, name: str, language: str) -> ReviewText | None:
        """Review a game; raises `BotFailed`. Simultaneous requests for the same review share one computation."""
        cached = self.reviewed(name, language)
        if cached is not None:
            return cached
        text = await self.text(name)
        if text is None:
            return None
        task = self.reviewing.get((name, language))
        if task is None:
            task = asyncio.create_task(
                self.registry.worker_pool.review(Requester(address_block, "", name), text, language)
            )
            self.reviewing[name, language] = task
            task.add_done_callback(lambda done: self.after_review(name, language, done))
        return await asyncio.shield(task)

    def is_reviewing(self, name: str, language: str) -> bool:
        return (name, language) in self.reviewing

    def after_review(self, name: str, language: str, task: asyncio.Task[ReviewText]) -> None:
        del self.reviewing[name, language]
        if not task.cancelled() and task.exception() is None:
            self.responses.put(task.result(), len(msgspec.json.encode(task.result())), name, "review", language)
