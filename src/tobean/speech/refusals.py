"""Errors and refusals as sentences: "Field 2 is empty: there is nothing to harvest. (K7)"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.kernel.blanks import KindBlank, SeatBlank
from tobean.kernel.errors import Illegal, Phrase, TobeanError, filled
from tobean.speech.catalogues import SOURCE, check_language, text
from tobean.speech.speaker import kind_name, player

if TYPE_CHECKING:
    from collections.abc import Sequence

BLANK: Final = re.compile(r"\{[^{}]*\}")


def told(
    error: TobeanError | Phrase, names: Sequence[str] = (), language: str = SOURCE, game: str | None = None
) -> str:
    """What is wrong, in this language. `names` are the players by seat, `game` the game that is played, if any is."""
    check_language(language)
    template = text(error.template, language, game)
    if template == error.template and has_words(template):
        language = SOURCE  # without a translation all of the sentence is English
    blanks = {name: blank_told(value, names, language, game) for name, value in error.blanks.items()}
    if isinstance(error, Phrase):
        return template.format(**blanks)
    sentence = filled(template, blanks)
    return f"{sentence} ({error.rule})" if isinstance(error, Illegal) else sentence


def blank_told(value: object, names: Sequence[str], language: str, game: str | None) -> object:
    """What fills a blank: a seat by its player, a card by its name, a reason by its own words."""
    if isinstance(value, (TobeanError, Phrase)):
        return told(value, names, language, game)
    if isinstance(value, SeatBlank):
        return player(value.seat, names)
    if isinstance(value, KindBlank):
        return kind_name(value.kind, language, game) if value.kind >= 0 else str(value)
    return value


def has_words(template: str) -> bool:
    """Is there anything to translate beside the blanks?"""
    return any(letter.isalpha() for letter in BLANK.sub("", template))
