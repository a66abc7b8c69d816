"""Many jobs, spread over worker processes.

Workers deal out the jobs in turn (worker 2 of 4 does 1, 5, 9, ...): if a job depends on nothing but itself, the outcome
is the same for any number of workers. Each worker has a pipe to the parent, through which it sends what is done now and
then; the pipe ends when the worker does.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import Pipe, Process
from multiprocessing.connection import wait
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from tobean.kernel.errors import TobeanError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from multiprocessing.connection import Connection
    from types import FrameType

PATIENCE: Final = 0.1
"""Seconds of work that a worker reports at once."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class WorkFailed(TobeanError):
    """A job could not be done; the text says why."""


def cores() -> int:
    """How many processes can run at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(do: Callable[[Job], Done], jobs: Sequence[Job], workers: int) -> Generator[list[Done], None, None]:
    """Do the jobs, and hand over the results bit by bit."""
    workers = min(workers, len(jobs))
    if workers > 1:
        yield from spread_over_processes(do, jobs, workers)
        return
    for job in jobs:
        yield [do(job)]


def spread_over_processes(
    do: Callable[[Job], Done], jobs: Sequence[Job], workers: int
) -> Generator[list[Done], None, None]:
    running: dict[Connection, Process] = {}
    ctrl_c = CtrlC()
    try:
        for first in range(workers):
            ours, theirs = Pipe(duplex=False)
            process = Process(target=work, args=(do, jobs[first::workers], ours, theirs), daemon=True)
            process.start()
            theirs.close()
            running[ours] = process
        while running:
            for ready in wait(list(running)):
                ctrl_c.heed()
                channel = next(channel for channel in running if channel is ready)
                try:
                    news = channel.recv()
                except EOFError:
                    finish(running.pop(channel))
                    continue
                if not isinstance(news, list):
                    raise WorkFailed("{reason}", reason=news)
                yield news
    finally:
        ctrl_c.forget()
        for process in running.values():
            process.terminate()
            process.join()


class CtrlC:
    """Remembers that somebody pressed Ctrl-C: raised while Python tidies up, the interrupt itself is lost."""

    def __init__(self) -> None:
        self.pressed = False
        self.usual = signal.getsignal(signal.SIGINT)
        self.ours = threading.current_thread() is threading.main_thread()  # signals are for that one only
        if self.ours:
            signal.signal(signal.SIGINT, self.note)

    def note(self, _number: int, _frame: FrameType | None) -> None:
        self.pressed = True
        raise KeyboardInterrupt

    def heed(self) -> None:
        if self.pressed:
            raise KeyboardInterrupt

    def forget(self) -> None:
        if self.ours:
            signal.signal(signal.SIGINT, self.usual)


def finish(process: Process) -> None:
    process.join()
    if process.exitcode:
        raise WorkFailed(
            "a worker process ended before its work was done (exit code {exitcode})", exitcode=process.exitcode
        )


def work(do: Callable[[Job], Done], jobs: Sequence[Job], parents: Connection, channel: Connection) -> None:
    """A worker: sends lists of results or, if something goes wrong, a sentence."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent ends its workers.
    parents.close()  # Else the pipe would not break when the parent is gone.
    done: list[Done] = []
    sent = monotonic()
    try:
        for job in jobs:
            done.append(do(job))
            if monotonic() - sent > PATIENCE:
                channel.send(done)
                done, sent = [], monotonic()
        if done:
            channel.send(done)
    except BrokenPipeError:
        os._exit(0)  # Nobody is there to hear it.
    except TobeanError as error:
        channel.send(error)
    except OSError as error:
        channel.send(str(error))
    channel.close()
