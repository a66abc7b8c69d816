"""Random games and damaged input with every check on, for some minutes: `make fuzz`, or `python -m tests.tools.fuzz
--minutes 5`.

A game must end, keep its cards, always leave some seat an action, survive snapshots, and keep its secrets. Mutated
records, table texts, snapshots, card sets, scenarios and messages must be refused with an error or survive being
written and read back, in little time and memory. The first seed that fails is printed with the command to repeat it.
"""

import argparse
import itertools
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
from typing import NamedTuple

import tobean
from tests.support.engine import mutations
from tests.support.engine.mutations import Tally
from tests.support.engine.scenarios import all_scenarios, positions, with_random_chance
from tests.support.engine.tables import (
    ALL_VARIANTS,
    deck_of,
    near_miss_action,
    random_walk,
    random_walk_from,
)
from tests.support.server.mutated_messages import try_messages
from tobean.kernel.chance import chance_from
from tobean.record.position_entries import entries
from tobean.record.scenarios.invariants import bean_counts, check_table

MAX_ACTIONS = 20_000
FROM_A_SCENARIO = 3
"""One game in this number begins at a position of a scenario."""
MESSAGES = "message"
MUTATED = (*mutations.KINDS, MESSAGES)
GAMES_PER_BATCH = 20
"""Number of games of each variant per batch."""
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
        table = with_random_chance(starts[seed // FROM_A_SCENARIO % len(starts)], f"fuzz {seed}")
        deck = bean_counts(table)
        tables = random_walk_from(table, chance, MAX_ACTIONS)
    else:
        deck = deck_of(game)
        tables = random_walk(game, players, seed, **options)
    for table in tables:
        actions += 1
        assert actions < MAX_ACTIONS, "the game does not end"
        assert bean_counts(table) == deck, "a card is lost or doubled"
        check_table(table.clone())
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
    """Check that snapshots round-trip, and that a sampled table looks the same."""
    assert tobean.snapshot(tobean.restore(tobean.snapshot(table))) == tobean.snapshot(table), "snapshot"
    seat = chance.randbelow(table.players)
    view = tobean.observe(table, seat)
    sampled_table = tobean.determinize(view, chance)
    assert tobean.observe(sampled_table, seat) == view, "a sampled table looks different"
    assert bean_counts(sampled_table) == bean_counts(table), "a sampled table has other cards"
    assert sampled_table.legal_actions(seat) == table.legal_actions(seat), "a sampled table offers other actions"


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
    assert tally.slowest < MAX_SECONDS, f"{tally.slowest_input}: {tally.slowest:.1f} seconds"
    assert memory() - before < MAX_GROWTH, f"the memory has grown by {memory() - before:.0f} MiB"
    return tally


class Job(NamedTuple):
    """One game, or some mutations of one kind."""

    subject: str
    """A game, or a kind of mutation."""
    players: int
    """Number of players; 0 for mutations."""
    seed: int
    """The seed, or the first one."""


def run_job(job: Job) -> tuple[Job, int, Tally | None, str]:
    """Run a job; returns the number of actions, the mutations and, if it failed, the traceback."""
    logging.disable()
    try:
        if job.subject in MUTATED:
            return job, 0, check_mutations(job.subject, job.seed), ""
        return job, check_game(*job), None, ""
    except Exception:
        return job, 0, None, traceback.format_exc()


def jobs_of(variants: list[tuple[str, int]], kinds: list[str], first_seed: int, batch: int) -> list[Job]:
    """Return a batch of jobs: some games of each variant, some mutations of each kind."""
    seed = first_seed + batch * GAMES_PER_BATCH
    jobs = [Job(game, players, seed + step) for game, players in variants for step in range(GAMES_PER_BATCH)]
    return jobs + [Job(kind, 0, seed + batch * SEEDS_PER_JOB) for kind in kinds]


class Findings:
    """What all jobs have done so far."""

    def __init__(self, variants: list[tuple[str, int]], kinds: list[str]) -> None:
        self.games = dict.fromkeys(variants, 0)
        self.tallies = {kind: Tally() for kind in kinds}
        self.actions = 0

    def add(self, job: Job, actions: int, tally: Tally | None) -> None:
        if tally is None:
            self.games[job.subject, job.players] += 1
            self.actions += actions
        else:
            self.tallies[job.subject].add(tally)

    def total(self) -> str:
        tried = sum(tally.tried for tally in self.tallies.values())
        return f"{sum(self.games.values()):,} games, {self.actions:,} actions, {tried:,} mutations"

    def print_all(self) -> None:
        for (game, players), games in self.games.items():
            print(f"{game} with {players} players: {games:,} games")
        for kind, tally in self.tallies.items():
            print(f"{kind}: {tally.tried:,} mutations, {tally.accepted:,} accepted, slowest {tally.slowest:.2f} s")
        print(f"{self.total()}, nothing found")


def print_failure(job: Job, failure: str) -> None:
    subject, players, seed = job
    print(failure)
    print(f"failed: {subject}{f' with {players} players' if players else ''}, seed {seed}")
    only = f"{subject}:{players}" if players else f"'{subject}'"
    print(f"repeat: python -m tests.tools.fuzz --only {only} --seed {seed}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", help="one game, such as bohnanza or bohnanza:4, or one kind of input, such as record")
    parser.add_argument("--mutations", action="store_true", help="only mutations, no games")
    options = parser.parse_args()
    variants = [
        (game, players)
        for game, players in ALL_VARIANTS
        if options.only in (None, game, f"{game}:{players}") and not options.mutations
    ]
    kinds = [kind for kind in MUTATED if options.only in (None, kind)]
    if not variants and not kinds:
        parser.error(f"--only {options.only}: no such game, and no such kind of input")
    findings = Findings(variants, kinds)
    end = time.monotonic() + options.minutes * 60
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for batch in itertools.count():
            if time.monotonic() >= end:
                break
            jobs = jobs_of(variants, kinds, options.seed, batch)
            for job, actions, tally, failure in pool.imap_unordered(run_job, jobs, chunksize=1):
                if failure:
                    print_failure(job, failure)
                    return 1
                findings.add(job, actions, tally)
            if sys.stderr.isatty():
                print(f"\r{findings.total()}", end="", file=sys.stderr)
    findings.print_all()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
