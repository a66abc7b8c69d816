"""Learns to play from games of a teacher, and measures the result on deals it has never seen.

    python examples/learn/learning.py solo               # alone against the mafia: the teacher is merchant
    python examples/learn/learning.py seat               # one seat among three sprouts: the teacher is sprout
    python examples/learn/learning.py seat --games 2000 --deals 40 --plot seat.svg

It takes some minutes on one core with the compiled package, mostly for measuring. The net is trained only on the
features of positions at the beginning of turns and the outcomes of those games (docs/research/baselines.md).
"""

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from learner import Learner, features
from learning_curve import Point, curve
from small_net import FEATURES, Net
from tobean.bots import bot_named
from tobean.bots.base import Bot
from tobean.bots.game_loop import play_until
from tobean.kernel.chance import chance_from
from tobean.research.statistics.intervals import Interval, share
from tobean.research.tokens.setting import Setting


@dataclass(frozen=True)
class Task:
    """A game to learn, the teacher, and the hyperparameters."""

    game: str
    players: int
    teacher: str
    games: int
    worlds: int
    offers: int
    doubt: float
    talk_limit: int
    steps: int = 8000
    """Training steps of the net over all games."""

    def setting(self) -> Setting:
        return Setting(self.game, self.players, talk_limit=self.talk_limit, feature_version=FEATURES)


TASKS = {
    "solo": Task("al-cabohne", 1, "merchant", games=40_000, worlds=8, offers=0, doubt=0.05, talk_limit=0),
    "seat": Task("bohnanza", 4, "sprout", games=8_000, worlds=3, offers=4, doubt=0.02, talk_limit=8),
}


def training_data(teacher: Bot, setting: Setting, games: int) -> tuple[Any, Any]:
    """Play games among copies of the teacher; returns the observations of each seat at the beginning of turns, and its
    returns."""
    rows: list[Any] = []
    targets: list[float] = []
    team = [teacher] * setting.players
    for game in range(games):
        table, chance = setting.new_table(f"learn {game}"), chance_from(f"learn {game} bots")
        positions: list[tuple[int, Any]] = []
        while not table.over:
            play_until(table, team, chance, table.apply, last_turn=table.turn)
            if not table.over:
                positions += [(seat, features(setting, table, seat)) for seat in range(setting.players)]
        returns = setting.returns(table.result())
        rows += [row for _, row in positions]
        targets += [returns[seat] for seat, _ in positions]
    return np.stack(rows), np.array(targets, np.float32)


def win_share_and_return(bot: Bot, teacher: Bot, setting: Setting, deal: int) -> tuple[float, float]:
    """Play a bot among copies of the teacher on a numbered deal; returns its share of the victory and its return."""
    seat = deal % setting.players
    team = [teacher] * setting.players
    team[seat] = bot
    table = setting.new_table(f"fresh {deal}")
    play_until(table, team, chance_from(f"fresh {deal} bots"), table.apply)
    result = table.result()
    return (1.0 / len(result.winners) if seat in result.winners else 0.0), setting.returns(result)[seat]


def measure_wins(net: Net, task: Task, deals: int) -> Interval:
    """The win rate of a bot with this net, on deals not used for training."""
    setting, teacher = task.setting(), bot_named(task.teacher)
    bot = Learner(setting, net, teacher, task.worlds, task.offers, task.doubt)
    return share(sum(win_share_and_return(bot, teacher, setting, deal)[0] for deal in range(deals)), deals)


def print_result(what: str, wins: Interval, deals: int) -> None:
    print(f"{what}: wins {wins.value:.1%} ({wins.low:.1%} to {wins.high:.1%}) of {deals} deals", flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--games", type=int, default=0, help="number of the teacher's games to learn from")
    parser.add_argument("--deals", type=int, default=200, help="number of deals to measure on")
    parser.add_argument("--plot", type=Path, help="save the learning curve as an SVG file")
    parser.add_argument("--save", type=Path, help="save the net to this file")
    parser.add_argument("--load", type=Path, help="measure the net in this file instead of training")
    given = parser.parse_args(arguments)
    task = TASKS[given.task]
    setting, teacher = task.setting(), bot_named(task.teacher)
    if given.load:
        print_result(
            "the net of the file",
            measure_wins(Net.load(given.load, setting.layout.size), task, given.deals),
            given.deals,
        )
        return 0
    started = time.process_time()
    rows, targets = training_data(teacher, setting, given.games or task.games)
    games = given.games or task.games
    print(f"{games} games of {task.teacher}, {len(rows)} positions: {time.process_time() - started:.0f} s", flush=True)
    points: list[Point] = []
    for part in (64, 8, 1):
        started = time.process_time()
        net = Net(setting.layout.size)
        count = len(rows) // part
        explained_variance = net.learn(rows[:count], targets[:count], max(200, task.steps // part))
        spent = time.process_time() - started
        interval = measure_wins(net, task, given.deals)
        points.append(Point(games // part, interval.value, interval.low, interval.high))
        print_result(
            f"learned from {games // part} games ({spent:.0f} s, R² {explained_variance:.2f})", interval, given.deals
        )
    teacher_wins = [win_share_and_return(teacher, teacher, setting, deal)[0] for deal in range(given.deals)]
    teacher_share = sum(teacher_wins) / given.deals
    print(f"{task.teacher} itself: {teacher_share:.1%}")
    if given.save:
        net.save(given.save)
    if given.plot:
        given.plot.write_text(curve(points, teacher_share, task.teacher), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
