"""A long job with much state that one worker runs step by step, such as training a net.

Some steps include a checkpoint. If the worker dies, another one resumes from there, and repeated steps give the same
results.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias


class StepResult(NamedTuple):
    """The outcome of one step of a stateful job."""

    part: str
    number: int
    result: dict[str, Any]
    checkpoint_bytes: bytes = b""
    """Checkpoint to resume from after this step; empty if there is none."""


StatefulJob: TypeAlias = "Callable[[Iterable[tuple[str, BinaryIO]], Mapping[str, bytes], int], Iterator[StepResult]]"
"""Takes the named files, the latest checkpoint of each part and the number of cores; yields steps."""


def open_files(paths: Sequence[Path]) -> Iterator[tuple[str, BinaryIO]]:
    """Yield the files with their names, each opened when it is needed. The caller closes them."""
    for path in paths:
        yield str(path), path.open("rb")
