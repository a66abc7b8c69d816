"""`tobean train`: trains a net on the shards of `tobean selfplay`."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from tobean.cli.language import error_text, labelled
from tobean.cli.measuring.common import quiet_option
from tobean.cli.output import EXIT_INTERRUPTED, EXIT_OK, Failed, on_terminal, printer
from tobean.cli.progress import progress
from tobean.extras import require
from tobean.kernel.errors import BadInput
from tobean.research.pools.pool import Pool, WorkFailed
from tobean.research.pools.pool_options import LOCAL, pool_named
from tobean.research.pools.stateful_job import StepResult
from tobean.research.training.trainer import TrainingConfig
from tobean.research.training.training_run import OFFERS, POSITIONS, epochs_of, train_net


@click.command(short_help="Train a net on games.")
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FOLDER...")
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File of the net.")
@click.option("--hidden", default="64,32", show_default=True, metavar="N,...", help="Units of each layer.")
@click.option("--epochs", type=click.IntRange(min=1), default=20, show_default=True, help="Epochs of each round.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, show_default=True,
    help="Rounds of training on positions, each with the previous values of later positions.",
)  # fmt: skip
@click.option("--learning-rate", type=float, default=2e-3, show_default=True, help="Initial learning rate.")
@click.option(
    "--bootstrap-weight", type=click.FloatRange(0, 1), default=0.7, show_default=True,
    help="Weight of the net's values at later turns, against the outcomes of the games.",
)  # fmt: skip
@click.option(
    "--seed", "-s", type=int, default=1, show_default=True, help="The same seed gives the same net on the same machine."
)
@click.option("--resume", is_flag=True, help="Continue from the checkpoint beside the net.")
@click.option(
    "--workers", "-w", type=click.IntRange(min=1),
    help="Cores to train on if there is no GPU.  [default: all of one machine]",
)  # fmt: skip
@click.option(
    "--cluster", default=LOCAL, show_default=True, metavar="WHERE",
    help="Where to train: `local`, here; `ray`, in a local Ray, started if need be; `ray://host:port`, in a cluster"
    " (docs/cluster.md).",
)  # fmt: skip
@quiet_option
def train(
    folders: tuple[Path, ...], out: Path, hidden: str, epochs: int, rounds: int, learning_rate: float,
    bootstrap_weight: float, seed: int,
    resume: bool, workers: int | None, cluster: str, quiet: bool,
) -> int:  # fmt: skip
    """Train a net for `mendel` on the shards in FOLDERs.

    Besides the net, a JSON file of integers, it writes a checkpoint (`.pt`) and the curves (`.curves.jsonl`). Training
    uses a GPU if there is one, here or in a cluster, to which the shards are sent. A net is a bot for all commands that
    take bots: `tobean arena net.json merchant`.

    \b
    Examples:
      tobean train games/ --out net.json
      tobean train games/ more/ --out net.json --hidden 128,32 --epochs 40
      tobean train games/ --out net.json --cluster ray://192.168.0.10:10001

    Exit codes: 0 fine, 1 a worker died, 2 bad input, 130 interrupted.
    """
    pool = pool_named(cluster, workers)
    if cluster == LOCAL:
        require("torch", "pyarrow", "numpy")
    layers = hidden_layers(hidden)
    config = TrainingConfig(
        layers, epochs, rounds, learning_rate=learning_rate, bootstrap_weight=bootstrap_weight, seed=seed
    )
    try:
        found = learn(list(folders), out, config, resume, pool, not quiet and on_terminal(sys.stderr))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    printer().print(labelled(out, json.dumps(found)), soft_wrap=True)
    return EXIT_OK


def hidden_layers(layers: str) -> tuple[int, ...]:
    """Parse layer sizes: `64,32`."""
    try:
        sizes = tuple(int(size) for size in layers.split(","))
    except ValueError:
        sizes = ()
    if not sizes or min(sizes) < 1:
        raise BadInput("{text!r} is not a list of sizes, as in 64,32", text=layers)
    return sizes


def learn(
    folders: list[Path], out: Path, config: TrainingConfig, resume: bool, pool: Pool, show: bool
) -> dict[str, Any]:
    """Train a net. The curve is printed after each round; with a progress bar, at the end."""
    delayed_lines: list[str] = []
    with progress(epochs_of(config), show, learning=True) as update_progress:

        def report_step(step: StepResult) -> None:
            if step.part == OFFERS:
                update_progress(step.number)
            elif step.part == POSITIONS:
                update_progress(epochs_of(config) - config.epochs * config.rounds + step.number)
                if step.number % config.epochs == 0 and show:
                    delayed_lines.append(json.dumps(step.result))
                elif step.number % config.epochs == 0:
                    printer().print(json.dumps(step.result), soft_wrap=True)

        update_progress(0)  # reading the games, or waiting for a cluster, may take a while
        found = train_net(folders, out, config, resume, pool, report_step)
    for line in delayed_lines:
        printer().print(line, soft_wrap=True)
    return found
