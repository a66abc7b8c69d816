"""The Starlette application of a server: creates its parts and starts and stops what runs with it."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware

from tobean.bots.registry import install_bot_entry
from tobean.server.admin.command_poller import CommandPoller
from tobean.server.admin.retention import RetentionTask
from tobean.server.admin.tables import Retention
from tobean.server.archive.archive import archive_for
from tobean.server.archive.archiver_task import ArchiverTask
from tobean.server.assets import assets
from tobean.server.cluster.connection_routing import ConnectionRouter
from tobean.server.cluster.leases import Leases
from tobean.server.cluster.peers import Peers, pong
from tobean.server.database.database import Database, database_at
from tobean.server.database.file_lock import ServerLock
from tobean.server.database.upgrade import announce_in_log, upgrade
from tobean.server.logs import log
from tobean.server.metrics import Metrics
from tobean.server.moderation.sanctions import Sanctions
from tobean.server.moderation.self_erasure import SelfErasure
from tobean.server.pages.person.my_tables import save_tables_for_peer
from tobean.server.pages.rendering import prepare_templates
from tobean.server.pages.routing.server_error_pages import SERVER_ERROR_PAGES, service_unavailable
from tobean.server.pages.routing.server_routes import server_routes
from tobean.server.people.identity import Identity
from tobean.server.protection.hosts import Hosts
from tobean.server.protection.middleware import AdmissionMiddleware
from tobean.server.protection.rate_limits import Limiter
from tobean.server.protection.sandbox import Sandbox
from tobean.server.protection.shared_buckets import SharedBuckets
from tobean.server.settings import Settings, load_secret, prepare_folder
from tobean.server.site import Site
from tobean.server.store.database_facts import DatabaseFacts
from tobean.server.store.health import Health
from tobean.server.store.store import Store
from tobean.server.study.attempts import note_result
from tobean.server.tables.person_games import PersonGames
from tobean.server.tables.table_registry import TableRegistry
from tobean.server.workers.pool_client import PoolClient
from tobean.server.workers.worker_pool import QueuedWorkerPool
from tobean.study.puzzles.ratings import model as rating_model


def create_app(settings: Settings) -> Starlette:
    """Create the application; upgrades the database to the current schema first."""
    for entry in settings.bots:
        install_bot_entry(entry)
    folder = prepare_folder(settings.folder)
    database = database_at(settings.database, folder, settings.database_timeout)
    server_lock = ServerLock(database) if database.is_sqlite and not settings.is_member else None
    upgrade(database, folder, announce_in_log)
    assets.prepare()
    prepare_templates()
    rating_model()
    site = create_site(settings, database, alone=server_lock is not None)
    command_poller = CommandPoller(site)
    app = Starlette(
        routes=server_routes(site),
        lifespan=lambda app: running(site, command_poller, server_lock),
        middleware=[admission(site)],
        exception_handlers=SERVER_ERROR_PAGES,
    )
    app.state.site, app.state.command_poller = site, command_poller
    return app


def create_site(settings: Settings, database: Database, *, alone: bool) -> Site:
    """Create the parts of a server; `alone` if no other server uses its database."""
    metrics = Metrics()
    archive = archive_for(settings, database)
    store = Store(database, archive, shared=settings.is_member)
    leases = Leases(store, alone=alone, address=settings.internal, lease_seconds=settings.lease)
    peers = Peers(leases)
    pool_socket = settings.pool_socket
    worker_pool = PoolClient(pool_socket) if pool_socket else QueuedWorkerPool(settings.workers, metrics)
    registry = TableRegistry(store, leases, peers, settings, metrics, worker_pool)
    shared_buckets = SharedBuckets(Path(settings.socket_path).parent / "limits") if settings.is_member else None
    secret = load_secret(settings)
    facts = DatabaseFacts(store)
    site = Site(
        settings=settings,
        store=store,
        facts=facts,
        identity=Identity(store, secret, settings),
        hosts=Hosts(settings),
        limiter=Limiter(settings.limits, shared_buckets),
        metrics=metrics,
        registry=registry,
        sandbox=Sandbox(),
        connection_router=ConnectionRouter(leases, registry, secret, settings.prefix),
        peers=peers,
        sanctions=Sanctions(),
        health=Health(store),
        self_erasure=SelfErasure(database, archive),
        person_games=PersonGames(store, facts, worker_pool),
    )
    registry.over_listeners.append(partial(note_result, site))
    peers.handlers = {
        "there": pong,
        "ended": registry.revocations.handle_peer_message,
        "save": partial(save_tables_for_peer, site),
        "metrics": site.metrics_for_peer,
    }
    return site


def admission(site: Site) -> Middleware:
    return Middleware(
        AdmissionMiddleware,
        settings=site.settings,
        hosts=site.hosts,
        limiter=site.limiter,
        metrics=site.metrics,
        identity=site.identity,
        is_banned=site.sanctions.is_banned,
        leases=site.registry.leases,
        service_unavailable=service_unavailable,
    )


@contextlib.asynccontextmanager
async def running(site: Site, command_poller: CommandPoller, server_lock: ServerLock | None) -> AsyncIterator[None]:
    """Start everything that runs with the server, and stop it in the reverse order."""
    settings, store, registry = site.settings, site.store, site.registry
    database, archive = store.database, store.archive
    archiver_task = ArchiverTask(database, archive, settings.archive_after, site.metrics)
    retention_task = RetentionTask(database, archive, Retention(settings.keep_abandoned, settings.keep_finished))
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
        await site.person_games.stop()
        await registry.stop()
        await registry.worker_pool.stop()
        await site.sandbox.stop()
        site.self_erasure.close()
        await store.close()
        if server_lock is not None:
            server_lock.end()
        log("server ended")
