"""Facts about people beside their tables: attempts at puzzles, ratings, daily deals, statistics, notes.

A fact is a JSON text with an owner and a key such as `puzzle/bohnanza/3f2a`. The owner is the id of a person; facts of
the server itself, such as the rating of a puzzle, have the owner "". Erasing a person deletes all their facts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

import msgspec

Stored = TypeVar("Stored")

SERVER: Final = ""
"""Owner of the facts that belong to no person."""
MAX_KEY: Final = 128
MAX_VALUE: Final = 20_000


class Fact(msgspec.Struct, frozen=True):
    """Value of a fact. People are ranked by the score of their facts with the same key."""

    value: str
    score: float | None = None

    def read(self, kind: type[Stored]) -> Stored:
        """Return the value, which is JSON, as an object of a class."""
        return msgspec.json.decode(self.value, type=kind)


def new_fact(value: object, score: float | None = None) -> Fact:
    """Return a fact with this value as JSON."""
    return Fact(msgspec.json.encode(value).decode(), score)


def read_fact(fact: Fact | None, kind: type[Stored]) -> Stored | None:
    """Return the value of a fact as an object of a class, None if there is no fact."""
    return None if fact is None else fact.read(kind)


Change = Callable[[list[Fact | None]], Sequence[Fact | None]]
"""Function from the stored facts to the new ones; None leaves a fact as it is."""


class Ranked(msgspec.Struct, frozen=True):
    """Fact in a ranking, with its owner and the owner's name."""

    owner: str
    name: str
    fact: Fact


class Facts(Protocol):
    """Storage of facts: a database, or a browser."""

    async def matching(self, owner: str, prefix: str) -> dict[str, Fact]:
        """Return the facts of an owner whose keys begin with a prefix."""
        ...

    async def change(self, keys: Sequence[tuple[str, str]], change: Change) -> list[Fact | None]:
        """Replace facts, each named by owner and key, in one transaction; return all as they are afterwards.

        Of two simultaneous calls, the second one reads what the first one has written.
        """
        ...

    async def ranking(self, key: str, limit: int) -> list[Ranked]:
        """Return the scored facts of people with this key, the highest score first."""
        ...

    async def delete(self, owner: str, key: str) -> None:
        """Delete a fact, if there is one."""
        ...


def check_fact(key: str, fact: Fact) -> None:
    """Raise `ValueError` for a fact that is too large to store; callers have checked what people send."""
    if len(key) > MAX_KEY or len(fact.value) > MAX_VALUE:
        raise ValueError(f"the fact {key[:MAX_KEY]} is too large")
