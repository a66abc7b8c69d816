"""Information-set Monte Carlo tree search (SO-ISMCTS) over the tokens of the grammar: strength by search effort.

    python examples/baselines/ismcts.py
    python examples/baselines/ismcts.py --simulations 10,40,160 --rollout sprout --workers 16
    tobean arena examples/baselines/ismcts.py:Searcher --against sprout --deals 4

Each simulation deals the hidden cards anew (`determinize`), walks down one tree that all of them share, adds a node and
plays the game to its end. Nothing is learned: the curve is over the simulations per decision. Cowling, Powley and
Whitehouse (2012) describe the method. Writes curve.csv and config.json to the output folder.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import platform
import time
from functools import partial
from math import log, sqrt
from pathlib import Path
from typing import Any

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_until
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.playout import playout
from tobean.research.statistics.intervals import Z95, mean, share, standard_deviation
from tobean.research.tokens.rewards import REWARDS
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="bohnanza")
parser.add_argument("--players", type=int, default=4)
parser.add_argument("--reward", choices=REWARDS, default="margin")
parser.add_argument("--talk-limit", type=int, default=1, help="offers of each player in a turn")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--simulations", default="5,20,80,320", help="simulations per decision, a point of the curve each")
parser.add_argument("--exploration", type=float, default=0.5, help="constant of UCB")
parser.add_argument("--rollout", default="random", help="how a game is finished: random, or the name of a bot")
parser.add_argument("--opponents", default="sprout", help="bot at the other seats")
parser.add_argument("--deals", type=int, default=32, help="games for each point")
parser.add_argument("--workers", type=int, default=1, help="processes that play them")
parser.add_argument("--minutes", type=float, default=0.0, help="start no further point after this time; 0: no limit")
parser.add_argument("--out", type=Path, default=Path("runs/ismcts"), help="output folder")


class Node:
    """A token in the tree: how often it was said, how often it could have been, and what it brought its speaker."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.available = 1
        self.total = 0.0


class Searcher:
    """A bot that searches before each awaited decision and never acts out of turn."""

    name = "ismcts"

    def __init__(
        self, setting: Setting | None = None, simulations: int = 80, exploration: float = 0.5, rollout: str = "random"
    ) -> None:
        self.setting = setting
        self.simulations = simulations
        self.exploration = exploration
        self.rollout_bot = None if rollout == "random" else bot_named(rollout)

    def setting_for(self, view: Observation) -> Setting:
        """The setting of this table, unless one was given."""
        if self.setting is None:
            limit = view.options["talk_limit"]
            assert limit is None or isinstance(limit, int)
            self.setting = Setting(
                view.rules, view.players, talk_limit=limit, most_given=2, most_wanted=2, most_called=0, skip_forced=True
            )
        return self.setting

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        setting = self.setting_for(view)
        root = Node()
        first = setting.grammar.begin(determinize(view, chance), view.seat)
        if len(first.next_tokens) > 1 or first.say_forced() is None:
            for _ in range(self.simulations):
                self.simulate(root, setting, determinize(view, chance), chance)
        said = setting.grammar.begin(determinize(view, chance), view.seat)
        node: Node | None = root
        while said.action is None:
            known = {} if node is None else node.children
            tried = [token for token in said.next_tokens if token in known]
            token = max(tried, key=lambda each: known[each].visits) if tried else chance.choice(said.next_tokens)
            node = known.get(token)
            said.say(token)
            said.say_forced()
        return said.action

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None

    def simulate(self, root: Node, setting: Setting, table: Any, chance: Chance) -> None:
        """One walk down the tree on a table consistent with the observation, a new node, and the rest of the game."""
        game = TokenGame(setting, table)
        node = root
        path: list[tuple[Node, int]] = []
        is_new = False
        while not game.over and not is_new:
            tokens = game.next_tokens
            untried = [token for token in tokens if token not in node.children]
            if untried:
                token = chance.choice(untried)
                node.children[token] = Node()
                is_new = True
            else:
                token = self.best_token(node, tokens)
            for other in tokens:
                if other in node.children:
                    node.children[other].available += 1
            node = node.children[token]
            path.append((node, game.seat))
            game.say(token)
        while not game.over and game.said_tokens:  # finish the action that is being said
            game.say(chance.choice(game.next_tokens))
        if not game.table.over:
            if self.rollout_bot is None:
                playout(game.table, chance)
            else:
                play_until(game.table, [self.rollout_bot] * setting.players, chance, game.table.apply)
        returns = setting.returns(game.table.result())
        for each, seat in path:
            each.visits += 1
            each.total += returns[seat]

    def best_token(self, node: Node, tokens: list[int]) -> int:
        """The token with the highest upper confidence bound."""
        best, best_bound = tokens[0], -1e9
        for token in tokens:
            child = node.children[token]
            bound = child.total / child.visits + self.exploration * sqrt(log(child.available) / child.visits)
            if bound > best_bound:
                best, best_bound = token, bound
        return best


def play_deal(
    setting: Setting, opponents: str, rollout: str, exploration: float, seed: int, simulations: int, deal: int
) -> tuple[float, float, float]:
    """The margin of a searcher on a deal, its share of the win, and its time in seconds."""
    started = time.process_time()
    seat = deal % setting.players
    bots: list[Any] = [bot_named(opponents) for _ in range(setting.players)]
    bots[seat] = Searcher(setting, simulations, exploration, rollout)
    table = setting.new_table(f"held out {deal}")
    play_until(table, bots, chance_from(f"search {seed} {deal}"), table.apply)
    result = table.result()
    margin = result.thalers[seat] - mean([t for other, t in enumerate(result.thalers) if other != seat])
    return margin, 1.0 / len(result.winners) if seat in result.winners else 0.0, time.process_time() - started


def main(arguments: list[str] | None = None) -> Path:
    given = parser.parse_args(arguments)
    setting = Setting(
        given.game, given.players, talk_limit=given.talk_limit, most_given=2, most_wanted=2, most_called=0,
        skip_forced=True, reward=given.reward,
    )  # fmt: skip
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    started, rows = time.time(), []
    play = partial(play_deal, setting, given.opponents, given.rollout, given.exploration, given.seed)
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for simulations in map(int, given.simulations.split(",")):
            if given.minutes and time.time() - started > 60 * given.minutes:
                break
            games = pool.map(partial(play, simulations), range(given.deals), chunksize=1)
            margins = [margin for margin, _, _ in games]
            half = Z95 * standard_deviation(margins) / max(1, len(margins)) ** 0.5
            wins, middle = share(sum(won for _, won, _ in games), len(games)), mean(margins)
            row = {
                "seconds": round(time.time() - started, 1), "simulations": simulations, "deals": len(games),
                "margin": middle, "margin_low": middle - half, "margin_high": middle + half, "wins": wins.value,
                "wins_low": wins.low, "wins_high": wins.high,
                "seconds_per_game": mean([spent for _, _, spent in games]),
            }  # fmt: skip
            rows.append(row)
            with open(out / "curve.csv", "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
                for each in rows:
                    writer.writerow({key: f"{v:.4g}" if isinstance(v, float) else v for key, v in each.items()})
            print(", ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True)
    about = {key: str(value) if isinstance(value, Path) else value for key, value in vars(given).items()}
    about |= {
        "wall seconds": round(time.time() - started, 1), "tobean": tobean.__version__, "machine": platform.machine(),
        "python": platform.python_version(),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return out


if __name__ == "__main__":
    main()
