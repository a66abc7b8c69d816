"""`tobean dataset`: many games of the reference population, as a described and checked folder of Parquet files."""

import sys
from pathlib import Path

import click

from tobean.cli.language import error_text, labelled, say_plural
from tobean.cli.measuring import common
from tobean.cli.output import EXIT_INTERRUPTED, EXIT_OK, Failed, on_terminal, printer
from tobean.cli.progress import progress
from tobean.extras import require
from tobean.games import GAMES, game_named
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.pool_options import pool_named


@click.command(short_help="Write a dataset of games of the reference population.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", "-g", "names", multiple=True, help="A game; may be repeated.  [default: all games]")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    help="Number of games of each game.",
)
@common.seed_option
@common.talk_limit_option
@common.workers_option
@common.cluster_option
@common.quiet_option
def dataset(
    folder: Path, names: tuple[str, ...], games: int, seed: str, talk_limit: int, workers: int | None, cluster: str,
    quiet: bool,
) -> int:  # fmt: skip
    """Let the reference population play many games, and write them to FOLDER as a dataset.

    FOLDER gets Parquet files by game and split, Croissant metadata, a datasheet and checksums. The same options give
    the same files. An interrupted run continues where it stopped, and a finished one can be given more games.
    docs/research/data.md describes the files and how to read them.

    \b
    Examples:
      tobean dataset beans/
      tobean dataset beans/ -g GAME --games 1000 --seed 7
      tobean dataset beans/ --cluster ray

    Exit codes: 0 fine, 1 a bot broke the rules or a worker died, 2 bad input, 130 interrupted.
    """
    require("pyarrow")
    from tobean.research.dataset.writer import plan_dataset, write_dataset

    wanted = [game_named(name).name for name in names] or list(GAMES)
    pool = pool_named(cluster, workers)
    plan = plan_dataset(folder, dict.fromkeys(wanted, games), seed, talk_limit)
    total = sum(plan.games.values())
    done = sum(shard.games for shard in plan.shards)
    try:
        with progress(total, not quiet and on_terminal(sys.stderr), done) as update_progress:
            write_dataset(folder, plan, pool, update_progress)
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    printer().print(labelled(folder, say_plural("{count} game", "{count} games", total)), soft_wrap=True)
    return EXIT_OK
