"""`tobean train`: learn a net from what `tobean selfplay` has written."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tobean.cli.output import FINE, printer
from tobean.extras import require
from tobean.kernel.errors import BadInput
from tobean.training.learning import Lesson
from tobean.training.trained import train_net


@click.command(short_help="Learn a net from games.")
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FOLDER...")
@click.option(
    "--out", "-o", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file of the net."
)
@click.option("--hidden", default="64,32", show_default=True, metavar="N,...", help="How many units each layer has.")
@click.option("--epochs", type=click.IntRange(min=1), default=20, show_default=True, help="Of each round.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, show_default=True,
    help="How often positions are learned anew, with what has been learned about later ones.",
)  # fmt: skip
@click.option("--rate", type=float, default=2e-3, show_default=True, help="How fast it learns at first.")
@click.option(
    "--trust", type=click.FloatRange(0, 1), default=0.7, show_default=True,
    help="How much is learned from what the net foresees at later turns, against how games ended.",
)  # fmt: skip
@click.option(
    "--seed", "-s", type=int, default=1, show_default=True, help="The same seed, the same net on the same machine."
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint beside the net.")
def train(
    folders: tuple[Path, ...], out: Path, hidden: str, epochs: int, rounds: int, rate: float, trust: float, seed: int,
    resume: bool,
) -> int:  # fmt: skip
    """Learn a net for `mendel` from the shards in FOLDERs.

    Beside the net, a text in whole numbers, lie a checkpoint (`.pt`) and the curves (`.curves.jsonl`). It learns on a
    graphics card where there is one. A net is a bot for all commands that take bots: `tobean arena net.json merchant`.

    \b
    Examples:
      tobean train games/ --out net.json
      tobean train games/ more/ --out net.json --hidden 128,32 --epochs 40

    Exit codes: 0 fine, 2 bad input, 130 interrupted.
    """
    require("torch", "pyarrow", "numpy")
    try:
        sizes = tuple(int(size) for size in hidden.split(","))
    except ValueError as error:
        raise BadInput("{text!r} is not a list of numbers, as in 3,4", text=hidden) from error
    lesson = Lesson(sizes, epochs, rounds, rate=rate, trust=trust, seed=seed)
    found = train_net(list(folders), out, lesson, resume, lambda told: printer().print(json.dumps(told)))
    printer().print(f"{out}: {json.dumps(found)}", soft_wrap=True)
    return FINE
