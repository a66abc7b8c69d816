"""gettext catalogues: one of tobean itself and one in the folder of each game.

The English text is the key, so English has no catalogue. A game's text is looked up in its own catalogue first, then in
those of the games its messages are based on, then in tobean's, and finally in those of all other games, since a card of
another game may be named. Texts without a translation stay English.
"""

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
from tobean.i18n.catalogue_files.po import BadCatalogue, Message, parse_po
from tobean.kernel.errors import BadInput

SOURCE: Final = "en"
"""The language of the texts in the source code."""
BUILT_IN: Final = "tobean"
LOCALE: Final = "locale"
"""The folder of catalogues in tobean's package and in a game's."""
PLURALS: Final = re.compile(r"Plural-Forms:\s*nplurals=(\d);\s*plural=([^;\n]+)")
CACHE_SIZE: Final = 20_000
TRANSLATION_FOLDER: Final = "TOBEAN_LOCALE"
"""Environment variable with a folder of catalogues to try out before they are part of the package."""

Marked = TypeVar("Marked")


def N_(text: Marked, context: str | None = None) -> Marked:  # noqa: N802 (as gettext calls it)
    """Mark a text, or all texts in a literal dict, tuple or list, for the catalogues; it is translated where it is
    shown."""
    return text


NATIVE: Final = N_("English", context="this language")
NATIVE_CONTEXT: Final = 'msgctxt "this language"'
"""Line of the entry in a catalogue."""


class Catalogue:
    """The translations of one file, by context and English text."""

    def __init__(self, messages: Iterable[Message] = (), file: str = "") -> None:
        self.strings: dict[tuple[str | None, str], tuple[str, ...]] = {}
        self.plural_index: Callable[[int], int] = lambda count: int(count != 1)
        """Maps a count to the index of its plural form."""
        forms = 2
        for message in messages:
            if not message.text:
                rule = PLURALS.search(message.strings[0])
                if rule:
                    forms, self.plural_index = int(rule[1]), gettext.c2py(rule[2])
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
        strings = self.strings.get((context, english))
        return strings[0] if strings is not None else None

    def counted(self, one: str, many: str, count: int, context: str | None) -> str | None:
        strings = self.strings.get((context, one))
        return strings[self.plural_index(count)] if strings is not None else None


@cache
def catalogue(package: str, language: str) -> Catalogue | None:
    path = files(package) / LOCALE / f"{language}.po"
    if not path.is_file():
        return None
    try:
        return Catalogue(parse_po(path.read_text(encoding="utf-8"), str(path)), str(path))
    except (BadCatalogue, UnicodeDecodeError) as error:
        if package.partition(".")[0] == BUILT_IN:
            raise
        # The catalogue of an installed game: fall back to English.
        warnings.warn(f"{path} cannot be read: {error}", RuntimeWarning, stacklevel=2)
        return None


def message_packages(game: str | None) -> Iterator[str]:
    """Yield the packages whose messages a game uses: its own, then those it is based on."""
    if game is None or game not in registry.GAMES:
        return
    yield from filter(None, (registry.GAMES.package_of(game),))
    # Invalid messages are reported elsewhere (`game_messages_of`); here they simply have no package.
    messages = getattr(registry.part_module(game, "messages"), "MESSAGES", None)
    while isinstance(package := getattr(messages, "home", None), str):
        yield package
        messages = getattr(messages, "based_on", None)


def chain(language: str, game: str | None) -> Iterator[Catalogue]:
    """Yield the catalogues in which a text is looked up, in order."""
    tried_out = translators_catalogue(language)
    if tried_out is not None:
        yield tried_out
    for package in dict.fromkeys((*message_packages(game), "tobean", *registry.game_packages())):
        found = catalogue(package, language)
        if found is not None:
            yield found


@lru_cache(CACHE_SIZE)
def text(english: str, language: str, game: str | None = None, context: str | None = None) -> str:
    """Translate a text; its placeholders stay open."""
    if language == SOURCE:
        return english
    translations = (source.text(english, context) for source in chain(language, game))
    return next((translated for translated in translations if translated is not None), english)


@lru_cache(CACHE_SIZE)
def counted_text(
    one: str, many: str, count: int, language: str, game: str | None = None, context: str | None = None
) -> str:
    """Translate the singular or the plural of a text; its placeholders stay open."""
    fallback = one if count == 1 else many
    if language == SOURCE:
        return fallback
    translations = (source.counted(one, many, count, context) for source in chain(language, game))
    return next((translated for translated in translations if translated is not None), fallback)


# --- available languages -------------------------------------------------------------------------------------


@cache
def translators_catalogue(language: str) -> Catalogue | None:
    """Return the catalogue in a translator's folder; it may hold all texts, those of games included."""
    path = Path(os.environ[TRANSLATION_FOLDER]) / f"{language}.po" if os.environ.get(TRANSLATION_FOLDER) else None
    if path is None or not path.is_file():
        return None
    return Catalogue(parse_po(path.read_text(encoding="utf-8"), str(path)), str(path))


@cache
def catalogue_languages() -> tuple[str, ...]:
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
        raise BadInput("unknown language {language!r}; known: {known}", language=language, known=", ".join(LANGUAGES))


@cache
def native_name(language: str) -> str:
    """Return a language's own name: every catalogue translates "English" to it.

    Only this entry is read, because every page names all languages, and a whole catalogue takes long in a browser.
    """
    folder = os.environ.get(TRANSLATION_FOLDER)
    paths = ([Path(folder) / f"{language}.po"] if folder else []) + [files("tobean") / LOCALE / f"{language}.po"]
    for path in paths:
        if language == SOURCE or not path.is_file():
            continue
        for entry in path.read_text(encoding="utf-8").split("\n\n"):
            if NATIVE_CONTEXT in entry:
                (message,) = parse_po(entry, str(path))
                if all(message.strings):
                    return message.strings[0]
    return NATIVE


_CACHE_CLEARERS: Final[list[Callable[[], None]]] = []


def on_cache_clear(clear: Callable[[], None]) -> None:
    """Register a function that clears texts cached elsewhere."""
    _CACHE_CLEARERS.append(clear)


def clear_cache() -> None:
    """Clear all cached lookups, for another translator's folder."""
    for cached in (text, counted_text, translators_catalogue, catalogue_languages, native_name):
        cached.cache_clear()
    for clear in _CACHE_CLEARERS:
        clear()
