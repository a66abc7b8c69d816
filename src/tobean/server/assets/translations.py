"""What scripts say in a language, and what a device is told that installs the page: files made of catalogues."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.exceptions import HTTPException

from tobean.games.registry import game_packages
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import text
from tobean.server.assets.assets import Asset, asset_of, asset_url, file_response
from tobean.server.people.language import chosen_language

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

SCRIPT_TEXT: Final = re.compile(r"""\bt\(\s*("(?:[^"\\]|\\.)*")""")
NOT_FOUND: Final = 404
MANIFEST: Final = "application/manifest+json"
THEME_COLOUR: Final = "#d5e3c6"


@cache
def texts_in_scripts() -> list[str]:
    """What the table's scripts say: `t("...")` wherever it stands."""
    folders = [files("tobean.server") / "static" / "table", *(files(package) / "page" for package in game_packages())]
    files_there = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    scripts = [file.read_text(encoding="utf-8") for file in files_there if file.name.endswith(".js")]
    return sorted({str(json.loads(found[1])) for script in scripts for found in SCRIPT_TEXT.finditer(script)})


@cache
def script_catalogue(language: str) -> Asset:
    """The catalogue of a language for the table's script."""
    said = {english: text(english, language) for english in texts_in_scripts()}
    return asset_of(f"{language}.json", msgspec.json.encode(said))


def script_catalogue_url(language: str) -> str:
    return f"/catalogue/{language}.json?{script_catalogue(language).mark}"


async def serve_script_catalogue(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(NOT_FOUND)
    return file_response(
        request, script_catalogue(language), for_good=request.url.query == script_catalogue(language).mark
    )


# --- to be installed on a device -------------------------------------------------------------------------------------


def _(english: str) -> str:
    """Marks a text for the catalogues."""
    return english


ABOUT: Final = _("Bean games with friends and bots")


def manifest(language: str, prefix: str) -> Asset:
    """What a device is told that installs the page."""
    icons: list[dict[str, Any]] = [
        {"src": f"{prefix}{asset_url('art/icon.svg')}", "type": "image/svg+xml", "sizes": "any"},
        {"src": f"{prefix}{asset_url('art/icon-192.png')}", "type": "image/png", "sizes": "192x192"},
        {
            "src": f"{prefix}{asset_url('art/icon-512.png')}",
            "type": "image/png",
            "sizes": "512x512",
            "purpose": "any maskable",
        },
    ]
    found = {
        "id": f"{prefix}/",
        "name": "tobean",
        "short_name": "tobean",
        "lang": language,
        "description": text(ABOUT, language),
        "start_url": f"{prefix}/",
        "scope": f"{prefix}/",
        "display": "standalone",
        "background_color": THEME_COLOUR,
        "theme_color": THEME_COLOUR,
        "icons": icons,
    }
    return asset_of("manifest.json", msgspec.json.encode(found))


def manifest_url(language: str) -> str:
    return f"/manifest.webmanifest?{language}-{manifest(language, '').mark}"


async def serve_manifest(request: Request) -> Response:
    """The address says the language, so that it can be kept."""
    language, _, mark = request.url.query.partition("-")
    if language not in LANGUAGES:
        language, mark = chosen_language(request.cookies, request.headers.get("accept-language", "")), ""
    made = manifest(language, request.app.state.site.settings.prefix)
    answer = file_response(request, made, for_good=mark == manifest(language, "").mark)
    answer.headers["content-type"] = MANIFEST
    return answer
