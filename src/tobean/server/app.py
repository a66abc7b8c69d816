"""The Starlette application: routes, error pages, and the lifespan of everything that runs with the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from tobean.bots.registry import install_bot_entry
from tobean.kernel.errors import BadInput, GameNotInstalled
from tobean.server.admin.command_poller import CommandPoller
from tobean.server.admin.retention import RetentionTask
from tobean.server.admin.tables import Retention
from tobean.server.archive.archive import ArchiveUnavailable, archive_for
from tobean.server.archive.archiver_task import ArchiverTask
from tobean.server.assets import assets, translations
from tobean.server.assets.static_files import Files, SiteFiles
from tobean.server.cluster.connection_routing import ConnectionRouter
from tobean.server.cluster.errors import NewerFormat, OwnedElsewhere
from tobean.server.cluster.leases import Leases
from tobean.server.cluster.peers import Peers, pong
from tobean.server.database.database import database_at
from tobean.server.database.errors import DATABASE_ERRORS, LeaseExpired, is_timeout, log_database_error
from tobean.server.database.file_lock import ServerLock
from tobean.server.database.upgrade import announce_in_log, upgrade
from tobean.server.error_pages import bad_input, damaged, game_missing, internal_error, not_found, too_busy
from tobean.server.games import files as game_files
from tobean.server.games.colours import game_colours_style
from tobean.server.logs import log
from tobean.server.metrics import Metrics
from tobean.server.moderation.sanctions import Sanctions
from tobean.server.moderation.self_erasure import SelfErasure
from tobean.server.pages import front, reference, reports, tables
from tobean.server.pages.daily.attempts import note_result
from tobean.server.pages.person import device_transfer, name_and_devices
from tobean.server.pages.person.my_tables import save_tables_for_peer
from tobean.server.pages.rendering import catalogue_of, page, prepare_templates
from tobean.server.pages.routes import shared_routes
from tobean.server.pages.study import pictures
from tobean.server.people.identity import Identity
from tobean.server.people.visitor import ANONYMOUS
from tobean.server.protection.hosts import Hosts
from tobean.server.protection.middleware import AdmissionMiddleware
from tobean.server.protection.rate_limits import Limiter
from tobean.server.protection.sandbox import Sandbox
from tobean.server.protection.shared_buckets import SharedBuckets
from tobean.server.settings import Settings, load_secret, prepare_folder
from tobean.server.site import Site, site_of
from tobean.server.store.database_facts import DatabaseFacts
from tobean.server.store.health import Health
from tobean.server.store.store import Store
from tobean.server.store.write_errors import WriteFailed, WriteUnknown
from tobean.server.tables.person_games import PersonGames
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.tables.table_registry import TableClosed, TableRegistry
from tobean.server.viewers.socket import TableSocket
from tobean.server.workers.pool_client import PoolClient
from tobean.server.workers.worker import BotFailed
from tobean.server.workers.worker_pool import QueuedWorkerPool, WorkerPool
from tobean.study.puzzles.ratings import model as rating_model

RETRY_AFTER: Final = "5"
"""Seconds after which a client that got 503 may retry."""
RECONNECT: Final = 0.3
"""Seconds before a client that reached the wrong server is redirected."""


async def closed(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    heading = translations.gettext("This table is closed")
    text = translations.gettext("The operator of this server has closed this table, so its game does not continue.")
    return await page(request, "error.html", 410, heading=heading, advice=text)


async def no_database(request: Request, error: Exception) -> Response:
    """Answer 503: the disk is full or the database unreachable, which may pass."""
    site_of(request).metrics.count("not_written")
    if not isinstance(error, LeaseExpired):  # an expired lease is logged once, when it expires
        log_database_error("a page could not be served", error)
    if getattr(request.state, "visitor", None) is None:
        request.state.visitor = ANONYMOUS  # so that the page does not query the database for a name
    translations = catalogue_of(request)
    heading = translations.gettext("The server has to catch its breath")
    if isinstance(error, (LeaseExpired, WriteUnknown)) or is_timeout(error):
        text = translations.gettext("It cannot use its database at the moment. Please try again soon.")
    else:
        text = translations.gettext(
            "It cannot read or write at the moment, so nothing has happened. Please try again soon."
        )
    response = await page(request, "error.html", 503, heading=heading, advice=text)
    response.headers["retry-after"] = RETRY_AFTER
    return response


async def service_unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every page with 503."""
    error = LeaseExpired("The server cannot use its database at the moment.")
    response = await no_database(Request(scope, receive), error)
    await response(scope, receive, send)


async def owned_elsewhere(request: Request, error: Exception) -> Response:
    """Redirect, for forms, too, to the same URL on a new connection, which is routed to the table's new owner."""
    await asyncio.sleep(RECONNECT)
    return RedirectResponse(str(request.url.replace(scheme="", netloc="")), 307, headers={"connection": "close"})


async def newer_format(request: Request, error: Exception) -> Response:
    """Answer 503: a server of a newer version has written to the table."""
    translations = catalogue_of(request)
    heading = translations.gettext("This server is being updated")
    text = translations.gettext("A newer version of it already runs this table. Please try again in a few minutes.")
    return await page(request, "error.html", 503, heading=heading, advice=text)


def routes(site: Site) -> list[Any]:
    """Return all routes: those shared with static sites, and those that need a server."""
    post, table = ["POST"], "/tables/{table:id}"
    return [
        *shared_routes(),
        Route("/lobby", front.lobby),
        Route("/me/puzzles", name_and_devices.choose_puzzle_consent, methods=post),
        Route("/forget", name_and_devices.forget, methods=post),
        Route("/erase", name_and_devices.erase_me, methods=post),
        Route("/privacy", reports.privacy),
        Route("/move/{token}", device_transfer.confirm_transfer),
        Route("/move/{token}", device_transfer.accept_transfer, methods=post),
        Route("/move/{token}/qr.svg", device_transfer.qr_code),
        Route("/language", front.choose_language, methods=post),
        Route("/theme", front.choose_theme, methods=post),
        Route("/open-up", front.enable_lan_access, methods=post),
        WebSocketRoute(f"{table}/socket", TableSocket(site)),
        Route(f"{table}/state", tables.state),
        Route(f"{table}/qr.svg", tables.invitation),
        Route(f"{table}/sit", tables.sit, methods=post),
        Route(f"{table}/report", reports.form),
        Route(f"{table}/report", reports.send, methods=post),
        Route("/replays/{name:id}/position.png", pictures.position_png),
        Route("/puzzles/{game}/{key}/position.png", pictures.puzzle_png),
        Route("/rules", reference.rules_index),
        Route("/rules/{name}", reference.rules_page),
        Route("/cards/{name}", reference.cards_page),
        Route("/cards/{name}/example", reference.cards_example),
        Route("/learn", reference.learn),
        Route("/learn/{game}", reference.learn),
        Route("/catalogue/{language}.json", translations.serve_script_catalogue),
        Route("/manifest.webmanifest", translations.serve_manifest),
        Route("/offline", reference.offline),
        Route("/service-worker.js", reference.service_worker),
        Route("/assets/{mark}/{name:path}", assets.serve),
        Route("/favicon.ico", reference.favicon),
        Route("/robots.txt", reference.robots),
        Route("/health", reference.health),
        Route("/ready", reference.ready),
        Route("/metrics", reference.metrics),
        Route("/inside/give/{token}", reference.give_table),
        Route("/shelf.css", game_colours_style),
        Route("/static/games/{game}/{file}", game_files.serve),
        Mount("/static", Files(directory=str(files("tobean.server") / "static"))),
        *([] if site.settings.site is None else [Mount("/alone", SiteFiles(directory=site.settings.site, html=True))]),
    ]


def create_app(settings: Settings) -> Starlette:
    """Create the application; upgrades the database to the current schema first."""
    for entry in settings.bots:
        install_bot_entry(entry)
    folder = prepare_folder(settings.folder)
    database = database_at(settings.database, folder, settings.database_timeout)
    server_lock = ServerLock(database) if database.is_sqlite and not settings.is_member else None
    upgrade(database, folder, announce_in_log)
    archive = archive_for(settings, database)
    assets.prepare()
    prepare_templates()
    rating_model()
    metrics = Metrics()
    hosts = Hosts(settings)
    shared_buckets = SharedBuckets(Path(settings.socket_path).parent / "limits") if settings.is_member else None
    limiter = Limiter(settings.limits, shared_buckets)
    store = Store(database, archive, shared=settings.is_member)
    worker_pool: WorkerPool = (
        PoolClient(settings.pool_socket) if settings.pool_socket else QueuedWorkerPool(settings.workers, metrics)
    )
    sandbox = Sandbox()
    leases = Leases(store, alone=server_lock is not None, address=settings.internal, lease_seconds=settings.lease)
    peers = Peers(leases)
    registry = TableRegistry(store, leases, peers, settings, metrics, worker_pool)
    secret = load_secret(settings)
    identity = Identity(store, secret, settings)
    connection_router = ConnectionRouter(leases, registry, secret, settings.prefix)
    sanctions = Sanctions()
    self_erasure = SelfErasure(database, archive)
    facts = DatabaseFacts(store)
    person_games = PersonGames(store, facts, worker_pool)
    site = Site(
        settings,
        store,
        facts,
        identity,
        hosts,
        limiter,
        metrics,
        registry,
        sandbox,
        connection_router,
        peers,
        sanctions,
        Health(store),
        self_erasure,
        person_games,
    )
    registry.over_listeners.append(partial(note_result, site))
    peers.handlers = {
        "there": pong,
        "ended": registry.revocations.handle_peer_message,
        "save": partial(save_tables_for_peer, site),
        "metrics": site.metrics_for_peer,
    }
    command_poller = CommandPoller(site)
    archiver_task = ArchiverTask(database, archive, settings.archive_after, metrics)
    retention_task = RetentionTask(database, archive, Retention(settings.keep_abandoned, settings.keep_finished))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store.start()
        await registry.start()
        await command_poller.start()
        retention_task.start()
        archiver_task.start()
        log("server started", database="sqlite" if database.is_sqlite else "postgresql", workers=settings.workers)
        try:
            yield
        finally:
            await archiver_task.stop()
            await retention_task.stop()
            await command_poller.stop()
            await person_games.stop()
            await registry.stop()
            await worker_pool.stop()
            await sandbox.stop()
            self_erasure.close()
            await store.close()
            if server_lock is not None:
                server_lock.end()
            log("server ended")

    app = Starlette(
        routes=routes(site),
        lifespan=lifespan,
        middleware=[
            Middleware(
                AdmissionMiddleware,
                settings=settings,
                hosts=hosts,
                limiter=limiter,
                metrics=metrics,
                identity=identity,
                is_banned=sanctions.is_banned,
                leases=leases,
                service_unavailable=service_unavailable,
            )
        ],
        exception_handlers={
            HTTPException: not_found,
            BadInput: bad_input,
            GameNotInstalled: game_missing,
            TableDamaged: damaged,
            OwnedElsewhere: owned_elsewhere,
            TableClosed: closed,
            **dict.fromkeys(DATABASE_ERRORS, no_database),
            LeaseExpired: no_database,
            WriteFailed: no_database,
            ArchiveUnavailable: no_database,
            NewerFormat: newer_format,
            BotFailed: too_busy,
            Exception: internal_error,
        },
    )
    app.state.site, app.state.command_poller = site, command_poller
    return app
