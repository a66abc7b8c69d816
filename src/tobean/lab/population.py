"""The frozen reference population: opponents that never change, so that figures stay comparable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots import bot_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.bots.base import Bot

POPULATION_VERSION: Final = 1
POPULATION: Final[dict[str, Callable[[], Bot]]] = {}
"""How to make each of them, by its name."""


def player_named(name: str) -> Bot:
    """A bot of the population, or one that `bot_named` knows."""
    make = POPULATION.get(name)
    return bot_named(name) if make is None else make()
