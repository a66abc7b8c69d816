"""Speed of peer libraries, as baselines for the engine's own benchmarks.

Each peer plays uniformly random whole games on one core. A *decision* is a player's move, including forced ones. Chance
moves (deals, draws) that a library exposes as moves are played and timed, but counted separately. Games are cloned
half-way through. All figures are the best of several rounds, in which the peers alternate so that a slow spell of the
machine affects all alike. A peer is imported when measured, and reported as `Missing` if it is not installed.

    python bench/peers.py --seconds 3 [--json]
"""

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
from time import process_time
from timeit import Timer
from typing import Any

ROUNDS = 10
WHOLE_GAME = 1_000_000_000  # a limit on decisions that no game reaches
ROLLOUTS = 2000  # games in one evaluation by OpenSpiel's rollout evaluator
CHANCE, TERMINAL = -1, -4  # OpenSpiel's player numbers for chance and a finished game


@dataclass(frozen=True)
class PeerSpeed:
    """The speed of one peer at one game."""

    name: str
    decisions_per_second: float
    games_per_second: float
    clone_microseconds: float | None
    note: str


@dataclass(frozen=True)
class Missing:
    """A peer that could not be prepared, and the reason."""

    name: str
    why: str


Played = tuple[int, float, float, Any]  # games, decisions, chance moves, last position
Play = Callable[[int], Played]  # stops a game after that many decisions
Clone = Callable[[Any], object]
Peer = tuple[Play, Clone | None, str]  # with a remark
Round = tuple[float, float, float, float]  # decisions/s, decisions and chance moves/game, us/clone


def _openspiel_python(game_name: str) -> Peer:
    """Make every move from Python; the chance nodes of the games used have equal odds."""
    game: Any = importlib.import_module("pyspiel").load_game(game_name)

    def play(limit: int) -> Played:
        state, chance_moves = game.new_initial_state(), 0
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
        return 1, decisions, chance_moves, state

    return play, lambda state: state.clone(), "driven from Python"


def _openspiel_cpp(game_name: str, *, rollouts: bool) -> Peer:
    """Play in C++: whole games by random bots, or rollouts from the first real choice.

    The rollout evaluator is reached through an MCTS bot: allowed two simulations, it
    evaluates the root and a child one decision on. Mean lengths are sampled first.
    """
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    root = game.new_initial_state()
    while rollouts and (root.is_chance_node() or len(root.legal_actions()) == 1):
        root.apply_action(random.choice(root.legal_actions()))
    dealt, ends = root.move_number(), [root.clone() for _ in range(ROLLOUTS)]
    for seed, end in enumerate(ends):
        pyspiel.evaluate_bots(end, bots, seed)
    moves = [move.player for end in ends for move in end.full_history()[dealt:]]
    chance_moves = moves.count(CHANCE) / ROLLOUTS
    decisions = len(moves) / ROLLOUTS - chance_moves

    def play_bots(_limit: int) -> Played:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(30))
        return 1, decisions, chance_moves, None

    def play_rollouts(_limit: int) -> Played:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 1, False).step(root)
        return 2 * ROLLOUTS, (2 * decisions - 1) * ROLLOUTS, 2 * chance_moves * ROLLOUTS, root

    if rollouts:
        return play_rollouts, None, "sampled lengths, deal not played"
    return play_bots, None, "sampled lengths, one call a game"


def _rlcard(env_name: str) -> Peer:
    """Step an RLCard environment, which encodes an observation at every step."""
    env: Any = importlib.import_module("rlcard").make(env_name, config={"seed": 1})

    def play(limit: int) -> Played:
        decisions, (state, _) = 0, env.reset()
        while decisions < limit and not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return 1, decisions, 0, env.game

    return play, copy.deepcopy, "clone: deepcopy of env.game"


def _pettingzoo(module_name: str) -> Peer:
    """Step a PettingZoo environment, with its standard wrappers."""
    env: Any = importlib.import_module(f"pettingzoo.classic.{module_name}").env()

    def play(limit: int) -> Played:
        env.reset(seed=random.getrandbits(30))
        for decisions in range(limit + 1):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated or decisions == limit:
                break
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
        return 1, decisions, 0, None

    return play, None, "no clone: a deepcopy is a new, unstarted environment"


def _catanatron() -> Peer:
    """Let four random players play Catan."""
    catan: Any = importlib.import_module("catanatron")

    def play(limit: int) -> Played:
        game = catan.Game([catan.RandomPlayer(color) for color in catan.Color])
        if limit == WHOLE_GAME:
            game.play()
        while len(game.state.actions) < limit < WHOLE_GAME and game.winning_color() is None:
            game.play_tick()
        return 1, len(game.state.actions), 0, game

    return play, lambda game: game.copy(), "dice and draws are inside decisions"


EIGHTS = "crazy_eights(players=4)"
PEERS: dict[str, Callable[[], Peer]] = {
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


def _clone_cost(play: Play, clone: Clone, decisions: int, seconds: float) -> float:
    """Return the microseconds to clone a game that has had some decisions."""
    reached, position = -1.0, None
    while reached < decisions:  # the game may end too soon
        _, reached, _, position = play(decisions)
    timer = Timer(partial(clone, position), timer=process_time)
    clones = 1 + int(seconds / 3 / min(timer.repeat(3, 1)))
    return min(timer.repeat(3, clones)) / clones * 1e6


def _round(play: Play, clone: Clone | None, seconds: float) -> Round:
    """Play whole games for the given seconds, and clone for a tenth more."""
    games, decisions, chance_moves, started = 0, 0.0, 0.0, process_time()
    while (spent := process_time() - started) < seconds or not games:
        more_games, more_decisions, more_chance_moves, _ = play(WHOLE_GAME)
        games += more_games
        decisions += more_decisions
        chance_moves += more_chance_moves
    cost = _clone_cost(play, clone, round(decisions / games / 2), seconds / 10) if clone else 0.0
    return decisions / spent, decisions / games, chance_moves / games, cost


def _prepare(name: str) -> Peer | Missing:
    try:
        return PEERS[name]()
    except (ImportError, RuntimeError) as error:  # RuntimeError: OpenSpiel lacks the game
        return Missing(name, f"{type(error).__name__}: {str(error).splitlines()[0]}")


def _summary(name: str, peer: Peer | Missing, rounds: list[Round]) -> PeerSpeed | Missing:
    """Sum up the rounds of one peer."""
    if isinstance(peer, Missing):
        return peer
    speeds, lengths, chance_moves, costs = zip(*rounds, strict=True)
    best, length = max(speeds), fmean(lengths)
    moves = f"{length:.1f} decisions + {fmean(chance_moves):.1f} chance moves a game"
    note = f"{moves}; median {median(speeds):,.0f}/s; {peer[2]}"
    return PeerSpeed(name, best, best / length, min(costs) or None, note)


def measure_all(seconds: float) -> list[PeerSpeed | Missing]:
    random.seed(1)
    peers = {name: _prepare(name) for name in PEERS}
    rounds: dict[str, list[Round]] = {name: [] for name in PEERS}
    for _ in range(ROUNDS):
        for name, peer in peers.items():
            if not isinstance(peer, Missing):
                rounds[name].append(_round(*peer[:2], seconds / ROUNDS))
    return [_summary(name, peer, rounds[name]) for name, peer in peers.items()]


def _row(result: PeerSpeed | Missing) -> str:
    """Lay out one line of the table."""
    if isinstance(result, Missing):
        return f"{result.name:40} missing: {result.why}"
    clone = "-" if result.clone_microseconds is None else f"{result.clone_microseconds:.2f}"
    speed = f"{result.decisions_per_second:>12,.0f} {result.games_per_second:>10,.1f}"
    return f"{result.name:40} {speed} {clone:>10}  {result.note}"


def main() -> None:
    """Print the speeds of all peers, as a table or as JSON."""
    parser = argparse.ArgumentParser(description="Measure the speed of peer libraries.")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds per peer")
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    options = parser.parse_args()
    results = measure_all(options.seconds)
    heading = f"{'peer':40} {'decisions/s':>12} {'games/s':>10} {'clone us':>10}  note"
    table = "\n".join([heading, *map(_row, results)])
    print(json.dumps([asdict(each) for each in results], indent=2) if options.json else table)


if __name__ == "__main__":
    main()
