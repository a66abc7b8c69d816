"""Responders: merchants with a trick and parameters of their own, from which a best response to a bot is selected.

A name says how a responder came about: `responder:SEED:4` is number 4 of the first generation, `responder:SEED:4.7` its
mutant number 7, and so on. The same name gives the same bot on every machine.
"""

import re
from collections.abc import Callable
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.research.opponents.drawn import drawn_merchant_parameters, mutated_merchant_parameters
from tobean.research.opponents.exploiters import Exploiter, Holdout, Latecomer, Liar, Repeater

PREFIX: Final = "responder"
NO_TRICK: Final = "none"
TRICKS: Final[dict[str, Callable[[], Exploiter]]] = {
    NO_TRICK: lambda: Exploiter(NO_TRICK),
    "liar": Liar,
    "repeater": Repeater,
    "latecomer": Latecomer,
    "holdout": Holdout,
}
"""Tricks of the first generation, assigned in rotation. Colluding is missing because a single responder has no ally."""
MUTATED_SHARE: Final = 0.3
"""Share of parameters that are redrawn in a mutant."""
TRICK_MUTATION_PERIOD: Final = 6
"""On average one mutant in this many changes its trick."""


def first_name(seed: str, number: int) -> str:
    return f"{PREFIX}:{seed}:{number}"


def mutant_name(parent: str, number: int) -> str:
    return f"{parent}.{number}"


def is_responder_name(name: str) -> bool:
    return name.startswith(f"{PREFIX}:")


def parse_responder_name(name: str) -> tuple[str, MerchantParameters]:
    """Return the trick and the parameters of a responder.

    The first ones of a seed, one for each trick, have the merchant's parameters; the others are drawn.
    """
    found = re.fullmatch(rf"({PREFIX}:[^:+]+):(\d+(?:\.\d+)*)", name)
    if found is None:
        raise BadInput("invalid responder name {name!r}; expected responder:SEED:NUMBER", name=name)
    first, *mutants = found[2].split(".")
    tricks = tuple(TRICKS)
    current = f"{found[1]}:{first}"
    trick = tricks[int(first) % len(tricks)]
    drawn = int(first) >= len(tricks)
    parameters = drawn_merchant_parameters(chance_from(current)) if drawn else DEFAULT_PARAMETERS
    for number in mutants:
        current = mutant_name(current, int(number))
        chance = chance_from(current)
        if chance.randbelow(TRICK_MUTATION_PERIOD) == 0:
            trick = chance.choice(tricks)
        parameters = mutated_merchant_parameters(parameters, chance, MUTATED_SHARE)
    return trick, parameters


def responder(name: str) -> Bot:
    trick, parameters = parse_responder_name(name)
    bot = TRICKS[trick]()
    bot.name, bot.merchant = name, Merchant(parameters)
    return bot
