"""Cookies that end: at once, on every server, and for what is open or under way with them.

Forms ask the database about their cookie each time. An open socket does not: whoever ends a cookie tells every server,
which closes its sockets and takes nothing more from them, and says that it has heard.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final, Protocol

from tobean.play.session.errors import Refused
from tobean.server.logs import log
from tobean.server.store.database import UNUSABLE, database_trouble
from tobean.server.store.writer import ENDED, HEARD

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.cluster.neighbours import Neighbours
    from tobean.server.people.identity import Visitor
    from tobean.server.store.notices import Notices
    from tobean.server.store.store import Store

REMEMBERED: Final = 3600.0
"""No request or message is under way for so long with a cookie that was looked at before it ended."""
PATIENCE: Final = 3.0
"""So long who ends a cookie waits for the other servers to say that they have heard."""


class OpenSocket(Protocol):
    """What is open with a cookie."""

    visitor: Visitor

    def drop(self) -> None: ...


class Table(Protocol):
    """What can be changed with a cookie."""

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]: ...


class Place(Protocol):
    """Where sockets are open: the hall."""

    store: Store
    notices: Notices | None
    neighbours: Neighbours

    def guests(self) -> Iterator[OpenSocket]: ...


class Endings:
    """What has ended lately. A key is that of a cookie or, for all cookies of a person, that of the person."""

    def __init__(self, hall: Place) -> None:
        self.hall = hall
        self.lately: dict[str, float] = {}
        """When each was heard of, in that order."""
        self.heard: dict[str, set[str]] = {}
        """Which servers have heard of an ending that somebody here waits for."""
        self.more_heard = asyncio.Condition()

    # --- ending -------------------------------------------------------------------------------------------------

    async def end_cookie(self, visitor: Visitor) -> None:
        """When this returns, no server takes anything from this cookie any more."""
        await self.end_everywhere(visitor.cookie, self.hall.store.revoke(visitor.cookie, time.time()))

    async def end_person(self, visitor: Visitor) -> None:
        """The same for all cookies of this person."""
        await self.end_everywhere(visitor.id, self.hall.store.revoke_all(visitor.id))

    async def end_everywhere(self, key: str, writing: Awaitable[None]) -> None:
        heard = self.heard.setdefault(key, set())
        try:
            await writing
            self.end(key)
            await self.wait_for_others(key, heard)
        finally:
            self.heard.pop(key, None)

    async def wait_for_others(self, key: str, heard: set[str]) -> None:
        notices = self.hall.notices
        if notices is None:
            if None in await self.hall.neighbours.tell(ENDED, key):
                log("a process has not answered that it heard of an ended cookie", logging.WARNING)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                others = await self.hall.store.listeners(besides=notices.process)
                async with self.more_heard:
                    await self.more_heard.wait_for(lambda: len(heard) >= others)
        except TimeoutError:
            log("a server has not answered that it heard of an ended cookie", logging.WARNING)
        except UNUSABLE as error:  # the cookie has ended all the same
            database_trouble("the other servers could not be counted", error)

    def end(self, key: str) -> None:
        """Close what is open here, and let nothing through that is under way."""
        now = time.monotonic()
        self.lately.pop(key, None)
        self.lately[key] = now
        while now - self.lately[oldest := next(iter(self.lately))] > REMEMBERED:
            del self.lately[oldest]
        for guest in self.hall.guests():
            if self.has_ended(guest.visitor):
                guest.drop()

    # --- other servers ------------------------------------------------------------------------------------------

    async def told(self, server: str, what: str, key: str) -> None:
        """Another server has ended a cookie, or has heard that this one did."""
        if what == ENDED:
            self.end(key)
            await self.hall.store.tell(f"{HEARD} {key}")
        elif what == HEARD and key in self.heard:
            async with self.more_heard:
                self.heard[key].add(server)
                self.more_heard.notify_all()

    async def heard_at_the_door(self, key: str) -> bytes:
        """Another process of this server has ended a cookie."""
        self.end(key)
        return b""

    async def missed(self) -> None:
        """Notices may have been lost: ask the database about everybody who looks on."""
        await self.ask([guest.visitor for guest in self.hall.guests()])

    async def ask(self, visitors: list[Visitor]) -> None:
        cookies = {each.cookie: (each.id, each.person.epoch) for each in visitors if each.person}
        for cookie in set(cookies) - await self.hall.store.counting(cookies) if cookies else ():
            self.end(cookie)

    # --- asking -------------------------------------------------------------------------------------------------

    def has_ended(self, visitor: Visitor) -> bool:
        return visitor.cookie in self.lately or visitor.id in self.lately

    async def counts(self, visitor: Visitor) -> bool:
        """May something come from this open socket? While no notices come in, the database is asked."""
        if self.hall.notices is not None and not self.hall.notices.listening:
            await self.ask([visitor])
        return not self.has_ended(visitor)

    async def change(self, room: Table, visitor: Visitor, act: Callable[[Session, float], list[Entry]]) -> None:
        """Change a table for a visitor, unless the cookie ends while others have their turn."""

        def if_it_counts(session: Session, now: float) -> list[Entry]:
            if self.has_ended(visitor):
                raise Refused("This device has just been forgotten.")
            return act(session, now)

        await room.change(if_it_counts)
