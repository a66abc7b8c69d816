"""Minutes of random games of every kind with every check on: `make fuzz`, or `python tests/fuzz.py --minutes 5`.

A game must end, keep its cards, always leave somebody something to do, survive snapshots, and keep its secrets. The
first seed that fails is printed with how to repeat it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
import traceback

import tobean
from kit import VARIANTS, any_action, census, deck_of, walk
from tobean.kernel.chance import chance_from
from tobean.record.entries import entries

MOST_ACTIONS = 20_000


def check_game(game: str, players: int, seed: int) -> int:
    """Play one game with all checks; returns the number of actions."""
    deck = deck_of(game)
    chance = chance_from(f"fuzz {seed}")
    actions = 0
    options: dict[str, int | bool | None] = {
        option.name: bool(seed >> number & 1)
        for number, option in enumerate(tobean.GAMES[game].options)
        if isinstance(option.default, bool)
    }
    for table in walk(game, players, seed, **options):
        actions += 1
        assert actions < MOST_ACTIONS, "the game does not end"
        assert census(table) == deck, "a card is lost or doubled"
        if table.over:
            break
        assert table.legal_actions(table.awaited), "the table is stuck"
        if chance.below(10) == 0:
            misbehave(table, chance)
        if chance.below(40) == 0:
            check_views(table, chance)
    return actions


def misbehave(table: tobean.Table, chance: tobean.Chance) -> None:
    """A refused action changes nothing."""
    action = any_action(table, chance)
    before = entries(table)
    try:
        table.check(action)
    except tobean.Illegal:
        assert entries(table) == before, f"{action!r} was refused but changed the table"


def check_views(table: tobean.Table, chance: tobean.Chance) -> None:
    """Snapshots come back, and a determinized table looks the same."""
    assert tobean.snapshot(tobean.restore(tobean.snapshot(table))) == tobean.snapshot(table), "snapshot"
    seat = chance.below(table.players)
    view = tobean.observe(table, seat)
    twin = tobean.determinize(view, chance)
    assert tobean.observe(twin, seat) == view, "a determinized table looks different"
    assert census(twin) == census(table), "a determinized table has other cards"
    assert twin.legal_actions(seat) == table.legal_actions(seat), "a determinized table offers other actions"


def work(job: tuple[str, int, int]) -> tuple[str, int, int, int, str]:
    game, players, seed = job
    try:
        return game, players, seed, check_game(game, players, seed), ""
    except Exception:
        return game, players, seed, 0, traceback.format_exc()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", help="one game, such as bohnanza or bohnanza:4")
    given = parser.parse_args()
    variants = [
        (game, players) for game, players in VARIANTS if given.only is None or given.only in (game, f"{game}:{players}")
    ]
    if not variants:
        parser.error(f"--only {given.only}: no such game")
    played: dict[tuple[str, int], int] = dict.fromkeys(variants, 0)
    total = 0
    end = time.monotonic() + given.minutes * 60
    seed = given.seed
    with multiprocessing.Pool(os.cpu_count()) as pool:
        while time.monotonic() < end:
            jobs = [(game, players, seed + step) for game, players in variants for step in range(20)]
            for game, players, failed, actions, trouble in pool.imap_unordered(work, jobs, chunksize=4):
                if trouble:
                    print(trouble)
                    print(f"failed: {game} with {players} players, seed {failed}")
                    print(f"repeat: python tests/fuzz.py --only {game}:{players} --seed {failed}")
                    return 1
                played[game, players] += 1
                total += actions
            seed += 20
            if sys.stderr.isatty():
                print(f"\r{sum(played.values()):,} games, {total:,} actions", end="", file=sys.stderr)
    for (game, players), games in played.items():
        print(f"{game} with {players} players: {games:,} games")
    print(f"{sum(played.values()):,} games, {total:,} actions, nothing found")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
