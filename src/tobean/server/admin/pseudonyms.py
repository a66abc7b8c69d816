"""Logs in which a person is called something else. Moves stay as they are: the others' game is theirs, too."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

REMOVED: Final = "…"
"""Takes the place of removed chat."""
PSEUDONYM: Final = "erased-"
"""Ids of erased persons begin with this."""
ABOUT_SEATS: Final = ('"opened"', '"seated"')
ABOUT_PEOPLE: Final = (*ABOUT_SEATS, '"said"')
"""The kinds of entries that are parsed; most are moves."""
LINES_AT_ONCE: Final = 200
PAUSE: Final = 0.001
"""Seconds between so many lines: a server's other threads, the writer among them, would wait for the interpreter."""


def digest_of(person: str) -> str:
    """Finds a person's id again without saying it."""
    return hashlib.sha256(f"erased {person}".encode()).hexdigest()


def new_pseudonym() -> str:
    """A name and an id that have nothing to do with anybody."""
    return f"N.N. {secrets.randbelow(10**8):08}"


@dataclass
class Pseudonym:
    """What somebody is called from now on."""

    person: str
    alias: str
    names: dict[str, str] = field(default_factory=dict)
    """The names this person had at tables, and what stands there instead: two seats of one person stay two."""

    @property
    def key(self) -> str:
        """The id that the person has from now on."""
        return PSEUDONYM + self.alias.removeprefix("N.N. ")

    def replacement_for(self, name: str) -> str:
        """What this name becomes."""
        if name and name not in self.names:
            count = len(self.names)
            self.names[name] = self.alias if not count else f"{self.alias} {count + 1}"
        return self.names.get(name, name)

    # --- entries ------------------------------------------------------------------------------------------------

    def log(self, lines: Sequence[str]) -> list[str]:
        """The same log with the alias in it; entries without the person are the same texts."""
        seats: dict[int, str] = {}
        found: list[str] = []
        for number, line in enumerate(lines, start=1):
            found.append(self.rewritten(line, seats))
            if number % LINES_AT_ONCE == 0:
                time.sleep(PAUSE)
        return found

    def rewritten(self, line: str, seats: dict[int, str]) -> str:
        """One entry with the alias in it; notes who sits where, by the old ids."""
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
            self.change_line(entry, seats)
        return line if json.dumps(entry) == before else json.dumps(entry, ensure_ascii=False, separators=(",", ":"))

    def change_line(self, entry: dict[str, Any], seats: dict[int, str]) -> None:
        """Remove a line of the person's chat: their id tells, or their seat where an old line has no id."""
        speaker = entry.get("person") or seats.get(entry["seat"], "")
        if speaker not in (self.person, self.key):
            return
        if entry["name"] not in self.names.values():
            entry["name"] = self.replacement_for(entry["name"])
        entry["text"] = REMOVED
        if entry.get("person"):
            entry["person"] = self.key

    def without_names(self, text: str) -> str:
        """A record that the person brought, without their name."""
        for name, alias in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, alias=alias: alias, text)  # type: ignore[misc]
        return text


def parsed(line: str, kinds: Iterable[str]) -> dict[str, Any]:
    """An entry of one of these kinds; any other, and one that is damaged, is empty."""
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
    """The seats that an entry fills, with their numbers."""
    kind = entry.get("entry")
    if kind == "opened":
        return list(enumerate(entry["setup"]["seats"]))
    return [(entry["seat"], entry["now"])] if kind == "seated" else []


def last_seats(lines: Iterable[str]) -> list[tuple[str, int]]:
    """The names and pictures of the seats at the end of a log."""
    seats: dict[int, tuple[str, int]] = {}
    for line in lines:
        for number, seat in seats_in(parsed(line, ABOUT_SEATS)):
            seats[number] = seat.get("name", ""), seat.get("face", 0)
    return [seats[number] for number in sorted(seats)]
