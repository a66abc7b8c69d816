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

from tobean.kernel.errors import GameMissing
from tobean.play.session.fold import OVER
from tobean.play.wire.story import story
from tobean.record.record import parse_record
from tobean.server.ids import new_id
from tobean.server.workers.turns import Whose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.bots.coach.review_data import ReviewText
    from tobean.play.session.stand_ins import StandIn
    from tobean.play.session.viewer import Viewer
    from tobean.record.record import Record
    from tobean.server.tables.room import Keeper

MOST_TEXTS: Final = 4_000_000
MOST_ANSWERS: Final = 16_000_000
"""So many bytes of records, and of what was made of them, are kept ready."""
ID_BYTES: Final = 15

Value = TypeVar("Value")


class About(msgspec.Struct, frozen=True):
    """A game in short."""

    game: str
    players: tuple[str, ...]
    plies: int


class Kept(Generic[Value]):
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

    def keep(self, value: Value, size: int, *key: object) -> Value:
        """Keep it at hand; what was asked for longest ago goes."""
        self.size += size - (self.values.pop(key)[1] if key in self.values else 0)
        self.values[key] = (value, size)
        while self.size > self.most:
            self.size -= self.values.popitem(last=False)[1][1]
        return value


class Library:
    """Games by the id of their table or record."""

    def __init__(self, hall: Keeper) -> None:
        self.hall = hall
        self.texts: Kept[str] = Kept(MOST_TEXTS)
        self.answers: Kept[Any] = Kept(MOST_ANSWERS)
        self.reviewing: dict[tuple[str, str], asyncio.Task[ReviewText]] = {}

    async def text(self, name: str) -> str | None:
        """The record of a finished table, or one that somebody brought; None: there is none to be seen."""
        found = self.texts.get(name) or await self.hall.store.record(name)
        if found is None:
            room = await self.hall.room(name)
            if room is None or room.session.state != OVER:
                return None
            found = await asyncio.to_thread(room.session.record().text)
        return self.texts.keep(found, len(found), name)

    async def forget(self) -> None:
        """What is kept ready may not be true any more: records have been changed or removed."""
        self.texts = Kept(MOST_TEXTS)
        self.answers = Kept(MOST_ANSWERS)
        await self.hall.thinkers.forget_films()

    async def stand_ins(self, name: str) -> list[StandIn]:
        """When bots played for people at this table; a record that was brought does not say."""
        if await self.hall.store.record(name) is not None:
            return []
        room = await self.hall.room(name)
        return [] if room is None else room.session.stand_ins

    async def clock_plies(self, name: str) -> set[int]:
        """Numbers of the actions that the clock chose for players; none for a record from elsewhere."""
        if await self.hall.store.record(name) is not None:
            return set()
        room = await self.hall.room(name)
        return set() if room is None else room.session.clock_plies

    async def record(self, name: str) -> Record | None:
        text = await self.text(name)
        return None if text is None else await asyncio.to_thread(parse_record, text)

    async def bring(self, text: str, person: str) -> str:
        """Keep a record that has passed the inspection. Returns its id."""
        name = new_id(ID_BYTES)
        await self.hall.store.add_record(name, person, text, time.time())
        return name

    # --- to look at --------------------------------------------------------------------------------------------------

    async def about(self, house: str, name: str) -> About | None:
        """What one has to know to ask for more; None: there is no such game to be seen."""
        found = await self.part(house, name, "about")
        return None if found is None else msgspec.json.decode(found, type=About)

    async def hello(self, house: str, name: str, viewer: Viewer) -> bytes | None:
        """The table and its cards. Whoever played it here has the face that they had at the table."""
        data, row = await self.part(house, name, "hello", viewer), await self.hall.store.table(name)
        if data is None or row is None:
            return data
        found = msgspec.json.decode(data)
        for seat, played in zip(found["table"]["seats"], row.summary.seats, strict=False):
            seat["face"] = played.get("face", 0)
        return msgspec.json.encode(found)

    async def frames(self, house: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """The positions from first to last, so many as there are on a page."""
        return await self.part(house, name, "frames", viewer, first, last)

    async def table(self, house: str, name: str, ply: int) -> str | None:
        """A position as a table text, with all its secrets."""
        found = await self.part(house, name, "table", first=ply)
        return None if found is None else str(msgspec.json.decode(found)["text"])

    async def log(self, house: str, name: str, viewer: Viewer, first: int, last: int) -> bytes | None:
        """What happened, by position."""
        return await self.part(house, name, "log", viewer, first, last)

    async def part(
        self, house: str, name: str, part: str, viewer: Viewer | None = None, first: int = 0, last: int = 0
    ) -> bytes | None:
        """A part of a game as JSON; raises `BotFailed` where too many ask at once, `GameMissing`."""
        seen = {} if viewer is None else {"seat": viewer.seat, "open": viewer.open, "language": viewer.language}
        question = {"film": name, "part": part, "first": first, "last": last, **seen}
        key = tuple(question.values())
        found: bytes | None = self.answers.get(*key)
        if found is not None:
            return found
        whose = Whose(house, "", name)
        answer = await self.hall.thinkers.show(whose, question)
        if "unknown" in answer:
            text = await self.text(name)
            if text is None:
                return None
            stand_ins = msgspec.to_builtins(await self.stand_ins(name))
            answer = await self.hall.thinkers.show(whose, {**question, "text": text, "stand_ins": stand_ins})
        if "missing" in answer:
            raise GameMissing(answer["missing"])
        data = str(answer["data"]).encode()
        self.answers.keep(data, len(data), *key)
        return data

    async def story(
        self, name: str, record: Record, language: str, stand_ins: Sequence[StandIn] = ()
    ) -> dict[str, object]:
        found: dict[str, object] | None = self.answers.get(name, "story", language)
        if found is None:
            found = await asyncio.to_thread(story, record, language, stand_ins)
            self.answers.keep(found, len(msgspec.json.encode(found)), name, "story", language)
        return found

    # --- the coach ---------------------------------------------------------------------------------------------------

    def reviewed(self, name: str, language: str) -> ReviewText | None:
        """A review that is kept ready."""
        found: ReviewText | None = self.answers.get(name, "review", language)
        return found

    async def review(self, house: str, name: str, language: str) -> ReviewText | None:
        """Review of a game; raises `BotFailed`. Simultaneous requests for the same review share one computation."""
        found = self.reviewed(name, language)
        if found is not None:
            return found
        text = await self.text(name)
        if text is None:
            return None
        task = self.reviewing.get((name, language))
        if task is None:
            task = asyncio.create_task(self.hall.thinkers.review(Whose(house, "", name), text, language))
            self.reviewing[name, language] = task
            task.add_done_callback(lambda done: self.after_review(name, language, done))
        return await asyncio.shield(task)

    def is_reviewing(self, name: str, language: str) -> bool:
        """Is the coach reading it now?"""
        return (name, language) in self.reviewing

    def after_review(self, name: str, language: str, task: asyncio.Task[ReviewText]) -> None:
        del self.reviewing[name, language]
        if not task.cancelled() and task.exception() is None:
            self.answers.keep(task.result(), len(msgspec.json.encode(task.result())), name, "review", language)
