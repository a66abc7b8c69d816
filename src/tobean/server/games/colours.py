"""Background colours of the games in the list of games, as one style sheet: the CSP forbids inline styles."""

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.server.assets.assets import Asset, asset_of, file_response
from tobean.server.assets.style_bundle import with_dark_theme
from tobean.session.page.page_plugin import page_of

COLOUR: Final = re.compile(r"#[0-9a-f]{3,8}")


def rules_for(theme: int) -> str:
    """Return the CSS rules of the light (0) or dark (1) theme for all games that have colours."""
    colours = {game: page_of(game).colours[theme] for game in GAMES}
    return "".join(
        f".game.{game} .art {{ background: {colour}; }}\n"
        for game, colour in colours.items()
        if COLOUR.fullmatch(colour)
    )


def style_sheet() -> str:
    return with_dark_theme(f"{rules_for(0)}@media (prefers-color-scheme: dark) {{\n{rules_for(1)}}}\n")


def game_colours() -> Asset:
    return asset_of("shelf.css", style_sheet().encode())


def game_colours_url() -> str:
    """Return the address of the style sheet, which changes with the installed games."""
    return f"/shelf.css?{game_colours().mark}"


async def game_colours_style(request: Request) -> Response:
    return file_response(request, game_colours(), immutable=request.url.query == game_colours().mark)
