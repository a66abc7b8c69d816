"""Preparation for the next visit: renders pages and a table of every game in memory, so that a snapshot of Python has
compiled templates, loaded catalogues and filled caches."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette

from tobean.games import GAMES
from tobean.server.site import Site
from tobean.server.workers.worker_process import RequestHandler
from tobean.site.local.app import local_app, local_site
from tobean.site.local.asgi import LocalSocket, call
from tobean.site.local.sockets import serve_table
from tobean.site.local.storage import MemoryStorage

FORM: Final = "application/x-www-form-urlencoded"
HELLO: Final = '"type":"hello"'
PAGES: Final = ("/", "/mine")


async def prepare_tables(language: str) -> None:
    """Open a table of every game as a visitor would, and show the pages that list them."""
    handler = RequestHandler()

    async def ask_worker(request: bytes) -> bytes:
        return msgspec.json.encode(handler.think(request))

    site = local_site(MemoryStorage(), ask_worker)
    app = local_app(site)
    await site.registry.start()
    for game in GAMES:
        await prepare_table(app, site, game, language)
    for page in PAGES:
        await call(app, "GET", page, f"language={language}")
    await site.registry.stop()


async def prepare_table(app: Starlette, site: Site, game: str, language: str) -> None:
    """Open a table against bots, render its page, and connect to it until it is shown."""
    form = urlencode({"name": "Ada", "game": game}).encode()
    opened = await call(app, "POST", "/play", f"language={language}", form, FORM)
    address = opened.headers["location"]
    await call(app, "GET", address, f"language={language}")
    shown = asyncio.Event()

    def receive(message: dict[str, Any]) -> None:
        if HELLO in message.get("text", ""):
            shown.set()

    socket = LocalSocket(receive)
    serving = asyncio.ensure_future(serve_table(site, address.rpartition("/")[2], f"language={language}", socket))
    await shown.wait()
    socket.disconnect()
    await serving
