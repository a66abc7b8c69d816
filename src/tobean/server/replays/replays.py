"""Games to look at again: finished tables and records that people bring.

What is shown of them is made in a process of its own, in pages, and kept for a while; all that is kept is bounded in
bytes, so that looking at everything from every side costs little.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from tobean.kernel.errors import GameNotInstalled
from tobean.play.page.game_summary import game_summary
from tobean.play.session.reducer import OVER
from tobean.record.record import parse_record
from tobean.server.ids import new_id
from tobean.server.workers.fair_queue import Requester

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.bots.coach.review_data import ReviewText
    from tobean.play.session.stand_ins import StandIn
    from tobean.play.session.viewer import Viewer
    from tobean.record.record import Record
    from tobean.server.tables.live_table import Registry

MOST_TEXTS: Final = 4_000_000
MOST_ANSWERS: Final = 16_000_000
"""So many bytes of records, and of what was made of them, are kept ready."""
ID_BYTES: Final = 15

Value = TypeVar("Value")


class ReplaySummary(msgspec.Struct, frozen=True):
    """A game in short."""

    game: str
    players: tuple[str, ...]
    plies: int


class LruCache(Generic[Value]):
    """What was asked for last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.values: OrderedDict[tuple[object, ...], tuple[Value, int]] = OrderedDict()

    def get(self, *key: object) -> Value | None:
        if key not in self.values:
            return None
        self.values.move_to_end(key)
        return self.values[key][0]

    def put(self, value: Value, size: int, *key: object) -> Value:
        """Keep it at hand; what was asked for longest ago goes."""
        self.size += size - (self.values.pop(key)[1] if key in self.values else 0)
        self.values[key] = (value, size)
        while self.size > self.most:
            self.size -= self.values.popitem(last=False)[1][1]
        return value


class ReplayStore:
    """Games by the id of their table or record."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.texts: LruCache[str] = LruCache(MOST_TEXTS)
        self.answers: LruCache[Any] = LruCache(MOST_ANSWERS)
        self.reviewing: dict[tuple[str, str], asyncio.Task[ReviewText]] = {}

    async def text(self, name: str) -> str | None:
        """The record of a finished table, or one that somebody brought; None: there is none to be seen."""
        found = self.texts.get(name) or await self.registry.store.record(name)
        if found is None:
            live_table = await self.registry.live_table(name)
            if live_table is None or live_table.session.state != OVER:
                return None
            found = await asyncio.to_thread(live_table.session.record().text)
        return self.texts.put(found, len(found), name)

    async def forget(self) -> None:
        """What is kept ready may not be true any more: records have been changed or removed."""
        self.texts = LruCache(MOST_TEXTS)
        self.answers = LruCache(MOST_ANSWERS)
        await self.registry.worker_pool.clear_replays()

    async def stand_ins(self, name: str) -> list[StandIn]:
        """When bots played for people at this table; a record that was brought does not say."""
        if await self.registry.store.record(name) is not None:
            return []
        live_table = await self.registry.live_table(name)
        return [] if live_table is None else live_table.session.stand_ins

    async def record(self, name: str) -> Record | None:
        text = await self.text(name)
        return None if text is None else await asyncio.to_thread(parse_record, text)

    async def upload_record(self, text: str, person: str) -> str:
        """Keep a record that has passed the inspection. Returns its id."""
        name = new_id(ID_BYTES)
        await self.registry.store.add_record(name, person, text, time.time())
        return name

    # --- to look at --------------------------------------------------------------------------------------------------

    async def about(self, address_block: str, name: str) -> ReplaySummary | None:
        """What one has to know to ask for more; None: there is no such game to be seen."""
        found = await self.part(address_block, name, "about")
        return None if found is None else msgspec.json.decode(found, type=ReplaySummary)

    async def hello(self, address_block: str, name: str, viewer: Viewer) -> bytes | None:
        """The table and its cards. Whoever played it here has the face that they had at the table."""
        data, row = await self.part(address_block, name, "hello", viewer), await self.registry.store.table(name)
        if data is None or row is None:
            return data
        found = msgspec.json.decode(data)
        for seat, played in zip(found["table"]["seats"], row.summary.seats, strict=False):
            seat["face"] = played.get("face", 0)
        return msgspec.json.encode(found)

    async def frames(self, address_block: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """The positions from first to last, so many as there are on a page."""
        return await self.part(address_block, name, "frames", viewer, first, last)

    async def table(self, address_block: str, name: str, ply: int) -> str | None:
        """A position as a table text, with all its secrets."""
        found = await self.part(address_block, name, "table", first=ply)
        return None if found is None else str(msgspec.json.decode(found)["text"])

    async def log(self, address_block: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """What happened, by position."""
        return await self.part(address_block, name, "log", viewer, first, last)

    async def part(
        self, address_block: str, name: str, part: str, viewer: Viewer | None = None, first: int = 0, last: int = 0
    ) -> bytes | None:
        """A part of a game as JSON; raises `BotFailed` where too many ask at once, `GameNotInstalled`."""
        seen = {} if viewer is None else {"seat": viewer.seat, "open": viewer.open, "language": viewer.language}
        question = {"film": name, "part": part, "first": first, "last": last, **seen}
        key = tuple(question.values())
        found: bytes | None = self.answers.get(*key)
        if found is not None:
            return found
        requester = Requester(address_block, "", name)
        answer = await self.registry.worker_pool.show(requester, question)
        if "unknown" in answer:
            text = await self.text(name)
            if text is None:
                return None
            stand_ins = msgspec.to_builtins(await self.stand_ins(name))
            answer = await self.registry.worker_pool.show(requester, {**question, "text": text, "stand_ins": stand_ins})
        if "missing" in answer:
            raise GameNotInstalled(answer["missing"])
        data = str(answer["data"]).encode()
        self.answers.put(data, len(data), *key)
        return data

    async def game_summary(
        self, name: str, record: Record, language: str, stand_ins: Sequence[StandIn] = ()
    ) -> dict[str, object]:
        found: dict[str, object] | None = self.answers.get(name, "story", language)
        if found is None:
            found = await asyncio.to_thread(game_summary, record, language, stand_ins)
            self.answers.put(found, len(msgspec.json.encode(found)), name, "story", language)
        return found

    # --- the coach ---------------------------------------------------------------------------------------------------

    def reviewed(self, name: str, language: str) -> ReviewText | None:
        """A review that is kept ready."""
        found: ReviewText | None = self.answers.get(name, "review", language)
        return found

    async def review(self, address_block: str, name: str, language: str) -> ReviewText | None:
        """Review of a game; raises `BotFailed`. Simultaneous requests for the same review share one computation."""
        found = self.reviewed(name, language)
        if found is not None:
            return found
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
        """Is the coach reading it now?"""
        return (name, language) in self.reviewing

    def after_review(self, name: str, language: str, task: asyncio.Task[ReviewText]) -> None:
        del self.reviewing[name, language]
        if not task.cancelled() and task.exception() is None:
            self.answers.put(task.result(), len(msgspec.json.encode(task.result())), name, "review", language)
