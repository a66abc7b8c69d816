"""Pictures of positions: of finished games, and of puzzles before the answer, as SVG and as PNG for previews of links.

The workers draw them. The address is checked before anything is drawn, and pictures are cached.
"""

import asyncio
from base64 import b64decode
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.puzzles.puzzle import Puzzle
from tobean.server.graphics.png import has_png
from tobean.server.graphics.position_picture import PNG, SVG
from tobean.server.pages.rendering import catalogue_of, language_of, page
from tobean.server.pages.replays import query_number, requested_game, require_finished, viewer_of
from tobean.server.pages.study.puzzles import requested_puzzle
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import PICTURES
from tobean.server.site import site_of
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BUSY, BotFailed
from tobean.svg import table as table_picture
from tobean.view.observation import observe

NOT_IMPLEMENTED: Final = 501
MEDIA_TYPES: Final = {SVG: "image/svg+xml", PNG: "image/png"}
CACHED_PUZZLES: Final = 64
WIDTH: Final = 960


async def position_svg(request: Request) -> Response:
    return await position(request, SVG)


async def position_png(request: Request) -> Response:
    return await position(request, PNG)


async def position(request: Request, kind: str) -> Response:
    """Serve a position of a finished game: `at=` is its number, `view=` a seat, `table` or `open`."""
    game = await requested_game(request)
    if kind == PNG and not has_png():
        return await without_png(request)
    await check_limit(request)
    viewer = viewer_of(request, game)
    ply = min(query_number(request, "at", game.plies), game.plies)
    replay_store, name = site_of(request).registry.replays, request.path_params["name"]
    picture = require_finished(await replay_store.picture(address_of(request.scope), name, viewer, ply, kind))
    return image(picture, kind, f"{game.game}-{ply}.{kind}")


async def puzzle_png(request: Request) -> Response:
    """Serve the position of a puzzle as its seat sees it, without the answer."""
    puzzle = requested_puzzle(request)
    if not has_png():
        return await without_png(request)
    site, language = site_of(request), language_of(request)
    cached: bytes | None = site.registry.replays.responses.get("puzzle", puzzle.id, language)
    if cached is None:
        await check_limit(request)
        svg = await asyncio.to_thread(puzzle_svg, puzzle, language)
        requester = Requester(address_of(request.scope), "", puzzle.id)
        answer = await site.registry.worker_pool.examine(requester, {"picture": svg})
        cached = b64decode(answer[PNG])
        site.registry.replays.responses.put(cached, len(cached), "puzzle", puzzle.id, language)
    return image(cached, PNG, f"puzzle-{puzzle.id}.png")


@lru_cache(CACHED_PUZZLES)
def puzzle_svg(puzzle: Puzzle, language: str) -> str:
    return table_picture(observe(puzzle.table(), puzzle.seat), size=WIDTH, language=language)


def image(data: bytes, kind: str, file: str) -> Response:
    headers = {"cache-control": "private, max-age=600", "content-disposition": f'inline; filename="{file}"'}
    return Response(data, media_type=MEDIA_TYPES[kind], headers=headers)


async def check_limit(request: Request) -> None:
    """Raise `BotFailed` if this person or address has asked for too many pictures lately."""
    site = site_of(request)
    if not site.allows(PICTURES, request, await site.visitor(request)):
        raise BotFailed(BUSY, "too many pictures at once")


async def without_png(request: Request) -> Response:
    """Answer 501 and name the extra with the library that draws PNG."""
    translations = catalogue_of(request)
    return await page(
        request,
        "error.html",
        NOT_IMPLEMENTED,
        heading=translations.gettext("This server draws no PNG"),
        advice=translations.gettext("The library for it is not installed. The address that ends with .svg works."),
        reason="pip install 'tobean[play]'",
    )
