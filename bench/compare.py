"""Two builds of the engine side by side, to find out whether a change has cost speed.

    python bench/compare.py /other/venv/bin/python .venv-fast/bin/python --rounds 7

The two Pythons, each with its own tobean, measure alternately (`engine.py --round`), so that a noisy machine affects
both alike. Prints the medians of the second build as ratios to those of the first, the baseline: above 1 is faster.
"""

import argparse
import statistics

from engine import measure_elsewhere

GAMES = (("bohnanza", 4), ("rabohnzel", 4), ("excalibohn", 4), ("al-cabohne", 2), ("bohnedikt", 4))
TIMES = ("clone", "observe")
"""Figures where lower is better; all others are rates."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("baseline", help="the Python that has the old build")
    parser.add_argument("other", help="the Python that has the new build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="for each figure in a round")
    parser.add_argument("--game", help="one game only")
    given = parser.parse_args()
    for game, players in GAMES:
        if given.game not in (None, game):
            continue
        found: dict[str, list[dict[str, float]]] = {given.baseline: [], given.other: []}
        for _ in range(given.rounds):
            for python, rounds in found.items():
                rounds.append(measure_elsewhere(python, game, players, given.seconds))
        old, new = (
            {key: statistics.median(each[key] for each in rounds) for key in rounds[0]} for rounds in found.values()
        )
        ratios = {key: old[key] / new[key] if key in TIMES else new[key] / old[key] for key in old}
        print(f"{game} x{players}: " + ", ".join(f"{key} {ratio:.3f}" for key, ratio in ratios.items()), flush=True)


if __name__ == "__main__":
    main()
