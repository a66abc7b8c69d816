"""Commands of `tobean admin` about people: search, deletion, bans and reports."""

import time
from typing import Any

import click

from tobean.cli.hosting.admin_common import admin_command, confirm_plan, day_of, open_storage, with_confirmation
from tobean.cli.hosting.options import Number
from tobean.cli.language import headings, say, say_plural
from tobean.cli.output import EXIT_OK, grid, json_option, print_json, printer
from tobean.kernel.errors import BadInput


@admin_command("people", "Find people by name or table.")
@click.argument("name", default="")
@click.option("--table", default="", help="Only people at this table, and its opener.")
def people(name: str, table: str, **storage: Any) -> int:
    """List people whose name contains NAME, the latest first, with the ids that other commands take."""
    from tobean.server.admin.people import people as found
    from tobean.server.database.database import reading

    with open_storage(**storage) as (engine, _), reading(engine) as connection:
        rows = found(connection, name, table)
    listing = grid(say("People"), headings(("Id", "Name", "Since", "Seats")), words=3)
    for row in rows:
        listing.add_row(row.id, row.name, day_of(row.created), f"{row.seats}")
    printer().print(listing)
    return EXIT_OK


@admin_command("erase", "Delete a person's data everywhere.")
@click.argument("person")
@with_confirmation
def erase(person: str, yes: bool, dry_run: bool, **storage: Any) -> int:
    """Delete the PERSON with this id: a pseudonym replaces name and id in logs and lists, and their chat is removed.

    Their moves and the chat of others stay. When a backup is restored, the person is deleted from it again.
    """
    from tobean.server.admin.people import person_facts
    from tobean.server.database.database import reading
    from tobean.server.moderation.erasure import erase as delete_person

    with open_storage(**storage) as (engine, archive):
        with reading(engine) as connection:
            facts = person_facts(connection, person)
        plan = [
            say(
                "{person}: {name}, here since {day}, at {count} tables",
                person=facts.id,
                name=facts.name or "\N{EN DASH}",
                day=day_of(facts.created) if facts.created else "\N{EN DASH}",
                count=facts.tables,
            ),
            say("Name, id and chat lines will be deleted everywhere and cannot be brought back; moves stay."),
        ]
        if not confirm_plan(plan, yes=yes, dry_run=dry_run):
            return EXIT_OK
        count = delete_person(engine, archive, person)
    click.echo(say_plural("deleted at one table", "deleted at {count} tables", count))
    return EXIT_OK


def sanction(kind: str, target: str, days: float, lift: bool, storage: dict[str, Any]) -> int:
    from tobean.server.database.database import short_write
    from tobean.server.moderation import sanctions

    is_ban = kind == sanctions.BAN
    with open_storage(**storage) as (engine, _), short_write(engine) as connection:
        if lift:
            if not sanctions.lift(connection, kind, target):
                raise BadInput("{who} has no active sanction", who=target)
            line = say("the ban of {who} is lifted" if is_ban else "the mute of {who} is lifted", who=target)
        else:
            until = day_of(sanctions.impose(connection, kind, target, days))
            line = say("{who} is banned until {day}" if is_ban else "{who} is muted until {day}", who=target, day=until)
    click.echo(line)
    return EXIT_OK


DAYS = click.option("--days", type=Number(0, 36500), default=7.0, show_default=True, help="Duration in days.")
LIFT = click.option("--lift", is_flag=True, help="Lift the ban or mute.")


@admin_command("ban", "Ban a person or an address.")
@click.argument("target")
@DAYS
@LIFT
def ban(target: str, days: float, lift: bool, **storage: Any) -> int:
    """Ban TARGET, the id of a person or an address, for some days. `tobean admin bans` lists bans."""
    return sanction("ban", target, days, lift, storage)


@admin_command("mute", "Mute a person in the chat.")
@click.argument("target")
@DAYS
@LIFT
def mute(target: str, days: float, lift: bool, **storage: Any) -> int:
    """Mute TARGET, the id of a person, in the chat for some days; they can still play."""
    return sanction("mute", target, days, lift, storage)


@admin_command("bans", "List bans and mutes.")
@json_option
def bans(as_json: bool, **storage: Any) -> int:
    """List the bans and mutes in force, the first to expire first."""
    from tobean.server.database.database import reading
    from tobean.server.moderation.sanctions import active_sanctions

    with open_storage(**storage) as (engine, _), reading(engine) as connection:
        rows = active_sanctions(connection, time.time())
    if as_json:
        print_json([{"what": row.what, "who": row.who, "name": row.name, "until": row.until} for row in rows])
        return EXIT_OK
    listing = grid(say("Bans and mutes"), headings(("What", "Who", "Name", "Until")), words=4)
    for row in rows:
        listing.add_row(row.what, row.who, row.name or "", day_of(row.until))
    printer().print(listing)
    return EXIT_OK


@admin_command("reports", "List the reports of players.")
@click.option("--done", type=int, help="Number of a report to settle.")
def reports(done: int | None, **storage: Any) -> int:
    """List the open reports of players, or settle one with --done."""
    from tobean.server.database.database import reading, short_write
    from tobean.server.moderation.reports import open_reports, settle_report

    with open_storage(**storage) as (engine, _):
        if done is not None:
            with short_write(engine) as connection:
                settle_report(connection, done)
        with reading(engine) as connection:
            rows = open_reports(connection)
    for row in rows:
        click.echo(
            f"{row.id}  {day_of(row.at)}  {row.table_id}  {row.about or '-'}  <- {row.by or '-'}\n    {row.text}"
        )
    click.echo(say_plural("one report is open", "{count} reports are open", len(rows)))
    return EXIT_OK
