"""The pictures that a page shows, and no others: a browser reads all of a file before it shows one picture of it.

`art/sprite.svg` has everything that is drawn in the house. A table gets what its game needs of it, in one file, and the
other pages what belongs to no game, with the pictures on the shelf.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tobean.games import GAMES
from tobean.i18n.catalogues import SOURCE
from tobean.play.page.catalogue import catalogue
from tobean.play.page.page_plugin import page_of

if TYPE_CHECKING:
    from collections.abc import Callable

WHOLE: Final = "art/sprite.svg"
SHARED: Final = "art/shared.svg"
OF_A_GAME: Final = re.compile(r"art/games/([a-z0-9-]+)\.svg")
SYMBOL: Final = re.compile(r'<symbol[^>]* id="([a-z0-9-]+)".*?</symbol>\n?', re.DOTALL)
TILE: Final = "pattern-"
"""The backgrounds of cards: style sheets bring them."""


def sprite_name(game: str) -> str:
    """What the file of a game's pictures is called."""
    return f"art/games/{game}.svg"


def symbol_group(of: str) -> str:
    """What the pictures of such cards are called: `kind-<key>` for beans, else by their group."""
    return "kind" if of in ("bean", "group") else of


class CardPictures(NamedTuple):
    """A card and its pictures, the large one first."""

    key: str
    symbols: tuple[str, ...]


@cache
def cards_of(package: str, game: str) -> tuple[CardPictures, ...]:
    """All cards of a game; a back has one picture only."""
    rules = GAMES[game]
    groups = msgspec.json.decode(catalogue(rules, max(rules.players), SOURCE))
    cards = [card for group in groups.values() for card in group if isinstance(card, dict) and "of" in card]
    return tuple(CardPictures(card["key"], symbols_of(card["of"], card["key"])) for card in cards)


def symbols_of(group: str, key: str) -> tuple[str, ...]:
    return (key,) if group == "back" else (f"{symbol_group(group)}-{key}", f"token-{key}")


def symbols_of_game(game: str) -> set[str]:
    return {symbol for card in cards_of(GAMES.home(game), game) for symbol in card.symbols}


def list_symbols(game: str) -> set[str]:
    return {*page_of(game).pictures, *page_of(game).banner}


def symbol_filter(name: str) -> Callable[[str], bool]:
    """Which symbols are in a file."""
    found = OF_A_GAME.fullmatch(name)
    if found is not None:
        others = {symbol for game in GAMES if game != found[1] for symbol in symbols_of_game(game)} - symbols_of_game(
            found[1]
        )
        return lambda symbol: symbol not in others
    shown = {symbol for game in GAMES for symbol in list_symbols(game)}
    of_games = {symbol for game in GAMES for symbol in symbols_of_game(game)} - shown
    return lambda symbol: symbol not in of_games


def is_sprite(name: str) -> bool:
    found = OF_A_GAME.fullmatch(name)
    return name == SHARED or (found is not None and found[1] in GAMES)


def sprite(name: str, whole: str) -> str:
    """A file of pictures, cut out of the whole sprite."""
    inside = symbol_filter(name)
    return SYMBOL.sub(lambda found: found[0] if inside(found[1]) and not found[1].startswith(TILE) else "", whole)
