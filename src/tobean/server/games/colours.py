"""The colours behind the games on the shelf, as one style sheet: a page may have no style of its own (CSP)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.games import GAMES
from tobean.play.page.page_plugin import page_of
from tobean.server.assets.assets import Asset, asset_of, file_response
from tobean.server.assets.style_bundle import with_dark_theme

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

COLOUR: Final = re.compile(r"#[0-9a-f]{3,8}")


def rules_for(part: int) -> str:
    """The rules by day (0) and in the dark (1), for all games that have colours."""
    colours = {game: page_of(game).colours[part] for game in GAMES}
    return "".join(
        f".game.{game} .art {{ background: {colour}; }}\n"
        for game, colour in colours.items()
        if COLOUR.fullmatch(colour)
    )


def style_sheet() -> str:
    return with_dark_theme(f"{rules_for(0)}@media (prefers-color-scheme: dark) {{\n{rules_for(1)}}}\n")


def shelf() -> Asset:
    return asset_of("shelf.css", style_sheet().encode())


def shelf_style_url() -> str:
    """The address of the style sheet; it changes with the games that are there."""
    return f"/shelf.css?{shelf().mark}"


async def shelf_style(request: Request) -> Response:
    return file_response(request, shelf(), for_good=request.url.query == shelf().mark)
