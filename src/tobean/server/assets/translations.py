"""Files generated from the message catalogues: the texts of the table's scripts, and the web app manifest."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games.registry import game_packages
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogue_files.used_texts import SCRIPT_TEXT
from tobean.i18n.catalogues import on_cache_clear, text
from tobean.server.assets.assets import Asset, asset_of, asset_url, file_response
from tobean.server.language import chosen_language

CONTEXT_SEPARATOR: Final = "\x04"
"""Separates context and text in a key, as in compiled gettext catalogues."""
NOT_FOUND: Final = 404
MANIFEST: Final = "application/manifest+json"
THEME_COLOUR: Final = "#d5e3c6"


def scripts_in(folder: Traversable) -> Iterator[str]:
    """Yield the text of every script in a folder and its subfolders."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from scripts_in(entry)
        elif entry.name.endswith(".js"):
            yield entry.read_text(encoding="utf-8")


@cache
def texts_in_scripts() -> list[tuple[str, str]]:
    """Return context and text of all that the table's scripts translate, with `t` or `inContext`."""
    folders = [files("tobean.server") / "static" / "table", *(files(package) / "page" for package in game_packages())]
    scripts = [script for folder in folders if folder.is_dir() for script in scripts_in(folder)]
    found = {match.groups(default='""') for script in scripts for match in SCRIPT_TEXT.finditer(script)}
    return sorted((str(json.loads(context)), str(json.loads(english))) for context, english in found)


@cache
def script_catalogue(language: str) -> Asset:
    """Return the catalogue of a language for the table's scripts."""
    translations = {
        f"{context}{CONTEXT_SEPARATOR}{english}" if context else english: text(english, language, None, context or None)
        for context, english in texts_in_scripts()
    }
    return asset_of(f"{language}.json", msgspec.json.encode(translations))


on_cache_clear(script_catalogue.cache_clear)


CATALOGUE_URLS: Final[dict[str, str]] = {}
"""Addresses of catalogues that were built elsewhere."""


def use_catalogue_urls(urls: dict[str, str]) -> None:
    """Use the addresses of catalogues that were built elsewhere, by language."""
    CATALOGUE_URLS.update(urls)


def script_catalogue_url(language: str) -> str:
    known = CATALOGUE_URLS.get(language)
    return known or f"/catalogue/{language}.json?{script_catalogue(language).mark}"


async def serve_script_catalogue(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(NOT_FOUND)
    return file_response(
        request, script_catalogue(language), immutable=request.url.query == script_catalogue(language).mark
    )


# --- web app manifest ------------------------------------------------------------------------------------------------


def _(english: str) -> str:
    """Mark a text for the catalogues."""
    return english


ABOUT: Final = _("Bean games with friends and bots")


def manifest(language: str, prefix: str) -> Asset:
    """Return the web app manifest, which a device reads to install the page."""
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
    fields = {
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
    return asset_of("manifest.json", msgspec.json.encode(fields))


def manifest_url(language: str) -> str:
    return f"/manifest.webmanifest?{language}-{manifest(language, '').mark}"


async def serve_manifest(request: Request) -> Response:
    """Serve the manifest. The language is part of the address, so that the response can be cached."""
    language, _, mark = request.url.query.partition("-")
    if language not in LANGUAGES:
        language, mark = chosen_language(request.cookies, request.headers.get("accept-language", "")), ""
    asset = manifest(language, request.app.state.site.settings.prefix)
    response = file_response(request, asset, immutable=mark == manifest(language, "").mark)
    response.headers["content-type"] = MANIFEST
    return response
