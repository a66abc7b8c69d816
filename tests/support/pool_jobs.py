"""Jobs for tests of worker pools, some of which fail."""

from collections.abc import Callable, Iterator
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.research.pools.pool import WorkCrashed, WorkFailed

FAILING_JOB: Final = 5


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
"""Failing jobs, with the exception raised and its message."""


def collect_until_error(done: list[int], parts: Iterator[list[int]]) -> None:
    for part in parts:
        done += part


HASTY_BOT = """
class Hasty:
    name = 'hasty'
    def choose(self, view, actions, chance):
        return actions[0]
    def volunteer(self, view, actions, chance):
        return None
"""
"""Source of a bot in a file of its own."""
