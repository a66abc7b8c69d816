"""A training run: shards in, a net out, with its curves and checkpoints beside it.

Whoever learns, here or on a cluster, reads shards and tells its steps (`training_job`); files are written where the command
runs (`train_net`).
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
from tobean.lab.pools.stateful_job import Step
from tobean.training.shards import read_shards
from tobean.training.trainer import BadCheckpoint, Trainer, TrainingConfig

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from pathlib import Path

    from tobean.lab.pools.pool import Pool
    from tobean.training.shards import Examples

MIN_OFFERS: Final = 100
"""From fewer nothing is learned about offers."""
CHECKPOINTS_PER_ROUND: Final = 4
"""So often in a round what has been learned is kept."""
OFFERS: Final = "offers"
POSITIONS: Final = "positions"
NET: Final = "net"
"""The parts of a course: what is learned from offers, from positions, and in the end the net."""


# --- learning, wherever ------------------------------------------------------------------------------------


def training_job(
    config: TrainingConfig, files: Iterable[tuple[str, BinaryIO]], kept: Mapping[str, bytes], cores: int
) -> Iterator[Step]:
    """The whole course: a step an epoch, and one with the net."""
    import torch

    torch.set_num_threads(cores)
    positions, offers = read_shards(files)
    answering = None
    if len(offers.game) >= MIN_OFFERS:
        answering = yield from train_part(offers, offer_config(config), "yes", OFFERS, kept)
    trainer = yield from train_part(positions, config, "ends", POSITIONS, kept)
    told = {
        "plan": positions.plan,
        "positions": len(positions.game),
        "layers": trainer.layers(),
        "approval": answering.layers() if answering is not None else None,
        "foreseen": trainer.foreseen(),
    }
    yield Step(NET, 1, told)


def train_part(
    examples: Examples, config: TrainingConfig, kind: str, part: str, kept: Mapping[str, bytes]
) -> Generator[Step, None, Trainer]:
    """Learn all, from what was kept."""
    trainer = Trainer(examples, config, kind)
    if part in kept:
        trainer.resume(kept[part])
    while not trainer.finished:
        told = trainer.next_epoch()
        due = trainer.finished or trainer.epoch % max(1, config.epochs // CHECKPOINTS_PER_ROUND) == 0
        yield Step(part, trainer.epoch, told, trainer.checkpoint() if due else b"")
    return trainer


def epochs_of(config: TrainingConfig) -> int:
    """How often all is gone through, at most."""
    return sum(each.epochs * each.rounds for each in (offer_config(config), config))


def offer_config(config: TrainingConfig) -> TrainingConfig:
    """How much is learned about offers."""
    return replace(config, hidden=(16,), rounds=1, epochs=max(2, config.epochs // 2))


# --- what is written of it ---------------------------------------------------------------------------------


def train_net(
    folders: list[Path], out: Path, config: TrainingConfig, resume: bool, pool: Pool, tell: Callable[[Step], None]
) -> dict[str, Any]:
    """Learn from all shards in these folders; gives what is foreseen at the end."""
    begun = time.monotonic()
    shards = sorted(path for folder in folders for path in folder.glob("*.parquet"))
    files = {OFFERS: PartFiles(out.with_suffix(".offers.pt")), POSITIONS: PartFiles(out.with_suffix(".pt"))}
    kept = {part: file.kept() for part, file in files.items() if resume and file.checkpoint.exists()}
    net: dict[str, Any] = {}
    try:
        with closing(pool.run_stateful_job(partial(training_job, config), shards, kept)) as steps:
            for step in steps:
                if step.part == NET:
                    net = step.result
                    continue
                if not resume and not any(file.begun for file in files.values()):
                    for file in files.values():
                        file.checkpoint.unlink(missing_ok=True)  # of another run: nobody is to go on from there
                files[step.part].write_step(step)
                tell(step)
    except BadCheckpoint as error:
        raise BadInput("{net}: {reason}", net=str(out), reason=error) from error
    about = {
        "game": net["plan"]["game"],
        "selfplay": {**net["plan"], "shards": len(shards), "positions": net["positions"]},
        "files": ranges([path.stem for path in shards]),
        "lesson": asdict(config),
        "foreseen": net["foreseen"],
        "hours": round((time.monotonic() - begun) / 3600, 3),
    }
    data = {"format": FORMAT, "about": about, "layers": net["layers"], "approval": net["approval"]}
    out.write_text(net_text(data), encoding="utf-8")
    foreseen: dict[str, Any] = net["foreseen"]
    return foreseen


class PartFiles:
    """What lies beside a net of one part of its course: a checkpoint, and a curve in which each epoch is once."""

    def __init__(self, checkpoint: Path) -> None:
        self.checkpoint = checkpoint
        self.curve = checkpoint.with_suffix(".curves.jsonl")
        self.begun = False

    def kept(self) -> bytes:
        return self.checkpoint.read_bytes()

    def write_step(self, step: Step) -> None:
        if not self.begun:
            self.begun = True
            self.curve.write_text("".join(self.earlier_lines(step.number)), encoding="utf-8")
        with self.curve.open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(step.result) + "\n")
        if step.checkpoint_bytes:
            fresh = self.checkpoint.with_suffix(".part")
            fresh.write_bytes(step.checkpoint_bytes)
            fresh.replace(self.checkpoint)

    def earlier_lines(self, number: int) -> list[str]:
        """The lines of epochs that are not learned again."""
        if number == 1 or not self.curve.exists():
            return []
        lines = self.curve.read_text(encoding="utf-8").splitlines(keepends=True)
        return lines[: number - 1]


def ranges(names: list[str]) -> list[str]:
    """Names of files, the numbered ones that follow each other taken together: `shard-00000 to shard-00349`."""
    found: list[tuple[str, str]] = []
    for name in names:
        stem, _, digits = name.rpartition("-")
        last = found[-1][1] if found else ""
        if digits.isdigit() and last == f"{stem}-{int(digits) - 1:0{len(digits)}}":
            found[-1] = (found[-1][0], name)
        else:
            found.append((name, name))
    return [first if first == last else f"{first} to {last}" for first, last in found]
