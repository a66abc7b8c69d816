"""Addresses of pictures: in the sprite of the house, in a game's own file, or a plain bean as a stand-in."""

from __future__ import annotations

from functools import cache
from typing import Final
from zlib import crc32

from tobean.games import GAMES
from tobean.server.assets.assets import ASSETS, asset_url, read
from tobean.server.assets.sprites import SHARED, SYMBOL, WHOLE, cards_of, sprite_name
from tobean.server.games.files import ART, game_file, game_url

TONES: Final = 12
"""So many colours are there for kinds that nobody has drawn (art/plain.py)."""


@cache
def shared_symbols() -> frozenset[str]:
    return frozenset(SYMBOL.findall(read(WHOLE)))


@cache
def symbols_in(mark: str, name: str) -> frozenset[str]:
    """The symbols in one of our files, as it was when it had this mark."""
    found = ASSETS.find(name)
    return frozenset(SYMBOL.findall(found.data.decode())) if found is not None else frozenset()


def file_of(game: str, symbol: str, *, at_table: bool) -> str:
    """Which of our files has a picture: if it can be the one that all pages share, at a table that of the game."""
    for name in (sprite_name(game), SHARED) if at_table else (SHARED, sprite_name(game)):
        found = ASSETS.find(name)
        if found is not None and symbol in symbols_in(found.mark, name):
            return name
    return WHOLE


@cache
def own_symbols(package: str, game: str) -> frozenset[str]:
    """The symbols in the picture file that a game brings."""
    file = game_file(game, ART)
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8"))) if file is not None else frozenset()


def fallback_colour(key: str) -> int:
    """The colour of a kind that nobody has drawn: always the same one."""
    return crc32(key.encode()) % TONES


def picture_url(game: str, symbol: str, *, at_table: bool = False) -> str | None:
    """Where a picture is, or None if nobody has drawn it."""
    if symbol in shared_symbols():
        return f"{asset_url(file_of(game, symbol, at_table=at_table))}#{symbol}"
    if game in GAMES and symbol in own_symbols(GAMES.home(game), game):
        return f"{game_url(game, ART)}#{symbol}"
    return None


def picture(game: str, symbol: str, *, at_table: bool = False) -> str:
    """Where a picture is; a figure stands in for its small picture, and a plain bean for what nobody has drawn."""
    sort, _, key = symbol.partition("-")
    stand_ins = (symbol, f"kind-{key}", "token-plain") if sort == "token" else (symbol, "kind-plain")
    return next(found for name in stand_ins if (found := picture_url(game, name, at_table=at_table)) is not None)


def tone_class(game: str, symbol: str) -> str:
    """The class that gives a picture its colour, "" for one that has its own."""
    key = symbol.partition("-")[2]
    return "" if picture_url(game, symbol) or picture_url(game, f"kind-{key}") else f"tone-{fallback_colour(key)}"


def undrawn_pictures(game: str) -> tuple[dict[str, str], dict[str, int]]:
    """The addresses of all pictures at a game's table that the house has not drawn, and the colours of its cards.

    Besides the cards these are all symbols of the game's own file: tokens, figures, signs that its script draws.
    """
    addresses = {
        symbol: f"{game_url(game, ART)}#{symbol}"
        for symbol in sorted(own_symbols(GAMES.home(game), game))
        if symbol not in shared_symbols()
    }
    tones: dict[str, int] = {}
    for card in cards_of(GAMES.home(game), game):
        for symbol in card.symbols:
            if symbol not in shared_symbols():
                addresses[symbol] = picture(game, symbol, at_table=True)
        if card.symbols[0] not in shared_symbols():
            tones[card.key] = fallback_colour(card.key)
    return addresses, tones


def sprite_url(game: str) -> str:
    """The pictures for a table; card sets of one's own have the same kinds."""
    return asset_url(sprite_name(game))
