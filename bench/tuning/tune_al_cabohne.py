"""Tunes the parameters of the Al Cabohne judge (src/tobean/games/al_cabohne/bots/parameters.py).

    python bench/tuning/tune_al_cabohne.py --players 1 --generations 60

An evolution strategy with a step size for each parameter. In the solo game a candidate plays numbered deals and is
scored by a smoothed win; with two players it plays both seats against the initial parameters. Every generation uses new
deals, numbered from 100,000 on; reports use others. Needs the compiled engine.
"""

import argparse
import math
from random import Random

import tobean
from tobean.games.al_cabohne.bots.judge import JudgePlayer
from tobean.games.al_cabohne.bots.parameters import SOLO_PARAMETERS, TWO_PLAYER_PARAMETERS, AlCabohneParameters
from tobean.games.al_cabohne.mafia import mafia_of

FIRST_DEAL = 100_000


def names() -> list[str]:
    return [name for name in dir(AlCabohneParameters()) if isinstance(getattr(AlCabohneParameters(), name), float)]


def parameters_with(constants: list[float]) -> AlCabohneParameters:
    parameters = AlCabohneParameters()
    for name, constant in zip(names(), constants, strict=True):
        setattr(parameters, name, constant)
    return parameters


def constants_of(parameters: AlCabohneParameters) -> list[float]:
    return [float(getattr(parameters, name)) for name in names()]


def play(deal: int, parameter_sets: list[AlCabohneParameters]) -> tobean.Table:
    table = tobean.new_game("al-cabohne", players=len(parameter_sets), seed=deal)
    players = [JudgePlayer(seat, parameters) for seat, parameters in enumerate(parameter_sets)]
    while not table.over:
        players[table.awaited].act(table)
    return table


def solo_score(deal: int, parameters: AlCabohneParameters) -> float:
    table = play(deal, [parameters])
    margin = len(table.thalers[0]) - 2 * len(mafia_of(table).thalers)
    return 1.0 / (1.0 + math.exp(-(margin - 0.5) / 2.0))


def two_score(deal: int, parameters: AlCabohneParameters, reference: AlCabohneParameters) -> float:
    total = 0.0
    for seat in (0, 1):
        table = play(deal, [parameters, reference] if seat == 0 else [reference, parameters])
        own, other, mafia = len(table.thalers[seat]), len(table.thalers[1 - seat]), len(mafia_of(table).thalers)
        total += own - other + 4.0 / (1.0 + math.exp(-(own - max(other, mafia) - 0.5) / 2.0))
    return total / 2


def score(constants: list[float], players: int, deals: range, reference: AlCabohneParameters) -> float:
    parameters = parameters_with(constants)
    if players == 1:
        return sum(solo_score(deal, parameters) for deal in deals) / len(deals)
    return sum(two_score(deal, parameters, reference) for deal in deals) / len(deals)


def tune(players: int, generations: int, deals: int, brood: int, step: float, seed: int) -> list[float]:
    """Run the generations: sample a brood around the mean; the better half updates the mean and the step sizes."""
    random = Random(seed)
    reference = SOLO_PARAMETERS if players == 1 else TWO_PLAYER_PARAMETERS
    mean = constants_of(reference)
    steps = [step * max(abs(constant), 0.1) for constant in mean]
    deal = FIRST_DEAL + 100_000 * seed
    for generation in range(generations):
        deal_numbers = range(deal, deal + deals)
        deal += deals
        scored: list[tuple[float, list[float]]] = []
        for _ in range(brood):
            child = [
                max(0.0, constant + spread * random.gauss(0.0, 1.0))
                for constant, spread in zip(mean, steps, strict=True)
            ]
            scored.append((score(child, players, deal_numbers, reference), child))
        scored.sort(key=lambda pair: -pair[0])
        elite = [child for _, child in scored[: brood // 2]]
        old = mean
        mean = [sum(child[index] for child in elite) / len(elite) for index in range(len(mean))]
        for index in range(len(steps)):
            spread = math.sqrt(sum((child[index] - old[index]) ** 2 for child in elite) / len(elite))
            steps[index] = 0.8 * steps[index] + 0.2 * spread
        average = sum(pair[0] for pair in scored) / brood
        print(f"{generation:3d}  best {scored[0][0]:.4f}  mean {average:.4f}", flush=True)
        if generation % 10 == 9:
            show(mean)
    return mean


def show(constants: list[float]) -> None:
    for name, constant in zip(names(), constants, strict=True):
        print(f"        self.{name} = {constant:.3g}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1, choices=(1, 2))
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--brood", type=int, default=16)
    parser.add_argument("--step", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    show(tune(args.players, args.generations, args.deals, args.brood, args.step, args.seed))


if __name__ == "__main__":
    main()
