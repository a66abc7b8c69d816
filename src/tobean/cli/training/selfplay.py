"""`tobean selfplay`: self-play of bots, written as training data into shards."""

import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import click

from tobean.bots import bot_named
from tobean.bots.registry import check_bot_fits
from tobean.cli.language import error_text, labelled, say_plural
from tobean.cli.measuring.common import cluster_option, quiet_option, seed_option, workers_option
from tobean.cli.output import DEFAULT_GAME, EXIT_INTERRUPTED, EXIT_OK, Failed, on_terminal, printer
from tobean.cli.progress import progress
from tobean.extras import require
from tobean.games import game_named
from tobean.kernel.errors import BadInput
from tobean.kernel.phases.setup import check_players
from tobean.kernel.rules import Rules
from tobean.research.pools.pool import Pool, WorkFailed
from tobean.research.pools.pool_options import pool_named
from tobean.research.training.selfplay import FAST_ACTION_SHARE, FAST_SHARD_GAMES, Plan, fast_selfplay_rows
from tobean.research.training.shards import SelfplayShard, play_shard, selfplay_shards

DEFAULT_BOTS: Final = "merchant"
INCOMPLETE: Final = "-first-"
"""Stands before the number of games in the name of a shard that has not all its games."""


@click.command(short_help="Let bots play games as training data.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", "-g", default=DEFAULT_GAME, show_default=True, help="The game.")
@click.option("--games", "-n", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option(
    "--players", "-p", metavar="N,...", help="Numbers of players, chosen at random.  [default: all of the game]"
)
@click.option(
    "--bots", "-b", metavar="NAME,...",
    help=f"Bots, chosen at random for each seat; a name may be repeated.  [default: {DEFAULT_BOTS}]",
)  # fmt: skip
@click.option(
    "--epsilon", type=click.FloatRange(0, 1), default=0.03, show_default=True,
    help="Share of random actions.",
)  # fmt: skip
@click.option(
    "--fast", is_flag=True,
    help="Fast self-play by the judge of a game alone; --epsilon then applies until a candidate is tried out.",
)  # fmt: skip
@click.option(
    "--action-share", type=click.FloatRange(0, 1), metavar="SHARE",
    help=f"Share of recorded positions after actions.  [default: {Plan.acts}; with --fast {FAST_ACTION_SHARE}]",
)  # fmt: skip
@seed_option
@workers_option
@cluster_option
@quiet_option
def selfplay(
    folder: Path, game: str, games: int, players: str | None, bots: str | None, epsilon: float, fast: bool,
    action_share: float | None, seed: str, workers: int | None, cluster: str, quiet: bool,
) -> int:  # fmt: skip
    """Let bots play games, and write training data for nets to FOLDER, in Parquet files.

    The games depend on the seed and the other options alone. Existing shards are not played again, so an interrupted
    run continues where it stopped. docs/training.md describes the columns.

    \b
    Examples:
      tobean selfplay games/ --games 5000
      tobean selfplay more/ -g GAME -p 3,4 --bots merchant,merchant,sprout
      tobean selfplay many/ -g GAME --games 30000 --fast

    Exit codes: 0 fine, 1 a bot broke the rules or a worker died, 2 bad input, 130 interrupted.
    """
    require("pyarrow")
    if fast and bots is not None:
        raise BadInput("with --fast the judge of a game plays alone: leave out --bots or --fast")
    plan = plan_of(game, players, bots or DEFAULT_BOTS, epsilon, seed)
    if fast:
        plan = replace(plan, bots=(), rehearsed=True, games=FAST_SHARD_GAMES, acts=FAST_ACTION_SHARE)
        fast_selfplay_rows(plan, 0)  # fails immediately if the game has no fast self-play
    if action_share is not None:
        plan = replace(plan, acts=action_share)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        finished = play_shards(plan, games, folder, pool_named(cluster, workers), not quiet and on_terminal(sys.stderr))
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    count = sum(games_in(plan, path) for path in folder.glob("*.parquet"))
    played = say_plural("{count} game", "{count} games", count)
    printer().print(labelled(folder, played), soft_wrap=True)
    return EXIT_OK if finished else EXIT_INTERRUPTED


def plan_of(game: str, players: str | None, bots: str, epsilon: float, seed: str) -> Plan:
    """Build the plan; errors are reported before any game is played."""
    rules = game_named(game)
    counts = counts_of(rules, players)
    names = tuple(name.strip() for name in bots.split(","))
    for name in names:
        for count in counts:
            check_bot_fits(bot_named(name), rules, count)
    return Plan(rules.name, counts, names, seed, mistakes=epsilon)


def counts_of(rules: Rules, players: str | None) -> tuple[int, ...]:
    """Parse numbers of players: `3,4`."""
    try:
        counts = tuple(int(count) for count in players.split(",")) if players else rules.players
    except ValueError as error:
        raise BadInput("{text!r} is not a list of numbers, as in 3,4", text=players) from error
    for count in counts:
        check_players(rules, count)
    return counts


def play_shards(plan: Plan, games: int, folder: Path, pool: Pool, show: bool) -> bool:
    """Play the missing shards; return whether all were played."""
    shards = selfplay_shards(plan, games)
    missing = [shard for shard in shards if not is_played(plan, folder, shard)]
    done = games - sum(shard.games for shard in missing)
    try:
        with (
            progress(games, show, done) as update_progress,
            closing(pool.run_jobs(partial(play_shard, plan), missing)) as parts,
        ):
            for part in parts:
                for shard, contents in part:
                    store_shard(plan, folder, shard, contents)
                    done += shard.games
                update_progress(done)
    except KeyboardInterrupt:
        return False
    return True


def is_played(plan: Plan, folder: Path, shard: SelfplayShard) -> bool:
    return any(games_in(plan, path) >= shard.games for path in files_of(folder, shard.number))


def store_shard(plan: Plan, folder: Path, shard: SelfplayShard, contents: bytes) -> None:
    """Write a shard. An incomplete one with the same number goes: its games are among the new ones."""
    path = shard_path(plan, folder, shard)
    path.with_suffix(".part").write_bytes(contents)
    path.with_suffix(".part").rename(path)
    for other in files_of(folder, shard.number):
        if other != path:
            other.unlink()


def files_of(folder: Path, number: int) -> list[Path]:
    return list(folder.glob(f"shard-{number:05}*.parquet"))


def shard_path(plan: Plan, folder: Path, shard: SelfplayShard) -> Path:
    """Path of a shard. The name of an incomplete one contains its number of games, so that a run with more games does
    not take it for a complete one."""
    part = "" if shard.games == plan.games else f"{INCOMPLETE}{shard.games}"
    return folder / f"shard-{shard.number:05}{part}.parquet"


def games_in(plan: Plan, path: Path) -> int:
    _, marker, games = path.stem.partition(INCOMPLETE)
    return int(games) if marker else plan.games
