"""A training run: reads shards and writes a net, with its curves and checkpoints beside it.

The training itself (`training_job`) reads shards and yields steps, here or on a cluster; the files are written where
the command runs (`train_net`).
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from tobean.bots.mendel.net import FORMAT, net_text
from tobean.kernel.errors import BadInput
from tobean.research.pools.stateful_job import StepResult
from tobean.research.training.shards import read_shards
from tobean.research.training.trainer import BadCheckpoint, Target, Trainer, TrainingConfig

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from pathlib import Path

    from tobean.research.pools.pool import Pool
    from tobean.research.training.shards import Examples

MIN_OFFERS: Final = 100
"""Minimum number of offers for training the acceptance net."""
CHECKPOINTS_PER_ROUND: Final = 4
OFFERS: Final = "offers"
POSITIONS: Final = "positions"
NET: Final = "net"
"""The parts of the job: training on offers, training on positions, and finally the net."""


# --- training, on any machine --------------------------------------------------------------------------------


def training_job(
    config: TrainingConfig, files: Iterable[tuple[str, BinaryIO]], checkpoints: Mapping[str, bytes], cores: int
) -> Iterator[StepResult]:
    """Run the whole training: one step for each epoch, and one with the finished net."""
    import torch

    torch.set_num_threads(cores)
    positions, offers = read_shards(files)
    acceptance = None
    if len(offers.game) >= MIN_OFFERS:
        acceptance = yield from train_part(offers, offer_config(config), Target.ACCEPTANCE, OFFERS, checkpoints)
    trainer = yield from train_part(positions, config, Target.OUTCOME, POSITIONS, checkpoints)
    result = {
        "plan": positions.plan,
        "positions": len(positions.game),
        "layers": trainer.quantised_layers(),
        "approval": acceptance.quantised_layers() if acceptance is not None else None,
        "explained_variance": trainer.explained_variance(),
    }
    yield StepResult(NET, 1, result)


def train_part(
    examples: Examples, config: TrainingConfig, target: Target, part: str, checkpoints: Mapping[str, bytes]
) -> Generator[StepResult, None, Trainer]:
    """Train one part, resuming from its checkpoint."""
    trainer = Trainer(examples, config, target)
    if part in checkpoints:
        trainer.resume(checkpoints[part])
    while not trainer.finished:
        result = trainer.next_epoch()
        due = trainer.finished or trainer.epoch % max(1, config.epochs // CHECKPOINTS_PER_ROUND) == 0
        yield StepResult(part, trainer.epoch, result, trainer.checkpoint() if due else b"")
    return trainer


def epochs_of(config: TrainingConfig) -> int:
    """Return the maximum number of epochs."""
    return sum(part.epochs * part.rounds for part in (offer_config(config), config))


def offer_config(config: TrainingConfig) -> TrainingConfig:
    return replace(config, hidden=(16,), rounds=1, epochs=max(2, config.epochs // 2))


# --- files ---------------------------------------------------------------------------------------------------


def train_net(
    folders: list[Path], out: Path, config: TrainingConfig, resume: bool, pool: Pool, tell: Callable[[StepResult], None]
) -> dict[str, Any]:
    """Train on all shards in these folders; returns the final explained variance."""
    started = time.monotonic()
    shards = sorted(path for folder in folders for path in folder.glob("*.parquet"))
    files = {OFFERS: PartFiles(out.with_suffix(".offers.pt")), POSITIONS: PartFiles(out.with_suffix(".pt"))}
    checkpoints = {
        part: file.checkpoint.read_bytes() for part, file in files.items() if resume and file.checkpoint.exists()
    }
    net: dict[str, Any] = {}
    try:
        with closing(pool.run_stateful_job(partial(training_job, config), shards, checkpoints)) as steps:
            for step in steps:
                if step.part == NET:
                    net = step.result
                    continue
                if not resume and not any(file.is_started for file in files.values()):
                    for file in files.values():
                        file.checkpoint.unlink(missing_ok=True)  # left by another run, must not be resumed
                files[step.part].write_step(step)
                tell(step)
    except BadCheckpoint as error:
        raise BadInput("{net}: {reason}", net=str(out), reason=error) from error
    about = {
        "game": net["plan"]["game"],
        "selfplay": {**net["plan"], "shards": len(shards), "positions": net["positions"]},
        "files": ranges([path.stem for path in shards]),
        "config": asdict(config),
        "explained_variance": net["explained_variance"],
        "hours": round((time.monotonic() - started) / 3600, 3),
    }
    data = {"format": FORMAT, "about": about, "layers": net["layers"], "approval": net["approval"]}
    out.write_text(net_text(data), encoding="utf-8")
    explained_variance: dict[str, Any] = net["explained_variance"]
    return explained_variance


class PartFiles:
    """The files of one part beside the net: a checkpoint, and a curve with one line for each epoch."""

    def __init__(self, checkpoint: Path) -> None:
        self.checkpoint = checkpoint
        self.curve = checkpoint.with_suffix(".curves.jsonl")
        self.is_started = False

    def write_step(self, step: StepResult) -> None:
        if not self.is_started:
            self.is_started = True
            self.curve.write_text("".join(self.earlier_lines(step.number)), encoding="utf-8")
        with self.curve.open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(step.result) + "\n")
        if step.checkpoint_bytes:
            fresh = self.checkpoint.with_suffix(".part")
            fresh.write_bytes(step.checkpoint_bytes)
            fresh.replace(self.checkpoint)

    def earlier_lines(self, number: int) -> list[str]:
        """Return the lines of epochs that are not repeated."""
        if number == 1 or not self.curve.exists():
            return []
        lines = self.curve.read_text(encoding="utf-8").splitlines(keepends=True)
        return lines[: number - 1]


def ranges(names: list[str]) -> list[str]:
    """Join file names, with consecutive numbers combined: `shard-00000 to shard-00349`."""
    spans: list[tuple[str, str]] = []
    for name in names:
        stem, _, digits = name.rpartition("-")
        last = spans[-1][1] if spans else ""
        if digits.isdigit() and last == f"{stem}-{int(digits) - 1:0{len(digits)}}":
            spans[-1] = (spans[-1][0], name)
        else:
            spans.append((name, name))
    return [first if first == last else f"{first} to {last}" for first, last in spans]
