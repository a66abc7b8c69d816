"""Addresses of pictures: in the shared sprite, in the game's own file, or those of a plain bean as a fallback."""

from functools import cache
from typing import Final
from zlib import crc32

from tobean.games import GAMES
from tobean.server.assets.assets import ASSETS, asset_url, read
from tobean.server.assets.sprites import FULL_SPRITE, SHARED, SYMBOL, cards_of, sprite_name
from tobean.server.games.files import ART, game_file, game_url

TONES: Final = 12
"""Number of colours for kinds without a picture (art/fallback_bean.py)."""


@cache
def shared_symbols() -> frozenset[str]:
    return frozenset(SYMBOL.findall(read(FULL_SPRITE)))


@cache
def symbols_in(mark: str, name: str) -> frozenset[str]:
    """Return the symbols in a sprite; `mark`, its current mark, makes the cache forget earlier versions."""
    asset = ASSETS.find(name)
    return frozenset(SYMBOL.findall(asset.data.decode())) if asset is not None else frozenset()


def file_of(game: str, symbol: str, *, at_table: bool) -> str:
    """Return the sprite that has a symbol: at a table preferably that of the game, elsewhere the one of all pages."""
    for name in (sprite_name(game), SHARED) if at_table else (SHARED, sprite_name(game)):
        asset = ASSETS.find(name)
        if asset is not None and symbol in symbols_in(asset.mark, name):
            return name
    return FULL_SPRITE


@cache
def own_symbols(package: str, game: str) -> frozenset[str]:
    file = game_file(game, ART)
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8"))) if file is not None else frozenset()


def fallback_colour(key: str) -> int:
    """Return the number of the colour of a kind without a picture; it depends on the key only."""
    return crc32(key.encode()) % TONES


def picture_url(game: str, symbol: str, *, at_table: bool = False) -> str | None:
    if symbol in shared_symbols():
        return f"{asset_url(file_of(game, symbol, at_table=at_table))}#{symbol}"
    if game in GAMES and symbol in own_symbols(GAMES.package_of(game), game):
        return f"{game_url(game, ART)}#{symbol}"
    return None


def picture(game: str, symbol: str, *, at_table: bool = False) -> str:
    """Return the address of a picture; a missing token falls back to the large picture, and both to a plain bean."""
    group, _, key = symbol.partition("-")
    candidates = (symbol, f"kind-{key}", "token-plain") if group == "token" else (symbol, "kind-plain")
    return next(url for name in candidates if (url := picture_url(game, name, at_table=at_table)) is not None)


def tone_class(game: str, symbol: str) -> str:
    """Return the CSS class that colours the plain bean of a kind without a picture, else ""."""
    key = symbol.partition("-")[2]
    return "" if picture_url(game, symbol) or picture_url(game, f"kind-{key}") else f"tone-{fallback_colour(key)}"


def undrawn_pictures(game: str) -> tuple[dict[str, str], dict[str, int]]:
    """Return the addresses of a game's pictures that are not in the shared sprite, and the colours of its cards.

    Besides the cards these are all symbols of the game's own file: tokens, figures, and signs that its script uses.
    """
    addresses = {
        symbol: f"{game_url(game, ART)}#{symbol}"
        for symbol in sorted(own_symbols(GAMES.package_of(game), game))
        if symbol not in shared_symbols()
    }
    tones: dict[str, int] = {}
    for card in cards_of(GAMES.package_of(game), game):
        for symbol in card.symbols:
            if symbol not in shared_symbols():
                addresses[symbol] = picture(game, symbol, at_table=True)
        if card.symbols[0] not in shared_symbols():
            tones[card.key] = fallback_colour(card.key)
    return addresses, tones


def sprite_url(game: str) -> str:
    """Return the address of the sprite for a table; custom card sets have the same kinds as the game."""
    return asset_url(sprite_name(game))
