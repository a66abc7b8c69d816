"""Many jobs, done by many workers; `pools.py` has the two sorts of workers there are.

A job depends on nothing but itself and leaves nothing behind but its result. So it is the same wherever and how often
it is done, and one whose worker has died is simply done again.
"""

from __future__ import annotations

import traceback
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Generic, NoReturn, Protocol, TypeVar

from tobean.kernel.errors import TobeanError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from pathlib import Path

    from tobean.lab.pools.stateful_job import StatefulJob, Step

MAX_WORKER_DEATHS: Final = 4
"""A job of which so many workers have died one after the other is given up."""

Job = TypeVar("Job")
Output = TypeVar("Output")


class WorkFailed(TobeanError):
    """A job could not be done; the text says why."""


class WorkCrashed(RuntimeError):
    """A job broke down with an error that nobody expected; the text is where it happened."""


class Pool(Protocol):
    """Workers to whom jobs can be given."""

    @property
    def workers(self) -> int:
        """How many jobs are done at a time."""
        ...

    def run_jobs(self, function: Callable[[Job], Output], jobs: Sequence[Job]) -> Generator[list[Output], None, None]:
        """Do the jobs, and hand over the results bit by bit, as they come in. Closed before, it ends its workers.

        Raises `WorkFailed` where a job fails, or where its workers keep dying.
        """
        ...

    def run_stateful_job(
        self, stateful_job: StatefulJob, files: Sequence[Path], checkpoints: Mapping[str, bytes]
    ) -> Generator[Step, None, None]:
        """Let one worker follow a course that reads these files, from what was kept of it."""
        ...


def in_order(pool: Pool, function: Callable[[Job], Output], jobs: Iterable[Job]) -> Generator[Output, None, None]:
    """Do the jobs, and hand over the results one by one in the order of the jobs."""
    early: dict[int, Output] = {}
    due = 0
    with closing(pool.run_jobs(partial(numbered, function), list(enumerate(jobs)))) as parts:
        for part in parts:
            early.update(part)
            while due in early:
                yield early.pop(due)
                due += 1


def numbered(function: Callable[[Job], Output], job: tuple[int, Job]) -> tuple[int, Output]:
    return job[0], function(job[1])


# --- what a worker sends -----------------------------------------------------------------------------------


@dataclass
class WorkerReport(Generic[Output]):
    """What a worker has done since it last said so, and what has kept it from doing more."""

    done: list[Output]
    failure: TobeanError | str = ""
    """Why a job failed."""
    crash: str = ""
    """Where one broke down."""

    def raise_error(self) -> None:
        """Raise what is wrong."""
        if self.crash:
            raise WorkCrashed(self.crash)
        if self.failure:
            raise WorkFailed("{reason}", reason=self.failure)


def report_error(error: BaseException) -> WorkerReport[NoReturn]:
    """What a worker says of a job that did not work out."""
    if isinstance(error, TobeanError):
        return WorkerReport([], failure=error)
    if isinstance(error, OSError):
        return WorkerReport([], failure=str(error))
    return WorkerReport([], crash="".join(traceback.format_exception(error)))
