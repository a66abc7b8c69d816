"""In which language a command speaks, and how it says something."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tobean.kernel.errors import filled
from tobean.speech import LANGUAGES
from tobean.speech.catalogues import SOURCE, counted_text, text

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")

SPOKEN: Final[ContextVar[str]] = ContextVar("language", default=SOURCE)
"""The language of the command that runs."""


class LanguageCode(click.ParamType):  # type: ignore[type-arg]
    """One of the languages that there are; it is spoken from then on."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(LANGUAGES)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in LANGUAGES:
            self.fail(f"{value!r} is not one of {', '.join(LANGUAGES)}.", param, ctx)
        SPOKEN.set(str(value))
        return str(value)


def language_option(meaning: str) -> Callable[[Command], Command]:
    return click.option("--lang", type=LanguageCode(), default=SPOKEN.get, help=meaning)


def say(english: str, /, **blanks: object) -> str:
    """A sentence in the language of the command."""
    return filled(text(english, SPOKEN.get()), blanks)


def say_counted(one: str, many: str, count: int, /, **blanks: object) -> str:
    """A sentence about so many."""
    return filled(counted_text(one, many, count, SPOKEN.get()), {"count": count, **blanks})
