"""Files that a game provides for its page, and their addresses.

Scripts, styles and pictures of a game are served at `/static/games/<name>/...`, from the folder `page` of its package
and only with the suffixes in `MEDIA_TYPES`.
"""

import hashlib
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.games.registry import game_folder
from tobean.server.assets.assets import Asset, asset_of, file_response
from tobean.server.assets.style_bundle import joined, with_dark_theme
from tobean.session.page.page_plugin import page_of

SCRIPT: Final = "table.js"
STYLE: Final = "style.css"
ART: Final = "art.svg"
GUIDE: Final = "guide.html"

MEDIA_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Media types of the files that are served, by suffix."""
FILE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z]+)")
NOT_FOUND: Final = 404


def game_file(game: str, name: str) -> Traversable | None:
    """Return a file of the game's page, or None; its own one takes precedence over one shared with other games."""
    if game not in GAMES:
        return None
    shared = page_of(game).files
    for directory in (game_folder(game) / "page", *([files(shared)] if shared else [])):
        file = directory / name
        if file.is_file():
            return file
    return None


def content_of(game: str, name: str) -> bytes:
    """Return the content of a file of the game's page as it is sent.

    A style sheet has its imports inlined, and its rules for dark mode follow the visitor's choice.
    """

    def read(path: str) -> str:
        file = game_file(game, path)
        assert file is not None, path
        return file.read_text(encoding="utf-8")

    if name.endswith(".css"):
        return with_dark_theme(joined(name, read)).encode()
    file = game_file(game, name)
    assert file is not None, name
    return file.read_bytes()


@cache
def mark_of(package: str, game: str, name: str) -> str:
    """Return the start of the hash of a file's content, "" if there is no such file."""
    return "" if game_file(game, name) is None else hashlib.sha256(content_of(game, name)).hexdigest()[:10]


@cache
def packed_asset(package: str, game: str, name: str) -> Asset:
    return asset_of(name, content_of(game, name))


def game_url(game: str, name: str) -> str | None:
    """Return the address of a file of the game's page, or None if there is no such file."""
    mark = mark_of(GAMES.package_of(game), game, name) if game in GAMES else ""
    return f"/static/games/{game}/{name}?{mark}" if mark else None


async def serve(request: Request) -> Response:
    """Serve a script, style or picture of a game."""
    game, name = request.path_params["game"], request.path_params["file"]
    match = FILE_NAME.fullmatch(name)
    file = game_file(game, name) if match and match[1] in MEDIA_TYPES else None
    if match is None or file is None:
        raise HTTPException(NOT_FOUND)
    asset = packed_asset(GAMES.package_of(game), game, name)
    return file_response(request, asset, immutable=request.url.query == mark_of(GAMES.package_of(game), game, name))
