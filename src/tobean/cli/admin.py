"""`tobean admin`: what whoever runs a server does about it, while it runs."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tobean.cli.options import FILE, data_folder, place_options, setting, shared, with_password
from tobean.cli.output import FAILED, FINE, grid, json_option, print_json, printer
from tobean.cli.words import headings, say, say_counted
from tobean.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

    from tobean.server.archive.archive import Archive
    from tobean.server.store.database import Database


def day_of(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def place_of(
    data: Path | None, database: str | None, database_password_file: Path | None, archive: str
) -> tuple[Database, Archive]:
    """The database of a server, and where finished games are."""
    from tobean.server.archive.archive import archive_at
    from tobean.server.store.database import database_at

    folder = data or data_folder()
    found = database_at(with_password(database, database_password_file), folder)
    return found, archive_at(archive, folder, found)


def ready(**place: Any) -> tuple[Database, Archive]:
    """The same, in the present form; raises `BadInput` if they are not there."""
    from tobean.server.archive.archive import look_for
    from tobean.server.store.database import migrate

    database, archive = place_of(**place)
    if database.is_sqlite and not Path(str(database.url.database)).exists():
        raise BadInput("{path}: there is no database", path=database.url.database)
    migrate(database)
    look_for(archive, database)
    return database, archive


@contextlib.contextmanager
def opened(**place: Any) -> Iterator[tuple[Engine, Archive]]:
    """The database of a server, in its present form, and its archive."""
    from sqlalchemy.exc import DBAPIError

    from tobean.server.store.database import cause_of

    database, archive = ready(**place)
    engine = database.engine()
    try:
        yield engine, archive
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    except OSError as error:
        raise BadInput("the archive cannot be used: {reason}", reason=error.strerror or error) from error
    finally:
        engine.dispose()


@click.group(short_help="Look after a server: backups, checks, tables, people.")
def admin() -> None:
    """Look after a server, also while it runs: it hears of what is done within a second.

    Every command takes the place from --data and --database, as `tobean serve` does, or from the same environment and
    file.

    \b
    Examples:
      tobean admin status
      tobean admin backup /var/backups/beans.gz
      tobean admin people Nina
      tobean admin erase 3kPq...
    """


def looks_after(name: str, short: str) -> Callable[[Callable[..., int]], click.Command]:
    """A command that works on the place of a server."""

    def made(function: Callable[..., int]) -> click.Command:
        command: click.Command = shared(admin.command(name, short_help=short)(place_options(function)))
        return command

    return made


@looks_after("status", "How much there is of everything.")
@json_option
def status(as_json: bool, **place: Any) -> int:
    """Print how many tables, entries, persons, records and open reports there are."""
    from tobean.server.admin.tables import counts
    from tobean.server.store.database import reading

    with opened(**place) as (engine, _), reading(engine) as connection:
        found = counts(connection)
    if as_json:
        print_json(found)
        return FINE
    table = grid(say("What is kept"), headings(("What", "How many")))
    for name, count in found.items():
        table.add_row(name, f"{count}")
    printer().print(table)
    return FINE


@looks_after("check", "Fold every log, and say which are damaged.")
def check(**place: Any) -> int:
    """Fold the log of every table from its first entry to its last.

    Exit codes: 0 all are whole, 1 some are not.
    """
    from tobean.server.admin.checking import check as looked_at

    total = broken = entries = 0
    with opened(**place) as (engine, archive):
        for finding in looked_at(engine, archive):
            total += 1
            entries += finding.entries
            if finding.fault:
                broken += 1
                click.echo(f"{finding.table}: {finding.fault}")
    click.echo(
        say("{tables} tables with {entries} entries, {broken} damaged", tables=total, entries=entries, broken=broken)
    )
    return FAILED if broken else FINE


# --- backups ---------------------------------------------------------------------------------------------------------


@looks_after("backup", "Write all that is kept into one file.")
@click.argument("file", type=FILE)
def backup(file: Path, **place: Any) -> int:
    """Write all that is kept, as of this moment, into FILE, while servers go on.

    The key that signs cookies is not in it: keep that apart (secret.key in the data folder). What players may not know
    is: keep the file as safe as the data folder.
    """
    from tobean.server.admin.backup import back_up

    rows = back_up(*ready(**place), file)
    click.echo(
        say(
            "{tables} tables with {entries} entries are in {file}",
            tables=rows["tables"],
            entries=rows["log"],
            file=file,
        )
    )
    return FINE


@looks_after("restore", "Take in a backup.")
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Put it in the place of what is there.")
@click.option(
    "--erasures", type=FILE, help="Who was deleted meanwhile elsewhere: what `tobean admin erasures` printed."
)
def restore(file: Path, replace: bool, erasures: Path | None, **place: Any) -> int:
    """Take in a backup, all of it or nothing, into SQLite or PostgreSQL. Servers that run go on with it.

    Whoever has been deleted since the backup was made is deleted again, as far as it is noted in this database or in
    the file of --erasures.
    """
    from tobean.server.admin.backup import restore as take_in

    (place["data"] or data_folder()).mkdir(parents=True, exist_ok=True, mode=0o700)
    rows, again = take_in(*place_of(**place), file, replacing=replace, erased=read_erasures(erasures))
    click.echo(say("{tables} tables with {entries} entries are back", tables=rows["tables"], entries=rows["log"]))
    if again:
        click.echo(say_counted("one person was deleted again", "{count} persons were deleted again", again))
    return FINE


def read_erasures(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    try:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
        return {str(line["digest"]): str(line["alias"]) for line in lines}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput("{path}: this is not a list of erasures: {reason}", path=file, reason=error) from error


@looks_after("erasures", "Print who was deleted, to keep it apart from backups.")
def erasures(**place: Any) -> int:
    """Print one line of JSON for each person that was deleted: a digest, which tells nobody who it was."""
    from sqlalchemy import select

    from tobean.server.store.database import reading
    from tobean.server.store.governing import ERASED

    with opened(**place) as (engine, _), reading(engine) as connection:
        for row in connection.execute(select(ERASED).order_by(ERASED.c.at)):
            click.echo(json.dumps({"digest": row.digest, "alias": row.alias, "at": round(row.at)}))
    return FINE


# --- tables ----------------------------------------------------------------------------------------------------------


@looks_after("close", "Let nobody play on at a table.")
@click.argument("table")
@click.option("--reopen", is_flag=True, help="Let them play on after all.")
def close(table: str, reopen: bool, **place: Any) -> int:
    """Close a TABLE (the beginning of its id is enough): its page says so, and bots stop. Nothing is removed."""
    from tobean.server.admin import tables
    from tobean.server.store.database import reading, short_write

    with opened(**place) as (engine, _):
        with reading(engine) as connection:
            found = tables.table_id(connection, table)
        with short_write(engine) as connection:
            (tables.reopen if reopen else tables.close)(connection, found)
    click.echo(say("table {table} is open again" if reopen else "table {table} is closed", table=found))
    return FINE


@looks_after("remove", "Remove a table and all that was played there.")
@click.argument("table")
def remove(table: str, **place: Any) -> int:
    """Remove a TABLE (the beginning of its id is enough) with its log."""
    from tobean.server.admin.tables import remove_all, table_id
    from tobean.server.store.database import reading

    with opened(**place) as (engine, archive):
        with reading(engine) as connection:
            found = table_id(connection, table)
        remove_all(engine, archive, [found])
    click.echo(say("table {table} is removed", table=found))
    return FINE


@looks_after("prune", "Let go what is older than it shall get.")
@setting("--keep-abandoned", type=click.FloatRange(0), default=7.0, help="Days for tables at which nothing happens.")
@setting(
    "--keep-finished", type=click.FloatRange(0), default=365.0, help="Days for games that are over and not public."
)
def prune(keep_abandoned: float, keep_finished: float, **place: Any) -> int:
    """Remove what is older than it shall get; 0 days: never. Servers do the same every hour."""
    from tobean.server.admin.tables import Retention
    from tobean.server.admin.tables import prune as let_go

    with opened(**place) as (engine, archive):
        gone = let_go(engine, archive, Retention(keep_abandoned, keep_finished), time.time())
    for name, count in gone.items():
        click.echo(f"{name}: {count}")
    return FINE


@looks_after("archive", "Move games that are over out of the log.")
@setting("--archive-after", type=click.FloatRange(0), default=1.0, help="Days since a game was over.")
def archive_now(archive_after: float, **place: Any) -> int:
    """Move games that have been over for some days out of the log, packed. Servers do the same every few minutes."""
    from tobean.server.archive.moving import move_all

    with opened(**place) as (engine, archive):
        if archive.place is None:
            raise BadInput("say with --archive where to keep them")
        count = move_all(engine, archive, archive_after)
    click.echo(say_counted("one game moved", "{count} games moved", count))
    return FINE


# --- people ----------------------------------------------------------------------------------------------------------


@looks_after("people", "Find people by name or table.")
@click.argument("name", default="")
@click.option("--table", default="", help="Only those who sit at this table or opened it.")
def people(name: str, table: str, **place: Any) -> int:
    """List people whose name contains NAME, the latest first, with the ids that other commands take."""
    from tobean.server.admin.people import people as found
    from tobean.server.store.database import reading

    with opened(**place) as (engine, _), reading(engine) as connection:
        rows = found(connection, name, table)
    listing = grid(say("People"), headings(("Id", "Name", "Since", "Seats")), words=3)
    for row in rows:
        listing.add_row(row.id, row.name, day_of(row.created), f"{row.seats}")
    printer().print(listing)
    return FINE


@looks_after("erase", "Delete a person everywhere.")
@click.argument("person")
def erase(person: str, **place: Any) -> int:
    """Delete the PERSON of this id: a pseudonym replaces name and id in logs and lists, and their chat is removed.

    Moves stay, and so does what others have said. In a backup that is restored, the same is done again.
    """
    from tobean.server.admin.erasure import erase as forget

    with opened(**place) as (engine, archive):
        count = forget(engine, archive, person)
    click.echo(say_counted("deleted at one table", "deleted at {count} tables", count))
    return FINE


def sanction(what: str, who: str, days: float, lift: bool, place: dict[str, Any]) -> int:
    from tobean.server.admin import sanctions
    from tobean.server.store.database import short_write

    with opened(**place) as (engine, _), short_write(engine) as connection:
        if not lift:
            sanctions.impose(connection, what, who, days)
        elif not sanctions.lift(connection, what, who):
            raise BadInput("nothing was forbidden to {who}", who=who)
    return FINE


DAYS = click.option("--days", type=click.FloatRange(0, 36500), default=7.0, show_default=True, help="For so long.")
LIFT = click.option("--lift", is_flag=True, help="Allow it again.")


@looks_after("ban", "Let a person or an address not in.")
@click.argument("who")
@DAYS
@LIFT
def ban(who: str, days: float, lift: bool, **place: Any) -> int:
    """Let WHO, the id of a person or an address, not in for some days."""
    return sanction("ban", who, days, lift, place)


@looks_after("mute", "Let a person not talk.")
@click.argument("who")
@DAYS
@LIFT
def mute(who: str, days: float, lift: bool, **place: Any) -> int:
    """Let WHO, the id of a person, say nothing for some days; they can play."""
    return sanction("mute", who, days, lift, place)


@looks_after("reports", "What players have reported.")
@click.option("--done", type=int, help="The number of a report that has been looked after.")
def reports(done: int | None, **place: Any) -> int:
    """List what players have reported and nobody has looked after, or settle one with --done."""
    from tobean.server.admin.people import reports as found
    from tobean.server.admin.people import settle
    from tobean.server.store.database import reading, short_write

    with opened(**place) as (engine, _):
        if done is not None:
            with short_write(engine) as connection:
                settle(connection, done)
        with reading(engine) as connection:
            rows = found(connection)
    for row in rows:
        click.echo(
            f"{row.id}  {day_of(row.at)}  {row.table_id}  {row.about or '-'}  <- {row.by or '-'}\n    {row.text}"
        )
    click.echo(say_counted("one report is open", "{count} reports are open", len(rows)))
    return FINE
