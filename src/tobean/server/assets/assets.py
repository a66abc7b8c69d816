"""Files that pages load. Each address contains a hash of the content, so that browsers can cache it indefinitely."""

import gzip
import hashlib
import math
import mimetypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.server.assets.script_bundle import bundle
from tobean.server.assets.sprites import FULL_SPRITE, SHARED, is_sprite, sprite, sprite_name
from tobean.server.assets.style_bundle import joined, with_dark_theme

STATIC: Final = Path(str(files("tobean.server") / "static")).resolve()
REVALIDATE: Final = 1.0
"""Least seconds between two checks for changed files: a script under development is seen after a reload."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"
NOT_FOUND: Final = 404
MARK: Final = 12
"""Hexadecimal digits of the content's hash in an address."""
PACKED: Final = (".js", ".css", ".svg", ".json")
"""Suffixes of files that are compressed. They are the same for all visitors, so their length reveals no secret."""


def read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def styles(*paths: str) -> bytes:
    return with_dark_theme("".join(joined(path, read) for path in paths)).encode()


GENERATED: Final[dict[str, Callable[[], bytes]]] = {
    "table.js": lambda: bundle("table/main.js", read).encode(),
    "site.js": lambda: bundle("site.js", read).encode(),
    "site.css": partial(styles, "theme.css", "site.css", "art/tones.css"),
    "initial.css": partial(styles, "theme.css", "table/initial.css"),
    "table.css": partial(styles, "art/cards.css", "art/kinds.css", "art/tones.css", "table/table.css"),
}
"""Assets that are bundled from several files, by name."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    name: str
    data: bytes
    packed: bytes | None
    """The data compressed with gzip, None for files that are not text."""
    mark: str
    """Start of the hash of the data."""

    @property
    def url(self) -> str:
        return f"/assets/{self.mark}/{self.name}"

    @property
    def media_type(self) -> str:
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"


def asset_of(name: str, data: bytes) -> Asset:
    packed = gzip.compress(data, mtime=0) if name.endswith(PACKED) else None
    return Asset(name, data, packed, hashlib.sha256(data).hexdigest()[:MARK])


class Assets:
    """All assets, built on the first request and again after a file has changed."""

    def __init__(self) -> None:
        self.built: dict[str, Asset] = {}
        self.names: frozenset[str] = frozenset()
        """Names of the static files. A name in a request is looked up here, never in the file system."""
        self.newest = 0.0
        """Time of the last change of a static file."""
        self.checked_at = 0.0

    def find(self, name: str) -> Asset | None:
        self.refresh()
        asset = self.built.get(name)
        if asset is None:
            if name in GENERATED:
                asset = asset_of(name, GENERATED[name]())
            elif is_sprite(name):
                asset = asset_of(name, sprite(name, read(FULL_SPRITE)).encode())
            elif name in self.names:
                asset = asset_of(name, (STATIC / name).read_bytes())
            else:
                return None
            self.built[name] = asset
        return asset

    def use_marks(self, marks: dict[str, str]) -> None:
        """Use the addresses of assets that were built elsewhere, without their content; sprites are still built."""
        self.checked_at = math.inf
        self.built = {name: Asset(name, b"", None, mark) for name, mark in marks.items() if not is_sprite(name)}

    def refresh(self) -> None:
        """Discard all assets if a static file has changed."""
        now = time.monotonic()
        if now - self.checked_at >= REVALIDATE:
            self.checked_at = now
            paths = [path for path in STATIC.rglob("*") if path.is_file()]
            self.names = frozenset(path.relative_to(STATIC).as_posix() for path in paths)
            newest = max(path.stat().st_mtime for path in paths)
            if newest != self.newest:
                self.newest = newest
                self.built.clear()


ASSETS: Final = Assets()


def prepare() -> None:
    """Build all bundles and sprites."""
    for name in (*GENERATED, SHARED, *map(sprite_name, GAMES)):
        ASSETS.find(name)


def asset_url(name: str) -> str:
    asset = ASSETS.find(name)
    return asset.url if asset is not None else f"/assets/0/{name}"


def file_response(request: Request, asset: Asset, *, immutable: bool) -> Response:
    """Build the response with a file, compressed if the client accepts that."""
    headers = {"cache-control": IMMUTABLE if immutable else "no-cache"}
    data = asset.data
    if asset.packed is not None:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            data = asset.packed
    return Response(data, media_type=asset.media_type, headers=headers)


async def serve(request: Request) -> Response:
    """Serve an asset.

    A request with another mark, which occurs while servers are being updated, gets the current asset, not to be cached.
    """
    asset = ASSETS.find(request.path_params["name"])
    if asset is None:
        raise HTTPException(NOT_FOUND)
    return file_response(request, asset, immutable=request.path_params["mark"] == asset.mark)
