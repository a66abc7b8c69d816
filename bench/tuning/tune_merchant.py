"""Tunes the parameters of the merchant one after the other, on deals that no report uses.

python bench/tuning/tune_merchant.py --deals 40 --parameters horizon,margin,envy

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


def measure_margin(
    candidate: Callable[[], Bot], default: Callable[[], Bot], game: str, players: int, deals: int, seed: str
) -> Margin:
    """Return the margin of a candidate among default bots, over all seats of the same deals."""
    by_deal: list[float] = []
    wins = 0.0
    for deal in range(deals):
        total = 0.0
        for seat in range(players):
            table = new_game(game, players, f"{seed} {deal}", talk_limit=8)
            bots = [candidate() if other == seat else default() for other in range(players)]
            play_to_end(table, bots, chance_from(f"{seed} {deal} bots"))
            result = table.result()
            thalers = result.thalers
            total += thalers[seat] - (sum(thalers) - thalers[seat]) / (players - 1)
            wins += (seat in result.winners) / max(1, len(result.winners))
        by_deal.append(total / players)
    mean = sum(by_deal) / deals
    spread = sum((value - mean) ** 2 for value in by_deal) / max(1, deals - 1)
    return Margin(mean, math.sqrt(spread / deals), wins / deals / players)


def candidates(current: MerchantParameters, parameter: str) -> list[MerchantParameters]:
    value = float(asdict(current)[parameter])
    step = STEPS.get(parameter)
    values = [value * factor for factor in FACTORS] if step is None else [value - step, value + step]
    return [changed(current, parameter, candidate) for candidate in values]


def changed(current: MerchantParameters, parameter: str, value: float) -> MerchantParameters:
    values: dict[str, float] = asdict(current)
    values[parameter] = int(value) if parameter == "max_offers" else round(value, 3)
    return MerchantParameters(**values)  # type: ignore[arg-type]  # values of several types


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="bohnanza")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default="tuning")
    parser.add_argument("--parameters", default=",".join(PARAMETER_NAMES))
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    current = replace(DEFAULT_PARAMETERS)
    for round_number in range(arguments.rounds):
        for parameter in arguments.parameters.split(","):
            seed = f"{arguments.seed} {round_number}"
            best, best_margin = current, 0.0
            for candidate in candidates(current, parameter):
                margin = measure_margin(
                    partial(Merchant, candidate), partial(Merchant, current),
                    arguments.game, arguments.players, arguments.deals, seed,
                )  # fmt: skip
                value = asdict(candidate)[parameter]
                figures = f"{margin.mean:+.2f} ± {margin.error:.2f}, wins {margin.wins:.1%}"
                print(f"{parameter} {value:.3f}: {figures}", flush=True)
                if margin.mean > max(best_margin, 2 * margin.error):
                    best, best_margin = candidate, margin.mean
            current = best
    before = asdict(DEFAULT_PARAMETERS)
    print({name: value for name, value in asdict(current).items() if value != before[name]})


if __name__ == "__main__":
    main()
