"""Held-out opponents: bots drawn from a seed, so that no bot can have been trained against them.

The name of such a bot is all that is needed to create it: `drawn:SEED:KIND:NUMBER`, as in `drawn:spring:merchant:3`.
The same name gives the same bot on every machine.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.parameters import MendelParameters
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.kernel.actions import Accept, Action
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.research.opponents.reference.biased_traders import partners_gain, present
from tobean.research.opponents.reference.trader import Trader

PREFIX: Final = "drawn"
STEPS: Final = 1 << 20
"""Resolution of a number drawn from a range."""
MIXED_BOTS: Final = 3
"""Number of bots of which a mixture plays one in each game."""
STRANGERS_PER_MENDEL: Final = 8
"""Few strangers are mendels, which take ten times as long as merchants."""


def uniform(chance: Chance, low: float, high: float) -> float:
    return low + (high - low) * (int(chance.randbelow(STEPS)) / STEPS)


def is_likely(chance: Chance, probability: float) -> bool:
    return int(chance.randbelow(STEPS)) < probability * STEPS


# --- parameters --------------------------------------------------------------------------------------------

MERCHANT_RANGES: Final[dict[str, tuple[float, float]]] = {
    "horizon": (4.0, 10.0),
    "supply_horizon": (20.0, 40.0),
    "empty_field_value": (0.0, 0.5),
    "extra_field_value": (1.5, 3.5),
    "first_card_weight": (0.15, 0.35),
    "second_card_weight": (0.1, 0.3),
    "third_card_weight": (0.1, 0.3),
    "later_card_share": (0.0, 0.3),
    "margin": (0.0, 0.4),
    "kindness": (0.0, 0.8),
    "envy": (-0.2, 0.4),
    "min_partner_gain": (-0.3, 0.2),
    "partner_match_share": (0.4, 0.8),
    "partner_discard_gain": (0.0, 0.3),
    "min_likelihood": (0.02, 0.4),
    "collusion_weight": (0.0, 1.0),
    "solidarity_weight": (0.0, 1.0),
}
"""Range of each drawn parameter of a merchant; the values of the built-in merchants lie inside."""
MERCHANT_COUNTS: Final[dict[str, tuple[int, int]]] = {
    "max_stakes": (6, 12),
    "max_offers": (2, 8),
    "max_calls": (0, 2),
    "max_counter_offers": (0, 2),
}
MERCHANT_SWITCHES: Final = ("waits_for_answers", "counters_before_accepting", "checks_credibility")
MENDEL_RANGES: Final[dict[str, tuple[float, float]]] = {
    "trust": (0.4, 0.9),
    "farms": (0.1, 0.5),
    "accepts": (0.0, 0.2),
    "asks": (0.0, 0.15),
    "kindness": (0.0, 0.6),
    "generosity": (0.0, 0.6),
    "late": (0.0, 1.0),
    "guard": (0.0, 1.0),
}


def drawn_merchant_parameters(chance: Chance) -> MerchantParameters:
    values: dict[str, float | int | bool] = {}
    for name, (low, high) in MERCHANT_RANGES.items():
        values[name] = uniform(chance, low, high)
    for name, (fewest, most) in MERCHANT_COUNTS.items():
        values[name] = fewest + int(chance.randbelow(most - fewest + 1))
    for name in MERCHANT_SWITCHES:
        values[name] = chance.randbelow(2) == 1
    return replace(DEFAULT_PARAMETERS, **values)  # type: ignore[arg-type]


def mutated_merchant_parameters(parameters: MerchantParameters, chance: Chance, share: float) -> MerchantParameters:
    """Draw a share of the parameters anew; the others stay."""
    fresh = drawn_merchant_parameters(chance)
    names = (*MERCHANT_RANGES, *MERCHANT_COUNTS, *MERCHANT_SWITCHES)
    changed = {name: getattr(fresh, name) for name in names if is_likely(chance, share)}
    return replace(parameters, **changed)


# --- bots --------------------------------------------------------------------------------------------------


class DrawnTrader(Trader):
    """A trader by rules of thumb, between spiteful and generous."""

    def __init__(self, chance: Chance) -> None:
        self.partner_weight = uniform(chance, -0.8, 0.8)
        """Weight of the other side's gain when answering."""
        self.leniency = uniform(chance, -0.3, 0.5)
        """Added to the gain of every deal."""
        self.gives_presents = is_likely(chance, 0.3)

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        own = super().gain(view, offer, action)
        return own + self.partner_weight * partners_gain(view, offer, action) + self.leniency

    def propose(self, view: Observation) -> Action | None:
        return (present(view) if self.gives_presents else None) or super().propose(view)


class NoisyBot:
    """A bot that replaces a share of its choices by random legal actions."""

    def __init__(self, bot: Bot, noise: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.noise = noise

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if is_likely(chance, self.noise):
            return chance.choice(actions)
        return self.bot.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.bot.volunteer(view, actions, chance)


class MixedStrategy:
    """A bot that plays each game as one of several, chosen at its first decision."""

    def __init__(self, bots: list[Bot]) -> None:
        self.name = ""
        self.bots = bots
        self.playing: Bot | None = None

    def chosen_bot(self, chance: Chance) -> Bot:
        if self.playing is None:
            self.playing = chance.choice(self.bots)
        return self.playing

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        return self.chosen_bot(chance).choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.chosen_bot(chance).volunteer(view, actions, chance)


def draw_merchant(chance: Chance) -> Bot:
    return Merchant(drawn_merchant_parameters(chance))


def draw_mendel(chance: Chance) -> Bot:
    bot = Mendel()
    bot.mendel_parameters = MendelParameters(
        **{name: uniform(chance, low, high) for name, (low, high) in MENDEL_RANGES.items()}
    )
    return bot


def draw_trader(chance: Chance) -> Bot:
    return DrawnTrader(chance)


def draw_noisy(chance: Chance) -> Bot:
    noise = uniform(chance, 0.02, 0.2)
    return NoisyBot(draw_merchant(chance), noise)


def draw_mixture(chance: Chance) -> Bot:
    kinds = (draw_merchant, draw_trader, draw_noisy)
    return MixedStrategy([chance.choice(kinds)(chance) for _ in range(MIXED_BOTS)])


def draw_stranger(chance: Chance) -> Bot:
    """Draw a bot of any kind."""
    if chance.randbelow(STRANGERS_PER_MENDEL) == 0:
        return draw_mendel(chance)
    return chance.choice((draw_merchant, draw_trader, draw_noisy, draw_mixture))(chance)


KINDS: Final[dict[str, Callable[[Chance], Bot]]] = {
    "merchant": draw_merchant,
    "mendel": draw_mendel,
    "trader": draw_trader,
    "noisy": draw_noisy,
    "mixture": draw_mixture,
    "stranger": draw_stranger,
}


def drawn_name(seed: str, kind: str, number: int) -> str:
    return f"{PREFIX}:{seed}:{kind}:{number}"


def is_drawn_name(name: str) -> bool:
    return name.startswith(f"{PREFIX}:")


def drawn_bot(name: str) -> Bot:
    """Create the bot of this name."""
    parts = name.split(":")
    if len(parts) != 4 or not parts[1] or parts[2] not in KINDS or not parts[3].isdecimal():
        raise BadInput(
            "{name!r} is not a drawn bot: write {prefix}:SEED:KIND:NUMBER, with one of the kinds {kinds}",
            name=name,
            prefix=PREFIX,
            kinds=", ".join(KINDS),
        )
    bot = KINDS[parts[2]](chance_from(name))
    bot.name = name
    return bot


# --- tables ------------------------------------------------------------------------------------------------

MERCHANTS: Final = "merchants"
TRADERS: Final = "traders"
MIXTURES: Final = "mixtures"
STRANGERS: Final = "strangers"
FAMILIES: Final = (MERCHANTS, TRADERS, MIXTURES, STRANGERS)
"""Kinds of tables: copies of one drawn bot, or a different bot at every seat."""
COPIED_KINDS: Final = {MERCHANTS: "merchant", TRADERS: "trader", MIXTURES: "mixture"}


def drawn_opponents(family: str, seed: str, deal: int, players: int) -> str:
    """Return the opponents of a deal, as in a `Pairing`. Every deal has opponents of its own."""
    if family == STRANGERS:
        return "+".join(drawn_name(seed, "stranger", deal * players + seat) for seat in range(players - 1))
    return drawn_name(seed, COPIED_KINDS[family], deal)
