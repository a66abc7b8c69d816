"""Pictures of positions: of finished games, and of puzzles before the answer, as SVG and as PNG for previews of links.

Workers draw them, those for PNG apart from those for replays, because a PNG takes much longer. The address is checked
before anything is drawn, and pictures are cached.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.observation.observation import observe
from tobean.pictures import table as table_picture
from tobean.pictures.png import has_png
from tobean.server.pages.rendering import catalogue_of, language_of, page
from tobean.server.pages.replays.replay import query_number, requested_game, require_finished, viewer_of
from tobean.server.pages.study.puzzles import requested_puzzle
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import PICTURES, PREVIEWS, Limit
from tobean.server.site import site_of
from tobean.server.tables.replays import ReplaySummary
from tobean.server.workers.worker import BUSY, BotFailed
from tobean.study.position_picture import PNG, SVG
from tobean.study.puzzles.puzzle import Puzzle

NOT_IMPLEMENTED: Final = 501
MEDIA_TYPES: Final = {SVG: "image/svg+xml", PNG: "image/png"}
CACHED_PUZZLES: Final = 64
WIDTH: Final = 960


async def position_svg(request: Request) -> Response:
    """Serve a position of a finished game: `at=` is its number, `view=` a seat, `table` or `open`."""
    game = await requested_game(request)
    await check_limit(request, PICTURES)
    svg = await position_picture(request, game)
    return image(svg.encode(), SVG, f"{game.game}-{requested_ply(request, game)}.svg")


async def position_png(request: Request) -> Response:
    """Serve the same position as PNG."""
    game = await requested_game(request)
    if not has_png():
        return await without_png(request)
    name, ply = request.path_params["name"], requested_ply(request, game)
    png = await drawn(request, name, (ply, viewer_of(request, game)), lambda: position_picture(request, game))
    return image(png, PNG, f"{game.game}-{ply}.png")


async def puzzle_png(request: Request) -> Response:
    """Serve the position of a puzzle as its seat sees it, without the answer."""
    puzzle = requested_puzzle(request)
    if not has_png():
        return await without_png(request)
    language = language_of(request)
    png = await drawn(request, puzzle.id, (language,), lambda: asyncio.to_thread(puzzle_svg, puzzle, language))
    return image(png, PNG, f"puzzle-{puzzle.id}.png")


def requested_ply(request: Request, game: ReplaySummary) -> int:
    return min(query_number(request, "at", game.plies), game.plies)


async def position_picture(request: Request, game: ReplaySummary) -> str:
    """Return the position in the address as SVG."""
    replay_store, name = site_of(request).registry.replays, request.path_params["name"]
    viewer, ply = viewer_of(request, game), requested_ply(request, game)
    return require_finished(await replay_store.svg(address_of(request.scope), name, viewer, ply))


async def drawn(request: Request, name: str, part: tuple[object, ...], svg: Callable[[], Awaitable[str]]) -> bytes:
    """Return a picture of a replay or puzzle as PNG: from the cache, or drawn if the limits allow it."""
    replay_store = site_of(request).registry.replays
    cached = replay_store.pngs.get(name, *part)
    if cached is not None:
        return cached
    await check_limit(request, PREVIEWS)
    return await replay_store.draw(address_of(request.scope), name, svg, name, *part)


@lru_cache(CACHED_PUZZLES)
def puzzle_svg(puzzle: Puzzle, language: str) -> str:
    return table_picture(observe(puzzle.table(), puzzle.seat), size=WIDTH, language=language)


def image(data: bytes, kind: str, file: str) -> Response:
    headers = {"cache-control": "private, max-age=600", "content-disposition": f'inline; filename="{file}"'}
    return Response(data, media_type=MEDIA_TYPES[kind], headers=headers)


async def check_limit(request: Request, limit: Limit) -> None:
    """Raise `BotFailed` if this person or address has asked for too many pictures lately."""
    site = site_of(request)
    if not site.allows(limit, address_of(request.scope), await site.visitor(request)):
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
