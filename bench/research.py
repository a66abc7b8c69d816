"""Speed of the environments compared with those of other libraries, in one run.

    python bench/research.py --seconds 2
    python bench/research.py --workers 16
    python bench/research.py --against /other/venv/bin/python --rounds 20 --seconds 0.3

All play uniformly random games on one core, reading observations and masks. They alternate in short rounds and the best
round of each counts, in CPU time, so that a noisy machine affects all alike. Only ratios within one run are meaningful.
A peer that is not installed is named.

`--against` compares with another build, that of the other Python: both play in turns, and the ratio is the median over
pairs of rounds, above 1 if this build is faster.

`--workers` measures `ParallelWorkers` alone, in elapsed time: decisions per second with this many worker processes,
with the time for choosing at random among the legal tokens.
"""

import argparse
import importlib
import pickle
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import tobean
from tobean.kernel import table as table_module
from tobean.research.environments.parallel import Parallel
from tobean.research.tokens.features import Layout
from tobean.research.tokens.setting import Setting

ROUNDS = 5
TABLES = 64
WORKER_TABLES = 256
"""Tables of each worker process."""

Round = Callable[[float], tuple[float, str]]
"""Plays for some seconds; returns the rate and a remark."""


def agents(make: Callable[[], Any]) -> Round:
    """Return the steps per second through PettingZoo's cycle of agents."""
    env, rng = make(), random.Random(1)

    def play(seconds: float) -> tuple[float, str]:
        steps = games = actions = 0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            env.reset(seed=games)
            for _ in env.agent_iter():
                seen, _, over, cut, info = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"] if isinstance(seen, dict) else info["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
            games += 1
            if hasattr(env.unwrapped, "playing"):
                actions += env.unwrapped.playing.table.ply
        spent = time.process_time() - begin
        return steps / spent, f"steps/s; {actions / spent:,.0f} completed actions/s" if actions else "steps/s"

    return play


def bohnanza_agents() -> Round:
    # Imported here: `--workers` also runs on machines without PettingZoo and Gymnasium.
    from tobean.research.environments.pettingzoo import bohnanza_v0

    return agents(lambda: bohnanza_v0.env(players=4))


def parallel(game: str, players: int) -> Round:
    """Return the tokens per second at many tables, without the time for choosing them."""
    tables, rng = Parallel(Setting(game, players), TABLES), np.random.default_rng(1)

    def play(seconds: float) -> tuple[float, str]:
        steps, chosen = 0, 0.0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            before = time.process_time()
            tokens = tables.random_tokens(rng)
            chosen += time.process_time() - before
            tables.step(tokens)
            steps += TABLES
        spent = time.process_time() - begin
        return steps / (spent - chosen), f"decisions/s at {TABLES} tables; {steps / spent:,.0f} with choosing at random"

    return play


def spiel(name: str) -> Round:
    """Return the decisions per second of an OpenSpiel game from Python, with tensors."""
    pyspiel = importlib.import_module("pyspiel")
    if name.startswith("tobean"):
        importlib.import_module("tobean.research.environments.openspiel")
    game, rng = pyspiel.load_game(name), random.Random(1)
    has_state = game.get_type().provides_information_state_tensor

    def play(seconds: float) -> tuple[float, str]:
        decisions = draws = 0
        begin = time.process_time()
        while time.process_time() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, odds)[0])
                    draws += 1
                    continue
                player = state.current_player()
                np.array(state.information_state_tensor(player) if has_state else state.observation_tensor(player))
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
        spent = time.process_time() - begin
        return decisions / spent, f"decisions/s; {draws / spent:,.0f} chance nodes/s"

    return play


def features(game: str, players: int) -> Round:
    """Return the observations encoded per second."""
    layout, chance = Layout(game, players, 3), tobean.chance_from(1)
    table, views = tobean.new_game(game, players=players, seed=3, talk_limit=3), []
    while not table.over:
        views.append(tobean.observe(table, table.awaited))
        table.apply(table.sample_action(table.awaited, chance))

    def play(seconds: float) -> tuple[float, str]:
        count, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            for view in views:
                layout.dense(view)
            count += len(views)
        return count / (time.process_time() - begin), "views/s"

    return play


def pickled(game: str, players: int) -> Round:
    """Return the pickle round trips of a table per second."""
    table, chance = tobean.new_game(game, players=players, seed=3, talk_limit=3), tobean.chance_from(1)
    for _ in range(200):
        table.apply(table.sample_action(table.awaited, chance))

    def play(seconds: float) -> tuple[float, str]:
        count, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            pickle.loads(pickle.dumps(table, pickle.HIGHEST_PROTOCOL))
            count += 1
        size = len(pickle.dumps(table, pickle.HIGHEST_PROTOCOL))
        return count / (time.process_time() - begin), f"round trips/s; {size:,} bytes each"

    return play


def peer(name: str) -> Round:
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return agents(module.env)


BENCHMARKS: dict[str, Callable[[], Round]] = {
    "AEC Bohnanza, 4 players": bohnanza_agents,
    "PettingZoo hanabi": lambda: peer("hanabi_v5"),
    "PettingZoo connect_four": lambda: peer("connect_four_v3"),
    "parallel Bohnanza, 4 players": lambda: parallel("bohnanza", 4),
    "parallel Al Cabohne solo": lambda: parallel("al-cabohne", 1),
    "OpenSpiel tobean_bohnanza": lambda: spiel("tobean_bohnanza"),
    "OpenSpiel hanabi": lambda: spiel("hanabi"),
    "features of Bohnanza, 4 players": lambda: features("bohnanza", 4),
    "pickled table of Bohnanza": lambda: pickled("bohnanza", 4),
}


def workers(count: int, tables: int, seconds: float, rounds: int) -> None:
    """Print decisions per second of elapsed time through worker processes.

    The tables are two groups, each with half of the workers: while the tokens of one group are chosen and checked, the
    other one is stepped.
    """
    # Imported here: builds of version 0.1.0, which `--against` compares with, do not have it.
    from tobean.research.environments.workers.parallel_workers import ParallelWorkers

    setting = Setting("bohnanza", 4)
    shares = [count - count // 2, count // 2] if count > 1 else [1]
    groups = [
        ParallelWorkers(setting, share * tables, seed=f"group {number}", processes=share)
        for number, share in enumerate(shares)
    ]
    rng = np.random.default_rng(1)
    best = 0.0
    for _ in range(rounds):
        steps, games, begin = 0, 0, time.perf_counter()
        for group in groups:
            group.start(group.random_tokens(rng))
        while time.perf_counter() - begin < seconds:
            for group in groups:
                games += len(group.finish())
                steps += group.count
                group.start(group.random_tokens(rng))
        for group in groups:
            games += len(group.finish())
            steps += group.count
        spent = time.perf_counter() - begin
        best = max(best, steps / spent)
        print(
            f"{count} workers, {tables} tables each: {steps / spent:12,.0f} decisions/s, {games / spent:,.0f} games/s"
        )
    for group in groups:
        group.close()
    print(f"best of {rounds} rounds: {best:,.0f} decisions/s")


def answer_requests() -> None:
    """Play the rounds that `compare` asks for, one line of a benchmark's name and its seconds each."""
    made: dict[str, Round] = {}
    for line in sys.stdin:
        seconds, _, name = line.rstrip("\n").partition(" ")
        if name not in made:
            made[name] = BENCHMARKS[name]()
        print(made[name](float(seconds))[0], flush=True)


def compare(other: str, names: list[str], seconds: float, rounds: int) -> None:
    """Print the rates of the other build and of this one, which play in turns, and their ratio."""
    command = ["-W", "ignore", __file__, "--requests"]
    builds = [
        subprocess.Popen([python, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for python in (other, sys.executable)
    ]

    def ask(build: subprocess.Popen[str], name: str) -> float:
        assert build.stdin is not None
        assert build.stdout is not None
        build.stdin.write(f"{seconds} {name}\n")
        build.stdin.flush()
        return float(build.stdout.readline())

    for name in names:
        for build in builds:
            ask(build, name)  # a first round, which does not count, creates the environment
        pairs = [(ask(builds[0], name), ask(builds[1], name)) for _ in range(rounds)]
        old, new = [statistics.median(rates) for rates in zip(*pairs, strict=True)]
        ratio = statistics.median([own / theirs for theirs, own in pairs])
        print(f"{name:34}{old:12,.0f}{new:12,.0f}  ratio {ratio:.2f}", flush=True)
    for build in builds:
        build.communicate()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of each round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="only benchmarks with this in their name")
    parser.add_argument("--workers", type=int, default=0, help="measure ParallelWorkers with this many processes")
    parser.add_argument("--tables", type=int, default=WORKER_TABLES, help="tables of each worker")
    parser.add_argument("--against", help="the Python of another build to compare with")
    parser.add_argument("--requests", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    if given.requests:
        answer_requests()
        return 0
    compiled = "interpreted" if (table_module.__file__ or "").endswith(".py") else "compiled"
    print(f"tobean {tobean.__version__}, {compiled}, Python {sys.version.split()[0]}")
    if given.workers:
        workers(given.workers, given.tables, given.seconds, given.rounds)
        return 0
    rounds: dict[str, Round] = {}
    for name, make in BENCHMARKS.items():
        if given.only in name:
            try:
                rounds[name] = make()
            except Exception as error:  # a missing peer may raise anything
                print(f"{name:34} missing: {error!r}"[:150])
    if given.against:
        compare(given.against, list(rounds), given.seconds, given.rounds)
        return 0
    best: dict[str, tuple[float, str]] = {}
    for _ in range(given.rounds):
        for name, play in rounds.items():
            result = play(given.seconds)
            best[name] = max(best.get(name, result), result)
    for name, (rate, remark) in best.items():
        print(f"{name:34}{rate:12,.0f} {remark} ({1e6 / rate:.1f} us)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
