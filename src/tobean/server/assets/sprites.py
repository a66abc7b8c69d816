"""SVG sprites, each with only the pictures that a page needs: a browser parses a whole file to show one picture of it.

`art/sprite.svg` contains all pictures of the package. A table gets the part that its game needs, in one file; the other
pages get the pictures that belong to no game, with those in the list of games.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import msgspec

from tobean.games import GAMES
from tobean.i18n.catalogues import SOURCE
from tobean.session.page.catalogue import catalogue
from tobean.session.page.page_plugin import page_of

FULL_SPRITE: Final = "art/sprite.svg"
SHARED: Final = "art/shared.svg"
OF_A_GAME: Final = re.compile(r"art/games/([a-z0-9-]+)\.svg")
SYMBOL: Final = re.compile(r'<symbol[^>]* id="([a-z0-9-]+)".*?</symbol>\n?', re.DOTALL)
PATTERN_PREFIX: Final = "pattern-"
"""Prefix of the card backgrounds, which are in the style sheets instead."""


def sprite_name(game: str) -> str:
    return f"art/games/{game}.svg"


def symbol_group(group: str) -> str:
    """Return the prefix of the symbols of a group of cards: `kind` for beans, else the name of the group."""
    return "kind" if group in ("bean", "group") else group


class CardPictures(NamedTuple):
    """A card and the symbols of its pictures, the large one first."""

    key: str
    symbols: tuple[str, ...]


@cache
def cards_of(package: str, game: str) -> tuple[CardPictures, ...]:
    """Return all cards of a game. `package` is part of the cache's key: another package may provide the game later."""
    rules = GAMES[game]
    groups = msgspec.json.decode(catalogue(rules, max(rules.players), SOURCE))
    cards = [card for group in groups.values() for card in group if isinstance(card, dict) and "of" in card]
    return tuple(CardPictures(card["key"], symbols_of(card["of"], card["key"])) for card in cards)


def symbols_of(group: str, key: str) -> tuple[str, ...]:
    """Return the symbols of a card; a card back has one picture only."""
    return (key,) if group == "back" else (f"{symbol_group(group)}-{key}", f"token-{key}")


def symbols_of_game(game: str) -> set[str]:
    return {symbol for card in cards_of(GAMES.package_of(game), game) for symbol in card.symbols}


def symbol_filter(name: str) -> Callable[[str], bool]:
    """Return the predicate that selects the symbols of a sprite."""
    match = OF_A_GAME.fullmatch(name)
    if match is not None:
        others = {symbol for game in GAMES if game != match[1] for symbol in symbols_of_game(game)} - symbols_of_game(
            match[1]
        )
        return lambda symbol: symbol not in others
    shown = {symbol for game in GAMES for symbol in (*page_of(game).pictures, *page_of(game).banner)}
    of_games = {symbol for game in GAMES for symbol in symbols_of_game(game)} - shown
    return lambda symbol: symbol not in of_games


def is_sprite(name: str) -> bool:
    match = OF_A_GAME.fullmatch(name)
    return name == SHARED or (match is not None and match[1] in GAMES)


def sprite(name: str, whole: str) -> str:
    """Cut a sprite out of the file with all symbols."""
    belongs = symbol_filter(name)
    return SYMBOL.sub(
        lambda match: match[0] if belongs(match[1]) and not match[1].startswith(PATTERN_PREFIX) else "", whole
    )
