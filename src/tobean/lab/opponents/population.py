"""The frozen reference population: opponents that never change, so that figures stay comparable.

A test holds a digest of their choices on fixed deals. Who has to change one gives it a new name and leaves the old one;
where a rule of a game is mended, and choices change with it, the version goes up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS
from tobean.bots.registry import untimed_bot
from tobean.lab.opponents.exploiters import EXPLOITERS
from tobean.lab.opponents.reference.biased_traders import Colluder, Generous, Greedy, Spiteful, Stonewall
from tobean.lab.opponents.reference.farmer import Miser
from tobean.lab.opponents.reference.merchant import commune, courteous, merchant, second_merchant
from tobean.lab.opponents.reference.random_bot import FrozenRandom
from tobean.lab.opponents.reference.trader import Trader

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.bots.base import Bot

POPULATION_VERSION: Final = 2
POPULATION: Final[dict[str, Callable[[], Bot]]] = {
    "random-1": FrozenRandom,
    "miser-1": Miser,
    "sprout-1": Trader,
    "merchant-1": merchant,
    "merchant-2": second_merchant,
    "generous-1": Generous,
    "spiteful-1": Spiteful,
    "greedy-1": Greedy,
    "stonewall-1": Stonewall,
    "colluder-1": Colluder,
}
"""How to make each of them, by its name."""

NO_TRADE: Final = "miser-1"
COMMUNE: Final = "commune"


def keen() -> Bot:
    """The mendel of today that wants to be ahead: measures what it costs to leave others their gain."""
    bot = Mendel()
    bot.name, bot.mendel_parameters = "keen", COMPETITIVE_PARAMETERS
    return bot


YARDSTICKS: Final[dict[str, Callable[[], Bot]]] = {COMMUNE: commune, "courteous": courteous, "keen": keen}
"""What is not an opponent but a measure."""

WHOLE_POPULATION: Final = "population"
"""Stands for all of them."""


def reference_names(wish: str, players: int) -> tuple[str, ...]:
    """The references that a wish stands for. Of the colluders there is a pair; sprouts take the other seats."""
    if wish != WHOLE_POPULATION:
        return (wish,)
    pair = "+".join(["colluder-1"] * min(2, players - 1) + ["sprout-1"] * (players - 3))
    return tuple(pair if name == "colluder-1" else name for name in POPULATION)


def lab_bot(name: str) -> Bot:
    """A bot of the laboratory, or one that `bot_named` knows; none looks at the clock."""
    make = YARDSTICKS.get(name) or POPULATION.get(name) or EXPLOITERS.get(name)
    return untimed_bot(name) if make is None else make()
