"""Data of one person in the log of a table: the lines that they wrote, and the record once the game is over."""

from collections.abc import Iterable, Sequence
from typing import Any

from tobean.session.errors import BadLog
from tobean.session.log.entries import Entry, Opened, Said, Seated, parse_log
from tobean.session.log.reducer import FINISHED
from tobean.session.session import Session


def exported_table(lines: Sequence[str], person: str) -> dict[str, Any]:
    """Return the data as JSON; of a running game no record, because it has the secrets of others."""
    try:
        entries = parse_log(lines)
        session = Session.resume(entries)
    except BadLog:
        return {"damaged": True, "chat": [], "record": None}
    sits = bool(session.seats_of(person)) or bool(session.reclaimable_seats(person))
    record = session.record().text() if sits and session.state == FINISHED else None
    return {"damaged": False, "chat": chat_lines(entries, person), "record": record}


def chat_lines(entries: Iterable[Entry], person: str) -> list[dict[str, Any]]:
    """Return the chat lines of a person. Old lines without an id belong to the person in the seat at that time."""
    persons: dict[int, str] = {}
    lines: list[dict[str, Any]] = []
    for entry in entries:
        if isinstance(entry, Opened):
            persons = {number: seat.person for number, seat in enumerate(entry.setup.seats)}
        elif isinstance(entry, Seated):
            persons[entry.seat] = entry.now.person
        elif isinstance(entry, Said) and not entry.bot and (entry.person or persons.get(entry.seat, "")) == person:
            lines.append({"at": entry.at, "name": entry.name, "text": entry.text})
    return lines
