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
from tobean.server.database.database import DATABASE_ERRORS, log_database_error
from tobean.server.logs import log
from tobean.server.store.writer import ACKNOWLEDGED, REVOKED_NOTICE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.cluster.peers import Peers
    from tobean.server.people.identity import Visitor
    from tobean.server.store.notifications import NotificationListener
    from tobean.server.store.store import Store

REMEMBER_SECONDS: Final = 3600.0
"""No request or message is under way for so long with a cookie that was looked at before it ended."""
PATIENCE: Final = 3.0
"""So long who ends a cookie waits for the other servers to say that they have heard."""


class OpenSocket(Protocol):
    """What is open with a cookie."""

    visitor: Visitor

    def drop(self) -> None: ...


class Changeable(Protocol):
    """What can be changed with a cookie."""

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]: ...


class SocketRegistry(Protocol):
    """Where sockets are open: the hall."""

    store: Store
    notification_listener: NotificationListener | None
    peers: Peers

    def connections(self) -> Iterator[OpenSocket]: ...


class Revocations:
    """What has ended lately. A key is that of a cookie or, for all cookies of a person, that of the person."""

    def __init__(self, registry: SocketRegistry) -> None:
        self.registry = registry
        self.judge_cache: dict[str, float] = {}
        """When each was heard of, in that order."""
        self.acknowledged: dict[str, set[str]] = {}
        """Which servers have heard of an ending that somebody here waits for."""
        self.acknowledgement_arrived = asyncio.Condition()

    # --- ending -------------------------------------------------------------------------------------------------

    async def revoke_cookie(self, visitor: Visitor) -> None:
        """When this returns, no server takes anything from this cookie any more."""
        await self.revoke_everywhere(visitor.cookie, self.registry.store.revoke(visitor.cookie, time.time()))

    async def revoke_person(self, visitor: Visitor) -> None:
        """The same for all cookies of this person."""
        await self.revoke_everywhere(visitor.id, self.registry.store.revoke_all(visitor.id))

    async def revoke_everywhere(self, key: str, writing: Awaitable[None]) -> None:
        acknowledged = self.acknowledged.setdefault(key, set())
        try:
            await writing
            self.revoke_here(key)
            await self.wait_for_acknowledgements(key, acknowledged)
        finally:
            self.acknowledged.pop(key, None)

    async def wait_for_acknowledgements(self, key: str, acknowledged: set[str]) -> None:
        notification_listener = self.registry.notification_listener
        if notification_listener is None:
            if None in await self.registry.peers.broadcast(REVOKED_NOTICE, key):
                log("a process has not answered that it heard of an ended cookie", logging.WARNING)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                others = await self.registry.store.listeners(besides=notification_listener.process)
                async with self.acknowledgement_arrived:
                    await self.acknowledgement_arrived.wait_for(lambda: len(acknowledged) >= others)
        except TimeoutError:
            log("a server has not answered that it heard of an ended cookie", logging.WARNING)
        except DATABASE_ERRORS as error:  # the cookie has ended all the same
            log_database_error("the other servers could not be counted", error)

    def revoke_here(self, key: str) -> None:
        """Close what is open here, and let nothing through that is under way."""
        now = time.monotonic()
        self.judge_cache.pop(key, None)
        self.judge_cache[key] = now
        while now - self.judge_cache[oldest := next(iter(self.judge_cache))] > REMEMBER_SECONDS:
            del self.judge_cache[oldest]
        for connection in self.registry.connections():
            if self.is_revoked(connection.visitor):
                connection.drop()

    # --- other servers ------------------------------------------------------------------------------------------

    async def handle_notification(self, server: str, what: str, key: str) -> None:
        """Another server has ended a cookie, or has heard that this one did."""
        if what == REVOKED_NOTICE:
            self.revoke_here(key)
            await self.registry.store.notify(f"{ACKNOWLEDGED} {key}")
        elif what == ACKNOWLEDGED and key in self.acknowledged:
            async with self.acknowledgement_arrived:
                self.acknowledged[key].add(server)
                self.acknowledgement_arrived.notify_all()

    async def handle_peer_message(self, key: str) -> bytes:
        """Another process of this server has ended a cookie."""
        self.revoke_here(key)
        return b""

    async def recheck_all(self) -> None:
        """Notices may have been lost: ask the database about everybody who looks on."""
        await self.recheck([connection.visitor for connection in self.registry.connections()])

    async def recheck(self, visitors: list[Visitor]) -> None:
        cookies = {each.cookie: (each.id, each.person.epoch) for each in visitors if each.person}
        for cookie in set(cookies) - await self.registry.store.valid_cookies(cookies) if cookies else ():
            self.revoke_here(cookie)

    # --- asking -------------------------------------------------------------------------------------------------

    def is_revoked(self, visitor: Visitor) -> bool:
        return visitor.cookie in self.judge_cache or visitor.id in self.judge_cache

    async def is_valid(self, visitor: Visitor) -> bool:
        """May something come from this open socket? While no notices come in, the database is asked."""
        if self.registry.notification_listener is not None and not self.registry.notification_listener.listening:
            await self.recheck([visitor])
        return not self.is_revoked(visitor)

    async def change(
        self, live_table: Changeable, visitor: Visitor, act: Callable[[Session, float], list[Entry]]
    ) -> None:
        """Change a table for a visitor, unless the cookie ends while others have their turn."""

        def if_valid(session: Session, now: float) -> list[Entry]:
            if self.is_revoked(visitor):
                raise Refused("This device has just been forgotten.")
            return act(session, now)

        await live_table.change(if_valid)
