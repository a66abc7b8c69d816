"""Choice of the visitor's language, and its message catalogue for templates and Python code."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import SOURCE, counted_text, text

LANGUAGE_COOKIE: Final = "language"


@dataclass(frozen=True)
class GettextCatalogue:
    """The message catalogue of one language, with the methods of gettext."""

    language: str

    def gettext(self, english: str) -> str:
        return text(english, self.language)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return counted_text(one, many, count, self.language)

    def pgettext(self, context: str, english: str) -> str:
        return text(english, self.language, context=context)


def catalogue(language: str) -> GettextCatalogue:
    return GettextCatalogue(language)


def chosen_language(cookies: Mapping[str, str], accepted: str) -> str:
    """Return the language that the visitor has chosen, else the one that the browser prefers, else English."""
    chosen = cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    preferred: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        number = float(weight) if re.fullmatch(r"[01](\.[0-9]{1,3})?", weight) else 1.0
        preferred.append((-number, tag.lower().partition("-")[0]))
    for _, tag in sorted(preferred, key=lambda item: item[0]):
        if tag in LANGUAGES:
            return tag
    return SOURCE
