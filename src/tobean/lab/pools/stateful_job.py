"""One long job that is done step by step, by one worker that keeps much in mind: learning a net, for one.

Now and then a step hands over all that it takes to go on from there. If the worker dies, another one does, and what is
done again comes out the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


class Step(NamedTuple):
    """What one step of a course has brought."""

    part: str
    """To which part of the course it belongs ..."""
    number: int
    """... and which one of it this is."""
    result: dict[str, Any]
    checkpoint_bytes: bytes = b""
    """What it takes to go on from here, if the step hands that over."""


StatefulJob: TypeAlias = "Callable[[Iterable[tuple[str, BinaryIO]], Mapping[str, bytes], int], Iterator[Step]]"
"""What is to be done: reads files, and goes on from what was kept of each part, with so many cores."""


def open_files(paths: Sequence[Path]) -> Iterator[tuple[str, BinaryIO]]:
    """The files with their names, each opened when it is its turn; whoever reads one closes it."""
    for path in paths:
        yield str(path), path.open("rb")
