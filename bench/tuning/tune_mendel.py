"""Plays `mendel` with randomly drawn parameters, and fits the effect of each one on winning and on the surplus.

python bench/tuning/tune_mendel.py net.json --jobs 2000 trust=0.75:1.3 accepts=0:0.45 kindness=0.3:1.8

For each of many deals some parameter settings are drawn from the given ranges (`MendelParameters` in
src/tobean/bots/mendel). With each setting, mendel plays at every seat among merchants, and four copies play among
themselves. Quadratic response surfaces are fitted to the wins and to the surplus of all jobs. Finally prints, for each
surplus, the setting with the highest predicted win rate. The best prediction is partly luck: measure it on other deals.
Needs the compiled engine and NumPy; a job of five games takes two seconds.
"""

import argparse
import json
from dataclasses import asdict, fields, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tobean.bots.game_loop import play_to_end
from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.net import Net, read_net
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS, MendelParameters
from tobean.bots.merchant.merchant import Merchant
from tobean.kernel.chance import chance_from
from tobean.research.arena.arena_game import ArenaSetting
from tobean.research.opponents.population import COMMUNE, NO_TRADE, lab_bot

SETTINGS_PER_DEAL = 4
JOBS_PER_COEFFICIENT = 10
"""Number of jobs required for each coefficient, to keep the surface from fitting noise."""
NAMES = [field.name for field in fields(MendelParameters)]
Ranges = dict[str, tuple[float, float]]


def parse_ranges(texts: list[str]) -> Ranges:
    """Parse ranges such as `trust=0.75:1.3`."""
    ranges: Ranges = {}
    for text in texts:
        name, _, bounds = text.partition("=")
        low, _, high = bounds.partition(":")
        try:
            ranges[name] = (float(low), float(high))
        except ValueError:
            raise SystemExit(f"{text!r}: write for example trust=0.75:1.3") from None
        if name not in NAMES:
            raise SystemExit(f"{text!r}: the parameters are {', '.join(NAMES)}")
    return ranges


def random_parameters(ranges: Ranges, rng: Random) -> MendelParameters:
    return replace(COMPETITIVE_PARAMETERS, **{name: round(rng.uniform(*bounds), 3) for name, bounds in ranges.items()})


def mendel(net: Net, mendel_parameters: MendelParameters) -> Mendel:
    bot = Mendel(net)
    bot.mendel_parameters = mendel_parameters
    return bot


def play_game(setting: ArenaSetting, deal: int, bots: list[Any]) -> tuple[list[int], list[int]]:
    """Play a game; returns the thalers of all seats and the winners."""
    table = setting.table(deal)
    play_to_end(table, bots, chance_from(f"{setting.seed} bots {deal}"), table.apply)
    result = table.result()
    return list(result.thalers), list(result.winners)


def job(setting: ArenaSetting, path: Path, ranges: Ranges, number: int) -> dict[str, Any]:
    """Play one setting on one deal."""
    deal, players = number // SETTINGS_PER_DEAL, setting.players
    net = read_net(path.read_text(encoding="utf-8"))
    mendel_parameters = random_parameters(ranges, Random(f"{setting.seed} manner {number}"))
    wins = 0.0
    for seat in range(players):
        bots: list[Any] = [Merchant() for _ in range(players)]
        bots[seat] = mendel(net, mendel_parameters)
        _, winners = play_game(setting, deal, bots)
        wins += 1 / len(winners) / players if seat in winners else 0.0
    table = sum(play_game(setting, deal, [mendel(net, mendel_parameters) for _ in range(players)])[0])
    no_trade_total, commune_total = (
        sum(play_game(setting, deal, [lab_bot(name) for _ in range(players)])[0]) for name in (NO_TRADE, COMMUNE)
    )
    return {
        "number": number,
        "manner": asdict(mendel_parameters),
        "wins": wins,
        "table": table,
        "none": no_trade_total,
        "all": commune_total,
    }


def surface_terms(mendel_parameters: dict[str, float], ranges: Ranges) -> list[float]:
    """Return the terms of the fit: a constant, the position of each parameter in its range (-1 to 1), and all pairwise
    products."""
    positions = [(2.0 * mendel_parameters[name] - low - high) / (high - low) for name, (low, high) in ranges.items()]
    return [1.0, *positions, *[positions[i] * positions[k] for i in range(len(positions)) for k in range(i + 1)]]


class ResponseSurface:
    """A quadratic surface fitted to the results."""

    def __init__(self, rows: list[list[float]], values: list[float]) -> None:
        inputs, answers = np.array(rows), np.array(values)
        self.coefficients, *_ = np.linalg.lstsq(inputs, answers, rcond=None)
        residuals = answers - inputs @ self.coefficients
        self.covariance = (
            residuals @ residuals / max(1, len(answers) - len(self.coefficients)) * np.linalg.pinv(inputs.T @ inputs)
        )

    def at(self, row: list[float]) -> tuple[float, float]:
        """Return the predicted value at a point, and its standard error."""
        point = np.array(row)
        return float(point @ self.coefficients), float(np.sqrt(point @ self.covariance @ point))


def print_effects(played: list[dict[str, Any]], ranges: Ranges) -> None:
    rows = [surface_terms(row["manner"], ranges) for row in played]
    full_surplus = float(np.mean([row["all"] - row["none"] for row in played]))
    wins = ResponseSurface(rows, [100.0 * row["wins"] for row in played])
    surplus = ResponseSurface(rows, [100.0 + 100.0 * (row["table"] - row["all"]) / full_surplus for row in played])
    print(f"{len(played)} jobs; from the middle of a range to its end, with standard errors:")
    for place, name in enumerate(["in the middle", *ranges]):
        effects = [
            f"{surface.coefficients[place]:+6.1f} ± {surface.covariance[place, place] ** 0.5:.1f}"
            for surface in (wins, surplus)
        ]
        print(f"  {name:14} wins {effects[0]}  surplus {effects[1]}")
    if len(played) < JOBS_PER_COEFFICIENT * len(rows[0]):
        return
    rng = Random(1)
    best: dict[int, tuple[float, str]] = {}
    for _ in range(20_000):
        mendel_parameters = random_parameters(ranges, rng)
        row = surface_terms(asdict(mendel_parameters), ranges)
        (win_rate, win_error), (share, share_error) = wins.at(row), surplus.at(row)
        percent = int(share - share_error)
        if win_rate - win_error > best.get(percent, (0.0, ""))[0]:
            figures = f"surplus {share:.1f} ± {share_error:.1f} %: wins {win_rate:.1f} ± {win_error:.1f} %"
            best[percent] = (win_rate - win_error, f"{figures}, {mendel_parameters}")
    most = 0.0
    for percent in sorted(best, reverse=True):
        if best[percent][0] > most:
            most = best[percent][0]
            print(f"  {best[percent][1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("ranges", nargs="+", metavar="NAME=LOW:HIGH")
    parser.add_argument("--game", default="bohnanza")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--seed", default="tuning manners")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path, help="write each job to this file, as lines of JSON")
    given = parser.parse_args()
    ranges = parse_ranges(given.ranges)
    setting = ArenaSetting(given.game, given.players, given.seed, {"talk_limit": 8})
    played: list[dict[str, Any]] = []
    with Pool(given.workers) as pool:
        for row in pool.imap_unordered(partial(job, setting, given.net, ranges), range(given.jobs)):
            played.append(row)
            if given.out is not None:
                with given.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            if len(played) % 200 == 0 or len(played) == given.jobs:
                print_effects(played, ranges)


if __name__ == "__main__":
    main()
