"""Processes of this machine as a pool of workers.

Workers deal out the jobs in turn (worker 2 of 4 does 1, 5, 9, ...). Each has a pipe to the parent, through which it
sends what is done now and then; the pipe ends when the worker does. Where jobs are left then, another one takes over.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import Pipe, Process
from multiprocessing.connection import wait
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic

from tobean.lab.course import opened
from tobean.lab.pool import DEATHS, Done, Job, News, WorkFailed, news_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path
    from types import FrameType

    from tobean.lab.course import Course, Step

PATIENCE: Final = 0.1
"""Seconds of work that a worker reports at once."""


def cores() -> int:
    """How many processes can run at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes:
    """So many processes of this machine; one is the process itself."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def spread(self, do: Callable[[Job], Done], jobs: Sequence[Job]) -> Generator[list[Done], None, None]:
        workers = min(self.workers, len(jobs))
        if workers > 1:
            yield from spread_over_processes(do, jobs, workers)
            return
        yield from heedful([do(job)] for job in jobs)

    def follow(self, course: Course, files: Sequence[Path], kept: Mapping[str, bytes]) -> Generator[Step, None, None]:
        yield from heedful(course(opened(files), kept, self.workers))


def spread_over_processes(
    do: Callable[[Job], Done], jobs: Sequence[Job], workers: int
) -> Generator[list[Done], None, None]:
    running: list[Worker[Job, Done]] = []
    ctrl_c = CtrlC()
    try:
        for first in range(workers):
            running.append(Worker(do, jobs[first::workers]))
        while running:
            channels: list[Any] = wait([worker.channel for worker in running])
            for channel in channels:
                ctrl_c.heed()
                worker = next(worker for worker in running if worker.channel is channel)
                news = worker.news()
                if news is None:
                    running.remove(worker)
                    if worker.left:
                        running.append(worker.successor())
                    continue
                if news.done:
                    yield news.done
                news.heed()
    finally:
        ctrl_c.forget()
        for worker in running:
            worker.process.terminate()
            worker.process.join()


class Worker(Generic[Job, Done]):
    """A process, and what it still has to do."""

    def __init__(self, do: Callable[[Job], Done], jobs: Sequence[Job], deaths: int = 0) -> None:
        self.do = do
        self.left = jobs
        self.deaths = deaths
        """How many have died one after the other since something was done."""
        self.channel, theirs = Pipe(duplex=False)
        self.process = Process(target=work, args=(do, jobs, self.channel, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def news(self) -> News[Done] | None:
        """What it has to say; None: it is gone."""
        try:
            news: News[Done] = self.channel.recv()
        except (EOFError, OSError):  # the latter where it died in the middle of a word
            self.process.join()
            return None
        if news.done:
            self.left = self.left[len(news.done) :]
            self.deaths = 0
        return news

    def successor(self) -> Worker[Job, Done]:
        """Another one, for what this one has left."""
        if self.deaths + 1 >= DEATHS:
            raise WorkFailed(
                "a worker process ended before its work was done (exit code {exitcode})",
                exitcode=self.process.exitcode,
            )
        return Worker(self.do, self.left, self.deaths + 1)


class CtrlC:
    """Remembers that somebody pressed Ctrl-C: raised while Python tidies up, the interrupt itself is lost."""

    def __init__(self) -> None:
        self.pressed = False
        self.usual = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()  # signals are for that one only
        self.ours = main and self.usual != signal.SIG_IGN  # so a shell starts what is to go on in the background
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


def heedful(steps: Iterable[Done]) -> Generator[Done, None, None]:
    """The same steps, but not another one after Ctrl-C."""
    ctrl_c = CtrlC()
    try:
        for step in steps:
            yield step
            ctrl_c.heed()
    finally:
        ctrl_c.forget()


def work(do: Callable[[Job], Done], jobs: Sequence[Job], parents: Connection, channel: Connection) -> None:
    """A worker: sends what it has done and, if something goes wrong, what."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent ends its workers.
    parents.close()  # Else the pipe would not break when the parent is gone.
    done: list[Done] = []
    sent = monotonic()
    try:
        for job in jobs:
            try:
                done.append(do(job))
            except Exception as error:  # whatever it is, the parent tells it
                channel.send(News(done))
                channel.send(news_of(error))
                break
            if monotonic() - sent > PATIENCE:
                channel.send(News(done))
                done, sent = [], monotonic()
        else:
            channel.send(News(done))
    except BrokenPipeError:
        os._exit(0)  # Nobody is there to hear it.
    channel.close()
