"""Index from a person to the tables whose log names them: `mentions`.

It is written in the same transaction as the log, so that finding a person's tables never needs a scan.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, text

PERSON: Final = '"person":"'
"""Every entry that names a person contains this text; most entries are moves and need no parsing."""
MENTION: Final = """
    INSERT INTO mentions (table_id, who) SELECT table_id, who FROM ({rows}) AS fresh WHERE true ON CONFLICT DO NOTHING
"""
SQLITE_ROWS: Final = """
    SELECT json_extract(value, '$[0]') AS table_id, json_extract(value, '$[1]') AS who FROM json_each(?)
"""
POSTGRES_ROWS: Final = "SELECT * FROM unnest(%s::varchar[], %s::varchar[]) AS given (table_id, who)"
ADD: Final = text("INSERT INTO mentions (table_id, who) VALUES (:table, :who) ON CONFLICT DO NOTHING")


def mentioned(lines: Iterable[str]) -> set[str]:
    """Return the ids of all persons in a log: in a seat at any time, or in the chat."""
    persons: set[str] = set()
    for line in lines:
        if PERSON in line:
            try:
                persons.update(persons_of(json.loads(line)))
            except (ValueError, LookupError, TypeError, AttributeError):
                continue  # a damaged entry, which `tobean admin check` reports
    return persons - {""}


def persons_of(entry: dict[str, Any]) -> list[str]:
    kind = entry.get("entry")
    if kind == "opened":
        return [seat.get("person", "") for seat in entry["setup"]["seats"]]
    if kind == "seated":
        return [entry["now"].get("person", "")]
    return [entry.get("person", "")] if kind == "said" else []


def add_mentions(connection: Connection, mentions: Iterable[tuple[str, str]]) -> None:
    """Add pairs of a table and a person; existing ones are kept."""
    rows = [{"table": table, "who": person} for table, person in sorted(set(mentions))]
    if rows:
        connection.execute(ADD, rows)
