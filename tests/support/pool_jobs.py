"""Jobs for the tests of those who share work among processes and machines: some go wrong."""

from collections.abc import Callable, Iterator
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.lab.pools.pool import WorkCrashed, WorkFailed

FAILING_JOB: Final = 5
"""The job at which something goes wrong."""


def crash_in_job(job: int) -> int:
    if job == FAILING_JOB:
        raise ZeroDivisionError("no beans")
    return job


def fail_job(job: int) -> int:
    if job == FAILING_JOB:
        raise BadInput("there is no bean {number}", number=job)
    return job


FAULTS: Final[tuple[tuple[Callable[[int], int], type[Exception], str], ...]] = (
    (crash_in_job, WorkCrashed, "ZeroDivisionError: no beans"),
    (fail_job, WorkFailed, "no bean 5"),
)
"""What goes wrong, what comes of it, and what is said."""


def collect_until_error(done: list[int], parts: Iterator[list[int]]) -> None:
    """Note what was done, up to what goes wrong."""
    for part in parts:
        done += part
