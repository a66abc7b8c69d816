"""German and English: gettext catalogues, read once, for templates, for Python and, as JSON, for the browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from babel.messages.pofile import read_po

from tobean.play.wire.refusals import refusal_text
from tobean.speech import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tobean.kernel.errors import TobeanError

LANGUAGE_COOKIE: Final = "language"
NATIVE: Final = {"en": "English", "de": "Deutsch"}
SOURCE: Final = "en"


@dataclass(frozen=True)
class Catalogue:
    """The strings of one language by their English text."""

    language: str
    strings: dict[str, str]
    plurals: dict[str, tuple[str, str]]

    def gettext(self, text: str) -> str:
        return self.strings.get(text, text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        forms = self.plurals.get(one, (one, many))
        return forms[0] if count == 1 else forms[1]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; the English one is empty, since English texts are the keys."""
    strings: dict[str, str] = {}
    plurals: dict[str, tuple[str, str]] = {}
    if language != SOURCE:
        path = files("tobean.server") / "locale" / language / "LC_MESSAGES" / "tobean.po"
        with path.open("rb") as stream:
            for message in read_po(stream, locale=language):
                if not message.id:
                    continue
                if isinstance(message.id, (tuple, list)):
                    forms = message.string if isinstance(message.string, (tuple, list)) else ()
                    if len(forms) == 2 and all(forms):
                        plurals[message.id[0]] = (forms[0], forms[1])
                elif message.string:
                    strings[message.id] = str(message.string)
    return Catalogue(language, strings, plurals)


def told_error(error: TobeanError, names: Sequence[str], language: str) -> str:
    """An error as a sentence: by the engine's and the session's own words, else by the catalogue."""
    text = refusal_text(error, names, language)
    return catalogue(language).gettext(text)


def chosen_language(cookies: Mapping[str, str], accepted: str) -> str:
    """What the visitor has chosen, else what the browser asks for, else English."""
    chosen = cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wishes: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        number = float(weight) if re.fullmatch(r"[01](\.[0-9]{1,3})?", weight) else 1.0
        wishes.append((-number, tag.lower().partition("-")[0]))
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag in LANGUAGES:
            return tag
    return SOURCE
