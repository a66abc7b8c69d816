"""The frozen reference population: opponents that never change, so that results stay comparable.

A test compares a digest of their choices on fixed deals. A changed bot gets a new name and the old one stays; if a fix
to a game's rules changes the choices, the version goes up.
"""

from collections.abc import Callable
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS
from tobean.bots.registry import untimed_bot
from tobean.research.opponents.drawn import drawn_bot, is_drawn_name
from tobean.research.opponents.exploiters import EXPLOITERS
from tobean.research.opponents.reference.biased_traders import Colluder, Generous, Greedy, Spiteful, Stonewall
from tobean.research.opponents.reference.farmer import Miser
from tobean.research.opponents.reference.merchant import merchant, polite_merchant, second_merchant, welfare_merchant
from tobean.research.opponents.reference.random_bot import FrozenRandom
from tobean.research.opponents.reference.trader import Trader
from tobean.research.opponents.responders import is_responder_name, responder

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

NO_TRADE: Final = "miser-1"
COMMUNE: Final = "commune"


def competitive_mendel() -> Bot:
    """Return `keen`, the current mendel with competitive parameters; measures the cost of leaving others gains."""
    bot = Mendel()
    bot.name, bot.mendel_parameters = "keen", COMPETITIVE_PARAMETERS
    return bot


BENCHMARK_BOTS: Final[dict[str, Callable[[], Bot]]] = {
    COMMUNE: welfare_merchant,
    "courteous": polite_merchant,
    "keen": competitive_mendel,
}
"""Factories of bots that serve as a measure rather than as an opponent."""

WHOLE_POPULATION: Final = "population"
"""Name that stands for all bots of POPULATION."""


def reference_names(name_or_all: str, players: int) -> tuple[str, ...]:
    """Return the name alone or, for WHOLE_POPULATION, the lineups of all its bots.

    Colluders come as a pair, with sprouts at the other seats.
    """
    if name_or_all != WHOLE_POPULATION:
        return (name_or_all,)
    pair = "+".join(["colluder-1"] * min(2, players - 1) + ["sprout-1"] * (players - 3))
    return tuple(pair if name == "colluder-1" else name for name in POPULATION)


def lab_bot(name: str) -> Bot:
    """Create a bot of the lab, or any bot that `bot_named` knows, without a time limit."""
    if is_drawn_name(name):
        return drawn_bot(name)
    if is_responder_name(name):
        return responder(name)
    make = BENCHMARK_BOTS.get(name) or POPULATION.get(name) or EXPLOITERS.get(name)
    return untimed_bot(name) if make is None else make()
