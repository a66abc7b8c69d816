"""The games, and how to start one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tobean.games.bohnanza import BOHNANZA
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import UnknownGame
from tobean.kernel.rules import Rules
from tobean.kernel.setup import new_table
from tobean.kernel.table import Table

GAMES: Final[dict[str, Rules]] = {rules.name: rules for rules in (BOHNANZA,)}
"""Every game by its name. Registering a game here puts it under the conformance tests."""


def game_named(name: str) -> Rules:
    rules = GAMES.get(name)
    if rules is None:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return rules


def new_game(
    game: str = "bohnanza",
    players: int = 4,
    seed: int | str | Chance = 0,
    deck: Sequence[int] | None = None,
    start: int = 0,
    listening: bool = False,
    **options: int | bool | None,
) -> Table:
    """A new table: hands are dealt and the first decision is open.

    `seed` makes the game reproducible; `deck` lays the draw pile in a given order, top card first; `start` is the
    seat of the starting player; `listening` collects events in `table.events` from the deal on.
    """
    return new_table(game_named(game), players, chance_from(seed), dict(options), deck, start, listening)
