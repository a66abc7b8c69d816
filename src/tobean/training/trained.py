"""A training run: shards in, a net out, with its curves and checkpoints beside it."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from tobean.training.learning import Learner, Lesson, net_text
from tobean.training.shards import read_shards

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tobean.training.shards import Examples

FEW_OFFERS: Final = 100
"""From fewer nothing is learned about offers."""


def train_net(
    folders: list[Path], out: Path, lesson: Lesson, resume: bool, tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Learn from all shards in these folders; gives what is foreseen at the end."""
    begun = time.monotonic()
    paths = [path for folder in folders for path in sorted(folder.glob("*.parquet"))]
    positions, offers = read_shards(paths)
    answering = None
    if len(offers.game) >= FEW_OFFERS:
        small = replace(lesson, hidden=(16,), rounds=1, epochs=max(2, lesson.epochs // 2))
        answering, _ = learned(offers, small, "yes", out.with_suffix(".offers.pt"), resume, tell)
    learner, last = learned(positions, lesson, "ends", out.with_suffix(".pt"), resume, tell)
    about = {
        "game": positions.plan["game"],
        "selfplay": {**positions.plan, "shards": len(paths), "positions": len(positions.game)},
        "files": ranges([path.stem for path in paths]),
        "lesson": asdict(lesson),
        "foreseen": {key: value for key, value in last.items() if " at " in key},
        "hours": round((time.monotonic() - begun) / 3600, 3),
    }
    out.write_text(net_text(learner, answering, about), encoding="utf-8")
    return last


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


def learned(
    examples: Examples, lesson: Lesson, kind: str, path: Path, resume: bool, tell: Callable[[dict[str, Any]], None]
) -> tuple[Learner, dict[str, Any]]:
    """A learner that has learned all; its curves go to a file beside the checkpoint."""
    import torch

    learner = Learner(examples, lesson, kind)
    if resume and path.exists():
        learner.resume(path)
    last: dict[str, Any] = {}
    with path.with_suffix(".curves.jsonl").open("a" if resume else "w", encoding="utf-8") as curves:

        def note(told: dict[str, Any]) -> None:
            last.update(told)
            curves.write(json.dumps(told) + "\n")
            if learner.epoch % lesson.epochs == 0:
                tell(told)

        def save(state: dict[str, Any]) -> None:
            if learner.epoch % max(1, lesson.epochs // 4) == 0:
                torch.save(state, path)

        learner.learn(note, save)
    return learner, last
