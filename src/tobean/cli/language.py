"""Language of a command's output, and functions that translate into it."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeVar

import click

from tobean.i18n import LANGUAGES, error_messages
from tobean.i18n.catalogues import SOURCE
from tobean.i18n.translator import Translator
from tobean.kernel.errors import Phrase, TobeanError

Command = TypeVar("Command", bound="Callable[..., Any]")

COMMAND_LANGUAGE: Final[ContextVar[str]] = ContextVar("language", default=SOURCE)


class LanguageCode(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """One of the available languages; it becomes the language of the command."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(LANGUAGES)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in LANGUAGES:
            self.fail(f"{value!r} is not one of {', '.join(LANGUAGES)}.", param, ctx)
        COMMAND_LANGUAGE.set(str(value))
        return str(value)


def language_option(meaning: str) -> Callable[[Command], Command]:
    return click.option("--lang", type=LanguageCode(), default=COMMAND_LANGUAGE.get, help=meaning)


def wording() -> Translator:
    return Translator(COMMAND_LANGUAGE.get())


def say(english: str, /, context: str | None = None, **arguments: object) -> str:
    """Translate a sentence into the language of the command."""
    return wording().say(english, context, **arguments)


def say_plural(one: str, many: str, count: int, /, **arguments: object) -> str:
    return wording().say_plural(one, many, count, **arguments)


def labelled(label: object, what: object) -> str:
    """`label: what`, with the spaces of the command's language."""
    return wording().labelled(label, what)


def joined(first: object, second: object) -> str:
    """`first; second`, with the spaces of the command's language."""
    return wording().joined(first, second)


def error_text(error: TobeanError | Phrase) -> str:
    return error_messages.error_text(error, (), COMMAND_LANGUAGE.get())


def figure(value: float, form: str = "") -> str:
    """Format a number by `form`, as written in the language of the command."""
    return wording().figure(value, form)


def headings(english: Sequence[str]) -> tuple[str, ...]:
    return wording().headings(english)
