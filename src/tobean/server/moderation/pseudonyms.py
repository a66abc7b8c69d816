"""Rewriting of logs with a pseudonym. Moves stay as they are, because the game also belongs to the other players."""

import hashlib
import json
import re
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

REMOVED: Final = "…"
"""Replaces removed chat."""
PSEUDONYM: Final = "erased-"
"""Prefix of the ids of erased persons."""
ABOUT_SEATS: Final = ('"opened"', '"seated"')
ABOUT_PEOPLE: Final = (*ABOUT_SEATS, '"said"')
"""Kinds of entries that are parsed, quoted as in JSON. Searching for them avoids parsing the moves, which are most
entries."""
LINES_AT_ONCE: Final = 200
WRITE_PAUSE: Final = 0.001
"""Seconds to sleep after `LINES_AT_ONCE` lines, so that the writer and other threads get the interpreter."""


def digest_of(person: str) -> str:
    """Return the hash by which an erased id is recognised without being stored."""
    return hashlib.sha256(f"erased {person}".encode()).hexdigest()


def new_pseudonym() -> str:
    """Return a random name, from which the id of the erased person is derived."""
    return f"N.N. {secrets.randbelow(10**8):08}"


@dataclass
class Pseudonym:
    """Name and id that replace those of an erased person."""

    person: str
    name: str
    names: dict[str, str] = field(default_factory=dict)
    """Replacement for each name the person had at tables: two seats of one person keep different names."""

    @property
    def key(self) -> str:
        """The id that replaces the person's."""
        return PSEUDONYM + self.name.removeprefix("N.N. ")

    def replacement_for(self, name: str) -> str:
        """Return the replacement for one of the person's names; the same name always gets the same replacement."""
        if name and name not in self.names:
            count = len(self.names)
            self.names[name] = self.name if not count else f"{self.name} {count + 1}"
        return self.names.get(name, name)

    # --- entries ------------------------------------------------------------------------------------------------

    def log(self, lines: Sequence[str]) -> list[str]:
        """Rewrite a log. Entries without the person are returned unchanged, byte for byte."""
        seats: dict[int, str] = {}
        rewritten_lines: list[str] = []
        for number, line in enumerate(lines, start=1):
            rewritten_lines.append(self.rewritten(line, seats))
            if number % LINES_AT_ONCE == 0:
                time.sleep(WRITE_PAUSE)
        return rewritten_lines

    def rewritten(self, line: str, seats: dict[int, str]) -> str:
        """Rewrite one entry. Updates `seats`, which maps seat numbers to the original ids of the people there."""
        entry = parsed(line, ABOUT_PEOPLE)
        before = json.dumps(entry)
        for number, seat in seats_in(entry):
            seats[number] = seat.get("person", "")
            if seats[number] == self.person:
                seat["person"] = self.key
                seat["name"] = self.replacement_for(seat.get("name", ""))
                seat.pop("face", None)
        if entry.get("entry") == "said" and entry.get("bot"):
            # A bot that played for the person spoke under their name.
            if seats.get(entry["seat"]) == self.person:
                entry["name"] = self.replacement_for(entry["name"])
        elif entry.get("entry") == "said":
            self.change_line(entry)
        return line if json.dumps(entry) == before else json.dumps(entry, ensure_ascii=False, separators=(",", ":"))

    def change_line(self, entry: dict[str, Any]) -> None:
        """Remove a chat line of the person."""
        if entry.get("person") not in (self.person, self.key):
            return
        if entry["name"] not in self.names.values():
            entry["name"] = self.replacement_for(entry["name"])
        entry["text"] = REMOVED
        entry["person"] = self.key

    def without_names(self, text: str) -> str:
        """Replace the person's names in a record that they uploaded."""
        for name, replacement in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, new=replacement: new, text)  # type: ignore[misc]
        return text


def parsed(line: str, kinds: Iterable[str]) -> dict[str, Any]:
    """Parse an entry of one of these kinds; returns {} for any other entry and for a damaged one."""
    if not any(kind in line for kind in kinds):
        return {}
    try:
        entry: dict[str, Any] = json.loads(line)
        is_whole = all(isinstance(seat, dict) for _, seat in seats_in(entry))
        if entry.get("entry") == "said":
            is_whole = isinstance(entry["name"], str) and isinstance(entry["seat"], int)
    except (ValueError, LookupError, TypeError, AttributeError):  # `tobean admin check` reports it
        return {}
    return entry if is_whole else {}


def seats_in(entry: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """Return the seats that an entry fills, with their numbers."""
    kind = entry.get("entry")
    if kind == "opened":
        return list(enumerate(entry["setup"]["seats"]))
    return [(entry["seat"], entry["now"])] if kind == "seated" else []


def last_seats(lines: Iterable[str]) -> list[tuple[str, int]]:
    """Return name and face of each seat at the end of a log."""
    seats: dict[int, tuple[str, int]] = {}
    for line in lines:
        for number, seat in seats_in(parsed(line, ABOUT_SEATS)):
            seats[number] = seat.get("name", ""), seat.get("face", 0)
    return [seats[number] for number in sorted(seats)]
