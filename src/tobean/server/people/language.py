"""The visitor's language: which one it is, and its words for templates and for Python."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import SOURCE, counted_text, text

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGE_COOKIE: Final = "language"


@dataclass(frozen=True)
class GettextCatalogue:
    """The words of one language, as gettext calls them."""

    language: str

    def gettext(self, english: str) -> str:
        return text(english, self.language)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return counted_text(one, many, count, self.language)


def catalogue(language: str) -> GettextCatalogue:
    return GettextCatalogue(language)


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
