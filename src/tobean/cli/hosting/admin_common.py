"""Storage, confirmation and output shared by the commands of `tobean admin`."""

from __future__ import annotations

import contextlib
import functools
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tobean.cli.hosting.options import (
    data_folder,
    with_config_file,
    with_password,
    with_storage_options,
)
from tobean.cli.language import say, wording
from tobean.cli.output import Failed, on_terminal
from tobean.kernel.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Engine

    from tobean.server.admin.tables import TableFacts
    from tobean.server.archive.archive import Archive
    from tobean.server.database.database import Database


def day_of(at: float) -> str:
    """Return a moment in the time zone of this machine: `19 November 2026, 14:30`."""
    moment = datetime.fromtimestamp(at)
    return f"{wording().day(moment.date())}, {moment:%H:%M}"


def server_storage(
    data: Path | None, database: str | None, database_password_file: Path | None, archive: str
) -> tuple[Database, Archive]:
    """Return the database of a server and its archive of finished games."""
    from tobean.server.archive.archive import archive_at
    from tobean.server.database.database import database_at

    folder = data or data_folder()
    found = database_at(with_password(database, database_password_file), folder)
    return found, archive_at(archive, folder, found)


def checked_storage(**storage: Any) -> tuple[Database, Archive]:
    """Return database and archive; raise `BadInput` if one is missing or the schema version differs."""
    from tobean.server.archive.archive import check_available
    from tobean.server.database.upgrade import require_schema_version

    database, archive = server_storage(**storage)
    require_database(database)
    require_schema_version(database)
    check_available(archive, database)
    return database, archive


def require_database(database: Database) -> None:
    if database.is_sqlite and not Path(str(database.url.database)).exists():
        raise BadInput("{path}: there is no database", path=database.location)


def announce_upgrade(current: str, needed: str, copy: Path | None) -> None:
    click.echo(
        say("The database is upgraded from schema version {found} to {needed}.", found=current, needed=needed), err=True
    )
    if copy is not None:
        click.echo(say("A copy of the old one is kept in {copy}.", copy=copy), err=True)


@contextlib.contextmanager
def storage_errors_as_bad_input() -> Iterator[None]:
    """Turn errors of the database and the archive into `BadInput`."""
    from sqlalchemy.exc import DBAPIError

    from tobean.server.database.errors import cause_of

    try:
        yield
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    except BrokenPipeError:
        raise  # of the output, not of the archive
    except OSError as error:
        raise BadInput("the archive cannot be used: {reason}", reason=error.strerror or error) from error


@contextlib.contextmanager
def open_storage(**storage: Any) -> Iterator[tuple[Engine, Archive]]:
    """Open the database and the archive of a server; errors of either become `BadInput`."""
    with storage_errors_as_bad_input():
        database, archive = checked_storage(**storage)
        engine = database.engine()
        try:
            yield engine, archive
        finally:
            engine.dispose()


def admin_command(name: str, short: str) -> Callable[[Callable[..., int]], click.Command]:
    """Build a command that works on the storage of a server."""

    def build(function: Callable[..., int]) -> click.Command:
        return with_config_file(click.command(name, short_help=short)(with_storage_options(function)))

    return build


def with_confirmation(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options --yes and --dry-run; fail immediately if there is no terminal to ask on."""

    @functools.wraps(function)
    def wrapper(**arguments: Any) -> int:
        if not (arguments["yes"] or arguments["dry_run"] or on_terminal(sys.stdin)):
            raise BadInput("standard input is no terminal, so nothing can be confirmed; add --yes to go ahead")
        return function(**arguments)

    for option in (
        click.option("--dry-run", is_flag=True, help="Print what would be done without doing it."),
        click.option("--yes", is_flag=True, help="Do not ask for confirmation."),
    ):
        wrapper = option(wrapper)
    return wrapper


def confirm_plan(plan: Sequence[str], *, yes: bool, dry_run: bool) -> bool:
    """Print a plan and ask for confirmation; return False for a dry run. Raises `Failed` if the answer is no."""
    for line in plan:
        click.echo(line)
    if dry_run:
        click.echo(say("Nothing was changed: this was a dry run."))
        return False
    if not yes and not click.confirm(say("Go ahead?"), err=True):
        raise Failed(say("nothing was changed"))
    return True


def table_line(facts: TableFacts) -> str:
    return say(
        "{table}: {game}, {state}, opened {opened}, last change {updated}, players: {players}",
        table=facts.id,
        game=facts.game,
        state=facts.state,
        opened=day_of(facts.opened),
        updated=day_of(facts.updated),
        players=", ".join(facts.players) or "\N{EN DASH}",
    )
