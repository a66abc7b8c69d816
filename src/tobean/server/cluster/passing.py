"""A connection that is about a table goes to the server that owns it, before anything of it is worked at.

On the same machine the connection itself is handed over, and costs nothing from then on. To another machine its bytes
are passed on, both ways; a router that sends all requests for a table to one server makes that rare.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from itsdangerous import BadSignature, URLSafeTimedSerializer

from tobean.server.cluster.door import CONNECTION, Note, Shut, hand_in
from tobean.server.logs import log, short
from tobean.server.store.database import database_trouble

if TYPE_CHECKING:
    from collections.abc import Container

    from tobean.server.cluster.leases import Leases
    from tobean.server.store.leases import Peer

ABOUT_TABLE: Final = rb"[A-Z]{3,7} (?:%s)?/(?:tables|replays)/([A-Za-z0-9_-]{1,64})[/? ]"
"""How a request for a table, or for what was played there, begins."""
PASSED_ON: Final = re.compile(rb"([A-Z]{3,7} \S{1,4000} HTTP/1\.1\r\n)tobean-passed: (\S{1,500})\r\n")
FRESH: Final = 30
"""Seconds for which our own word about a passed connection counts."""
CONNECT_SECONDS: Final = 1.5
"""So long somebody on another machine may take to answer. Shorter than a lease lasts, so that whoever came to a dead
owner just before its time was over does not wait for it much longer than that."""
AGAIN: Final = 0.25
"""So often somebody looks whether the owner of a table still lives that cannot be reached."""
LONGEST: Final = 6.0
"""So long a request waits for the owner of its table; then it is told to come again."""


class Tables(Protocol):
    """What is in memory here."""

    @property
    def rooms(self) -> Container[str]: ...
    @property
    def loading(self) -> Container[str]: ...


class Passing:
    """Decides where a connection belongs, and brings it there."""

    def __init__(self, leases: Leases, hall: Tables, secret: bytes, prefix: str) -> None:
        self.leases = leases
        self.hall = hall
        self.prefix = prefix
        self.about_table = re.compile(ABOUT_TABLE % re.escape(prefix.encode()))
        self.signer = URLSafeTimedSerializer(secret, salt="passed on")

    def asked(self, data: bytes) -> str:
        """The table that a request is about, by its first bytes, if it may have to go elsewhere; else ""."""
        nowhere = self.leases.alone or self.leases.expired  # without the database nobody knows the owner
        found = None if nowhere else self.about_table.match(data)
        if found is None:
            return ""
        table = found[1].decode()
        return "" if table in self.hall.rooms or table in self.hall.loading else table

    def arrived(self, data: bytes) -> tuple[bytes, tuple[str, int] | None]:
        """What another machine has passed on, without its note, and from whom it comes; None: nobody passed it."""
        found = None if self.leases.alone else PASSED_ON.match(data)
        if found is None:
            return data, None
        try:
            host, port = self.signer.loads(found[2].decode(), max_age=FRESH)
            return found[1] + data[found.end() :], (str(host), int(port))
        except (BadSignature, ValueError, TypeError):
            return data, None

    async def find(self, table: str) -> Peer | None:
        """Who has to be asked for this table instead of us."""
        owner = await self.leases.owner(table)
        if owner is None and self.leases.draining:
            others = await self.leases.others()
            return others[hash(table) % len(others)] if others else None
        return owner

    async def pass_on(self, transport: asyncio.Transport, table: str, data: bytes) -> Far | bool:
        """Bring a connection to whoever owns the table.

        False: it is served here. True: it has been handed over. `Far`: its bytes go there from now on.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while loop.time() < end and not transport.is_closing():
            try:
                peer = await self.find(table)
            except Exception as error:  # without a database nobody knows; the page says so
                database_trouble("the owner of a table could not be found", error)
                return False
            if peer is None:
                return False
            try:
                if peer.door and await self.hand_over(peer, transport, data):
                    return True
            except Shut:
                await self.leases.book.bury(peer.id)
                continue
            except OSError:
                pass  # it is on another machine
            if peer.address:
                gave_up = await self.ask_for(peer, table)
                if gave_up:
                    continue  # nobody owns it now
                far = None if gave_up is None else await self.far(peer, transport, data)
                if far is not None:
                    return far
            # It may hang or have died: then its time is over soon.
            await asyncio.sleep(AGAIN)
        log("the owner of a table could not be reached", table=short(table))
        return False

    async def hand_over(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> bool:
        """Within one machine."""
        descriptor = os.dup(transport.get_extra_info("socket").fileno())
        try:
            taken = await hand_in(peer.door, Note(CONNECTION, passed=True), descriptor, data) is not None
        finally:
            os.close(descriptor)
        if taken:
            transport.abort()  # here only: the connection itself lives on where it was handed in
        return taken

    async def ask_for(self, peer: Peer, table: str) -> bool | None:
        """Ask the owner, on another machine, for a table at which nobody looks on there; says whether it gave it up,
        None if it does not answer.

        A table is opened wherever its host happened to be; so it comes to where the router sends its people.
        """
        host, port = address_of(peer)
        token = self.signer.dumps(["give", table])
        asked = f"GET {self.prefix}/inside/give/{token} HTTP/1.1\r\nHost: {peer.address}\r\nConnection: close\r\n\r\n"
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await asyncio.open_connection(host, port)
                try:
                    writer.write(asked.encode())
                    answer = await reader.readline()
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):
            return None
        return b" 200 " in answer if answer else None

    def asked_for(self, token: str) -> str:
        """The table that another server asks for; "" if it is none of ours."""
        try:
            what, table = self.signer.loads(token, max_age=FRESH)
            return str(table) if what == "give" else ""
        except (BadSignature, ValueError, TypeError):
            return ""

    async def far(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> Far | None:
        """To another machine."""
        host, port = address_of(peer)
        first, _, rest = data.partition(b"\r\n")
        came_from = transport.get_extra_info("peername") or ("", 0)
        note = str(self.signer.dumps([str(came_from[0]), int(came_from[1])])).encode()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, far = await loop.create_connection(lambda: Far(transport), host, port)
        except (OSError, TimeoutError, ValueError):
            return None
        far.send(first + b"\r\ntobean-passed: " + note + b"\r\n" + rest)
        return far


def address_of(peer: Peer) -> tuple[str, int]:
    host, _, port = peer.address.rpartition(":")
    return host.strip("[]"), int(port) if port.isdigit() else 0


class Far(asyncio.Protocol):
    """The line to the machine where a connection belongs; what comes from there goes back to whoever asked."""

    def __init__(self, near: asyncio.Transport) -> None:
        self.near = near
        self.line: asyncio.Transport | None = None
        self.timer = asyncio.get_running_loop().call_later(LONGEST, near.abort)
        """Somebody who never answers is not waited for."""

    def connection_made(self, transport: Any) -> None:
        self.line = transport

    def data_received(self, data: bytes) -> None:
        self.timer.cancel()
        self.near.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.timer.cancel()
        self.near.close()

    def pause_writing(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.near.pause_reading()

    def resume_writing(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.near.resume_reading()

    def send(self, data: bytes) -> None:
        if self.line is not None:
            self.line.write(data)

    def wait(self, *, full: bool) -> None:
        """Whoever asked takes nothing more at the moment, or takes something again."""
        if self.line is not None:
            with contextlib.suppress(RuntimeError):
                if full:
                    self.line.pause_reading()
                else:
                    self.line.resume_reading()

    def end(self) -> None:
        if self.line is not None:
            self.line.close()
