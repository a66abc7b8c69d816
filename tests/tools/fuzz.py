"""Minutes of random games and of damaged input with every check on: `make fuzz`, or `python -m tests.tools.fuzz
--minutes 5`.

A game must end, keep its cards, always leave some seat an action, survive snapshots, and keep its secrets. Mutated
records, table texts, snapshots, card sets, scenarios and messages must be refused with an error or survive being
written and read back, in little time and memory. The first seed that fails is printed with the command to repeat it.
"""

import argparse
import logging
import multiprocessing
import os
import resource
import sys
import tempfile
import time
import traceback
from functools import cache
from pathlib import Path

import tobean
from tests.support.engine import mutations
from tests.support.engine.mutations import Tally
from tests.support.engine.scenarios import all_scenarios, positions, with_open_chance
from tests.support.engine.tables import (
    ALL_VARIANTS,
    bean_counts,
    deck_of,
    near_miss_action,
    random_walk,
    random_walk_from,
)
from tests.support.server.mutated_messages import try_messages
from tobean.kernel.chance import chance_from
from tobean.record.position_entries import entries

MAX_ACTIONS = 20_000
FROM_A_SCENARIO = 3
"""One game in this number begins at a position of a scenario."""
MESSAGES = "message"
MUTATED = (*mutations.KINDS, MESSAGES)
SEEDS_PER_JOB = 200
"""Number of mutations of a kind per job."""
MAX_SECONDS = 2.0
"""Maximum processor time of one mutation."""
MAX_GROWTH = 300
"""Maximum growth of a process's memory during a job, in MiB."""


def check_game(game: str, players: int, seed: int) -> int:
    """Play one game with all checks; returns the number of actions."""
    chance = chance_from(f"fuzz {seed}")
    actions = 0
    options: dict[str, int | bool | None] = {
        option.name: bool(seed >> number & 1)
        for number, option in enumerate(tobean.GAMES[game].options)
        if isinstance(option.default, bool)
    }
    starts = scenario_positions(game, players)
    if starts and seed % FROM_A_SCENARIO == 1:
        table = with_open_chance(starts[seed // FROM_A_SCENARIO % len(starts)], f"fuzz {seed}")
        deck = bean_counts(table)
        tables = random_walk_from(table, chance, MAX_ACTIONS)
    else:
        deck = deck_of(game)
        tables = random_walk(game, players, seed, **options)
    for table in tables:
        actions += 1
        assert actions < MAX_ACTIONS, "the game does not end"
        assert bean_counts(table) == deck, "a card is lost or doubled"
        if table.over:
            break
        assert table.legal_actions(table.awaited), "the table is stuck"
        if chance.randbelow(10) == 0:
            check_refused_action(table, chance)
        if chance.randbelow(40) == 0:
            check_views(table, chance)
    return actions


@cache
def scenario_positions(game: str, players: int) -> list[tobean.Table]:
    found = [table for written in all_scenarios() if written.game == game for table in positions(written.scenario)]
    return [table for table in found if table.players == players and not table.over]


def check_refused_action(table: tobean.Table, chance: tobean.Chance) -> None:
    """Check that a refused action changes nothing."""
    action = near_miss_action(table, chance)
    before = entries(table)
    try:
        table.check(action)
    except tobean.Illegal:
        assert entries(table) == before, f"{action!r} was refused but changed the table"


def check_views(table: tobean.Table, chance: tobean.Chance) -> None:
    """Check that snapshots round-trip, and that a determinized table looks the same."""
    assert tobean.snapshot(tobean.restore(tobean.snapshot(table))) == tobean.snapshot(table), "snapshot"
    seat = chance.randbelow(table.players)
    view = tobean.observe(table, seat)
    twin = tobean.determinize(view, chance)
    assert tobean.observe(twin, seat) == view, "a determinized table looks different"
    assert bean_counts(twin) == bean_counts(table), "a determinized table has other cards"
    assert twin.legal_actions(seat) == table.legal_actions(seat), "a determinized table offers other actions"


def memory() -> float:
    """Return the peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def check_mutations(kind: str, first: int) -> Tally:
    """Try some mutations of a kind; a failure names its seed."""
    tally = Tally()
    mutations.prepare()
    before = memory()
    if kind == MESSAGES:
        with tempfile.TemporaryDirectory() as folder:
            tally = try_messages(Path(folder), first, SEEDS_PER_JOB)
    else:
        for seed in range(first, first + SEEDS_PER_JOB):
            try:
                mutations.try_one(kind, seed, tally)
            except Exception as error:
                raise AssertionError(f"{kind} {seed}") from error
    assert tally.slowest < MAX_SECONDS, f"{tally.slowest_seed}: {tally.slowest:.1f} seconds"
    assert memory() - before < MAX_GROWTH, f"the memory has grown by {memory() - before:.0f} MiB"
    return tally


Job = tuple[str, int, int]
"""A game, its number of players and a seed; or a kind of mutation, 0, and the first seed."""


def work(job: Job) -> tuple[Job, int, Tally | None, str]:
    what, players, seed = job
    logging.disable()
    try:
        if what in MUTATED:
            return job, 0, check_mutations(what, seed), ""
        return job, check_game(what, players, seed), None, ""
    except Exception:
        return job, 0, None, traceback.format_exc()


def jobs_of(variants: list[tuple[str, int]], kinds: list[str], seed: int, turn: int) -> list[Job]:
    """Return the next jobs: some games of each variant, some mutations of each kind."""
    jobs = [(game, players, seed + step) for game, players in variants for step in range(20)]
    return jobs + [(kind, 0, seed + turn * SEEDS_PER_JOB) for kind in kinds]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", help="one game, such as bohnanza or bohnanza:4, or what is mutated, such as record")
    parser.add_argument("--mutations", action="store_true", help="no games")
    given = parser.parse_args()
    variants = [
        (game, players)
        for game, players in ALL_VARIANTS
        if given.only in (None, game, f"{game}:{players}") and not given.mutations
    ]
    kinds = [kind for kind in MUTATED if given.only in (None, kind)]
    if not variants and not kinds:
        parser.error(f"--only {given.only}: no such game, and nothing that is mutated")
    played: dict[tuple[str, int], int] = dict.fromkeys(variants, 0)
    tallies = {kind: Tally() for kind in kinds}
    total = turn = 0
    end = time.monotonic() + given.minutes * 60
    seed = given.seed
    with multiprocessing.Pool(os.cpu_count()) as pool:
        while time.monotonic() < end:
            jobs = jobs_of(variants, kinds, seed, turn)
            for (what, players, failed), actions, tally, trouble in pool.imap_unordered(work, jobs, chunksize=1):
                if trouble:
                    print(trouble)
                    print(f"failed: {what}{f' with {players} players' if players else ''}, seed {failed}")
                    only = f"{what}:{players}" if players else f"'{what}'"
                    print(f"repeat: python -m tests.tools.fuzz --only {only} --seed {failed}")
                    return 1
                if tally is None:
                    played[what, players] += 1
                    total += actions
                else:
                    tallies[what].add(tally)
            seed += 20
            turn += 1
            if sys.stderr.isatty():
                tried = sum(tally.tried for tally in tallies.values())
                print(
                    f"\r{sum(played.values()):,} games, {total:,} actions, {tried:,} mutations", end="", file=sys.stderr
                )
    for (game, players), games in played.items():
        print(f"{game} with {players} players: {games:,} games")
    for kind, tally in tallies.items():
        print(f"{kind}: {tally.tried:,} mutations, {tally.accepted:,} accepted, slowest {tally.slowest:.2f} s")
    tried = sum(tally.tried for tally in tallies.values())
    print(f"{sum(played.values()):,} games, {total:,} actions, {tried:,} mutations, nothing found")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
