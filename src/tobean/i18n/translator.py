"""Texts in one language for commands and reports."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from tobean.i18n.catalogues import N_, SOURCE, counted_text, text
from tobean.i18n.languages.grammar import grammar_of
from tobean.kernel.errors import format_message

LABELLED: Final = N_("{label}: {text}")
JOINED: Final = N_("{first}; {second}")


@dataclass(frozen=True)
class Translator:
    """Translates texts. A `context` distinguishes texts that are the same in English only."""

    language: str = SOURCE

    def say(self, english: str, /, context: str | None = None, **arguments: object) -> str:
        return format_message(text(english, self.language, context=context), arguments)

    def say_plural(self, one: str, many: str, count: int, /, **arguments: object) -> str:
        return format_message(counted_text(one, many, count, self.language), {"count": count, **arguments})

    def labelled(self, label: object, what: object) -> str:
        """`label: what`, with the spaces of this language."""
        return text(LABELLED, self.language).format(label=label, text=what)

    def joined(self, first: object, second: object) -> str:
        """`first; second`, with the spaces of this language."""
        return text(JOINED, self.language).format(first=first, second=second)

    def headings(self, english: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.say(name) for name in english)

    def figure(self, value: float, form: str = "") -> str:
        """Format a number and write it as in this language."""
        return grammar_of(self.language).figure(format(value, form))

    def day(self, date: date) -> str:
        """Write a date as in this language."""
        return grammar_of(self.language).day(date)
