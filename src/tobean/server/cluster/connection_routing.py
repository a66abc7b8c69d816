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

from tobean.server.cluster.fd_passing import CONNECTION, PeerGone, PeerMessage, send_to_peer
from tobean.server.database.database import log_database_error
from tobean.server.logs import log, short_id

if TYPE_CHECKING:
    from collections.abc import Container

    from tobean.server.cluster.leases import Leases
    from tobean.server.store.leases import Peer

ABOUT_TABLE: Final = rb"[A-Z]{3,7} (?:%s)?/(?:tables|replays)/([A-Za-z0-9_-]{1,64})[/? ]"
"""How a request for a table, or for what was played there, begins."""
FORWARDED_REQUEST: Final = re.compile(rb"([A-Z]{3,7} \S{1,4000} HTTP/1\.1\r\n)tobean-passed: (\S{1,500})\r\n")
TOKEN_MAX_AGE: Final = 30
"""Seconds for which our own word about a passed connection counts."""
CONNECT_SECONDS: Final = 1.5
"""So long somebody on another machine may take to answer. Shorter than a lease lasts, so that whoever came to a dead
owner just before its time was over does not wait for it much longer than that."""
RETRY_SECONDS: Final = 0.25
"""So often somebody looks whether the owner of a table still lives that cannot be reached."""
LONGEST_WAIT: Final = 6.0
"""So long a request waits for the owner of its table; then it is told to come again."""


class Tables(Protocol):
    """What is in memory here."""

    @property
    def live_tables(self) -> Container[str]: ...
    @property
    def loading(self) -> Container[str]: ...


class ConnectionRouter:
    """Decides where a connection belongs, and brings it there."""

    def __init__(self, leases: Leases, registry: Tables, secret: bytes, prefix: str) -> None:
        self.leases = leases
        self.registry = registry
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
        return "" if table in self.registry.live_tables or table in self.registry.loading else table

    def unwrap_forwarded(self, data: bytes) -> tuple[bytes, tuple[str, int] | None]:
        """What another machine has passed on, without its note, and from whom it comes; None: nobody passed it."""
        found = None if self.leases.alone else FORWARDED_REQUEST.match(data)
        if found is None:
            return data, None
        try:
            host, port = self.signer.loads(found[2].decode(), max_age=TOKEN_MAX_AGE)
            return found[1] + data[found.end() :], (str(host), int(port))
        except (BadSignature, ValueError, TypeError):
            return data, None

    async def route_target(self, table: str) -> Peer | None:
        """Who has to be asked for this table instead of us."""
        owner = await self.leases.owner(table)
        if owner is None and self.leases.draining:
            others = await self.leases.others()
            return others[hash(table) % len(others)] if others else None
        return owner

    async def route_connection(
        self, transport: asyncio.Transport, table: str, data: bytes
    ) -> ForwardedConnection | bool:
        """Bring a connection to whoever owns the table.

        False: it is served here. True: it has been handed over. `ForwardedConnection`: its bytes go there from now on.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST_WAIT
        while loop.time() < end and not transport.is_closing():
            try:
                peer = await self.route_target(table)
            except Exception as error:  # without a database nobody knows; the page says so
                log_database_error("the owner of a table could not be found", error)
                return False
            if peer is None:
                return False
            try:
                if peer.door and await self.pass_descriptor(peer, transport, data):
                    return True
            except PeerGone:
                await self.leases.lease_store.mark_dead(peer.id)
                continue
            except OSError:
                pass  # it is on another machine
            if peer.address:
                gave_up = await self.request_table(peer, table)
                if gave_up:
                    continue  # nobody owns it now
                forwarded = None if gave_up is None else await self.forwarded(peer, transport, data)
                if forwarded is not None:
                    return forwarded
            # It may hang or have died: then its time is over soon.
            await asyncio.sleep(RETRY_SECONDS)
        log("the owner of a table could not be reached", table=short_id(table))
        return False

    async def pass_descriptor(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> bool:
        """Within one machine."""
        descriptor = os.dup(transport.get_extra_info("socket").fileno())
        try:
            taken = await send_to_peer(peer.door, PeerMessage(CONNECTION, passed=True), descriptor, data) is not None
        finally:
            os.close(descriptor)
        if taken:
            transport.abort()  # here only: the connection itself lives on where it was handed in
        return taken

    async def request_table(self, peer: Peer, table: str) -> bool | None:
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

    def table_in_token(self, token: str) -> str:
        """The table that another server asks for; "" if it is none of ours."""
        try:
            what, table = self.signer.loads(token, max_age=TOKEN_MAX_AGE)
            return str(table) if what == "give" else ""
        except (BadSignature, ValueError, TypeError):
            return ""

    async def forwarded(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> ForwardedConnection | None:
        """To another machine."""
        host, port = address_of(peer)
        first, _, rest = data.partition(b"\r\n")
        client_address = transport.get_extra_info("peername") or ("", 0)
        note = str(self.signer.dumps([str(client_address[0]), int(client_address[1])])).encode()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, forwarded = await loop.create_connection(lambda: ForwardedConnection(transport), host, port)
        except (OSError, TimeoutError, ValueError):
            return None
        forwarded.send(first + b"\r\ntobean-passed: " + note + b"\r\n" + rest)
        return forwarded


def address_of(peer: Peer) -> tuple[str, int]:
    host, _, port = peer.address.rpartition(":")
    return host.strip("[]"), int(port) if port.isdigit() else 0


class ForwardedConnection(asyncio.Protocol):
    """The line to the machine where a connection belongs; what comes from there goes back to whoever asked."""

    def __init__(self, client_transport: asyncio.Transport) -> None:
        self.client_transport = client_transport
        self.line: asyncio.Transport | None = None
        self.timer = asyncio.get_running_loop().call_later(LONGEST_WAIT, client_transport.abort)
        """Somebody who never answers is not waited for."""

    def connection_made(self, transport: Any) -> None:
        self.line = transport

    def data_received(self, data: bytes) -> None:
        self.timer.cancel()
        self.client_transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.timer.cancel()
        self.client_transport.close()

    def pause_writing(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.client_transport.pause_reading()

    def resume_writing(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.client_transport.resume_reading()

    def send(self, data: bytes) -> None:
        if self.line is not None:
            self.line.write(data)

    def set_backpressure(self, *, full: bool) -> None:
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
