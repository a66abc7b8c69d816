"""Every text in every language: gettext catalogues, one of the house and one in the folder of each game.

The English text is the key, so English has no catalogue. What a game says is looked up in its own catalogue first,
then in those of the games that its words are based on, in the house's, and at last in those of all other games, since
somebody may name a card of another game. What has no translation stays English.
"""

from __future__ import annotations

import gettext
import os
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeVar

from tobean.games import registry
from tobean.i18n.po import BadCatalogue, Message, parse_po
from tobean.kernel.errors import BadInput

SOURCE: Final = "en"
"""The language of the texts in the sources."""
BUILT_IN: Final = "tobean"
LOCALE: Final = "locale"
"""The folder of catalogues, in the package of the house and in that of a game."""
PLURALS: Final = re.compile(r"Plural-Forms:\s*nplurals=(\d);\s*plural=([^;\n]+)")
CACHE_SIZE: Final = 20_000
TRANSLATION_FOLDER: Final = "TOBEAN_LOCALE"
"""The environment's name for a folder of catalogues that are tried out before they come with the package."""

Marked = TypeVar("Marked")


def N_(text: Marked, context: str | None = None) -> Marked:  # noqa: N802 (as gettext calls it)
    """Marks a text, or all in a literal dict, tuple or list, for the catalogues; it is looked up where it is told."""
    return text


NATIVE: Final = N_("English", context="this language")


class Catalogue:
    """The translations of one file, by context and English text."""

    def __init__(self, messages: Iterable[Message] = (), file: str = "") -> None:
        self.strings: dict[tuple[str | None, str], tuple[str, ...]] = {}
        self.form: Callable[[int], int] = lambda count: int(count != 1)
        """Which of its forms a number needs."""
        forms = 2
        for message in messages:
            if not message.text:
                rule = PLURALS.search(message.strings[0])
                if rule:
                    forms, self.form = int(rule[1]), gettext.c2py(rule[2])
                continue
            if message.plural is not None and len(message.strings) != forms:
                raise BadCatalogue(
                    "{file}: {text!r} needs {forms} forms, not {count}",
                    file=file,
                    text=message.text,
                    forms=forms,
                    count=len(message.strings),
                )
            if all(message.strings):
                self.strings[message.key] = message.strings

    def text(self, english: str, context: str | None) -> str | None:
        found = self.strings.get((context, english))
        return found[0] if found is not None else None

    def counted(self, one: str, many: str, count: int, context: str | None) -> str | None:
        found = self.strings.get((context, one))
        return found[self.form(count)] if found is not None else None


@cache
def catalogue(package: str, language: str) -> Catalogue | None:
    """The catalogue of a package, if it has one in this language."""
    path = files(package) / LOCALE / f"{language}.po"
    if not path.is_file():
        return None
    try:
        return Catalogue(parse_po(path.read_text(encoding="utf-8"), str(path)), str(path))
    except (BadCatalogue, UnicodeDecodeError) as error:
        if package.partition(".")[0] == BUILT_IN:
            raise
        warnings.warn(f"{path} cannot be read: {error}", RuntimeWarning, stacklevel=2)  # a stranger's: English will do
        return None


def message_packages(game: str | None) -> Iterator[str]:
    """The packages whose words a game speaks: its own, and those that its words are based on."""
    if game is None or game not in registry.GAMES:
        return
    yield from filter(None, (registry.GAMES.home(game),))
    # Whoever speaks has been warned of words that are none (`words_of`); here they only have no home.
    words = registry.part_value(registry.part_module(game, "messages"), "MESSAGES")
    while isinstance(home := getattr(words, "home", None), str):
        yield home
        words = getattr(words, "based_on", None)


def chain(language: str, game: str | None) -> Iterator[Catalogue]:
    """Where a text is looked for, in this order."""
    brought = own_catalogue(language)
    if brought is not None:
        yield brought
    for package in dict.fromkeys((*message_packages(game), "tobean", *registry.game_packages())):
        found = catalogue(package, language)
        if found is not None:
            yield found


@lru_cache(CACHE_SIZE)
def text(english: str, language: str, game: str | None = None, context: str | None = None) -> str:
    """A text in this language, with its blanks still open."""
    if language == SOURCE:
        return english
    found = (place.text(english, context) for place in chain(language, game))
    return next((translated for translated in found if translated is not None), english)


@lru_cache(CACHE_SIZE)
def counted_text(
    one: str, many: str, count: int, language: str, game: str | None = None, context: str | None = None
) -> str:
    """The text for one or the text for many, with its blanks still open."""
    usual = one if count == 1 else many
    if language == SOURCE:
        return usual
    found = (place.counted(one, many, count, context) for place in chain(language, game))
    return next((translated for translated in found if translated is not None), usual)


# --- which languages there are -------------------------------------------------------------------------------


@cache
def own_catalogue(language: str) -> Catalogue | None:
    """What somebody who translates brings: a catalogue for all texts, those of games, too."""
    path = Path(os.environ[TRANSLATION_FOLDER]) / f"{language}.po" if os.environ.get(TRANSLATION_FOLDER) else None
    if path is None or not path.is_file():
        return None
    return Catalogue(parse_po(path.read_text(encoding="utf-8"), str(path)), str(path))


@cache
def catalogue_languages() -> tuple[str, ...]:
    """The languages for which there is a catalogue."""
    names = [path.name for path in (files("tobean") / LOCALE).iterdir()]
    if os.environ.get(TRANSLATION_FOLDER):
        names += [path.name for path in Path(os.environ[TRANSLATION_FOLDER]).iterdir()]
    return tuple(sorted({name.removesuffix(".po") for name in names if name.endswith(".po")}))


class Languages(Collection[str]):
    """The codes of all languages, English first."""

    def __iter__(self) -> Iterator[str]:
        return iter((SOURCE, *catalogue_languages()))

    def __len__(self) -> int:
        return 1 + len(catalogue_languages())

    def __contains__(self, language: object) -> bool:
        return language == SOURCE or language in catalogue_languages()


LANGUAGES: Final = Languages()


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadInput(
            "there is no language {language!r}; known languages: {known}", language=language, known=", ".join(LANGUAGES)
        )


def native_name(language: str) -> str:
    """What a language calls itself: every catalogue says that for "English"."""
    return text(NATIVE, language, context="this language")


_CACHE_CLEARERS: Final[list[Callable[[], None]]] = []


def on_cache_clear(clear: Callable[[], None]) -> None:
    """Whoever keeps texts that were looked up here says how to throw them away."""
    _CACHE_CLEARERS.append(clear)


def clear_cache() -> None:
    """Looks everything up anew: the folder of a translator is another one."""
    for remembered in (text, counted_text, own_catalogue, catalogue_languages):
        remembered.cache_clear()
    for clear in _CACHE_CLEARERS:
        clear()
