"""Grammar that a catalogue cannot express: numbers, lists, articles. One small module `grammar_XX` per language."""

from datetime import date
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from tobean.i18n.languages import grammar_en


class Grammar(Protocol):
    """Interface of a grammar module."""

    @property
    def NOTHING(self) -> str: ...  # noqa: N802 (a constant of the module, as the three below)

    @property
    def LAST_AND(self) -> str:  # noqa: N802 (a constant of the modules)
        """The separator before the last item of a list."""

    @property
    def TABLE_GIVEN(self) -> str:  # noqa: N802 (a constant of the modules)
        """The whole table as the recipient of an offer."""

    @property
    def TABLE_ASKED(self) -> str:  # noqa: N802 (a constant of the modules)
        """The whole table when asked for something."""

    def many(self, name: str, bean: bool = True) -> str:
        """Return the name of a kind after a number above one; `bean` is whether the card is a bean."""

    def label(self, count: int, name: str, bean: bool = True) -> str:
        """Return this many cards of a kind, for a list of cards."""

    def spoken(self, count: int, name: str, bean: bool = True) -> str:
        """Return this many cards of a kind, as the object of a sentence."""

    def the(self, name: str) -> str:
        """Return a kind with the definite article, as the subject of a sentence."""

    def none(self, name: str) -> str:
        """Return "no card of this kind": "no Red", "keine Rote Bohne"."""

    def unknown(self, count: int) -> str:
        """Return this many cards whose kinds are secret (I1)."""

    def thalers(self, count: int) -> str:
        """Return this many thalers, as the object of a sentence."""

    def is_singular(self, number: float) -> bool:
        """Return whether a number, whole or not, takes the singular: only 1 in English, all below 2 in French."""

    def nth(self, number: int) -> str:
        """Return an ordinal occurrence: "the third time"."""

    def short(self, name: str) -> str:
        """Return a short form of the name of a kind."""

    def figure(self, number: str) -> str:
        """Write a number as in this language: `1,234.5` in English, `1.234,5` in German."""

    def day(self, date: date) -> str:
        """Write a date for people: `19 November 2026`."""


@cache
def grammar_of(language: str) -> Grammar:
    """Return the grammar of a language; a language without a module uses the English one."""
    name = f"tobean.i18n.languages.grammar_{language}"
    return grammar_en if find_spec(name) is None else cast("Grammar", import_module(name))


def listed(items: list[str], grammar: Grammar) -> str:
    """Join items: "Blue, Red and Soy"."""
    return grammar.LAST_AND.join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
