"""Preparation for the next visit: renders pages and opens tables of every game in memory, so that a snapshot of Python
has compiled templates and patterns, loaded catalogues and filled caches."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette

from tobean.bots.match import play_match
from tobean.games import GAMES
from tobean.server.pages.replays.play_on import seats_for
from tobean.server.site import Site
from tobean.server.tables.bot_seats import usual_level
from tobean.server.workers.worker_process import RequestHandler
from tobean.session.replay import play_on
from tobean.site.local.app import local_app, local_site
from tobean.site.local.asgi import LocalSocket, call
from tobean.site.local.sockets import serve_table
from tobean.site.local.storage import MemoryStorage

FORM: Final = "application/x-www-form-urlencoded"
UPDATE: Final = '"type":"update"'
PAGES: Final = ("/", "/mine")
TURNS: Final = 3
"""Turns played before the table is continued."""


async def prepare_tables(language: str) -> None:
    """Open a new table of every game as a visitor would, and one that goes on, and show the pages that list them."""
    handler = RequestHandler()

    async def ask_worker(request: bytes) -> bytes:
        return msgspec.json.encode(handler.think(request))

    site = local_site(MemoryStorage(), ask_worker)
    app = local_app(site)
    await site.registry.start()
    for game in GAMES:
        await open_new_table(app, site, game, language)
        await open_played_table(site, game, language)
    for page in PAGES:
        await call(app, "GET", page, f"language={language}")
    await site.registry.stop()


async def open_new_table(app: Starlette, site: Site, game: str, language: str) -> None:
    """Open a table against bots, render its page, and connect to it."""
    form = urlencode({"name": "Ada", "game": game}).encode()
    opened = await call(app, "POST", "/play", f"language={language}", form, FORM)
    address = opened.headers["location"]
    await call(app, "GET", address, f"language={language}")
    await connect(site, address.rpartition("/")[2], language)


async def open_played_table(site: Site, game: str, language: str) -> None:
    """Let bots play some turns, and connect to a table that goes on from there, which is loaded from its log."""
    bots = [usual_level()] * max(GAMES[game].players)
    record = play_match(game, bots, until=lambda table: table.turn > TURNS).record
    visitor = await site.identity.visitor({})
    session, entries = play_on(record, len(record.moves), seats_for(record, 0, visitor), time.time())
    table = await site.registry.open_with_session(session, entries, visitor.id, public=False)
    site.registry.close(table)
    await connect(site, table.id, language)


async def connect(site: Site, table: str, language: str) -> None:
    """Connect to a table and wait for its first update."""
    shown = asyncio.Event()

    def receive(message: dict[str, Any]) -> None:
        if UPDATE in message.get("text", ""):
            shown.set()

    socket = LocalSocket(receive)
    serving = asyncio.ensure_future(serve_table(site, table, f"language={language}", socket))
    await shown.wait()
    socket.disconnect()
    await serving
