"""Data of one person in the log of a table: the lines that they wrote, and the record once the game is over."""

from collections.abc import Iterable, Sequence
from typing import Any

from tobean.session.errors import BadLog
from tobean.session.log.entries import Entry, Said, parse_log
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
    """Return the chat lines of a person."""
    return [
        {"at": entry.at, "name": entry.name, "text": entry.text}
        for entry in entries
        if isinstance(entry, Said) and not entry.bot and entry.person == person
    ]
