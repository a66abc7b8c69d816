"""`tobean replay`: transcript of a record, complete or as one seat saw it."""

from dataclasses import dataclass, field

import click

from tobean.cli.language import joined, labelled, language_option, say, say_plural
from tobean.cli.output import EXIT_OK, json_option, print_json, printable_name, read_text
from tobean.games import game_named
from tobean.i18n import sentence
from tobean.i18n.languages.grammar import grammar_of, listed
from tobean.i18n.narrator import rival_name
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import seat_name
from tobean.kernel.errors import BadInput, BadRecord, GameNotInstalled
from tobean.kernel.events import Event
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.notation import parse_seat
from tobean.record.position_entries import entries
from tobean.record.record import Record, parse_record
from tobean.record.table_text import table_text


@dataclass
class ReplayedRecord:
    """A record played up to some ply: the events of each ply, and the table at the end."""

    record: Record
    table: Table
    plies: list[tuple[Action | None, list[Event]]] = field(default_factory=list)


@click.command(short_help="Print the events of a recorded game.")
@click.argument("file")
@click.option("--seat", metavar="NAME|LETTER", help="Print only what this seat saw.")
@click.option(
    "--at", type=click.IntRange(min=0), metavar="PLY", help="Stop after this many actions (0: after the deal)."
)
@click.option("--table", "only_table", is_flag=True, help="Print the table at the end instead of the events.")
@language_option("Language of the sentences.")
@json_option
def replay(file: str, seat: str | None, at: int | None, only_table: bool, lang: str, as_json: bool) -> int:
    """Print the events of the record FILE (`-`: standard input).

    Each line begins with the number of the action that caused it. With --seat, secret cards are only counted, and
    the table is shown as that seat sees it.

    \b
    Examples:
      tobean replay game.record
      tobean replay game.record --seat B --lang de
      tobean replay game.record --at 40 --table > position.table
      tobean sim --games 1 --records games && tobean replay games/*.record

    Exit codes: 0 fine, 2 the record is missing or broken (the line is named), or there is no such seat or ply.
    """
    text = read_text(file)
    try:
        record = parse_record(text)
        replayed = play(record, at)
    except (BadRecord, GameNotInstalled) as error:
        raise BadRecord("{file}: {reason}", file=printable_name(file), reason=error) from error
    viewer = None if seat is None else parse_seat(seat, record.players)
    if as_json:
        print_json(replay_data(replayed, viewer, lang, only_table))
    elif only_table:
        click.echo(table_view(replayed.table, viewer), nl=False)
    else:
        click.echo("\n".join(transcript(replayed, viewer, lang)))
    return EXIT_OK


def play(record: Record, at: int | None) -> ReplayedRecord:
    if at is not None and at > len(record.moves):
        raise BadInput("there is no ply {at}: the record has {count} actions", at=at, count=len(record.moves))
    replayed: ReplayedRecord | None = None
    for table, action, events in record.replay():
        replayed = replayed or ReplayedRecord(record, table)
        replayed.plies.append((action, events))
        if at is not None and table.ply >= at:
            break
    assert replayed is not None
    return replayed


def event_sentence(event: Event, viewer: int | None, replayed: ReplayedRecord, lang: str) -> str:
    seen = event if viewer is None else event.seen_by(viewer)
    return sentence(seen, replayed.table.rules, replayed.record.players, lang)


# --- as text -----------------------------------------------------------------------------------------------


def transcript(replayed: ReplayedRecord, viewer: int | None, lang: str) -> list[str]:
    """Return a line for each event, with turns set apart."""
    names = replayed.record.players
    rules = replayed.table.rules
    players = ", ".join(f"{name} ({seat_name(seat)})" for seat, name in enumerate(names))
    head = labelled(f"{rules.title} ({rules.edition})", players)
    if viewer is not None:
        head = joined(head, say("as {who} saw it", who=names[viewer]))
    lines = [head, ""]
    width = len(str(len(replayed.plies) - 1))
    for ply, (_, events) in enumerate(replayed.plies):
        for event in events:
            if event.name == "turn":
                lines.append("")
            lines.append(f"{ply:{width}}  {event_sentence(event, viewer, replayed, lang)}")
    return [*lines, "", ending(replayed, lang)]


def ending(replayed: ReplayedRecord, lang: str) -> str:
    """Return the end of the game in one line."""
    if not replayed.table.over:
        return say("The game is not over.")
    names = replayed.record.players
    result = replayed.table.result()
    thalers = ", ".join(f"{name} {result.thalers_text(seat)}" for seat, name in enumerate(names))
    winners = [names[seat] for seat in result.winners]
    if result.rival:
        rival = rival_name(replayed.table.rules, result.rival, lang)
        thalers += f", {rival} {result.rival_thalers}"
        if len(names) == 1:
            thalers += " " + say("(counted double, A19)")
        winners = winners or [rival[0].upper() + rival[1:]]
    amounts = say("Thalers: {thalers}.", thalers=thalers)
    if not winners:
        return f"{amounts} {say('Nobody wins.')}"
    who = listed(winners, grammar_of(lang))
    return f"{amounts} {say_plural('{winners} wins.', '{winners} win.', len(winners), winners=who)}"


def table_view(table: Table, viewer: int | None) -> str:
    """Return the table text or, for a seat, the entries of its observation."""
    if viewer is None:
        return table_text(table)
    return "".join(f"{key}: {value}\n" for key, value in entries(observe(table, viewer)).items())


# --- as data -----------------------------------------------------------------------------------------------


def replay_data(replayed: ReplayedRecord, viewer: int | None, lang: str, only_table: bool) -> dict[str, object]:
    """Return the same as an object. Actions name positions that are secret (I1), so only the full view has them."""
    table = replayed.table
    data: dict[str, object] = {
        "game": game_named(replayed.record.game).name,
        "players": list(replayed.record.players),
        "seat": None if viewer is None else seat_name(viewer),
        "ply": table.ply,
        "over": table.over,
        "result": None,
    }
    if table.over:
        result = table.result()
        data["result"] = {
            "thalers": list(result.thalers),
            "winners": [seat_name(seat) for seat in result.winners],
            "ranks": list(result.ranks),
            **({"parts": [list(parts) for parts in result.parts]} if result.parts else {}),
            **({"rival": result.rival, "rival_thalers": result.rival_thalers} if result.rival else {}),
        }
    if only_table:
        return {**data, "table": entries(table if viewer is None else observe(table, viewer))}
    plies: list[dict[str, object]] = []
    for ply, (action, events) in enumerate(replayed.plies):
        entry: dict[str, object] = {"ply": ply}
        if viewer is None:
            entry["action"] = None if action is None else repr(action)
        entry["events"] = [
            {"event": event.name, "text": event_sentence(event, viewer, replayed, lang)} for event in events
        ]
        plies.append(entry)
    return {**data, "language": lang, "plies": plies}
