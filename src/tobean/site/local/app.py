"""The application of one device: the server's page handlers and tables, with local parts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Any, Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tobean.games import GAMES
from tobean.server.cluster.errors import OwnedElsewhere
from tobean.server.ids import new_id
from tobean.server.pages import new_table, tables
from tobean.server.pages.game_list import usual_players
from tobean.server.pages.person.my_tables import own_tables
from tobean.server.pages.rendering import CONFLICT, NOT_FOUND, catalogue_of, language_of, page, redirect
from tobean.server.pages.routing.error_pages import ERROR_PAGES
from tobean.server.pages.routing.routes import shared_routes
from tobean.server.site import Site, site_of
from tobean.server.store.rows import TableRow
from tobean.server.study.attempts import note_result
from tobean.server.tables import seating
from tobean.server.tables.bot_seats import random_name, usual_level
from tobean.server.tables.live_table import LiveTable
from tobean.server.tables.person_games import PersonGames
from tobean.server.tables.table_registry import ID_BYTES, TableRegistry
from tobean.session.errors import BadLog
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import FINISHED, OPEN, PLAYING
from tobean.session.session import Session, load_session
from tobean.session.setup import Setup
from tobean.site.local.facts import LocalFacts
from tobean.site.local.parts import (
    LocalHosts,
    LocalIdentity,
    LocalLeases,
    LocalSandbox,
    LocalSettings,
    LocalWorkers,
    NoLimits,
    NoLocks,
    NoMetrics,
    NoPeers,
    NoSanctions,
    TableLocks,
)
from tobean.site.local.sockets import IN_ANOTHER_TAB
from tobean.site.local.storage import Storage
from tobean.site.local.store import LocalStore

UNLOAD_AFTER: Final = 5.0
"""Seconds after which a table without a viewer is unloaded, so that another tab can open it."""


async def download_record(request: Request) -> Response:
    """Serve the record of a table, finished or not: the secrets on this device are those of its one person."""
    session = (await tables.live_table_of(request)).session
    if session.state == OPEN or (session.setup.deal and session.state != FINISHED):
        raise HTTPException(NOT_FOUND)  # a record holds all cards: it would end the suspense of a deal of the day
    headers = {"content-disposition": f'attachment; filename="{session.setup.game}.record"'}
    return PlainTextResponse(session.record().text(), headers=headers)


async def try_game(request: Request) -> Response:
    """Show a table of a game for pages that embed one: the running one of this device, else a new one with bots."""
    site = site_of(request)
    game = new_table.known_game(request.path_params["game"])
    for row in await own_tables(request):
        if row.game == game.name and row.state == PLAYING and not row.summary.learning:
            return redirect(f"/tables/{row.id}")
    visitor = await site.visitor(request)
    if visitor.person is None:
        visitor = await site.identity.new_visitor(random_name())
    seats = new_table.players_with_bots(game, visitor, usual_level(), usual_players(game))
    setup = Setup(game.name, seats, language=language_of(request))
    live_table = await new_table.open_live_table(request, setup, visitor, public=False)
    await seating.begin(live_table, visitor, filling=True)
    return redirect(f"/tables/{live_table.id}")


async def open_elsewhere(request: Request, error: Exception) -> Response:
    """Answer for a table that another tab has open."""
    messages = catalogue_of(request)
    heading, words = messages.gettext("That did not work"), messages.gettext(IN_ANOTHER_TAB)
    return await page(request, "error.html", CONFLICT, heading=heading, advice=words)


class LocalRegistry(TableRegistry):
    """Registry of the tables of one device."""

    async def open_with_session(
        self, session: Session, entries: list[Entry], host: str, *, public: bool = False, table: str = ""
    ) -> LiveTable:
        """Open a table, which this tab drives from now on."""
        table = table or self.new_table_id(session.setup.game)
        await self.leases.claim(table)
        return await super().open_with_session(session, entries, host, public=False, table=table)

    def new_table_id(self, game: str) -> str:
        """Return an id that begins with the game, so that the table's static page can be found without loading it."""
        return f"{game}-{new_id(ID_BYTES)}"

    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None:
        """Save the row of the table at the next tick: the tab may be closed at any time."""
        super().mark_changed(live_table, only_moved=only_moved)
        if live_table in self.unsaved:
            self.unsaved[live_table] = 0.0

    async def current_row(self, row: TableRow) -> TableRow:
        """Return a row as its log has it: the tab may have been closed before the row was saved.

        The table is not loaded, because its bots would play on.
        """
        store = cast("LocalStore", self.store)
        is_current = row.state not in (OPEN, PLAYING) or row.id in self.live_tables or row.game not in GAMES
        if is_current or not await store.is_outdated(row):
            return row
        try:
            session = load_session(await store.entries(row.id))
        except BadLog:
            return row  # the page of the table tells what is wrong
        table = LiveTable(row.id, self, session, row.host, row.public, row.opened)
        table.rematch = row.summary.rematch
        current = table.row()
        await store.save_tables([current])
        return current


def local_site(
    storage: Storage, ask_worker: Callable[[bytes], Awaitable[bytes]], locks: TableLocks | None = None
) -> Site:
    """Create the parts of a site for one device."""
    store, settings, metrics, peers = LocalStore(storage), LocalSettings(), NoMetrics(), NoPeers()
    leases = LocalLeases(locks or NoLocks())
    parts: Any = (store, leases, peers, settings, metrics, LocalWorkers(ask_worker))  # the protocols differ in types
    registry = LocalRegistry(*parts)
    registry.unload_after = UNLOAD_AFTER
    store.current_row = registry.current_row
    facts = LocalFacts(store)
    missing: Any = None
    site = Site(
        settings=cast("Any", settings),
        store=cast("Any", store),
        facts=facts,
        identity=cast("Any", LocalIdentity(store)),
        hosts=cast("Any", LocalHosts()),
        limiter=cast("Any", NoLimits()),
        metrics=cast("Any", metrics),
        registry=registry,
        sandbox=cast("Any", LocalSandbox()),
        connection_router=missing,
        peers=cast("Any", peers),
        sanctions=cast("Any", NoSanctions()),
        health=missing,
        self_erasure=missing,
        person_games=PersonGames(cast("Any", store), facts, registry.worker_pool),
        is_local=True,
    )
    registry.over_listeners.append(partial(note_result, site))
    return site


@cache
def local_routes() -> list[Route]:
    """Return the routes of pages that depend on the tables of this device. Snapshots have their compiled patterns."""
    return [*shared_routes(), Route("/try/{game}", try_game), Route("/tables/{table:id}/record", download_record)]


def local_app(site: Site, more_routes: list[Route] | None = None) -> Starlette:
    """Create the application; `more_routes` are pages that only the builder renders."""
    error_pages = {**ERROR_PAGES, OwnedElsewhere: open_elsewhere}
    app = Starlette(routes=[*local_routes(), *(more_routes or [])], exception_handlers=error_pages)
    app.state.site = site
    return app
