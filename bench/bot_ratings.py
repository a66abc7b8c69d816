"""Ratings of the bots, for the constants in `src/tobean/study/statistics/bot_ratings.py`.

Plays games with drawn lineups and fits the strengths of openskill's Plackett-Luce model to the complete rankings by
maximum likelihood. The merchant is the origin (25). Mendel and the bots that search are too slow for many games; their
ratings follow from the published shares of wins against copies of a rated bot.

    python bench/bot_ratings.py --games 300
"""

import argparse
import math
import random
from collections.abc import Sequence
from typing import Final

from tobean.bots import play_match
from tobean.games import GAMES

BOTS: Final = ("random", "miser", "sprout", "merchant")
ORIGIN: Final = "merchant"
MU: Final = 25.0
BETA: Final = 25.0 / 6.0
"""Performance deviation of openskill's models."""
PUBLISHED: Final = (
    ("mendel", ("merchant", 0.526, 4)),
    ("sage", ("merchant", 0.547, 4)),
    ("mendel@1", ("sage", 0.422, 4)),
)
"""Share of wins of a bot against copies of another one, and the number of players (docs/benchmarks.md)."""
ROUNDS: Final = 600
STEP: Final = 2.0

Ranking = tuple[Sequence[str], Sequence[int]]


def play(game: str, players: int, seed: int) -> Ranking:
    lineup = random.Random(f"lineup {game} {seed}").sample(BOTS, players)
    return lineup, play_match(game, lineup, seed=f"ratings {seed}").result.ranks


def scale_of(players: int) -> float:
    """Return the scale of the model at a table of bots whose ratings are certain."""
    return BETA * math.sqrt(players)


def fitted(rankings: Sequence[Ranking]) -> dict[str, float]:
    """Fit the ratings to all rankings, with a weak prior that keeps those of unbeaten bots finite."""
    ratings = dict.fromkeys(BOTS, 0.0)
    for _ in range(ROUNDS):
        slopes = {name: -value / (25 / 3) ** 2 for name, value in ratings.items()}
        for lineup, ranks in rankings:
            scale = scale_of(len(lineup))
            for rank in ranks:
                left = [name for name, other in zip(lineup, ranks, strict=True) if other >= rank]
                weights = [math.exp(ratings[name] / scale) for name in left]
                ties = sum(other == rank for other in ranks)
                for name, weight in zip(left, weights, strict=True):
                    slopes[name] -= weight / sum(weights) / scale
                for name, other in zip(lineup, ranks, strict=True):
                    if other == rank:
                        slopes[name] += 1 / ties / scale
        for name, slope in slopes.items():
            ratings[name] += STEP * BETA**2 * slope / len(rankings)
    return {name: MU + value - ratings[ORIGIN] for name, value in ratings.items()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100, help="games of each game and number of players")
    given = parser.parse_args()
    rankings: list[Ranking] = []
    for game, rules in GAMES.items():
        for players in rules.players:
            if 2 <= players <= min(4, len(BOTS)):
                rankings += [play(game, players, seed) for seed in range(given.games)]
                print(game, players, len(rankings), flush=True)
    ratings = fitted(rankings)
    for name, (other, share, players) in PUBLISHED:
        ratings[name] = ratings[other] + scale_of(players) * math.log(share * (players - 1) / (1 - share))
    for name, rating in sorted(ratings.items(), key=lambda item: item[1]):
        print(f"{name:10} {rating:6.1f}")


if __name__ == "__main__":
    main()
