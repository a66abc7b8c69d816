"""`tobean streak`: solo games won in a row, stored in a file."""

import os

import click

from tobean.cli.language import say_plural, wording
from tobean.cli.output import EXIT_OK, STDIN, json_option, print_json, printable_name, read_text
from tobean.kernel.errors import BadInput, TobeanError
from tobean.record.record import parse_record
from tobean.record.streak import (
    StreakEntry,
    best_streak,
    current_streak,
    entry_of,
    parse_streak,
    streak_summary,
    streak_text,
    with_entry,
)


@click.command(short_help="Count solo games won in a row.")
@click.argument("file")
@click.argument("records", nargs=-1, metavar="[RECORD]...")
@json_option
def streak(file: str, records: tuple[str, ...], as_json: bool) -> int:
    """Add finished solo games to the streak in FILE and print its length.

    Each RECORD is replayed and added in the order given; one that is in FILE already is skipped. FILE is created if it
    is missing. Nothing is added if one of the records is invalid.

    \b
    Examples:
      tobean streak my.streak
      tobean streak my.streak game.record
      tobean streak bots.streak games/*.record --json

    Exit codes: 0 fine, 2 a file is missing or broken, or a record is not a finished solo game.
    """
    if file == STDIN:
        raise BadInput("a streak is kept in a file, not on standard input")
    before = read_streak(file, bool(records))
    entries = before
    for record in records:
        try:
            entries = with_entry(entries, entry_of(parse_record(read_text(record))))
        except TobeanError as error:
            if str(error).startswith(str(printable_name(record))):
                raise
            raise BadInput("{file}: {reason}", file=printable_name(record), reason=error) from error
    if len(entries) > len(before):
        write_streak(file, entries)
    if as_json:
        print_json(streak_data(entries, len(entries) - len(before)))
    else:
        click.echo(summary(entries, len(entries) - len(before)))
    return EXIT_OK


def read_streak(file: str, may_be_missing: bool) -> list[StreakEntry]:
    if may_be_missing and not os.path.exists(file):
        return []
    text = read_text(file)
    try:
        return parse_streak(text)
    except BadInput as error:
        raise BadInput("{file}: {reason}", file=printable_name(file), reason=error) from error


def write_streak(file: str, entries: list[StreakEntry]) -> None:
    """Write a new file and then replace the old one, so that an interruption loses nothing."""
    fresh = f"{file}.new"
    with open(fresh, "w", encoding="utf-8") as stream:
        stream.write(streak_text(entries))
    os.replace(fresh, file)


def streak_data(entries: list[StreakEntry], added: int) -> dict[str, object]:
    return {
        "current": current_streak(entries),
        "best": best_streak(entries),
        "games": len(entries),
        "wins": sum(entry.won for entry in entries),
        "added": added,
        "results": [{"won": entry.won, "game": entry.game, "result": entry.result} for entry in entries],
    }


def summary(entries: list[StreakEntry], added: int) -> str:
    """Return for example "Added 1 game. Current streak: 2 wins. Best: 5 wins. 9 games, 7 won."."""
    sentences = [say_plural("Added {count} game.", "Added {count} games.", added)] if added else []
    return " ".join([*sentences, streak_summary(entries, wording())])
