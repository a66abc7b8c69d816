"""Routes a connection for a table to the server that owns the table, before any of the request is processed.

On the same machine the connection's file descriptor is handed over, which costs nothing from then on. To another
machine its bytes are forwarded, both ways; a router that sends all requests for a table to one server makes that rare.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from itsdangerous import BadSignature, URLSafeTimedSerializer

from tobean.server.database.errors import log_database_error
from tobean.server.logs import log, short_id
from tobean.server.process.fd_passing import CONNECTION, PeerGone, PeerMessage, send_to_peer

if TYPE_CHECKING:
    from collections.abc import Container

    from tobean.server.cluster.leases import Leases
    from tobean.server.store.leases import Peer

ABOUT_TABLE: Final = rb"[A-Z]{3,7} (?:%s)?/(?:tables|replays)/([A-Za-z0-9_-]{1,64})[/? ]"
"""Start of a request for a table, or for the replay of a game played there."""
FORWARDED_REQUEST: Final = re.compile(rb"([A-Z]{3,7} \S{1,4000} HTTP/1\.1\r\n)tobean-passed: (\S{1,500})\r\n")
TOKEN_MAX_AGE: Final = 30
"""Seconds for which a signed token of another server is valid."""
CONNECT_SECONDS: Final = 1.5
"""Seconds that a server on another machine may take to answer. Shorter than a lease, so that a client that reached a
dead owner just before its lease expired waits little longer than that."""
RETRY_SECONDS: Final = 0.25
"""Seconds between attempts to reach the owner of a table."""
MAX_WAIT: Final = 6.0
"""Seconds that a request waits for the owner of its table; then the client is told to retry."""


class Tables(Protocol):
    """Tables in memory on this server."""

    @property
    def live_tables(self) -> Container[str]: ...
    @property
    def loading(self) -> Container[str]: ...


class ConnectionRouter:
    """Finds the server for a connection and hands or forwards the connection to it."""

    def __init__(self, leases: Leases, registry: Tables, secret: bytes, prefix: str) -> None:
        self.leases = leases
        self.registry = registry
        self.prefix = prefix
        self.about_table = re.compile(ABOUT_TABLE % re.escape(prefix.encode()))
        self.signer = URLSafeTimedSerializer(secret, salt="passed on")

    def requested_table(self, data: bytes) -> str:
        """Return the table that a request is about, from its first bytes, if it may have to be routed; else ""."""
        cannot_route = self.leases.alone or self.leases.expired  # without the database the owner is unknown
        match = None if cannot_route else self.about_table.match(data)
        if match is None:
            return ""
        table = match[1].decode()
        return "" if table in self.registry.live_tables or table in self.registry.loading else table

    def unwrap_forwarded(self, data: bytes) -> tuple[bytes, tuple[str, int] | None]:
        """Remove the token that a forwarding server added, and return the client's address; None if not forwarded."""
        match = None if self.leases.alone else FORWARDED_REQUEST.match(data)
        if match is None:
            return data, None
        try:
            host, port = self.signer.loads(match[2].decode(), max_age=TOKEN_MAX_AGE)
            return match[1] + data[match.end() :], (str(host), int(port))
        except (BadSignature, ValueError, TypeError):
            return data, None

    async def route_target(self, table: str) -> Peer | None:
        """Return the server that this table's connections belong to, if it is not this one."""
        owner = await self.leases.owner(table)
        if owner is None and self.leases.draining:
            others = await self.leases.others()
            return others[hash(table) % len(others)] if others else None
        return owner

    async def route_connection(
        self, transport: asyncio.Transport, table: str, data: bytes
    ) -> ForwardedConnection | bool:
        """Hand over or forward a connection to the owner of the table.

        Returns False if it is served here, True if it was handed over, else the `ForwardedConnection` for its bytes.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + MAX_WAIT
        while loop.time() < end and not transport.is_closing():
            try:
                peer = await self.route_target(table)
            except Exception as error:  # without the database the owner is unknown; the page says so
                log_database_error("the owner of a table could not be found", error)
                return False
            if peer is None:
                return False
            try:
                if peer.socket_path and await self.pass_descriptor(peer, transport, data):
                    return True
            except PeerGone:
                await self.leases.lease_store.mark_dead(peer.id)
                continue
            except OSError:
                pass  # it is on another machine
            if peer.address:
                released = await self.request_table(peer, table)
                if released:
                    continue  # the table has no owner now
                forwarded = None if released is None else await self.forwarded(peer, transport, data)
                if forwarded is not None:
                    return forwarded
            # It may hang or have died: then its lease expires soon.
            await asyncio.sleep(RETRY_SECONDS)
        log("the owner of a table could not be reached", table=short_id(table))
        return False

    async def pass_descriptor(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> bool:
        """Hand a connection over to a process on this machine."""
        descriptor = os.dup(transport.get_extra_info("socket").fileno())
        try:
            taken = (
                await send_to_peer(peer.socket_path, PeerMessage(CONNECTION, passed=True), descriptor, data) is not None
            )
        finally:
            os.close(descriptor)
        if taken:
            transport.abort()  # closes only our descriptor; the connection stays open in the other process
        return taken

    async def request_table(self, peer: Peer, table: str) -> bool | None:
        """Ask the owner, on another machine, to give up a table that has no viewers there.

        Returns whether it did, None if it does not answer. A table is opened on whichever server its host was connected
        to; in this way it moves to the one where the router sends its people.
        """
        host, port = address_of(peer)
        token = self.signer.dumps(["give", table])
        request = f"GET {self.prefix}/inside/give/{token} HTTP/1.1\r\nHost: {peer.address}\r\nConnection: close\r\n\r\n"
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await asyncio.open_connection(host, port)
                try:
                    writer.write(request.encode())
                    response = await reader.readline()
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):
            return None
        return b" 200 " in response if response else None

    def table_in_token(self, token: str) -> str:
        """Return the table that another server asks for; "" if the token is invalid."""
        try:
            what, table = self.signer.loads(token, max_age=TOKEN_MAX_AGE)
            return str(table) if what == "give" else ""
        except (BadSignature, ValueError, TypeError):
            return ""

    async def forwarded(self, peer: Peer, transport: asyncio.Transport, data: bytes) -> ForwardedConnection | None:
        """Open a connection to another machine and forward the first bytes of the request."""
        host, port = address_of(peer)
        first, _, rest = data.partition(b"\r\n")
        client_address = transport.get_extra_info("peername") or ("", 0)
        token = str(self.signer.dumps([str(client_address[0]), int(client_address[1])])).encode()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, forwarded = await loop.create_connection(lambda: ForwardedConnection(transport), host, port)
        except (OSError, TimeoutError, ValueError):
            return None
        forwarded.send(first + b"\r\ntobean-passed: " + token + b"\r\n" + rest)
        return forwarded


def address_of(peer: Peer) -> tuple[str, int]:
    host, _, port = peer.address.rpartition(":")
    return host.strip("[]"), int(port) if port.isdigit() else 0


class ForwardedConnection(asyncio.Protocol):
    """Connection to the owner on another machine; its answers are passed to the client."""

    def __init__(self, client_transport: asyncio.Transport) -> None:
        self.client_transport = client_transport
        self.transport: asyncio.Transport | None = None
        self.timer = asyncio.get_running_loop().call_later(MAX_WAIT, client_transport.abort)
        """Ends the client's connection if the owner never answers."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

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
        if self.transport is not None:
            self.transport.write(data)

    def set_backpressure(self, *, full: bool) -> None:
        """Pause or resume reading from the owner while the client's send buffer is full."""
        if self.transport is not None:
            with contextlib.suppress(RuntimeError):
                if full:
                    self.transport.pause_reading()
                else:
                    self.transport.resume_reading()

    def end(self) -> None:
        if self.transport is not None:
            self.transport.close()
