"""Tunes the parameters of the merchant one after the other, on deals that no report uses.

python bench/tuning/tune_merchant.py --deals 40 --constants horizon,margin,envy

A candidate with one parameter changed sits among merchants with the current parameters; seats rotate over each deal.
The change is kept if the candidate's margin (own thalers minus the mean of the others') is above 0 by two standard
errors. Prints every trial, and finally the changed parameters, to be entered in src/tobean/bots/merchant/parameters.py.
"""

import argparse
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial

from tobean.bots import Bot
from tobean.bots.game_loop import play_to_end
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, PARAMETER_NAMES, MerchantParameters
from tobean.games import new_game
from tobean.kernel.chance import chance_from

FACTORS = (0.6, 1.6)
STEPS = {
    "envy": 0.08,
    "min_partner_gain": 0.15,
    "partner_discard_gain": 0.1,
    "later_card_share": 0.1,
    "empty_field_value": 0.15,
    "max_offers": 2,
    "kindness": 0.2,
    "harvestable_share": 0.5,
    "next_turn_weight": 0.3,
}
"""Step sizes of parameters that may be zero; the others are multiplied by FACTORS."""


@dataclass(frozen=True)
class Margin:
    """A mean over deals, and its standard error."""

    mean: float
    error: float
    wins: float


def margin(
    hero: Callable[[], Bot], default: Callable[[], Bot], game: str, players: int, deals: int, seed: str
) -> Margin:
    """Return the margin of the hero among the other bots, over all seats of the same deals."""
    by_deal: list[float] = []
    wins = 0.0
    for deal in range(deals):
        total = 0.0
        for seat in range(players):
            table = new_game(game, players, f"{seed} {deal}", talk_limit=8)
            bots = [hero() if other == seat else default() for other in range(players)]
            play_to_end(table, bots, chance_from(f"{seed} {deal} bots"))
            result = table.result()
            thalers = result.thalers
            total += thalers[seat] - (sum(thalers) - thalers[seat]) / (players - 1)
            wins += (seat in result.winners) / max(1, len(result.winners))
        by_deal.append(total / players)
    mean = sum(by_deal) / deals
    spread = sum((value - mean) ** 2 for value in by_deal) / max(1, deals - 1)
    return Margin(mean, math.sqrt(spread / deals), wins / deals / players)


def candidates(parameters: MerchantParameters, constant: str) -> list[MerchantParameters]:
    value = float(asdict(parameters)[constant])
    step = STEPS.get(constant)
    values = [value * factor for factor in FACTORS] if step is None else [value - step, value + step]
    return [changed(parameters, constant, candidate) for candidate in values]


def changed(parameters: MerchantParameters, constant: str, value: float) -> MerchantParameters:
    constants: dict[str, float] = asdict(parameters)
    constants[constant] = int(value) if constant == "max_offers" else round(value, 3)
    return MerchantParameters(**constants)  # type: ignore[arg-type]  # values of several types


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="bohnanza")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default="tuning")
    parser.add_argument("--constants", default=",".join(PARAMETER_NAMES))
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    current = replace(DEFAULT_PARAMETERS)
    for round_number in range(arguments.rounds):
        for constant in arguments.constants.split(","):
            seed = f"{arguments.seed} {round_number}"
            best, most = current, 0.0
            for hero in candidates(current, constant):
                lead = margin(
                    partial(Merchant, hero), partial(Merchant, current),
                    arguments.game, arguments.players, arguments.deals, seed,
                )  # fmt: skip
                value = asdict(hero)[constant]
                print(f"{constant} {value:.3f}: {lead.mean:+.2f} ± {lead.error:.2f}, wins {lead.wins:.1%}", flush=True)
                if lead.mean > max(most, 2 * lead.error):
                    best, most = hero, lead.mean
            current = best
    before = asdict(DEFAULT_PARAMETERS)
    print({name: value for name, value in asdict(current).items() if value != before[name]})


if __name__ == "__main__":
    main()
