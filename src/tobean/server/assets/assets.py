"""The files that pages name: each under an address that changes with its content, so that browsers keep it for good."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response

from tobean.games import GAMES
from tobean.server.assets.script_bundle import bundle
from tobean.server.assets.sprites import SHARED, WHOLE, is_sprite, sprite, sprite_name
from tobean.server.assets.style_bundle import joined, with_dark_theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

STATIC: Final = Path(str(files("tobean.server") / "static")).resolve()
REVALIDATE: Final = 1.0
"""Whoever changes a script sees it after a reload: files are looked at, but not more often than this."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"
NOT_FOUND: Final = 404
MARK: Final = 12
PACKED: Final = (".js", ".css", ".svg", ".json")
"""Texts. They are the same for everybody, so their length tells nobody a secret."""


def read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def styles(*paths: str) -> bytes:
    return with_dark_theme("".join(joined(path, read) for path in paths)).encode()


GENERATED: Final[dict[str, Callable[[], bytes]]] = {
    "table.js": lambda: bundle("table/main.js", read).encode(),
    "site.js": lambda: bundle("site.js", read).encode(),
    "site.css": partial(styles, "theme.css", "site.css", "art/tones.css"),
    "frame.css": partial(styles, "theme.css", "table/frame.css"),
    "table.css": partial(styles, "art/cards.css", "art/tones.css", "table/table.css"),
}
"""What is put together of several files."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    name: str
    data: bytes
    packed: bytes | None
    mark: str

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
    """All of them, made when they are first asked for and again when a file has changed."""

    def __init__(self) -> None:
        self.built: dict[str, Asset] = {}
        self.names: frozenset[str] = frozenset()
        """The static files: what a request names is looked up here, never on the disk."""
        self.seen = 0.0
        self.checked_at = 0.0

    def find(self, name: str) -> Asset | None:
        self.refresh()
        found = self.built.get(name)
        if found is None:
            if name in GENERATED:
                found = asset_of(name, GENERATED[name]())
            elif is_sprite(name):
                found = asset_of(name, sprite(name, read(WHOLE)).encode())
            elif name in self.names:
                found = asset_of(name, (STATIC / name).read_bytes())
            else:
                return None
            self.built[name] = found
        return found

    def refresh(self) -> None:
        """Forget what was made of files that have changed since."""
        now = time.monotonic()
        if now - self.checked_at >= REVALIDATE:
            self.checked_at = now
            there = [path for path in STATIC.rglob("*") if path.is_file()]
            self.names = frozenset(path.relative_to(STATIC).as_posix() for path in there)
            newest = max(path.stat().st_mtime for path in there)
            if newest != self.seen:
                self.seen = newest
                self.built.clear()


ASSETS: Final = Assets()


def prepare() -> None:
    """Put everything together that is made of several files, or cut out of one."""
    for name in (*GENERATED, SHARED, *map(sprite_name, GAMES)):
        ASSETS.find(name)


def asset_url(name: str) -> str:
    """The address of an asset."""
    found = ASSETS.find(name)
    return found.url if found is not None else f"/assets/0/{name}"


def file_response(request: Request, asset: Asset, *, for_good: bool) -> Response:
    """A file as an answer, packed for whoever understands that."""
    headers = {"cache-control": IMMUTABLE if for_good else "no-cache"}
    data = asset.data
    if asset.packed is not None:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            data = asset.packed
    return Response(data, media_type=asset.media_type, headers=headers)


async def serve(request: Request) -> Response:
    """An asset. Of another mark, while servers are being updated, it is the present one, and not kept."""
    found = ASSETS.find(request.path_params["name"])
    if found is None:
        raise HTTPException(NOT_FOUND)
    return file_response(request, found, for_good=request.path_params["mark"] == found.mark)
