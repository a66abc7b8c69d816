"""The study board of a finished game, and what its script loads; `study/board.py` serves what the coach computes."""

from typing import Final, TypeVar
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.server.pages.forms import number_in
from tobean.server.pages.rendering import NOT_FOUND, language_of, page
from tobean.server.protection.address_blocks import address_of
from tobean.server.site import site_of
from tobean.server.tables.replays import ReplaySummary
from tobean.session.viewer import Viewer

OPEN_CARDS: Final = "open"
LAST: Final = 10**6
"""Ply beyond the end of every game."""

Value = TypeVar("Value")


def require_finished(value: Value | None) -> Value:
    """Return data of a finished game; for None, raise the error 404. A game that is not over has secrets."""
    if value is None:
        raise HTTPException(NOT_FOUND)
    return value


async def requested_game(request: Request) -> ReplaySummary:
    """Return the finished game in the address; raises the error 404."""
    replay_store = site_of(request).registry.replays
    return require_finished(await replay_store.about(address_of(request.scope), request.path_params["name"]))


def query_number(request: Request, name: str, default: int) -> int:
    return number_in(request.query_params.get(name, ""), default)


def viewer_of(request: Request, game: ReplaySummary) -> Viewer:
    """Return the viewer of a replay: `view=2` is a seat, `view=table` a spectator, anything else sees all cards."""
    view = request.query_params.get("view", OPEN_CARDS)
    language = request.query_params.get("language", "")
    if language not in LANGUAGES:
        language = language_of(request)
    if view.isascii() and view.isdigit() and len(view) < 3 and int(view) < len(game.players):
        return Viewer(int(view), language)
    return Viewer(None, language, open=view != "table")


async def replay(request: Request) -> Response:
    """Show the study board; its script loads the data."""
    game = await requested_game(request)
    name = request.path_params["name"]
    site = site_of(request)
    visitor = await site.visitor(request)
    own = (await site.store.seats_of(visitor.id)).get(name, ()) if visitor.id else ()
    return await page(
        request,
        "table/table.html",
        table=name,
        game=GAMES[game.game],
        query="",
        replay=f"/replays/{name}",
        at=str(min(query_number(request, "at", 0), game.plies)),
        own_seat=str(own[0]) if own else "",
        players=game.players,
        link_query=position_query(request, game),
    )


def position_query(request: Request, game: ReplaySummary) -> str:
    """Return the query that leads to the position and the view of this page, "" for the whole replay."""
    view = viewer_of(request, game)
    chosen = {"at": str(min(query_number(request, "at", 0), game.plies))} if "at" in request.query_params else {}
    if not view.open:
        chosen["view"] = "table" if view.seat is None else str(view.seat)
    return f"?{urlencode(chosen)}" if chosen else ""


async def hello(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    replay_store = site_of(request).registry.replays
    return json_answer(await replay_store.hello(address_of(request.scope), request.path_params["name"], viewer))


async def frames(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    first, last = query_number(request, "first", 0), query_number(request, "last", LAST)
    replay_store = site_of(request).registry.replays
    address_block, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await replay_store.frames(address_block, name, viewer, first, last))


async def log(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    first, last = query_number(request, "first", 0), query_number(request, "last", LAST)
    replay_store = site_of(request).registry.replays
    address_block, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await replay_store.log(address_block, name, viewer, first, last))


def json_answer(data: bytes | None) -> Response:
    headers = {"cache-control": "private, max-age=600"}
    return Response(require_finished(data), media_type="application/json", headers=headers)


async def download(request: Request) -> Response:
    game = await requested_game(request)
    text = require_finished(await site_of(request).registry.replays.text(request.path_params["name"]))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.record"'})


async def position(request: Request) -> Response:
    """Serve one position as a table text, which can be edited and uploaded again."""
    game = await requested_game(request)
    ply = min(query_number(request, "at", 0), game.plies)
    replay_store = site_of(request).registry.replays
    text = require_finished(await replay_store.table(address_of(request.scope), request.path_params["name"], ply))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.table"'})
