"""Revocation of cookies, effective immediately on every server, for open sockets and requests under way too.

Requests of pages check their cookie in the database each time. Open sockets do not: the server that revokes a cookie
notifies all others, which close the sockets opened with it, accept no further messages from them, and acknowledge.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Final, Protocol

from tobean.server.database.errors import DATABASE_ERRORS, log_database_error
from tobean.server.logs import log
from tobean.server.people.visitor import Visitor
from tobean.server.store.notices import ACKNOWLEDGED, REVOKED_NOTICE
from tobean.session.errors import Refused
from tobean.session.log.entries import Entry
from tobean.session.session import Session

if TYPE_CHECKING:
    from tobean.server.cluster.peers import Peers
    from tobean.server.store.notifications import NotificationListener
    from tobean.server.store.store import Store

REMEMBER_SECONDS: Final = 3600.0
"""Seconds for which a revocation is remembered: longer than any request or message is under way whose cookie was
checked before the revocation."""
ACKNOWLEDGE_SECONDS: Final = 3.0
"""Seconds for which the revoking server waits for the acknowledgements of the others."""


class OpenSocket(Protocol):
    """A connection that was opened with a cookie."""

    visitor: Visitor

    def drop(self) -> None: ...


class MutableTable(Protocol):
    """A table that visitors change."""

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> list[Entry]: ...


class SocketRegistry(Protocol):
    """The part of the table registry that revocations use."""

    store: Store
    notification_listener: NotificationListener | None
    peers: Peers

    def connections(self) -> Iterator[OpenSocket]: ...


class Revocations:
    """Recent revocations. A key is the id of a cookie or, for all cookies of a person, that of the person."""

    def __init__(self, registry: SocketRegistry) -> None:
        self.registry = registry
        self.revoked_at: dict[str, float] = {}
        """Time at which this process learned of each revocation, in that order (monotonic clock)."""
        self.acknowledged: dict[str, set[str]] = {}
        """Servers that have acknowledged each revocation which a request in this process waits for."""
        self.acknowledgement_arrived = asyncio.Condition()

    # --- revoking -----------------------------------------------------------------------------------------------

    async def revoke_cookie(self, visitor: Visitor) -> None:
        """Revoke the visitor's cookie. When this returns, no server accepts anything from it."""
        await self.revoke_everywhere(visitor.cookie, self.registry.store.revoke(visitor.cookie, time.time()))

    async def revoke_person(self, visitor: Visitor) -> None:
        """Revoke all cookies of the visitor's person, with the same guarantee."""
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
                log("a process has not acknowledged the revocation of a cookie", logging.WARNING)
            return
        try:
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                others = await self.registry.store.listeners(except_pid=notification_listener.process)
                async with self.acknowledgement_arrived:
                    await self.acknowledgement_arrived.wait_for(lambda: len(acknowledged) >= others)
        except TimeoutError:
            log("a server has not acknowledged the revocation of a cookie", logging.WARNING)
        except DATABASE_ERRORS as error:  # the cookie is revoked anyway
            log_database_error("the other servers could not be counted", error)

    def revoke_here(self, key: str) -> None:
        """Close the sockets in this process, and refuse messages and requests that are under way."""
        now = time.monotonic()
        self.revoked_at.pop(key, None)
        self.revoked_at[key] = now
        while now - self.revoked_at[oldest := next(iter(self.revoked_at))] > REMEMBER_SECONDS:
            del self.revoked_at[oldest]
        for connection in self.registry.connections():
            if self.is_revoked(connection.visitor):
                connection.drop()

    # --- other servers ------------------------------------------------------------------------------------------

    async def handle_notification(self, server: str, notice: str, key: str) -> None:
        """Handle a notification from another server: it has revoked a cookie, or acknowledges a revocation."""
        if notice == REVOKED_NOTICE:
            self.revoke_here(key)
            await self.registry.store.notify(f"{ACKNOWLEDGED} {key}")
        elif notice == ACKNOWLEDGED and key in self.acknowledged:
            async with self.acknowledgement_arrived:
                self.acknowledged[key].add(server)
                self.acknowledgement_arrived.notify_all()

    async def handle_peer_message(self, key: str) -> bytes:
        """Handle a revocation by another process of this server."""
        self.revoke_here(key)
        return b""

    async def recheck_all(self) -> None:
        """Check the cookies of all connections in the database, after notifications may have been lost."""
        await self.recheck([connection.visitor for connection in self.registry.connections()])

    async def recheck(self, visitors: list[Visitor]) -> None:
        cookies = {visitor.cookie: (visitor.id, visitor.person.epoch) for visitor in visitors if visitor.person}
        for cookie in set(cookies) - await self.registry.store.valid_cookies(cookies) if cookies else ():
            self.revoke_here(cookie)

    # --- checking -----------------------------------------------------------------------------------------------

    def is_revoked(self, visitor: Visitor) -> bool:
        return visitor.cookie in self.revoked_at or visitor.id in self.revoked_at

    async def is_valid(self, visitor: Visitor) -> bool:
        """Whether the cookie behind an open socket is still valid.

        While no notifications can be received, this is checked in the database.
        """
        if self.registry.notification_listener is not None and not self.registry.notification_listener.listening:
            await self.recheck([visitor])
        return not self.is_revoked(visitor)

    async def change(
        self, live_table: MutableTable, visitor: Visitor, act: Callable[[Session, float], list[Entry]]
    ) -> None:
        """Change a table for a visitor, unless the cookie is revoked while the change waits for the table's lock."""

        def if_valid(session: Session, now: float) -> list[Entry]:
            if self.is_revoked(visitor):
                raise Refused("This device has just been forgotten.")
            return act(session, now)

        await live_table.change(if_valid)
