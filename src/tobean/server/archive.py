"""Games to look at again: finished tables and records that people bring."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.play.replay import Replay
from tobean.play.session import OVER
from tobean.play.story import story
from tobean.play.viewer import Viewer
from tobean.record.record import Record, parse_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.server.hall import Hall

MOST_KEPT: Final = 24
"""So many replays, each for one pair of eyes and one language, are kept ready."""
ID_BYTES: Final = 15


class Archive:
    """Replays by the id of their table or record. To play a game again takes a while, so it is done in a thread."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.kept: OrderedDict[tuple[str, ...], object] = OrderedDict()

    async def record(self, name: str) -> Record | None:
        """The record of a finished table, or one that somebody brought; None: there is none to be seen."""
        text = await self.hall.store.record(name)
        if text is not None:
            return parse_record(text)
        room = await self.hall.room(name)
        return room.session.record() if room is not None and room.session.state == OVER else None

    async def bring(self, text: str, person: str) -> str:
        """Keep a record; raises `BadRecord` at the line that does not follow the rules. Returns its id."""
        record = parse_record(text)
        await asyncio.to_thread(Replay, record)
        name = secrets.token_urlsafe(ID_BYTES)
        await self.hall.store.add_record(name, person, record.text(), time.time())
        return name

    async def hello(self, name: str, record: Record, viewer: Viewer) -> bytes:
        found = await self.once((name, "hello", key(viewer)), lambda: encoded(Replay(record).hello(viewer)))
        assert isinstance(found, bytes)
        return found

    async def frames(self, name: str, record: Record, viewer: Viewer, first: int, last: int) -> bytes:
        """The positions from first to last."""
        found = await self.once((name, "frames", key(viewer)), lambda: all_frames(record, viewer))
        assert isinstance(found, list)
        return b'{"frames":[' + b",".join(found[first : last + 1]) + b"]}"

    async def log(self, name: str, record: Record, viewer: Viewer) -> bytes:
        """What happened, by position."""
        found = await self.once((name, "log", key(viewer)), lambda: encoded({"log": list(Replay(record).log(viewer))}))
        assert isinstance(found, bytes)
        return found

    async def story(self, name: str, record: Record, language: str) -> dict[str, object]:
        found = await self.once((name, "story", language), lambda: story(record, language))
        assert isinstance(found, dict)
        return found

    async def review(self, house: str, name: str, record: Record, language: str) -> list[tuple[str, list[str]]]:
        """What the coach says of it; raises `BotFailed`."""
        what = (name, "review", language)
        found = self.kept.get(what)
        if found is None:
            found = self.keep(what, await self.hall.thinkers.review(house, name, record.text(), language))
        assert isinstance(found, list)
        return found

    async def once(self, what: tuple[str, ...], make: Callable[[], object]) -> object:
        found = self.kept.get(what)
        return self.keep(what, await asyncio.to_thread(make) if found is None else found)

    def keep(self, what: tuple[str, ...], found: object) -> object:
        """Keep it at hand; what was asked for longest ago goes."""
        self.kept[what] = found
        self.kept.move_to_end(what)
        if len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return found


def key(viewer: Viewer) -> str:
    return f"{'open' if viewer.open else viewer.seat} {viewer.language}"


def encoded(message: dict[str, object]) -> bytes:
    return msgspec.json.encode(message)


def all_frames(record: Record, viewer: Viewer) -> list[bytes]:
    return [encoded(frame) for frame in Replay(record).frames(viewer)]
