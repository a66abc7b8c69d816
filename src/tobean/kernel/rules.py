"""A game is a value: everything that makes it different, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.actions import Action
    from tobean.kernel.cards import Bean
    from tobean.kernel.steps import Step
    from tobean.kernel.table import Table


class StandingAct:
    """Something that may be done at every decision, by whoever the rules allow, besides harvesting."""

    def enabled(self, options: dict[str, int | bool | None]) -> bool:
        """Do the options of this table allow it at all?"""
        return True

    def handles(self, action: Action) -> bool:
        return False

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that `check` let pass."""

    def options(self, table: Table, seat: int) -> list[Action]:
        return []


@dataclass(frozen=True)
class Option:
    """A choice that is made when a game is set up."""

    name: str
    default: int | bool | None
    meaning: str
    rule: str


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    thalers: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the best place; shared places get the same number."""


@dataclass(frozen=True)
class Rules:
    """A game of the family. Variants are made with `dataclasses.replace`."""

    name: str
    title: str
    edition: str
    """Which printed rulebook, and which version of our reading of it."""
    prefixes: tuple[str, ...]
    """The letters of the rule numbers that hold in this game."""
    beans: tuple[Bean, ...]
    players: tuple[int, ...]
    fields: tuple[int, ...]
    """How many fields each has, for each entry of `players`."""
    hand_size: int
    last_run_out: tuple[int, ...]
    """At which run-out the game ends, for each entry of `players`."""
    turn: tuple[Step, ...]
    """The phases of a turn, in order."""
    setup: Callable[[Table], None]
    score: Callable[[Table], Result]
    options: tuple[Option, ...] = ()
    standing: tuple[StandingAct, ...] = field(default=())
    accepts: Callable[[Table, int, int, int], bool] | None = None
    """Does this seat's field take this card? None: an empty field, or one of the same kind (K3, K5)."""
    harvest_closed: Callable[[Table, int], str] | None = None
    """The rule that forbids this seat to harvest now, or "". None: the window is always open (K8)."""
