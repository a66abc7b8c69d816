"""Runs the server: configures uvicorn and starts it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import uvicorn

from tobean.games import game_named
from tobean.kernel.errors import BadInput
from tobean.server.app import create_app
from tobean.server.database.errors import log_database_error
from tobean.server.logs import start_logging
from tobean.server.pages.game_list import usual_players
from tobean.server.pages.new_table import players_with_bots
from tobean.server.process.fd_passing import ConnectionReceiver, can_pass_descriptors
from tobean.server.process.garbage_collection import CollectorTuning
from tobean.server.protection.connections import (
    IDLE_SECONDS,
    PING_SECONDS,
    SPARE_FILES,
    ConnectionLimiter,
    HttpConnection,
    WebSocketConnection,
    max_open_files,
)
from tobean.server.protection.proxies import Proxies
from tobean.server.tables import seating
from tobean.server.tables.bot_seats import random_name, usual_level
from tobean.server.viewers.message_loop import MAX_MESSAGE
from tobean.session.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from uvicorn._types import ASGI3Application

    from tobean.server.settings import Settings
    from tobean.server.site import Site

SHUTDOWN_SECONDS: Final = 5
"""Seconds that open requests get at shutdown."""
BACKLOG: Final = 2048
POLL_SECONDS: Final = 1.0
"""Seconds between updates of the Date header and checks for garbage."""
SWITCH_SECONDS: Final = 0.001
"""Interpreter switch interval in seconds: the longest time a computing thread can delay the event loop."""


def bound_socket(host: str, port: int) -> socket.socket:
    """Bind a socket to an address; raises `BadInput` if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(("127.0.0.1" if host == "localhost" else host, port))
    except OSError as error:
        bound.close()
        raise BadInput(
            "the server cannot listen on {host}:{port}: {reason}", host=host, port=port, reason=error.strerror
        ) from error
    return bound


def free_port() -> int:
    """Return a port that is unused at the moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(
    settings: Settings, listening: socket.socket | None, ready: Callable[[str], None], game: str = "", name: str = ""
) -> None:
    """Serve until a signal arrives; calls `ready` with the first path to open once pages can be requested.

    With a game, a table against bots is opened first, and the path leads to it. A member process does not listen:
    it receives its connections over its Unix socket.
    """
    start_logging(settings.log_level)
    app = create_app(settings)
    site: Site = app.state.site
    sys.setswitchinterval(SWITCH_SECONDS)
    files = max_open_files()
    connections = ConnectionLimiter(max(files - SPARE_FILES, files // 2), site.metrics)
    proxies = Proxies(cast("ASGI3Application", app), settings.trusted_proxies)
    config = uvicorn.Config(
        proxies,
        loop="auto",
        http=partial(HttpConnection, connections),  # type: ignore[arg-type]  # uvicorn calls it like a class
        ws=partial(WebSocketConnection, connections),  # type: ignore[arg-type]  # uvicorn calls it like a class
        ws_per_message_deflate=False,
        ws_max_size=4 * MAX_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        proxy_headers=False,  # done by `Proxies`
    )
    connections.is_proxy = proxies.is_proxy
    connections.connection_router = site.connection_router

    async def on_ready() -> None:
        path = await table_against_bots(site, game, name) if game else "/"
        await asyncio.to_thread(ready, path)

    collector_tuning = CollectorTuning(
        lambda: connections.ended + site.metrics.counter_value("requests"), lambda: len(site.registry.live_tables)
    )
    collector_tuning.start()
    server = TableServer(config, site, on_ready, collector_tuning)
    if listening is not None:
        site.hosts.lan_access.listen = lambda host: server.add_listener(bound_socket(host, settings.port))
    server.run(sockets=[] if listening is None else [listening])


class TableServer(uvicorn.Server):
    """uvicorn server that reports when it is ready and adopts connections accepted by other processes."""

    def __init__(
        self,
        config: uvicorn.Config,
        site: Site,
        on_ready: Callable[[], Awaitable[None]],
        collector_tuning: CollectorTuning,
    ) -> None:
        super().__init__(config)
        self.site = site
        self.on_ready = on_ready
        self.collector_tuning = collector_tuning
        self.receiver: ConnectionReceiver | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.shutdown_requested = asyncio.Event()
        leases = site.registry.leases
        if can_pass_descriptors() and not leases.alone:
            path = Path(site.settings.socket_path) if site.settings.is_member else None
            self.receiver = ConnectionReceiver(path, self.adopt_connection, site.peers.handle_message)
            leases.own_peer = replace(leases.own_peer, socket_path=str(self.receiver.path))

    async def main_loop(self) -> None:
        """Wait for a signal. uvicorn polls ten times a second, which is half the CPU time of an idle process."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self.shutdown_requested.wait()
            self.collector_tuning.collect_if_due()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.shutdown_requested.set)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets=sockets)
        if self.started:
            if self.receiver is not None:
                self.receiver.open()
            await self.on_ready()

    def new_connection(self) -> HttpConnection:
        factory: Any = self.config.http_protocol_class
        connection = factory(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        assert isinstance(connection, HttpConnection)
        return connection

    async def add_listener(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(self.new_connection, sock=listening, backlog=self.config.backlog))

    async def adopt_connection(self, connection: socket.socket, data: bytes, passed: bool) -> None:
        """Serve a connection that another process has accepted; `data` was already read from it."""
        new_connection = self.new_connection()
        new_connection.initial_data, new_connection.served_here = data, passed
        connection.setblocking(False)
        await asyncio.get_running_loop().connect_accepted_socket(lambda: new_connection, connection)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Report that the server drains, hand over its tables, and only then stop listening."""
        self.site.closing = True
        await asyncio.sleep(self.site.settings.drain)
        try:
            await self.site.registry.hand_over_tables()
        except Exception as error:  # other servers take them when the lease expires
            log_database_error("the tables could not be handed over", error)
        if self.receiver is not None:
            await self.receiver.close()
        await super().shutdown(sockets=sockets)


async def table_against_bots(site: Site, game: str, name: str) -> str:
    """Open a table against bots for the local user; the path gives their browser the seat."""
    visitor = await site.identity.new_visitor(name or random_name())
    rules = game_named(game)
    seats = players_with_bots(rules, visitor, usual_level(), usual_players(rules))
    live_table = await site.registry.open(Setup(game, seats), visitor.id, public=False)
    await seating.begin(live_table, visitor, filling=True)
    return f"/move/{site.identity.transfer_token(visitor)}?next=/tables/{live_table.id}"
