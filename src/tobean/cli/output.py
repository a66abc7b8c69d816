"""Input and output shared by the commands: reading files, printing tables, text and JSON."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, TextIO, TypeVar

import click
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tobean.games import GAMES
from tobean.kernel.errors import BadInput, Phrase

EXIT_OK: Final = 0
EXIT_FAILED: Final = 1
EXIT_BAD_INPUT: Final = 2
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141

STDIN: Final = "-"
DEFAULT_GAME: Final = next(iter(GAMES))
PLAIN_WIDTH: Final = 120
"""Width of tables that do not go to a terminal."""

Command = TypeVar("Command", bound="Callable[..., Any]")


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def cards_option(command: Command) -> Command:
    path = click.Path(dir_okay=False)
    return click.option("--cards", "card_file", type=path, metavar="FILE", help="Custom card set (TOML).")(command)


class Failed(click.ClickException):
    """Something went wrong that is not the caller's mistake."""

    exit_code = EXIT_FAILED


class Printer(Console):
    """A console for standard output that leaves closed pipes to `main`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def on_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal. It may be closed from the start."""
    return stream is not None and stream.isatty()


def printer() -> Console:
    wide = None if on_terminal(sys.stdout) or "COLUMNS" in os.environ else PLAIN_WIDTH
    return Printer(width=wide, highlight=False, markup=False, emoji=False)


def grid(title: str, columns: Iterable[str], words: int = 1, wrapped: str = "") -> Grid:
    """Build an empty table; the first columns hold words, the others numbers. One column, for prose, may be wrapped."""
    found = Grid(title=Text(title, style="bold"), title_justify="left", header_style="bold")
    for number, name in enumerate(columns):
        prose = name == wrapped
        left = number < words or prose
        found.add_column(name, justify="left" if left else "right", overflow="fold", no_wrap=not prose)
    return found


def print_json(data: object) -> None:
    """Print JSON in plain ASCII, which any terminal encoding can represent."""
    click.echo(json.dumps(data, indent=2))


def printable_name(file: str) -> str | Phrase:
    return Phrase("standard input") if file == STDIN else click.format_filename(file)


def read_text(file: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        if file == STDIN:
            if sys.stdin is None:
                raise BadInput("there is no standard input")
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as stream:
                data = stream.read()
    except OSError as error:
        raise BadInput("{file}: {reason}", file=printable_name(file), reason=error.strerror) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("{file}: this is not text in UTF-8", file=printable_name(file)) from error
