"""Static files: compressed, and cached indefinitely by browsers if their address contains a hash of the content."""

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PACKED: Final = frozenset({".js", ".css", ".svg"})
"""Suffixes of files that are compressed. They are the same for all visitors, so their length reveals no secret."""
SITE_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""Content security policy of static sites, which run WebAssembly."""
COPIED_HEADERS: Final = ("etag", "last-modified", "cache-control")


@lru_cache(maxsize=256)
def gzipped(path: Path, changed: int) -> bytes:
    """Return a file compressed with gzip; `changed`, its time of change, makes the cache forget earlier versions."""
    return gzip.compress(path.read_bytes(), mtime=0)


class Files(StaticFiles):
    """Static files. A file requested with a mark in the query is immutable; others are revalidated each time."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        marked = bool(scope.get("query_string"))
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if marked else "no-cache"
        path = Path(full_path)
        if path.suffix not in PACKED:
            return response
        response.headers["vary"] = "accept-encoding"
        if "gzip" not in Headers(scope=scope).get("accept-encoding", "") or not isinstance(response, FileResponse):
            return response
        headers = {name: response.headers[name] for name in COPIED_HEADERS} | {"content-encoding": "gzip"}
        headers["vary"] = "accept-encoding"
        return Response(gzipped(path, stat_result.st_mtime_ns), status_code, headers, response.media_type)


class SiteFiles(Files):
    """The files of a static site."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["content-security-policy"] = f"{SITE_POLICY}; frame-ancestors 'none'"
        return response
