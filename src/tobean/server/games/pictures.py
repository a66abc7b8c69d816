"""Where the pictures of cards are: in the sprite of the house, in the file that a game brings, or drawn by nobody."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final
from zlib import crc32

import msgspec

from tobean.games import GAMES
from tobean.play.wire.catalogue import catalogue
from tobean.server.games.files import ART, game_file, game_url
from tobean.speech.catalogues import SOURCE

SYMBOL: Final = re.compile(r'<symbol[^>]* id="([a-z0-9-]+)"')
SPRITE: Final = "/static/art/sprite.svg"
TONES: Final = 12
"""So many colours are there for kinds that nobody has drawn (art/plain.py)."""


@cache
def house_symbols() -> frozenset[str]:
    sprite = files("tobean.server") / "static" / "art" / "sprite.svg"
    return frozenset(SYMBOL.findall(sprite.read_text(encoding="utf-8")))


@cache
def own_symbols(package: str, game: str) -> frozenset[str]:
    """The symbols in the picture file that a game brings."""
    file = game_file(game, ART)
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8"))) if file is not None else frozenset()


def tone(key: str) -> int:
    """The colour of a kind that nobody has drawn: always the same one."""
    return crc32(key.encode()) % TONES


def drawn(game: str, symbol: str) -> str | None:
    """Where a picture is, or None if nobody has drawn it."""
    if symbol in house_symbols():
        return f"{SPRITE}#{symbol}"
    if game in GAMES and symbol in own_symbols(GAMES.home(game), game):
        return f"{game_url(game, ART)}#{symbol}"
    return None


def picture(game: str, symbol: str) -> str:
    """Where a picture is; a figure stands in for its small picture, and a plain bean for what nobody has drawn."""
    sort, _, key = symbol.partition("-")
    figure = drawn(game, symbol) or (drawn(game, f"kind-{key}") if sort == "token" else None)
    return figure or f"{SPRITE}#{'token' if sort == 'token' else 'kind'}-plain"


def tone_class(game: str, symbol: str) -> str:
    """The class that gives a picture its colour, "" for one that has its own."""
    key = symbol.partition("-")[2]
    return "" if drawn(game, symbol) or drawn(game, f"kind-{key}") else f"tone-{tone(key)}"


def pictures_of(game: str) -> tuple[dict[str, str], dict[str, int]]:
    """The pictures of a game that are not in the sprite of the house, and the colours of their cards."""
    rules = GAMES[game]
    cards = msgspec.json.decode(catalogue(rules, max(rules.players), SOURCE))
    addresses: dict[str, str] = {}
    tones: dict[str, int] = {}
    for card in [card for group in cards.values() for card in group if isinstance(card, dict) and "of" in card]:
        back = card["of"] == "back"
        figure = card["key"] if back else f"{symbol_group(card['of'])}-{card['key']}"
        for symbol in (figure,) if back else (figure, f"token-{card['key']}"):
            if symbol not in house_symbols():
                addresses[symbol] = picture(game, symbol)
        if figure not in house_symbols():
            tones[card["key"]] = tone(card["key"])
    return addresses, tones


def symbol_group(of: str) -> str:
    """What the pictures of such cards are called: `kind-<key>` for beans, else by their group."""
    return "kind" if of in ("bean", "group") else of
