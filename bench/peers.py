"""Speed of peer libraries, as baselines for the engine's own benchmarks.

Each peer plays uniformly random whole games on one core.  A *decision* is a move
that a player makes, forced ones included; chance moves (deals, draws) that a
library exposes as moves of their own are played and timed, yet counted apart.
Rates are medians over several repeats.  Clones are taken half-way through a game.
Peers are imported only when measured: one that is absent is reported as `Missing`.

    python bench/peers.py --seconds 3 [--json]
"""

from __future__ import annotations

import argparse
import copy
import importlib
import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from random import random as fraction
from statistics import fmean, median
from time import perf_counter
from timeit import Timer
from typing import Any, NamedTuple

REPEATS = 5
WHOLE_GAME = 1_000_000_000  # a limit on decisions that no game reaches
ROLLOUTS = 2000  # games in one evaluation by OpenSpiel's rollout evaluator
CHANCE, TERMINAL = -1, -4  # OpenSpiel's player numbers for chance and a finished game


@dataclass(frozen=True)
class Reading:
    """The speed of one peer at one game."""

    name: str
    decisions_per_second: float
    games_per_second: float
    clone_microseconds: float | None
    note: str


@dataclass(frozen=True)
class Missing:
    """A peer that could not be made ready, and the reason."""

    name: str
    why: str


class Played(NamedTuple):
    """What was played in one go, and where the game stands now."""

    games: int
    decisions: float
    chance_moves: float
    position: Any = None


class Contestant(NamedTuple):
    """A peer made ready; `play(limit)` stops a game after that many decisions."""

    play: Callable[[int], Played]
    clone: Callable[[Any], object] | None
    remark: str


def _pick(options: Any) -> Any:
    """Pick uniformly at random; faster than `random.choice`."""
    return options[int(fraction() * len(options))]


def _openspiel_python(game_name: str) -> Contestant:
    """Make every move from Python; the chance nodes of the games used have equal odds."""
    game: Any = importlib.import_module("pyspiel").load_game(game_name)

    def play(limit: int) -> Played:
        chance_moves = 0
        state = game.new_initial_state()
        whose, legal, apply = state.current_player, state.legal_actions, state.apply_action
        for decisions in range(limit + 1):
            while (player := whose()) == CHANCE:
                outcomes = state.chance_outcomes()
                apply(outcomes[int(fraction() * len(outcomes))][0])
                chance_moves += 1
            if player == TERMINAL or decisions == limit:
                break
            options = legal()
            apply(options[int(fraction() * len(options))])
        return Played(1, decisions, chance_moves, state)

    return Contestant(play, lambda state: state.clone(), "driven from Python")


def _openspiel_cpp(game_name: str, *, rollouts: bool) -> Contestant:
    """Play in C++: whole games by random bots, or rollouts from the first real choice.

    The rollout evaluator is reachable only through an MCTS bot.  Allowed two
    simulations, the bot evaluates the root and one child of it, which makes twice
    its rollouts.  Mean lengths of games are sampled beforehand, with random bots.
    """
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    root = game.new_initial_state()
    while rollouts and (root.is_chance_node() or len(root.legal_actions()) == 1):
        root.apply_action(_pick(root.legal_actions()))
    sample = []
    for seed in range(ROLLOUTS):
        end = root.clone()
        pyspiel.evaluate_bots(end, bots, seed)
        sample.append([move.player == CHANCE for move in end.full_history()[root.move_number() :]])
    chance_moves = fmean(map(sum, sample))
    decisions = fmean(map(len, sample)) - chance_moves

    def play_bots(_limit: int) -> Played:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(30))
        return Played(1, decisions, chance_moves)

    def play_rollouts(_limit: int) -> Played:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 1, False).step(root)
        # From the child on, a game is one decision shorter.
        return Played(2 * ROLLOUTS, (2 * decisions - 1) * ROLLOUTS, 2 * chance_moves * ROLLOUTS)

    if rollouts:
        return Contestant(play_rollouts, None, "sampled lengths, deal not played")
    return Contestant(play_bots, None, "sampled lengths, one call a game")


def _rlcard(env_name: str) -> Contestant:
    """Step an RLCard environment, which encodes an observation at every step."""
    env: Any = importlib.import_module("rlcard").make(env_name, config={"seed": 1})

    def play(limit: int) -> Played:
        decisions, (state, _) = 0, env.reset()
        while decisions < limit and not env.is_over():
            state, _ = env.step(_pick(list(state["legal_actions"])))
            decisions += 1
        return Played(1, decisions, 0, env.game)

    return Contestant(play, copy.deepcopy, "clone: deepcopy of env.game")


def _pettingzoo(module_name: str) -> Contestant:
    """Step a PettingZoo environment, with its standard wrappers."""
    env: Any = importlib.import_module(f"pettingzoo.classic.{module_name}").env()

    def play(_limit: int) -> Played:
        decisions = 0
        env.reset(seed=random.getrandbits(30))
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return Played(1, decisions, 0)
            env.step(_pick(observation["action_mask"].nonzero()[0]))
            decisions += 1

    return Contestant(play, None, "no clone: a deepcopy is a new, unstarted environment")


def _catanatron() -> Contestant:
    """Let four random players play Catan."""
    games: Any = importlib.import_module("catanatron.game")
    players: Any = importlib.import_module("catanatron.models.player")

    def play(limit: int) -> Played:
        game = games.Game([players.RandomPlayer(color) for color in players.Color])
        if limit == WHOLE_GAME:
            game.play()
        while len(game.state.actions) < limit < WHOLE_GAME and game.winning_color() is None:
            game.play_tick()
        return Played(1, len(game.state.actions), 0, game)

    return Contestant(play, lambda game: game.copy(), "dice and draws are inside decisions")


EIGHTS = "crazy_eights(players=4)"
PEERS: dict[str, Callable[[], Contestant]] = {
    "OpenSpiel crazy_eights x4, Python loop": partial(_openspiel_python, EIGHTS),
    "OpenSpiel hearts, Python loop": partial(_openspiel_python, "hearts"),
    "OpenSpiel gin_rummy, Python loop": partial(_openspiel_python, "gin_rummy"),
    "OpenSpiel sheriff, Python loop": partial(_openspiel_python, "sheriff"),
    "OpenSpiel crazy_eights x4, C++ bots": partial(_openspiel_cpp, EIGHTS, rollouts=False),
    "OpenSpiel crazy_eights x4, C++ rollouts": partial(_openspiel_cpp, EIGHTS, rollouts=True),
    "RLCard uno x2": partial(_rlcard, "uno"),
    "RLCard gin-rummy": partial(_rlcard, "gin-rummy"),
    "PettingZoo hanabi_v5 x2": partial(_pettingzoo, "hanabi_v5"),
    "PettingZoo texas_holdem_v4 x2": partial(_pettingzoo, "texas_holdem_v4"),
    "Catanatron x4": _catanatron,
}


def _rates(play: Callable[[int], Played], seconds: float) -> tuple[float, float, float]:
    """Games, decisions and chance moves per second, over whole games."""
    games, decisions, chance_moves = 0, 0.0, 0.0
    started = perf_counter()
    while (spent := perf_counter() - started) < seconds or not games:
        played = play(WHOLE_GAME)
        games += played.games
        decisions += played.decisions
        chance_moves += played.chance_moves
    return games / spent, decisions / spent, chance_moves / spent


def _clone_cost(contestant: Contestant, decisions: int, seconds: float) -> float | None:
    """Median microseconds of a clone, over games stopped after some decisions."""
    if contestant.clone is None:
        return None
    costs = []
    for _ in range(REPEATS):
        while (played := contestant.play(decisions)).decisions < decisions:
            pass  # this game ended too soon
        timer = Timer(partial(contestant.clone, played.position))
        clones = 1 + int(seconds / REPEATS / timer.timeit(1))
        costs.append(timer.timeit(clones) / clones * 1e6)
    return median(costs)


def measure(name: str, seconds: float) -> Reading | Missing:
    """Measure one of `PEERS`: its games for the given seconds, clones for a tenth more."""
    random.seed(1)
    try:
        contestant = PEERS[name]()
    except (ImportError, RuntimeError) as error:  # RuntimeError: OpenSpiel lacks the game
        return Missing(name, f"{type(error).__name__}: {error}")
    contestant.play(WHOLE_GAME)  # warm up
    repeats = [_rates(contestant.play, seconds / REPEATS) for _ in range(REPEATS)]
    games, decisions, chance_moves = (median(rates) for rates in zip(*repeats, strict=True))
    note = (
        f"{decisions / games:.1f} decisions + {chance_moves / games:.1f} chance moves a game; "
        f"best {max(rates[1] for rates in repeats):,.0f}/s; {contestant.remark}"
    )
    clone = _clone_cost(contestant, round(decisions / games / 2), seconds / 10)
    return Reading(name, decisions, games, clone, note)


def measure_all(seconds: float) -> list[Reading | Missing]:
    """Measure every peer, each for about the given seconds."""
    return [measure(name, seconds) for name in PEERS]


def _row(result: Reading | Missing) -> str:
    if isinstance(result, Missing):
        return f"{result.name:40} missing: {result.why}"
    clone = "-" if result.clone_microseconds is None else f"{result.clone_microseconds:.2f}"
    rates = f"{result.decisions_per_second:>12,.0f} {result.games_per_second:>10,.1f}"
    return f"{result.name:40} {rates} {clone:>10}  {result.note}"


def main() -> None:
    """Print the speeds of all peers, as a table or as JSON."""
    parser = argparse.ArgumentParser(description="Measure the speed of peer libraries.")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds per peer")
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    options = parser.parse_args()
    results = measure_all(options.seconds)
    if options.json:
        print(json.dumps([asdict(result) for result in results], indent=2))
    else:
        print(f"{'peer':40} {'decisions/s':>12} {'games/s':>10} {'clone us':>10}  note")
        print("\n".join(map(_row, results)))


if __name__ == "__main__":
    main()
