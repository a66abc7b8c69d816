"""Jobs for the tests of those who share work among processes and machines: some go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import BadInput
from tobean.lab.pool import WorkCrashed, WorkFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FAULTY: Final = 5
"""The job at which something goes wrong."""


def stumble(job: int) -> int:
    if job == FAULTY:
        raise ZeroDivisionError("no beans")
    return job


def refuse(job: int) -> int:
    if job == FAULTY:
        raise BadInput("there is no bean {number}", number=job)
    return job


FAULTS: Final[tuple[tuple[Callable[[int], int], type[Exception], str], ...]] = (
    (stumble, WorkCrashed, "ZeroDivisionError: no beans"),
    (refuse, WorkFailed, "no bean 5"),
)
"""What goes wrong, what comes of it, and what is said."""


def gather(done: list[int], parts: Iterator[list[int]]) -> None:
    """Note what was done, up to what goes wrong."""
    for part in parts:
        done += part
