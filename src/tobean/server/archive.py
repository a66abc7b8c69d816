"""Games to look at again: finished tables and records that people bring."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from functools import partial
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

MOST_KEPT: Final = 60
"""So many parts of replays, each for one pair of eyes and one language, are kept ready."""
AT_ONCE: Final = 200
"""So many positions are made at once."""
MOST_BYTES: Final = 60_000_000
"""So large all of them together may be."""
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
            found = await self.once((name, "record"), lambda: parse_record(text))
            assert isinstance(found, Record)
            return found
        room = await self.hall.room(name)
        return room.session.record() if room is not None and room.session.state == OVER else None

    async def bring(self, text: str, person: str) -> str:
        """Keep a record that has passed the inspection. Returns its id."""
        name = secrets.token_urlsafe(ID_BYTES)
        await self.hall.store.add_record(name, person, text, time.time())
        return name

    async def hello(self, name: str, record: Record, viewer: Viewer) -> bytes:
        found = await self.once((name, "hello", key(viewer)), lambda: encoded(Replay(record).hello(viewer)))
        assert isinstance(found, bytes)
        return found

    async def frames(self, name: str, record: Record, viewer: Viewer, first: int, last: int) -> bytes:
        """The positions from first to last. They are made some at a time: all of a long game are many megabytes."""
        last = min(last, len(record.moves))
        parts: list[bytes] = []
        for begin in range(first - first % AT_ONCE, last + 1, AT_ONCE):
            what = (name, "frames", key(viewer), str(begin))
            found = await self.once(what, partial(some_frames, record, viewer, begin))
            assert isinstance(found, list)
            parts += found[max(0, first - begin) : last + 1 - begin]
        return b'{"frames":[' + b",".join(parts) + b"]}"

    async def log(self, name: str, record: Record, viewer: Viewer) -> bytes:
        """What happened, by position."""
        found = await self.once((name, "log", key(viewer)), lambda: encoded({"log": list(Replay(record).log(viewer))}))
        assert isinstance(found, bytes)
        return found

    async def story(self, name: str, record: Record, language: str) -> dict[str, object]:
        found = await self.once((name, "story", language), lambda: story(record, language))
        assert isinstance(found, dict)
        return found

    async def review(self, name: str, record: Record, language: str) -> list[tuple[str, list[str]]]:
        """What the coach says of it; raises `BotFailed`."""
        what = (name, "review", language)
        found = self.kept.get(what)
        if found is None:
            found = self.keep(what, await self.hall.thinkers.review(record.text(), language))
        assert isinstance(found, list)
        return found

    async def once(self, what: tuple[str, ...], make: Callable[[], object]) -> object:
        found = self.kept.get(what)
        return self.keep(what, await asyncio.to_thread(make) if found is None else found)

    def keep(self, what: tuple[str, ...], found: object) -> object:
        """Keep it at hand; what was asked for longest ago goes."""
        self.kept[what] = found
        self.kept.move_to_end(what)
        while len(self.kept) > 1 and (len(self.kept) > MOST_KEPT or self.size() > MOST_BYTES):
            self.kept.popitem(last=False)
        return found

    def size(self) -> int:
        """Bytes of all that is kept."""
        return sum(size_of(found) for found in self.kept.values())


def size_of(found: object) -> int:
    """Bytes of frames, or of anything else that is encoded; the rest is small."""
    if isinstance(found, bytes):
        return len(found)
    return sum(len(part) for part in found if isinstance(part, bytes)) if isinstance(found, list) else 0


def key(viewer: Viewer) -> str:
    return f"{'open' if viewer.open else viewer.seat} {viewer.language}"


def encoded(message: dict[str, object]) -> bytes:
    return msgspec.json.encode(message)


def some_frames(record: Record, viewer: Viewer, begin: int) -> list[bytes]:
    return [encoded(frame) for frame in Replay(record).frames(viewer, begin, begin + AT_ONCE - 1)]
