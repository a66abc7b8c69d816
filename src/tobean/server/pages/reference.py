"""Pages to read (rules, cards, introduction), small files that browsers request, and endpoints for monitoring."""

import asyncio
import json
from importlib.resources import files
from ipaddress import ip_address, ip_network
from typing import Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from tobean.games import GAMES
from tobean.i18n.catalogues import text
from tobean.i18n.rulebook import pages
from tobean.server.assets.assets import asset_url
from tobean.server.assets.sprites import SHARED, symbol_group
from tobean.server.games.card_file import card_file
from tobean.server.metrics import merge_metrics, process_name
from tobean.server.pages.game_list import game_list
from tobean.server.pages.new_table import TEMPO, learning_players, tempos
from tobean.server.pages.rendering import NOT_FOUND, catalogue_of, language_of, page
from tobean.server.pages.rule_pages import page_title, pages_of, rules_html
from tobean.server.protection.proxies import is_forwarded
from tobean.server.site import site_of
from tobean.server.tables.bot_seats import random_name
from tobean.session.lessons.learner import introduction_to
from tobean.session.page.card_list import card_sections

OFFLINE_FILES: Final = ("site.css", "initial.css", "table.css", "site.js", "table.js", SHARED, "art/favicon.svg")
"""Assets that the service worker stores, so that the browser can show a page while it is offline."""


async def rules_index(request: Request) -> Response:
    return await page(request, "reference/rules_index.html", game_list=game_list(catalogue_of(request)))


async def rules_page(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in pages() and name not in GAMES:
        raise HTTPException(NOT_FOUND)
    language = language_of(request)
    entries = game_list(catalogue_of(request))
    return await page(
        request,
        "reference/rules.html",
        name=name,
        title=page_title(name, language),
        parts=[(page_title(part, language), rules_html(part, language)) for part in pages_of(name)],
        game=next((entry for entry in entries if entry.name == name), None),
        game_list=entries,
    )


async def cards_page(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    rules = GAMES[name]
    return await page(
        request,
        "reference/cards.html",
        rules=rules,
        sections=card_sections(rules, language_of(request)),
        symbol_group=symbol_group,
        game_list=game_list(catalogue_of(request)),
    )


async def cards_example(request: Request) -> Response:
    """Serve the cards of a game as a file that can be edited to a custom card set."""
    name = request.path_params["name"]
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return PlainTextResponse(card_file(GAMES[name], language_of(request)), headers=headers)


async def learn(request: Request) -> Response:
    """Show the introduction to a game as text, with the form that starts it at a table."""
    catalogue = catalogue_of(request)
    name = request.path_params.get("game") or next(iter(GAMES))
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    rules = GAMES[name]
    introduction = introduction_to(rules, learning_players(rules))
    lessons = [*(lesson.text for lesson in introduction.lessons), introduction.closing]
    entries = game_list(catalogue)
    return await page(
        request,
        "reference/learn.html",
        rules=rules,
        game=next(entry for entry in entries if entry.name == name),
        lessons=[text(lesson, catalogue.language, name) for lesson in lessons],
        game_list=entries,
        suggested=random_name(),
        tempos=tempos(catalogue),
        tempo=TEMPO,
    )


# --- for programs --------------------------------------------------------------------------------------------------


async def offline(request: Request) -> Response:
    """Serve the page that the service worker stores and shows while the server cannot be reached."""
    return await page(request, "offline.html")


async def service_worker(request: Request) -> Response:
    """Serve the service worker. It lists the addresses of the files to store, so it changes whenever they do."""
    prefix = site_of(request).settings.prefix
    stored = [f"{prefix}{path}" for path in ("/offline", *(asset_url(name) for name in OFFLINE_FILES))]
    head = f"const HOME = {json.dumps(prefix)};\nconst CACHED_URLS = {json.dumps(stored)};\n"
    script = (files("tobean.server") / "static" / "service-worker.js").read_text(encoding="utf-8")
    return Response(head + script, media_type="text/javascript", headers={"cache-control": "no-cache"})


async def favicon(request: Request) -> Response:
    return FileResponse(str(files("tobean.server") / "static" / "art" / "icon-192.png"), media_type="image/png")


async def robots(request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /tables/\nDisallow: /move/\nDisallow: /mine\n")


async def health(request: Request) -> Response:
    """Report whether the database answers and the log can be written."""
    site = site_of(request)
    if site.registry.leases.expired:
        reason = "This server cannot renew its lease in the database."
    else:
        reason = await site.health.check()
    if reason:
        return JSONResponse({"status": "no database", "reason": reason}, 503)
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> Response:
    """Report whether a load balancer may route visitors here: not while the server is unhealthy or about to stop."""
    if site_of(request).closing:
        return JSONResponse({"status": "ending", "reason": "This server is about to end."}, 503)
    return await health(request)


async def give_table(request: Request) -> Response:
    """Release a table without viewers to another server that was asked for it."""
    site = site_of(request)
    table = site.connection_router.table_in_token(request.path_params["token"])
    if not table:
        raise HTTPException(NOT_FOUND)
    given = await site.registry.give_table(table)
    return JSONResponse({"given": given}, 200 if given else 409)


async def metrics(request: Request) -> Response:
    """Serve the metrics for Prometheus: only to this machine and the addresses in `--metrics-from`, never via a proxy.

    Behind a proxy that is not trusted, or that forwards its client's header, every client would seem to be local.
    """
    site = site_of(request)
    host = request.client.host if request.client else ""
    if is_forwarded(request.headers.raw) or not may_read_metrics(host, site.settings.metrics_from):
        raise HTTPException(NOT_FOUND)
    others = [split_name(text) for text in await site.peers.broadcast("metrics", siblings=True) if text]
    pool = await site.registry.worker_pool.metrics_text()
    if pool is not None:
        others.append(pool)
    merged = site.metrics.text()
    if others:
        merged = await asyncio.to_thread(merge_metrics, [(process_name(), merged), *others])
    return Response(merged, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def split_name(text: bytes) -> tuple[str, bytes]:
    name, _, rest = text.partition(b"\n")
    return name.decode(), rest


def may_read_metrics(host: str, networks: tuple[str, ...]) -> bool:
    try:
        address = ip_address(host)
        return address.is_loopback or any(address in ip_network(network, strict=False) for network in networks)
    except ValueError:
        return False
