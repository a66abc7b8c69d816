"""`tobean admin`: administration of a server, also while it runs.

Commands that only read never change the database. Commands that delete print a plan and ask for confirmation.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, Final

import click

from tobean.cli.command_group import CommandGroup
from tobean.cli.hosting.admin_common import (
    admin_command,
    announce_upgrade,
    checked_storage,
    confirm_plan,
    day_of,
    open_storage,
    require_database,
    server_storage,
    storage_errors_as_bad_input,
    table_line,
    with_confirmation,
)
from tobean.cli.hosting.options import (
    FILE,
    Number,
    data_folder,
    setting,
)
from tobean.cli.language import error_text, headings, labelled, say, say_plural
from tobean.cli.output import EXIT_FAILED, EXIT_OK, STDIN, grid, json_option, on_terminal, print_json, printer
from tobean.kernel.errors import BadInput

MAX_LISTED: Final = 20
"""Most tables that a plan lists one by one."""


@click.group(cls=CommandGroup, short_help="Administer a server: backups, checks, tables, people.")
def admin() -> None:
    """Administer a server, even while it is running: it reacts within a second.

    Every command locates the server by --data and --database, as `tobean serve` does, or by the same environment and
    file. Commands that delete print what they are about to do and ask; --yes skips the question, --dry-run only prints.

    \b
    Examples:
      tobean admin status
      tobean admin backup /var/backups/beans.gz
      tobean admin people Nina
      tobean admin erase 3kPq... --dry-run
    """


# --- database ---------------------------------------------------------------------------------------------------------


@admin_command("status", "Count tables, entries, people and reports.")
@json_option
def status(as_json: bool, **storage: Any) -> int:
    """Print the numbers of tables, entries, people, records and open reports."""
    from tobean.server.admin.tables import counts
    from tobean.server.database.database import reading

    with open_storage(**storage) as (engine, _), reading(engine) as connection:
        found = counts(connection)
    if as_json:
        print_json(found)
        return EXIT_OK
    table = grid(say("Stored data"), headings(("What", "How many")))
    for name, count in found.items():
        table.add_row(name, f"{count}")
    printer().print(table)
    return EXIT_OK


@admin_command("check", "Replay every log and list the damaged ones.")
def check(**storage: Any) -> int:
    """Replay the log of every table from its first entry to its last.

    Games played under older rules and those of a game that is not installed are listed but do not count as damaged.

    Exit codes: 0 no log is damaged, 1 some are damaged.
    """
    from tobean.server.admin import log_check

    total = entries = 0
    found = dict.fromkeys((log_check.DAMAGED, log_check.OLD_RULES, log_check.NOT_INSTALLED), 0)
    with open_storage(**storage) as (engine, archive):
        for finding in log_check.check(engine, archive):
            total += 1
            entries += finding.entries
            if finding.reason is not None:
                found[finding.kind] += 1
                click.echo(labelled(finding.table, error_text(finding.reason)))
    click.echo(
        say(
            "{tables} tables with {entries} entries: {damaged} damaged, {old} played under older rules, "
            "{missing} of games that are not installed",
            tables=total,
            entries=entries,
            damaged=found[log_check.DAMAGED],
            old=found[log_check.OLD_RULES],
            missing=found[log_check.NOT_INSTALLED],
        )
    )
    return EXIT_FAILED if found[log_check.DAMAGED] else EXIT_OK


@admin_command("migrate", "Upgrade the database to this version.")
@click.option("--no-backup", is_flag=True, help="Keep no copy of the old database, because there is a backup.")
def migrate(no_backup: bool, **storage: Any) -> int:
    """Upgrade the database to the schema version that this program needs, as a server does when it starts.

    A copy of the old database is kept in the same folder; of PostgreSQL, a dump in the data folder.
    """
    from tobean.server.database.upgrade import required_schema_version, upgrade

    database, _ = server_storage(**storage)
    require_database(database)
    with storage_errors_as_bad_input():
        upgrade(database, storage["data"] or data_folder(), announce_upgrade, keep_copy=not no_backup)
    click.echo(say("{place} has schema version {version}", place=database.location, version=required_schema_version()))
    return EXIT_OK


# --- backups ---------------------------------------------------------------------------------------------------------


@admin_command("backup", "Write everything to one file.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def backup(file: Path, **storage: Any) -> int:
    """Write a snapshot of everything to FILE, or to standard output for `-`. Servers keep running.

    The key that signs cookies is not included: keep it apart (secret.key in the data folder). The backup contains all
    hands and all chat, so keep it as safe as the data folder.
    """
    from tobean.server.admin.backup import back_up, write_backup

    is_stdout = str(file) == STDIN
    if is_stdout and on_terminal(sys.stdout):
        raise BadInput("a backup is compressed data, not text for a terminal; send it to a file or a program")
    with storage_errors_as_bad_input():
        database, archive = checked_storage(**storage)
        rows = write_backup(database, archive, sys.stdout.buffer) if is_stdout else back_up(database, archive, file)
    click.echo(
        say(
            "{tables} tables with {entries} entries are in {file}",
            tables=rows["tables"],
            entries=rows["log"],
            file=say("the backup") if is_stdout else file,
        ),
        err=is_stdout,
    )
    return EXIT_OK


@admin_command("restore", "Restore a backup.")
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Replace the current data with the backup.")
@click.option("--erasures", type=FILE, help="People deleted elsewhere since: output of `tobean admin erasures`.")
@click.option("--any-size", is_flag=True, help="Read a backup that is suspiciously large when unpacked.")
@with_confirmation
def restore(
    file: Path, replace: bool, erasures: Path | None, any_size: bool, yes: bool, dry_run: bool, **storage: Any
) -> int:
    """Restore a backup, all of it or nothing, into SQLite or PostgreSQL. Running servers continue with it.

    People who were deleted after the backup was made are deleted again, as far as this database or the file of
    --erasures knows them. Make a backup of the present data before you replace it.
    """
    from tobean.server.admin.backup import not_empty, read_backup, table_count
    from tobean.server.admin.backup import restore as import_backup
    from tobean.server.database.upgrade import upgrade
    from tobean.server.settings import prepare_folder

    database, archive = server_storage(**storage)
    found = read_backup(file, limited=not any_size)
    deleted = read_erasures(erasures)
    there = table_count(database)
    if there and not replace:
        raise not_empty(there)
    plan = [
        say(
            "{file}: a backup of {day} with {tables} tables, {entries} entries and {persons} persons",
            file=file,
            day=day_of(found.at),
            tables=found.rows["tables"],
            entries=found.rows["log"],
            persons=found.rows["persons"],
        ),
        say("{place}: all {count} tables and all people there will be deleted", place=database.location, count=there)
        if there
        else say("{place}: no tables are there", place=database.location),
    ]
    if not confirm_plan(plan, yes=yes, dry_run=dry_run):
        return EXIT_OK
    folder = prepare_folder(storage["data"] or data_folder())
    upgrade(database, folder, announce_upgrade)
    rows, again = import_backup(database, archive, found, replace_existing=replace, erased=deleted)
    click.echo(say("{tables} tables with {entries} entries were restored", tables=rows["tables"], entries=rows["log"]))
    if again:
        click.echo(say_plural("one person was deleted again", "{count} persons were deleted again", again))
    return EXIT_OK


def read_erasures(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    try:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
        return {str(line["digest"]): str(line["alias"]) for line in lines}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput("{path}: this is not a list of erasures: {reason}", path=file, reason=error) from error


@admin_command("erasures", "List deleted people, to be kept apart from backups.")
def erasures(**storage: Any) -> int:
    """Print one line of JSON for each deleted person, with a digest that does not reveal their identity."""
    from sqlalchemy import select

    from tobean.server.database.database import reading
    from tobean.server.database.moderation_schema import ERASED

    with open_storage(**storage) as (engine, _), reading(engine) as connection:
        for row in connection.execute(select(ERASED).order_by(ERASED.c.at)):
            click.echo(json.dumps({"digest": row.digest, "alias": row.alias, "at": round(row.at)}))
    return EXIT_OK


# --- tables ----------------------------------------------------------------------------------------------------------


@admin_command("close", "Stop play at a table.")
@click.argument("table")
@click.option("--reopen", is_flag=True, help="Reopen it.")
def close(table: str, reopen: bool, **storage: Any) -> int:
    """Close a TABLE (the first six characters of its id are enough): its page says so, and bots stop.

    Nothing is deleted.
    """
    from tobean.server.admin import tables
    from tobean.server.database.database import reading, short_write

    with open_storage(**storage) as (engine, _):
        with reading(engine) as connection:
            found = tables.table_id(connection, table)
        with short_write(engine) as connection:
            (tables.reopen if reopen else tables.close)(connection, found)
    click.echo(say("table {table} is open again" if reopen else "table {table} is closed", table=found))
    return EXIT_OK


@admin_command("remove", "Delete a table with its log.")
@click.argument("table")
@with_confirmation
def remove(table: str, yes: bool, dry_run: bool, **storage: Any) -> int:
    """Delete a TABLE (the first six characters of its id are enough) with its log."""
    from tobean.server.admin.tables import facts_of, remove_all, table_id
    from tobean.server.database.database import reading

    with open_storage(**storage) as (engine, archive):
        with reading(engine) as connection:
            found = table_id(connection, table)
            plan = [table_line(facts) for facts in facts_of(connection, [found])]
        plan.append(say("It will be deleted with its log and cannot be brought back."))
        if not confirm_plan(plan, yes=yes, dry_run=dry_run):
            return EXIT_OK
        remove_all(engine, archive, [found])
    click.echo(say("table {table} is removed", table=found))
    return EXIT_OK


@admin_command("prune", "Delete expired tables and data.")
@setting("--keep-abandoned", type=Number(0), default=7.0, help="Days to keep abandoned tables.")
@setting("--keep-finished", type=Number(0), default=365.0, help="Days to keep finished games that are not public.")
@with_confirmation
def prune(keep_abandoned: float, keep_finished: float, yes: bool, dry_run: bool, **storage: Any) -> int:
    """Delete expired tables and data; 0 days means never. Servers do the same every hour."""
    from tobean.server.admin.tables import Retention, due_for_deletion, facts_of
    from tobean.server.admin.tables import prune as delete_expired
    from tobean.server.database.database import reading

    retention, now = Retention(keep_abandoned, keep_finished), time.time()
    with open_storage(**storage) as (engine, archive):
        with reading(engine) as connection:
            expired = due_for_deletion(connection, retention, now)
            plan = [table_line(facts) for facts in facts_of(connection, expired.tables[:MAX_LISTED])]
        if len(expired.tables) > MAX_LISTED:
            plan.append(say("... and {count} more tables", count=len(expired.tables) - MAX_LISTED))
        plan += [
            say("will be deleted: {what}: {count}", what=name, count=count)
            for name, count in expired.counts.items()
            if count
        ] or [say("Nothing has expired.")]
        if not confirm_plan(plan, yes=yes or not any(expired.counts.values()), dry_run=dry_run):
            return EXIT_OK
        gone = delete_expired(engine, archive, retention, now)
    for name, count in gone.items():
        click.echo(labelled(name, count))
    return EXIT_OK


@admin_command("archive", "Move finished games out of the log.")
@setting("--archive-after", type=Number(0), default=1.0, help="Days since the end of a game.")
def archive_now(archive_after: float, **storage: Any) -> int:
    """Move games that ended some days ago from the log to the archive. Servers do the same every few minutes."""
    from tobean.server.archive.archiver import archive_all

    with open_storage(**storage) as (engine, archive):
        if archive.backend is None:
            raise BadInput("say with --archive where to keep them")
        count = archive_all(engine, archive, archive_after)
    click.echo(say_plural("one game moved", "{count} games moved", count))
    return EXIT_OK


for _command in (status, check, migrate, backup, restore, erasures, close, remove, prune, archive_now):
    admin.add_command(_command)
