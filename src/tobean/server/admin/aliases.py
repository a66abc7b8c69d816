"""Logs in which a person is called something else. Moves stay as they are: the others' game is theirs, too."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

REMOVED: Final = "…"
"""Instead of what somebody said."""


def digest_of(person: str) -> str:
    """Finds a person's id again without saying it."""
    return hashlib.sha256(f"erased {person}".encode()).hexdigest()


def fresh_alias() -> str:
    """A name and an id that have nothing to do with anybody."""
    return f"N.N. {secrets.randbelow(10**8):08}"


@dataclass
class Alias:
    """What somebody is called from now on."""

    person: str
    alias: str
    names: dict[str, str] = field(default_factory=dict)
    """The names this person had at tables, and what stands there instead: two seats of one person stay two."""

    @property
    def key(self) -> str:
        """The id that the person has from now on."""
        return "erased-" + self.alias.removeprefix("N.N. ")

    def learn(self, name: str) -> str:
        """What this name becomes."""
        if name and name not in self.names:
            count = len(self.names)
            self.names[name] = self.alias if not count else f"{self.alias} {count + 1}"
        return self.names.get(name, name)

    # --- entries ------------------------------------------------------------------------------------------------

    def log(self, lines: Sequence[str]) -> list[str]:
        """The same log with the alias in it; entries without the person are the same texts."""
        seats: list[dict[str, Any]] = []
        found: list[str] = []
        for line in lines:
            entry = json.loads(line)
            before = json.dumps(entry)
            self.follow(entry, seats)
            fresh = json.dumps(entry)
            found.append(line if fresh == before else json.dumps(entry, ensure_ascii=False, separators=(",", ":")))
        return found

    def follow(self, entry: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        """Change one entry, and know who sits where afterwards, by the old names."""
        kind = entry.get("entry")
        if kind == "opened":
            seats[:] = [dict(seat) for seat in entry["setup"]["seats"]]
            for seat in entry["setup"]["seats"]:
                self.change_seat(seat)
        elif kind == "seated":
            seats[entry["seat"]] = dict(entry["now"])
            self.change_seat(entry["now"])
        elif kind == "said" and not entry.get("bot"):
            self.change_line(entry, seats)
        elif kind == "said":
            entry["text"] = self.without_names(entry["text"])

    def change_seat(self, seat: dict[str, Any]) -> None:
        if seat.get("person") == self.person:
            seat["person"] = self.key
            seat["name"] = self.learn(seat.get("name", ""))
        elif not seat.get("person") and seat.get("name") in self.names:  # a bot that went on under the name
            seat["name"] = self.names[seat["name"]]

    def change_line(self, entry: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
        at = entry["seat"]
        known = (*self.names, *self.names.values())
        own = seats[at].get("person") in (self.person, self.key) if 0 <= at < len(seats) else entry["name"] in known
        if own:
            entry["name"] = entry["name"] if entry["name"] in self.names.values() else self.learn(entry["name"])
            entry["text"] = REMOVED
        else:
            entry["text"] = self.without_names(entry["text"])

    def without_names(self, text: str) -> str:
        """A text in which nobody calls the person by name."""
        for name, alias in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, alias=alias: alias, text)  # type: ignore[misc]
        return text


def last_names(lines: Iterable[str]) -> list[str]:
    """What the seats of a table are called at the end of its log."""
    names: list[str] = []
    for line in lines:
        entry = json.loads(line)
        if entry.get("entry") == "opened":
            names = [seat.get("name", "") for seat in entry["setup"]["seats"]]
        elif entry.get("entry") == "seated":
            names[entry["seat"]] = entry["now"].get("name", "")
    return names
