"""Pages to read: rules, cards, the introduction, and the small files browsers ask for."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from tobean.games import GAMES
from tobean.games.finder import packages
from tobean.play.lessons.learner import introduction_to
from tobean.play.wire.catalogue import catalogue as catalogue_of
from tobean.server.games.pictures import symbol_group
from tobean.server.pages.opening import TEMPO, fewest_to_learn, tempos
from tobean.server.pages.rulepages import page_title, pages_of, rules_html
from tobean.server.pages.shelf import shelf, some_name
from tobean.server.pages.site import language_of, page, site_of, static_url, words_of
from tobean.speech import LANGUAGES
from tobean.speech.cardfile import card_file
from tobean.speech.catalogues import text
from tobean.speech.rulebook import pages

if TYPE_CHECKING:
    from starlette.requests import Request

NOT_FOUND: Final = 404


async def rules_index(request: Request) -> Response:
    return await page(request, "rules_index.html", shelf=shelf(words_of(request)))


async def rules_page(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in pages() and name not in GAMES:
        raise HTTPException(NOT_FOUND)
    language = language_of(request)
    game = next((game for game in shelf(words_of(request)) if game.name == name), None)
    return await page(
        request,
        "rules.html",
        name=name,
        title=page_title(name, language),
        parts=[(page_title(each, language), rules_html(each, language)) for each in pages_of(name)],
        game=game,
        shelf=shelf(words_of(request)),
    )


async def cards_page(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    rules = GAMES[name]
    known = msgspec.json.decode(catalogue_of(rules, max(rules.players), language_of(request)))
    cards = [card for group in known.values() for card in group if isinstance(card, dict) and card.get("count")]
    shown = [{**card, "picture": f"{symbol_group(card['of'])}-{card['key']}"} for card in cards]
    return await page(
        request,
        "cards.html",
        rules=rules,
        kinds=[card for card in shown if card["of"] == "bean"],
        others=[card for card in shown if card["of"] != "bean"],
        shelf=shelf(words_of(request)),
    )


async def cards_example(request: Request) -> Response:
    """The cards of a game as a file to change, for a card set of one's own."""
    name = request.path_params["name"]
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return PlainTextResponse(card_file(GAMES[name], language_of(request)), headers=headers)


async def learn(request: Request) -> Response:
    """The introductions: which game, and what there is to learn, to read beforehand."""
    words = words_of(request)
    name = request.path_params.get("game") or next(iter(GAMES))
    if name not in GAMES:
        raise HTTPException(NOT_FOUND)
    rules = GAMES[name]
    introduction = introduction_to(rules, fewest_to_learn(rules))
    told = [*(lesson.text for lesson in introduction.lessons), introduction.closing]
    return await page(
        request,
        "learn.html",
        rules=rules,
        game=next(game for game in shelf(words) if game.name == name),
        lessons=[text(each, words.language, name) for each in told],
        shelf=shelf(words),
        suggested=some_name(),
        tempos=tempos(words),
        tempo=TEMPO,
    )


# --- for programs --------------------------------------------------------------------------------------------------


SAID_IN_SCRIPT: Final = re.compile(r"""\bt\(\s*("(?:[^"\\]|\\.)*")""")


@cache
def texts_in_scripts() -> list[str]:
    """What the table's scripts say: `t("...")` wherever it stands."""
    folders = [files("tobean.server") / "static" / "table", *(files(package) / "page" for package in packages())]
    files_there = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    scripts = [file.read_text(encoding="utf-8") for file in files_there if file.name.endswith(".js")]
    return sorted({str(json.loads(found[1])) for script in scripts for found in SAID_IN_SCRIPT.finditer(script)})


async def strings(request: Request) -> Response:
    """The catalogue of a language for the table's script."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise HTTPException(NOT_FOUND)
    words = {english: text(english, language) for english in texts_in_scripts()}
    return JSONResponse(words, headers={"cache-control": "no-cache"})


async def manifest(request: Request) -> Response:
    words = words_of(request)
    return JSONResponse(
        {
            "name": "tobean",
            "short_name": "tobean",
            "description": words.gettext("Bean games with friends and bots"),
            "start_url": "/",
            "display": "standalone",
            "background_color": "#d5e3c6",
            "theme_color": "#d5e3c6",
            "icons": [
                {"src": static_url("art/icon.svg"), "type": "image/svg+xml", "sizes": "any"},
                {"src": static_url("art/icon-192.png"), "type": "image/png", "sizes": "192x192"},
                {
                    "src": static_url("art/icon-512.png"),
                    "type": "image/png",
                    "sizes": "512x512",
                    "purpose": "any maskable",
                },
            ],
        },
        media_type="application/manifest+json",
    )


async def favicon(request: Request) -> Response:
    return FileResponse(str(files("tobean.server") / "static" / "art" / "icon-192.png"), media_type="image/png")


async def robots(request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /tables/\nDisallow: /move/\nDisallow: /mine\n")


async def health(request: Request) -> Response:
    """Is the server up and its database there?"""
    healthy = await site_of(request).store.healthy()
    return JSONResponse({"status": "ok" if healthy else "no database"}, 200 if healthy else 503)


async def ready(request: Request) -> Response:
    """Shall a router send people here? One that is about to end says no, and still serves whoever comes."""
    site = site_of(request)
    if site.closing:
        return JSONResponse({"status": "ending"}, 503)
    return await health(request)


async def metrics(request: Request) -> Response:
    return PlainTextResponse(site_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
