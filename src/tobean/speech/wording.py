"""Texts in one language for those who say many: commands and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tobean.kernel.errors import filled
from tobean.speech.catalogues import SOURCE, counted_text, text
from tobean.speech.grammar import grammar_of


@dataclass(frozen=True)
class Wording:
    """Says texts in a language. A `context` tells texts apart that only English says with the same words."""

    language: str = SOURCE

    def say(self, english: str, /, context: str | None = None, **blanks: object) -> str:
        return filled(text(english, self.language, context=context), blanks)

    def say_counted(self, one: str, many: str, count: int, /, **blanks: object) -> str:
        """A sentence about so many."""
        return filled(counted_text(one, many, count, self.language), {"count": count, **blanks})

    def headings(self, english: Sequence[str]) -> tuple[str, ...]:
        """The headings of some columns."""
        return tuple(self.say(name) for name in english)

    def figure(self, value: float, form: str = "") -> str:
        """A number in this form, as it is written in this language."""
        return grammar_of(self.language).figure(format(value, form))
