"""What a language needs beside its catalogue: numbers, lists, articles. One small module `grammar_XX` a language."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from tobean.i18n.languages import grammar_en


class Grammar(Protocol):
    """What such a module has."""

    @property
    def NOTHING(self) -> str: ...  # noqa: N802 (a constant of the module, as the three below)

    @property
    def LAST_AND(self) -> str:  # noqa: N802
        """What stands before the last item of a list."""

    @property
    def TABLE_GIVEN(self) -> str:  # noqa: N802
        """The whole table, when something is offered to it."""

    @property
    def TABLE_ASKED(self) -> str:  # noqa: N802
        """The whole table, when it is asked for something."""

    def many(self, name: str, bean: bool = True) -> str:
        """The name of a kind behind a number above one; `bean`: is it one, or another sort of card?"""

    def label(self, count: int, name: str, bean: bool = True) -> str:
        """So many cards of a kind, in a list of cards."""

    def spoken(self, count: int, name: str, bean: bool = True) -> str:
        """So many cards of a kind, as the object of a sentence."""

    def the(self, name: str) -> str:
        """A kind with the definite article, as the subject of a sentence."""

    def none(self, name: str) -> str:
        """No card of this kind: "no Red", "keine Rote Bohne"."""

    def unknown(self, count: int) -> str:
        """So many cards whose kinds are secret (I1)."""

    def thalers(self, count: int) -> str:
        """So many thalers, as the object of a sentence."""

    def nth(self, number: int) -> str:
        """How often something happens now."""

    def short(self, name: str) -> str:
        """The name of a kind where there is little room."""

    def figure(self, number: str) -> str:
        """A number as it is written in this language: `1,234.5` in English, `1.234,5` in German."""


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of a language; one without a module of its own is spoken like English."""
    name = f"tobean.i18n.languages.grammar_{language}"
    return grammar_en if find_spec(name) is None else cast("Grammar", import_module(name))


def listed(items: list[str], grammar: Grammar) -> str:
    """Several things, one after the other: "Blue, Red and Soy"."""
    return grammar.LAST_AND.join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
