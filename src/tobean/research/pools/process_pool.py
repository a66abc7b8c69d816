"""A worker pool of local processes.

Jobs are assigned round-robin (worker 2 of 4 does 1, 5, 9, ...). Each worker sends its results at intervals through a
pipe to the parent, and the pipe closes when the worker exits. A replacement takes over any remaining jobs.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final, Generic

from tobean.research.pools.pool import MAX_WORKER_DEATHS, Job, Output, WorkerReport, WorkFailed, report_error
from tobean.research.pools.stateful_job import StatefulJob, StepResult, open_files

REPORT_INTERVAL: Final = 0.1
"""Seconds of work between two reports of a worker."""


def cores() -> int:
    """Return the number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ProcessPool:
    """A pool of local processes. A single worker runs in this process."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run_jobs(self, function: Callable[[Job], Output], jobs: Sequence[Job]) -> Generator[list[Output], None, None]:
        workers = min(self.workers, len(jobs))
        if workers > 1:
            yield from run_in_processes(function, jobs, workers)
            return
        yield from interruptible([function(job)] for job in jobs)

    def run_stateful_job(
        self, stateful_job: StatefulJob, files: Sequence[Path], checkpoints: Mapping[str, bytes]
    ) -> Generator[StepResult, None, None]:
        yield from interruptible(stateful_job(open_files(files), checkpoints, self.workers))


def run_in_processes(
    function: Callable[[Job], Output], jobs: Sequence[Job], workers: int
) -> Generator[list[Output], None, None]:
    running: list[Worker[Job, Output]] = []
    interrupt_guard = InterruptGuard()
    try:
        for first in range(workers):
            running.append(Worker(function, jobs[first::workers]))
        while running:
            channels: list[Any] = wait([worker.channel for worker in running])
            for channel in channels:
                interrupt_guard.check()
                worker = next(worker for worker in running if worker.channel is channel)
                report = worker.report()
                if report is None:
                    running.remove(worker)
                    if worker.jobs_left:
                        running.append(worker.replacement())
                    continue
                if report.done:
                    yield report.done
                report.raise_error()
    finally:
        interrupt_guard.restore_handler()
        for worker in running:
            worker.process.terminate()
            worker.process.join()


class Worker(Generic[Job, Output]):
    """A worker process and its remaining jobs."""

    def __init__(self, function: Callable[[Job], Output], jobs: Sequence[Job], deaths: int = 0) -> None:
        self.function = function
        self.jobs_left = jobs
        self.deaths = deaths
        """Consecutive deaths since the last result."""
        self.channel, worker_channel = Pipe(duplex=False)
        self.process = Process(target=run_worker, args=(function, jobs, self.channel, worker_channel), daemon=True)
        self.process.start()
        worker_channel.close()

    def report(self) -> WorkerReport[Output] | None:
        """Receive the next report; None if the worker has exited."""
        try:
            report: WorkerReport[Output] = self.channel.recv()
        except (EOFError, OSError):  # OSError if it died in the middle of a message
            self.process.join()
            return None
        if report.done:
            self.jobs_left = self.jobs_left[len(report.done) :]
            self.deaths = 0
        return report

    def replacement(self) -> Worker[Job, Output]:
        """Start a worker for the remaining jobs."""
        if self.deaths + 1 >= MAX_WORKER_DEATHS:
            raise WorkFailed(
                "a worker process ended before its work was done (exit code {exitcode})",
                exitcode=self.process.exitcode,
            )
        return Worker(self.function, self.jobs_left, self.deaths + 1)


class InterruptGuard:
    """Remembers Ctrl-C, because a KeyboardInterrupt raised while Python runs a finaliser is lost."""

    def __init__(self) -> None:
        self.interrupted = False
        self.previous_handler = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()  # signal handlers can only be set there
        # A shell starts background jobs with SIGINT ignored: keep it ignored.
        self.is_installed = main and self.previous_handler != signal.SIG_IGN
        if self.is_installed:
            signal.signal(signal.SIGINT, self.on_signal)

    def on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.interrupted = True
        raise KeyboardInterrupt

    def check(self) -> None:
        if self.interrupted:
            raise KeyboardInterrupt

    def restore_handler(self) -> None:
        if self.is_installed:
            signal.signal(signal.SIGINT, self.previous_handler)


def interruptible(steps: Iterable[Output]) -> Generator[Output, None, None]:
    """Yield the same steps, but stop after Ctrl-C."""
    interrupt_guard = InterruptGuard()
    try:
        for step in steps:
            yield step
            interrupt_guard.check()
    finally:
        interrupt_guard.restore_handler()


def run_worker(
    function: Callable[[Job], Output], jobs: Sequence[Job], parent_channel: Connection, channel: Connection
) -> None:
    """Run the jobs in a worker process, sending results and errors to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops its workers
    parent_channel.close()  # otherwise the pipe would stay open after the parent has exited
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)  # a forked process has no OpenMP threads and would deadlock
    done: list[Output] = []
    last_report = monotonic()
    try:
        for job in jobs:
            try:
                done.append(function(job))
            except Exception as error:  # sent to the parent, which raises it
                channel.send(WorkerReport(done))
                channel.send(report_error(error))
                break
            if monotonic() - last_report > REPORT_INTERVAL:
                channel.send(WorkerReport(done))
                done, last_report = [], monotonic()
        else:
            channel.send(WorkerReport(done))
    except BrokenPipeError:
        os._exit(0)  # the parent has exited
    channel.close()
