"""The art: symbols of the sprite, and the card colours of the style sheets.

Both are read from the files that the pages use, first tobean's, then those in a game's own folder (`page/art.svg`,
`page/style.css`), so a bean drawn for the pages is drawn here as well.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from tobean.games.registry import game_folder, game_packages
from tobean.kernel.cards import name_of

SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
VIEW_BOX: Final = re.compile(r'viewBox="([^"]+)"')
REFERENCE: Final = re.compile(r'href="#([^"]+)"')
RULE: Final = re.compile(r"([^{}]+)\{[^{}]*?--tint: (#\w{6}); --pale: (#\w{6}); --number: (#\w{6})")
KEYS: Final = re.compile(r'\[data-kind="([^"]+)"\]')
GROUPS: Final = re.compile(r"\.card\.([a-z]+)(?=[,\s])")
NON_CARD_PREFIXES: Final = ("token", "pattern", "face", "pile", "field")
"""Prefixes of symbols that show something other than a card."""
PREFIX: Final = "tobean-"
"""Prefix of every id, so that a picture can be embedded in a page with ids of its own."""

PLAIN: Final = "plain"
PLAIN_BEAN: Final = (
    f'<symbol id="{PLAIN}" viewBox="-15 -25 136 153" fill="none" stroke-linecap="round" stroke-linejoin="round">'
    '<path d="M50 12C79 7 93 34 89 63C85 93 66 113 45 110C25 107 18 92 26 78C32 68 30 60 24 50C13 33 25 15 50 12Z" '
    'fill="#c9995f" stroke="#2b1d14" stroke-width="3.6"/>'
    '<path d="M29 40C27 31 31 24 38 21M46 18.5L46.5 18.4" stroke="#f3dfc0" stroke-width="4.6"/></symbol>'
)
"""The bean for kinds without a picture."""


@dataclass(frozen=True)
class CardTones:
    """The colours of a card: its background above and below, and its number."""

    tint: str
    pale: str
    number: str


DEFAULT_TONES: Final = CardTones("#e9dfc8", "#fffaf0", "#2b1d14")


def key_of(kind: int) -> str:
    """Return the picture key of a kind, such as `black-eyed`."""
    return re.sub(r"[^\w-]+", "-", name_of(kind).lower())


class Art:
    """The available symbols and colours."""

    def __init__(self, sprites: list[str], sheets: list[str]) -> None:
        self.symbols: dict[str, str] = {PLAIN: PLAIN_BEAN}
        self.tones: dict[str, CardTones] = {}
        """By the key of a kind."""
        self.group_tones: dict[str, CardTones] = {}
        """By the group of cards that is the prefix of a symbol."""
        for sprite in sprites:
            self.symbols.update({match[1]: match[0] for match in SYMBOL.finditer(sprite)})
        self.symbol_by_key: dict[str, str] = {}
        """The symbol that shows a card, by key; a bean's own symbol takes precedence over others of the same name."""
        for name in sorted(self.symbols, key=lambda symbol: not symbol.startswith("kind-")):
            group, _, key = name.partition("-")
            if key and group not in NON_CARD_PREFIXES:
                self.symbol_by_key.setdefault(key, name)
        for sheet in sheets:
            for selector, tint, pale, number in RULE.findall(sheet):
                tones = CardTones(tint, pale, number)
                self.tones.update(dict.fromkeys(KEYS.findall(selector), tones))
                self.group_tones.update(dict.fromkeys(GROUPS.findall(selector), tones))

    def symbol_of(self, kind: int) -> str:
        """Return the symbol that shows a card; a plain bean for a kind without a picture."""
        return self.symbol_by_key.get(key_of(kind), PLAIN)

    def ratio(self, symbol: str) -> float:
        """Return the height of a symbol divided by its width."""
        match = VIEW_BOX.search(self.symbols[symbol])
        _, _, width, height = match[1].split() if match else ("0", "0", "1", "1")
        return float(height) / float(width)

    def token_of(self, kind: int) -> str:
        """Return the symbol of the small picture of a kind."""
        token = f"token-{key_of(kind)}"
        return token if token in self.symbols else self.symbol_of(kind)

    def tones_of(self, kind: int) -> CardTones:
        group = self.symbol_of(kind).partition("-")[0]
        return self.tones.get(key_of(kind)) or self.group_tones.get(group) or DEFAULT_TONES

    def markup(self, names: list[str]) -> str:
        """Return these symbols and all that they refer to, each once."""
        needed: dict[str, None] = {}
        waiting = list(reversed(names))
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed[name] = None
                waiting.extend(REFERENCE.findall(self.symbols[name]))
        return "".join([scoped(self.symbols[name]) for name in needed])


def scoped(symbol: str) -> str:
    """Prefix all ids of a symbol."""
    return re.sub(r'(\sid="|href="#)', rf"\1{PREFIX}", symbol)


def read(*paths: Traversable) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in paths if path.is_file()]


@lru_cache(maxsize=32)
def art_of(game: str) -> Art:
    """Return tobean's art with that of a game."""
    common = files("tobean") / "server" / "static" / "art"
    own = game_folder(game) / "page"  # a folder that does not exist for a game without a package
    # Games may share cards, and the keys of cards are unique, so the sheets of all games are read.
    sheets = [files(package) / "page" / "cards.css" for package in game_packages()]
    return Art(read(common / "sprite.svg", own / "art.svg"), read(common / "kinds.css", *sheets, own / "style.css"))
