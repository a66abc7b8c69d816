"""Rows of the database as objects: tables in the lists, and persons."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

DAMAGED: Final = "damaged"
"""State of a table whose log cannot be replayed, so it is not driven. A program that can read the log resets it."""


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """Contents of a table's row in the lists."""

    seats: tuple[dict[str, Any], ...] = ()
    """Public facts about each seat."""
    awaited: tuple[int, ...] = ()
    """Seats of persons whose decision is awaited."""
    pace: str = ""
    clock: int = 0
    turn: int = 0
    result: dict[str, Any] | None = None
    rematch: str = ""
    learning: bool = False
    """Whether the table is an introduction."""


@dataclass(frozen=True)
class TableRow:
    """Row of a table in the lists."""

    id: str
    game: str
    host: str
    public: bool
    state: str
    seq: int
    opened: float
    updated: float
    wakes: float | None
    summary: Summary
    listed_persons: tuple[str, ...] | None = None
    """Persons in its seats, "" for none; None: unchanged."""


@dataclass(frozen=True)
class Person:
    """A person with a name."""

    id: str
    name: str
    created: float
    valid_from: float
    """Cookies from before epochs existed are valid if they were signed later than this."""
    epoch: int = 0
    """Number of times this person has revoked all cookies."""
    face: int = 0
    """Number of the picture that the person has chosen; 0: none yet."""
