"""The files that a game brings to its page, and where they are served.

A script or style of a game is at `/static/games/<name>/...`: what lies in its folder `page` and may be seen by
everybody, nothing else.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException

from tobean.games import GAMES
from tobean.games.registry import folder
from tobean.play.page.page_plugin import page_of
from tobean.server.assets.assets import Asset, asset_of, file_response
from tobean.server.assets.style_bundle import with_dark_theme

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request
    from starlette.responses import Response

SCRIPT: Final = "table.js"
STYLE: Final = "style.css"
ART: Final = "art.svg"
GUIDE: Final = "guide.html"

SERVED: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What everybody may see of a game's folder, by its ending."""
FILE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z]+)")
NOT_FOUND: Final = 404


def game_file(game: str, name: str) -> Traversable | None:
    """A file of the game's page, if it brings one of this name; its own before the one it shares with other games."""
    if game not in GAMES:
        return None
    shared = page_of(game).files
    for place in (folder(game) / "page", *([files(shared)] if shared else [])):
        file = place / name
        if file.is_file():
            return file
    return None


@cache
def mark_of(package: str, game: str, name: str) -> str:
    """What changes with the content of a file: browsers never keep an old one."""
    file = game_file(game, name)
    return "" if file is None else hashlib.sha256(file.read_bytes()).hexdigest()[:10]


@cache
def packed(package: str, game: str, name: str) -> Asset:
    """A file of the game's page as it is sent; its rules for the dark follow the visitor's choice."""
    file = game_file(game, name)
    assert file is not None
    data = file.read_bytes()
    return asset_of(name, with_dark_theme(data.decode()).encode() if name.endswith(".css") else data)


def game_url(game: str, name: str) -> str | None:
    """The address of a file of the game's page, or None if it brings none of this name."""
    mark = mark_of(GAMES.home(game), game, name) if game in GAMES else ""
    return f"/static/games/{game}/{name}?{mark}" if mark else None


async def serve(request: Request) -> Response:
    """A script, style or picture of a game."""
    game, name = request.path_params["game"], request.path_params["file"]
    looks = FILE_NAME.fullmatch(name)
    file = game_file(game, name) if looks and looks[1] in SERVED else None
    if looks is None or file is None:
        raise HTTPException(NOT_FOUND)
    found = packed(GAMES.home(game), game, name)
    return file_response(request, found, for_good=request.url.query == mark_of(GAMES.home(game), game, name))
