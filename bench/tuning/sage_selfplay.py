"""Self-play of merchants, for training the nets of `tobean.bots.sage.value_net` (see bench/tuning/sage_train.py).

python bench/tuning/sage_selfplay.py bohnanza --players 3,4,5 --seconds 600 --seed one --out one.rows

At the beginning of turns the position is recorded as each seat observes it, with the outcome for that seat: rows of
32-bit floats, first the margin, the share of the victory above an equal one and the number of the game, then the
features of `tobean.bots.sage.features`. Half of the merchants have slightly varied parameters, and half make occasional
mistakes, so that nets also see what merchants would avoid.
"""

import argparse
import time
from array import array
from dataclasses import replace
from pathlib import Path
from random import Random

from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_to_end
from tobean.bots.mendel.value_net import outcome
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.sage.features import features_of
from tobean.games import new_game
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.observation import Observation, observe

MISTAKES = 0.015
RECORDED_SHARE = 0.7
"""Share of the turns that are recorded."""


class NoisyMerchant:
    """A merchant that makes occasional mistakes."""

    def __init__(self, rng: Random) -> None:
        self.name = "fallible"
        self.merchant = Merchant(parameters(rng))
        self.rng = rng
        self.mistakes = MISTAKES if rng.random() < 0.5 else 0.0

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) > 1 and self.rng.random() < self.mistakes:
            return self.rng.choice(actions)
        return self.merchant.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.merchant.volunteer(view, actions, chance)


def parameters(rng: Random) -> MerchantParameters:
    if rng.random() < 0.5:
        return DEFAULT_PARAMETERS
    return replace(
        DEFAULT_PARAMETERS,
        horizon=DEFAULT_PARAMETERS.horizon * rng.uniform(0.8, 1.3),
        margin=DEFAULT_PARAMETERS.margin * rng.uniform(0.5, 2.0),
        kindness=rng.uniform(0.0, 0.4),
        envy=rng.uniform(0.0, 0.15),
        empty_field_value=DEFAULT_PARAMETERS.empty_field_value * rng.uniform(0.7, 1.5),
    )


def play_game(game: str, players: int, seed: str, rng: Random) -> list[tuple[int, list[float]]]:
    """Play one game; returns the observing seat, and the outcome and features, of each recorded position."""
    table = new_game(game, players, seed, talk_limit=8)
    positions: list[tuple[int, list[float]]] = []
    turn = table.turn

    def play(action: Action) -> None:
        nonlocal turn
        table.apply_trusted(action)
        if table.turn != turn and not table.over:
            turn = table.turn
            if rng.random() < RECORDED_SHARE:
                for seat in range(players):
                    positions.append((seat, features_of(judge_for(observe(table, seat), DEFAULT_PARAMETERS))))

    play_to_end(table, [NoisyMerchant(rng) for _ in range(players)], chance_from(f"{seed} bots"), play)
    return [(seat, [*outcome(table, seat), *features]) for seat, features in positions]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", default="one", help="each of several processes needs its own")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    rng = Random(f"{given.game} {given.seed}")
    counts = [int(count) for count in given.players.split(",")]
    until = time.monotonic() + given.seconds
    games = rows = 0
    with given.out.open("wb") as file:
        while time.monotonic() < until:
            for _, row in play_game(given.game, rng.choice(counts), f"train {given.seed} {games}", rng):
                array("f", [row[0], row[1], games, *row[2:]]).tofile(file)
                rows += 1
            games += 1
    print(f"{given.game} {given.seed}: {games} games, {rows} positions", flush=True)


if __name__ == "__main__":
    main()
