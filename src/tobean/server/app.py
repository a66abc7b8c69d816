"""The application: all addresses, and what starts and ends with the server."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Mount, Route, WebSocketRoute

from tobean.kernel.errors import BadInput, GameMissing
from tobean.server.admin.caretaker import Caretaker
from tobean.server.admin.orderly import Orderly
from tobean.server.admin.sanctions import Sanctions
from tobean.server.admin.self_erasure import SelfErasure
from tobean.server.admin.tables import Retention
from tobean.server.archive.archive import NotRead, archive_for
from tobean.server.archive.mover import Mover
from tobean.server.assets import assets, words
from tobean.server.cluster.leases import Elsewhere, Leases, Newer
from tobean.server.cluster.neighbours import Neighbours, there
from tobean.server.cluster.passing import Passing
from tobean.server.defence.board import Board
from tobean.server.defence.guard import Guard
from tobean.server.defence.hosts import Hosts
from tobean.server.defence.inspection import Inspection
from tobean.server.defence.limits import Limiter
from tobean.server.games import files as game_files
from tobean.server.games.colours import shelf_style
from tobean.server.logs import log, trouble
from tobean.server.metrics import Metrics
from tobean.server.pages import front, moving, opening, reading, replays, reporting, tables
from tobean.server.pages.files import Files
from tobean.server.pages.site import Site, in_words, page, prepare_templates, site_of, words_of
from tobean.server.people.identity import STRANGER, Identity
from tobean.server.settings import Settings, prepared, secret_of
from tobean.server.store.database import UNUSABLE, LeaseExpired, database_at, database_trouble, is_silence
from tobean.server.store.health import Health
from tobean.server.store.sole import Sole
from tobean.server.store.store import Store
from tobean.server.store.upgrading import announce_in_log, upgrade
from tobean.server.store.writer import NotWritten, Undecided
from tobean.server.tables.closing import Closed
from tobean.server.tables.hall import Hall
from tobean.server.tables.quarantine import Damaged
from tobean.server.tables.socket import TableSocket
from tobean.server.workers.calling import Caller
from tobean.server.workers.thinker import BotFailed
from tobean.server.workers.thinking import Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from tobean.server.workers.thinking import Thinking


RETRY_AFTER: Final = "5"
"""Seconds after which a client that got 503 may ask again."""
COME_AGAIN: Final = 0.3
"""Seconds after which somebody who was sent to the wrong server tries again."""


async def not_found(request: Request, error: Exception) -> Response:
    words = words_of(request)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 404:
        heading = words.gettext("Nothing grows here")
        text = words.gettext("This page or table does not exist. Perhaps the link is incomplete.")
    else:
        heading = words.gettext("That did not work")
        text = words.gettext("This address cannot be used like that.")
    return await page(request, "error.html", status, heading=heading, words=text)


async def bad_input(request: Request, error: Exception) -> Response:
    words = words_of(request)
    heading = words.gettext("That did not work")
    return await page(request, "error.html", 422, heading=heading, words=in_words(request, error))


async def game_missing(request: Request, error: Exception) -> Response:
    """A table or record of a game whose package is not installed: nothing is wrong with it."""
    words = words_of(request)
    heading = words.gettext("This game is not here")
    text = words.gettext("Nothing has been lost: when the game is installed again, this page shows it again.")
    return await page(request, "error.html", 409, heading=heading, words=text, reason=in_words(request, error))


async def damaged(request: Request, error: Exception) -> Response:
    """The log of a table cannot be replayed: its people hear what is left of it."""
    assert isinstance(error, Damaged)
    return await tables.damaged(request, error.damage)


async def closed(request: Request, error: Exception) -> Response:
    words = words_of(request)
    heading = words.gettext("This table is closed")
    text = words.gettext("Whoever runs this server has closed it. Nobody plays on here.")
    return await page(request, "error.html", 410, heading=heading, words=text)


async def no_database(request: Request, error: Exception) -> Response:
    """Answer 503: the disk is full or the database is gone, and may be back soon."""
    site_of(request).metrics.count("not_written")
    if not isinstance(error, LeaseExpired):  # which is logged once, when it happens
        database_trouble("a page could not be served", error)
    if getattr(request.state, "visitor", None) is None:
        request.state.visitor = STRANGER  # the page must not ask the database for a name
    words = words_of(request)
    heading = words.gettext("The server has to catch its breath")
    if isinstance(error, (LeaseExpired, Undecided)) or is_silence(error):
        text = words.gettext("It cannot use its database at the moment. Please try again soon.")
    else:
        text = words.gettext("It cannot read or write at the moment, so nothing has happened. Please try again soon.")
    response = await page(request, "error.html", 503, heading=heading, words=text)
    response.headers["retry-after"] = RETRY_AFTER
    return response


async def out_of_service(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every page with 503."""
    error = LeaseExpired("The server cannot use its database at the moment.")
    response = await no_database(Request(scope, receive), error)
    await response(scope, receive, send)


async def too_busy(request: Request, error: Exception) -> Response:
    """Somebody, or everybody together, has asked for more than can be thought about."""
    assert isinstance(error, BotFailed)
    if error.fault != "busy":
        site_of(request).metrics.count("errors")
        trouble("a replay could not be shown", error)
    words = words_of(request)
    heading = words.gettext("The server has to catch its breath")
    text = words.gettext("It has a lot to think about just now. Please try again soon.")
    return await page(request, "error.html", 503, heading=heading, words=text)


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours: noted for us, a sentence for the visitor."""
    site_of(request).metrics.count("errors")
    trouble("a page failed", error)
    words = words_of(request)
    heading = words.gettext("Something went wrong here")
    text = words.gettext("The fault is ours and has been noted. Nothing at your tables is lost.")
    return await page(request, "error.html", 500, heading=heading, words=text)


async def elsewhere(request: Request, error: Exception) -> Response:
    """Another server has just taken this table: on a new connection the way leads there, for forms, too."""
    await asyncio.sleep(COME_AGAIN)
    return RedirectResponse(str(request.url.replace(scheme="", netloc="")), 307, headers={"connection": "close"})


async def newer(request: Request, error: Exception) -> Response:
    """This server is of an earlier version than another one that has been at the table."""
    words = words_of(request)
    heading = words.gettext("This server is being renewed")
    text = words.gettext("A newer version of it has looked after this table. Please try again in a few minutes.")
    return await page(request, "error.html", 503, heading=heading, words=text)


class IdConvertor(Convertor[str]):
    """The id of a table or record. Anything else that stands there is no address: no database is asked about it."""

    regex = "[A-Za-z0-9_-]{1,64}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("id", IdConvertor())


def routes(site: Site) -> list[Any]:
    post, table = ["POST"], "/tables/{table:id}"
    return [
        Route("/", front.front),
        Route("/play", opening.play_now, methods=post),
        Route("/open", opening.open_form),
        Route("/open", opening.open_table, methods=post),
        Route("/lobby", front.lobby),
        Route("/mine", front.mine),
        Route("/mine/clear", front.clear, methods=post),
        Route("/me", front.me),
        Route("/me", front.rename, methods=post),
        Route("/forget", front.forget, methods=post),
        Route("/erase", front.erase_me, methods=post),
        Route("/privacy", reporting.privacy),
        Route("/move/{token}", moving.ask),
        Route("/move/{token}", moving.move, methods=post),
        Route("/move/{token}/qr.svg", moving.qr_code),
        Route("/language", front.choose_language, methods=post),
        Route("/open-up", front.open_up, methods=post),
        WebSocketRoute(f"{table}/socket", TableSocket(site)),
        Route(table, tables.table),
        Route(f"{table}/state", tables.state),
        Route(f"{table}/qr.svg", tables.invitation),
        Route(f"{table}/sit", tables.sit, methods=post),
        Route(f"{table}/leave", tables.leave, methods=post),
        Route(f"{table}/reclaim", tables.reclaim, methods=post),
        Route(f"{table}/fill", tables.fill, methods=post),
        Route(f"{table}/start", tables.start, methods=post),
        Route(f"{table}/rematch", tables.rematch, methods=post),
        Route(f"{table}/go-on", tables.go_on, methods=post),
        Route(f"{table}/result", replays.result),
        Route(f"{table}/report", reporting.form),
        Route(f"{table}/report", reporting.send, methods=post),
        Route("/replays", replays.replays),
        Route("/replays", replays.bring, methods=post),
        Route("/replays/{name:id}", replays.replay),
        Route("/replays/{name:id}/hello.json", replays.hello),
        Route("/replays/{name:id}/frames.json", replays.frames),
        Route("/replays/{name:id}/log.json", replays.log),
        Route("/replays/{name:id}/record", replays.download),
        Route("/replays/{name:id}/position", replays.position),
        Route("/replays/{name:id}/review", replays.review),
        Route("/replays/{name:id}/play", replays.continue_here, methods=post),
        Route("/rules", reading.rules_index),
        Route("/rules/{name}", reading.rules_page),
        Route("/cards/{name}", reading.cards_page),
        Route("/cards/{name}/example", reading.cards_example),
        Route("/learn", reading.learn),
        Route("/learn", opening.first_lesson, methods=post),
        Route("/learn/{game}", reading.learn),
        Route("/learn/{game}", opening.first_lesson, methods=post),
        Route("/catalogue/{language}.json", words.serve_words),
        Route("/manifest.webmanifest", words.serve_manifest),
        Route("/offline", reading.offline),
        Route("/service-worker.js", reading.service_worker),
        Route("/theme", front.choose_theme, methods=post),
        Route("/assets/{mark}/{name:path}", assets.serve),
        Route("/favicon.ico", reading.favicon),
        Route("/robots.txt", reading.robots),
        Route("/health", reading.health),
        Route("/ready", reading.ready),
        Route("/metrics", reading.metrics),
        Route("/inside/give/{token}", reading.give),
        Route("/shelf.css", shelf_style),
        Route("/static/games/{game}/{file}", game_files.serve),
        Mount("/static", Files(directory=str(files("tobean.server") / "static"))),
    ]


def create_app(settings: Settings) -> Starlette:
    """The application for these settings; brings the database to the present form first."""
    folder = prepared(settings.folder)
    database = database_at(settings.database, folder, settings.database_timeout)
    sole = Sole(database) if database.is_sqlite and not settings.is_member else None
    upgrade(database, folder, announce_in_log)
    archive = archive_for(settings, database)
    assets.prepare()
    prepare_templates()
    metrics = Metrics()
    hosts = Hosts(settings)
    board = Board(Path(settings.door).parent / "limits") if settings.is_member else None
    limiter = Limiter(settings.limits, board)
    store = Store(database, archive, shared=settings.is_member)
    thinkers: Thinking = Caller(settings.office) if settings.office else Thinkers(settings.workers, metrics)
    inspection = Inspection()
    leases = Leases(store, alone=sole is not None, address=settings.internal, lasts=settings.lease)
    neighbours = Neighbours(leases)
    hall = Hall(store, leases, neighbours, settings, metrics, thinkers)
    secret = secret_of(settings)
    identity = Identity(store, secret, settings)
    passing = Passing(leases, hall, secret, settings.prefix)
    sanctions = Sanctions()
    self_erasure = SelfErasure(database, archive)
    site = Site(
        settings,
        store,
        identity,
        hosts,
        limiter,
        metrics,
        hall,
        inspection,
        passing,
        neighbours,
        sanctions,
        Health(store),
        self_erasure,
    )
    neighbours.answers = {
        "there": there,
        "ended": hall.endings.heard_at_the_door,
        "save": partial(front.save_asked, site),
        "metrics": site.told_metrics,
    }
    orderly = Orderly(site)
    mover = Mover(database, archive, settings.archive_after, metrics)
    caretaker = Caretaker(database, archive, Retention(settings.keep_abandoned, settings.keep_finished))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store.start()
        await hall.start()
        await orderly.start()
        caretaker.start()
        mover.start()
        log("server started", database="sqlite" if database.is_sqlite else "postgresql", workers=settings.workers)
        try:
            yield
        finally:
            await mover.stop()
            await caretaker.stop()
            await orderly.stop()
            await hall.stop()
            await thinkers.stop()
            await inspection.stop()
            self_erasure.close()
            await store.close()
            if sole is not None:
                sole.end()
            log("server ended")

    app = Starlette(
        routes=routes(site),
        lifespan=lifespan,
        middleware=[
            Middleware(
                Guard,
                settings=settings,
                hosts=hosts,
                limiter=limiter,
                metrics=metrics,
                identity=identity,
                sanctions=sanctions,
                leases=leases,
                out_of_service=out_of_service,
            )
        ],
        exception_handlers={
            HTTPException: not_found,
            BadInput: bad_input,
            GameMissing: game_missing,
            Damaged: damaged,
            Elsewhere: elsewhere,
            Closed: closed,
            **dict.fromkeys(UNUSABLE, no_database),
            LeaseExpired: no_database,
            NotWritten: no_database,
            NotRead: no_database,
            Newer: newer,
            BotFailed: too_busy,
            Exception: failed,
        },
    )
    app.state.site, app.state.orderly = site, orderly
    return app
