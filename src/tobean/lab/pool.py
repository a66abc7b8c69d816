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

    from tobean.lab.course import Course, Step

DEATHS: Final = 4
"""A job of which so many workers have died one after the other is given up."""

Job = TypeVar("Job")
Done = TypeVar("Done")


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

    def spread(self, do: Callable[[Job], Done], jobs: Sequence[Job]) -> Generator[list[Done], None, None]:
        """Do the jobs, and hand over the results bit by bit, as they come in. Closed before, it ends its workers.

        Raises `WorkFailed` where a job fails, or where its workers keep dying.
        """
        ...

    def follow(self, course: Course, files: Sequence[Path], kept: Mapping[str, bytes]) -> Generator[Step, None, None]:
        """Let one worker follow a course that reads these files, from what was kept of it."""
        ...


def in_order(pool: Pool, do: Callable[[Job], Done], jobs: Iterable[Job]) -> Generator[Done, None, None]:
    """Do the jobs, and hand over the results one by one in the order of the jobs."""
    early: dict[int, Done] = {}
    due = 0
    with closing(pool.spread(partial(numbered, do), list(enumerate(jobs)))) as parts:
        for part in parts:
            early.update(part)
            while due in early:
                yield early.pop(due)
                due += 1


def numbered(do: Callable[[Job], Done], job: tuple[int, Job]) -> tuple[int, Done]:
    return job[0], do(job[1])


# --- what a worker sends -----------------------------------------------------------------------------------


@dataclass
class News(Generic[Done]):
    """What a worker has done since it last said so, and what has kept it from doing more."""

    done: list[Done]
    failure: TobeanError | str = ""
    """Why a job failed."""
    crash: str = ""
    """Where one broke down."""

    def heed(self) -> None:
        """Raise what is wrong."""
        if self.crash:
            raise WorkCrashed(self.crash)
        if self.failure:
            raise WorkFailed("{reason}", reason=self.failure)


def news_of(error: BaseException) -> News[NoReturn]:
    """What a worker says of a job that did not work out."""
    if isinstance(error, TobeanError):
        return News([], failure=error)
    if isinstance(error, OSError):
        return News([], failure=str(error))
    return News([], crash="".join(traceback.format_exception(error)))
