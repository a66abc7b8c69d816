"""Measures the study of a game: CPU seconds of one core for the curve and the review, and the error of the estimates.

    python bench/study.py                      # one game of about 500 actions for each game
    python bench/study.py --check 64           # also compares each curve with one of 64 playouts a point

Games are those of `sprout` bots, which end after 400 to 600 actions, or records given as files.
"""

import argparse
import math
import time
from itertools import pairwise
from pathlib import Path

from tobean.bots import bot_named
from tobean.bots.coach.playouts import IS_COMPILED, expected_thalers, usual_trials
from tobean.bots.coach.review import review
from tobean.bots.game_loop import play_to_end
from tobean.kernel.chance import chance_from
from tobean.record.record import Game, Record, parse_record
from tobean.session.replay import Replay
from tobean.session.viewer import Viewer
from tobean.study.replay_study import actions, curve, curve_plies, knowledge_of, seed_of

GAMES = (("bohnanza", 3), ("bohnanza", 5), ("rabohnzel", 4), ("excalibohn", 4), ("bohnedikt", 4), ("al-cabohne", 2))
VIEWS = (("open cards", Viewer(open=True)), ("seat 1", Viewer(0)))


def played_game(game: str, players: int, seed: int) -> Record:
    kept = Game(game, ["Ada", "Ben", "Cleo", "Dora", "Emil"][:players], seed=seed, talk_limit=6)
    play_to_end(kept.table, [bot_named("sprout") for _ in range(players)], chance_from(seed), kept.play)
    return kept.record


def measured_curve(replay: Replay, viewer: Viewer) -> tuple[float, list[dict[str, list[float]]]]:
    """Return the CPU seconds and the points of a whole curve."""
    points: list[dict[str, list[float]]] = []
    start = time.process_time()
    while len(points) < len(curve_plies(replay)):
        points += curve(replay, viewer, len(points))["points"]  # type: ignore[arg-type]
    return time.process_time() - start, points


def root_mean_square(values: list[float]) -> float:
    return math.sqrt(sum(value * value for value in values) / len(values))


def distance(replay: Replay, viewer: Viewer, points: list[dict[str, list[float]]], trials: int) -> float:
    """Return the root mean square difference between a curve and one with more playouts of other seeds."""
    found: list[float] = []
    for ply, point in zip(curve_plies(replay), points, strict=True):
        table = next(replay.sessions(ply)).table
        closer = expected_thalers(table, knowledge_of(viewer), f"check {seed_of(replay)}", trials)
        found += [mean - value.mean for mean, value in zip(point["thalers"], closer, strict=True)]
    return root_mean_square(found)


def report(record: Record, check: int) -> None:
    replay = Replay(record)
    start = time.process_time()
    review(record)
    count, trials = len(curve_plies(replay)), usual_trials(record.game)
    print(f"{record.game}, {len(record.players)} players, {replay.plies} actions, {count} points of {trials} playouts")
    print(f"  review {time.process_time() - start:.1f} s")
    for name, viewer in VIEWS:
        seconds, points = measured_curve(replay, viewer)
        errors = [error for point in points for error in point["errors"]]
        first, steps = points[0]["errors"], pairwise(points)
        moves = [two - one for old, new in steps for one, two in zip(old["thalers"], new["thalers"], strict=True)]
        print(f"  curve, {name}: {seconds:.1f} s; standard error {root_mean_square(errors):.2f} thalers,", end=" ")
        print(f"at the start {root_mean_square(first):.2f}; step {root_mean_square(moves):.2f}", end="")
        print(f"; distance {distance(replay, viewer, points, check):.2f}" if check else "")
    start = time.process_time()
    middle = replay.plies // 2
    count = len(actions(replay, VIEWS[0][1], None, middle, ())["actions"])  # type: ignore[arg-type]
    print(f"  alternatives at {middle}: {count} in {time.process_time() - start:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", type=Path)
    parser.add_argument("--check", type=int, default=0, help="playouts a point of the curve to compare with")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("compiled" if IS_COMPILED else "interpreted")
    for path in options.records:
        report(parse_record(path.read_text(encoding="utf-8")), options.check)
    for game, players in () if options.records else GAMES:
        report(played_game(game, players, options.seed), options.check)


if __name__ == "__main__":
    main()
