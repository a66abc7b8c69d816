"""Speed of the engine compared with other libraries, in one run.

    python bench/engine.py --interpreted .venv/bin/python

Measures uniformly random games with the Python it runs under and, with `--interpreted`, another one, then the peers.
The games alternate in short rounds and the best round of each counts, in CPU time, so that a noisy machine affects all
alike. Only ratios within one run are meaningful.
"""

import argparse
import json
import pickle
import subprocess
import sys
import time
from collections.abc import Callable

import tobean
from tobean.kernel import table as table_module
from tobean.kernel.phases.playout import playout, playout_listed

TALK_LIMIT = 6
ROUNDS = 8


def is_compiled() -> bool:
    return not (table_module.__file__ or "").endswith(".py")


def new_table(game: str, players: int, seed: int) -> tobean.Table:
    return tobean.new_game(game, players, seed, talk_limit=TALK_LIMIT)


def rate(
    play: Callable[[tobean.Table, tobean.Chance], int], game: str, players: int, seconds: float
) -> tuple[float, float]:
    """Return the decisions and games per second, including the setup of tables."""
    chance = tobean.chance_from("bench")
    decisions = games = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        decisions += play(new_table(game, players, games), chance)
        games += 1
    elapsed = time.process_time() - begin
    return decisions / elapsed, games / elapsed


def stepped(table: tobean.Table, chance: tobean.Chance) -> int:
    """Play a random game driven from Python, as a user of the library would."""
    decisions = 0
    while not table.over:
        table.apply(table.sample_action(table.awaited, chance))
        decisions += 1
    return decisions


def mid_game(game: str, players: int) -> tobean.Table:
    chance = tobean.chance_from("mid-game")
    for seed in range(100):
        table = new_table(game, players, seed)
        length = stepped(table.clone(), tobean.chance_from("mid-game"))
        for _ in range(length // 2):
            table.apply(table.sample_action(table.awaited, chance))
        if not table.over:
            return table
        chance = tobean.chance_from("mid-game")
    raise SystemExit("no game lasted long enough")


def microseconds(call: Callable[[], object], seconds: float) -> float:
    calls = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(100):
            call()
        calls += 100
    return (time.process_time() - begin) / calls * 1e6


def measure(game: str, players: int, seconds: float) -> dict[str, float]:
    """Measure one round of all figures of tobean itself."""
    table = mid_game(game, players)
    view, chance = tobean.observe(table, 0), tobean.chance_from("worlds")
    sampled, games = rate(playout, game, players, seconds)
    return {
        "sampled": sampled,
        "games": games,
        "listed": rate(playout_listed, game, players, seconds)[0],
        "stepped": rate(stepped, game, players, seconds)[0],
        "clone": microseconds(table.clone, seconds / 4),
        "observe": microseconds(lambda: tobean.observe(table, 0), seconds / 4),
        "determinize": microseconds(lambda: tobean.determinize(view, chance), seconds / 4),
        "pickle": microseconds(lambda: pickle.loads(pickle.dumps(table)), seconds / 4),
    }


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the best round of each figure: the highest rate, the lowest time."""
    down = ("clone", "observe", "determinize", "pickle")
    return {key: (min if key in down else max)(figures[key] for figures in rounds) for key in rounds[0]}


def measure_elsewhere(python: str, game: str, players: int, seconds: float) -> dict[str, float]:
    command = [python, __file__, "--round", "--game", game, "--players", str(players), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure_peers(seconds: float) -> dict[str, dict[str, float | None]]:
    """Measure the peers; missing ones are named."""
    from peers import Missing, measure_all

    speeds: dict[str, dict[str, float | None]] = {}
    for reading in measure_all(seconds):
        if isinstance(reading, Missing):
            print(f"missing: {reading.name}: {reading.why}")
        else:
            speeds[reading.name] = {"rate": reading.decisions_per_second, "clone": reading.clone_microseconds}
    return speeds


def show(name: str, figures: dict[str, float]) -> None:
    print(
        f"{name:34} {figures['sampled']:>12,.0f} {figures['listed']:>12,.0f} {figures['stepped']:>12,.0f}"
        f" {figures['games']:>9,.0f} {figures['clone']:>8.2f} {figures['observe']:>8.2f}"
        f" {figures['determinize']:>8.2f} {figures['pickle']:>8.2f}"
    )


def show_ratios(name: str, figures: dict[str, float], peers: dict[str, dict[str, float | None]]) -> None:
    print(f"\n{name}, as a multiple of each peer (decisions/s: sampled, listed, stepped; clone: its time)")
    for peer, reading in peers.items():
        peer_rate, peer_clone = reading["rate"] or 0.0, reading["clone"]
        clone = f"{figures['clone'] / peer_clone:8.2f}" if peer_clone else "       –"
        ratios = " ".join(f"{figures[key] / peer_rate:9.2f}" for key in ("sampled", "listed", "stepped"))
        print(f"  {peer:42} {ratios} {clone}")


def default_players(game: str) -> int:
    counts = tobean.GAMES[game].players
    return 4 if 4 in counts else max(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(tobean.GAMES), help="games to measure (default: all)")
    parser.add_argument("--players", type=int, help="number of players (default: 4, or the maximum of the game)")
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each figure, all rounds together")
    parser.add_argument("--interpreted", help="another Python to measure too")
    parser.add_argument("--no-peers", action="store_true", help="measure tobean only")
    parser.add_argument("--round", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    games = given.game or list(tobean.GAMES)
    if given.round:
        print(json.dumps(measure(games[0], given.players, given.seconds)))
        return
    here = "compiled" if is_compiled() else "interpreted"
    print(f"Python {sys.version.split()[0]}; uniformly random play, talk limit {TALK_LIMIT}; best of {ROUNDS} rounds\n")
    print(
        f"{'':34} {'sampled/s':>12} {'listed/s':>12} {'stepped/s':>12} {'games/s':>9} {'clone µs':>8} {'obs µs':>8}"
        f" {'det µs':>8} {'pickle':>8}"
    )
    rounds: dict[str, list[dict[str, float]]] = {game: [] for game in games}
    others: dict[str, list[dict[str, float]]] = {game: [] for game in games}
    seats = {game: given.players or default_players(game) for game in games}
    for _ in range(ROUNDS):
        for game in games:
            rounds[game].append(measure(game, seats[game], given.seconds / ROUNDS))
            if given.interpreted:
                others[game].append(measure_elsewhere(given.interpreted, game, seats[game], given.seconds / ROUNDS))
    figures: dict[str, dict[str, float]] = {}
    for game in games:
        figures[game] = best(rounds[game])
        show(f"{game} x{seats[game]}, {here}", figures[game])
        if given.interpreted:
            figures[f"{game} other"] = best(others[game])
            show(f"{game} x{seats[game]}, interpreted", figures[f"{game} other"])
    for game in games[1:]:
        paces = [f"{figures[game][key] / figures[games[0]][key]:.2f} {key}" for key in ("sampled", "listed", "stepped")]
        print(f"{game}: {', '.join(paces)} times the pace of {games[0]}")
    if not given.no_peers:
        peers = measure_peers(given.seconds)
        print("\npeers")
        for peer, reading in peers.items():
            clone = f"{reading['clone']:8.2f}" if reading["clone"] else "       –"
            print(f"  {peer:42} {reading['rate'] or 0:>12,.0f}/s   clone µs {clone}")
        show_ratios(f"{games[0]}, {here}", figures[games[0]], peers)
        if given.interpreted:
            show_ratios(f"{games[0]}, interpreted", figures[f"{games[0]} other"], peers)


if __name__ == "__main__":
    main()
