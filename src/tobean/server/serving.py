"""Running the server: uvicorn, told how."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Final

import uvicorn

from tobean.kernel.errors import BadInput
from tobean.server.app import create_app
from tobean.server.logs import start_logging
from tobean.server.socket import LARGEST_MESSAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.server.settings import Settings

GRACE: Final = 5
"""Seconds that open requests get when the server ends."""
BACKLOG: Final = 2048


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises `BadInput` if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("127.0.0.1" if host == "localhost" else host, port))
    except OSError as error:
        found.close()
        raise BadInput(f"the server cannot listen on {host}:{port}: {error.strerror}") from error
    return found


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Serve until a signal ends it; calls `ready` when pages can be asked for."""
    start_logging(settings.log_level)
    config = uvicorn.Config(
        create_app(settings),
        loop="auto",
        http="auto",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_ping_interval=25,
        ws_ping_timeout=25,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=True,
    )
    server = Announcing(config, ready)
    server.run(sockets=[listening])


class Announcing(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.ready is not None and self.started:
            await asyncio.to_thread(self.ready)
