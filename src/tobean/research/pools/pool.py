"""The interface of worker pools, implemented in `process_pool` and `ray_pool`.

A job depends only on its input and has no effect other than its result. It gives the same result wherever it runs, so a
job whose worker died is simply run again.
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

    from tobean.research.pools.stateful_job import StatefulJob, StepResult

MAX_WORKER_DEATHS: Final = 4
"""A job is given up after this many of its workers have died in a row."""

Job = TypeVar("Job")
Output = TypeVar("Output")


class WorkFailed(TobeanError):
    """A job failed; the message says why."""


class WorkCrashed(RuntimeError):
    """A job raised an unexpected error; the message is its traceback."""


class Pool(Protocol):
    """A pool of workers."""

    @property
    def workers(self) -> int:
        """Number of jobs that run at the same time."""
        ...

    def run_jobs(self, function: Callable[[Job], Output], jobs: Sequence[Job]) -> Generator[list[Output], None, None]:
        """Run the jobs, and yield the results in parts as they arrive. Closing the generator early stops the workers.

        Raises `WorkFailed` if a job fails or its workers keep dying.
        """
        ...

    def run_stateful_job(
        self, stateful_job: StatefulJob, files: Sequence[Path], checkpoints: Mapping[str, bytes]
    ) -> Generator[StepResult, None, None]:
        """Run a stateful job on one worker, resuming from the checkpoints."""
        ...


def in_order(pool: Pool, function: Callable[[Job], Output], jobs: Iterable[Job]) -> Generator[Output, None, None]:
    """Run the jobs, and yield the results one by one in the order of the jobs."""
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


# --- worker reports ----------------------------------------------------------------------------------------


@dataclass
class WorkerReport(Generic[Output]):
    """Results since the last report, and the error that stopped the worker, if any."""

    done: list[Output]
    failure: TobeanError | str = ""
    """Reason why a job failed."""
    crash: str = ""
    """Traceback of a job that crashed."""

    def raise_error(self) -> None:
        if self.crash:
            raise WorkCrashed(self.crash)
        if self.failure:
            raise WorkFailed("{reason}", reason=self.failure)


def report_error(error: BaseException) -> WorkerReport[NoReturn]:
    if isinstance(error, TobeanError):
        return WorkerReport([], failure=error)
    if isinstance(error, OSError):
        return WorkerReport([], failure=str(error))
    return WorkerReport([], crash="".join(traceback.format_exception(error)))
