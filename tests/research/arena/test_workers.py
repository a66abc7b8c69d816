"""Jobs on worker processes: results, their order, and failures."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.pool_jobs import FAILING_JOB, FAULTS, collect_until_error
from tobean.kernel.errors import BadInput
from tobean.research.pools.pool import MAX_WORKER_DEATHS, WorkFailed, in_order
from tobean.research.pools.pool_options import pool_named
from tobean.research.pools.process_pool import ProcessPool


def short_job(job: int) -> int:
    time.sleep(0.01)
    return job


def results(pool: ProcessPool, do: Callable[[int], int], count: int) -> list[int]:
    return [done for part in pool.run_jobs(do, range(count)) for done in part]


class InterruptOnDelete:
    """Raises KeyboardInterrupt in its destructor, where Python ignores exceptions."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_lost_interrupt_is_still_handled(workers: int) -> None:
    usual = signal.getsignal(signal.SIGINT)
    work = ProcessPool(workers).run_jobs(short_job, list(range(3000)))
    next(work)
    InterruptOnDelete()
    with pytest.raises(KeyboardInterrupt):
        list(work)
    assert signal.getsignal(signal.SIGINT) is usual


@pytest.mark.parametrize("workers", [1, 2])
def test_a_background_process_ignores_interrupts(workers: int) -> None:
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        work = ProcessPool(workers).run_jobs(short_job, list(range(40)))
        first = next(work)
        signal.raise_signal(signal.SIGINT)
        assert len(first) + sum(len(part) for part in work) == 40
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)


def test_results_come_in_job_order_on_request() -> None:
    assert list(in_order(ProcessPool(3), short_job, range(20))) == list(range(20))
    assert list(in_order(ProcessPool(1), short_job, range(3))) == [0, 1, 2]
    assert list(in_order(ProcessPool(2), short_job, [])) == []


class Deadly:
    """Kills the worker that runs one of the jobs a number of times; then the job succeeds."""

    def __init__(self, folder: Path, deaths: int, deadly_job: int) -> None:
        self.folder, self.deaths, self.deadly_job = folder, deaths, deadly_job

    def __call__(self, job: int) -> int:
        time.sleep(0.02)
        died = len(list(self.folder.iterdir()))
        if job == self.deadly_job and died < self.deaths:
            (self.folder / str(died)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return job


def test_jobs_of_a_dead_worker_are_repeated_exactly_once(tmp_path: Path) -> None:
    assert sorted(results(ProcessPool(2), Deadly(tmp_path, MAX_WORKER_DEATHS - 1, 11), 20)) == list(range(20))
    assert len(list(tmp_path.iterdir())) == MAX_WORKER_DEATHS - 1


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkFailed, match="ended before its work was done .exit code -9."):
        # The first job of the second worker: on a slow machine, a result reported between two deaths would reset
        # the count.
        results(ProcessPool(2), Deadly(tmp_path, 99, 1), 20)
    assert len(list(tmp_path.iterdir())) == MAX_WORKER_DEATHS


def leave(job: int) -> int:
    raise SystemExit(0)


def test_a_worker_that_exits_early_without_an_error_is_noticed() -> None:
    with pytest.raises(WorkFailed, match="exit code 0"):
        results(ProcessPool(2), leave, 4)


def test_an_error_is_raised_after_earlier_results() -> None:
    for do, error, text in FAULTS:
        done: list[int] = []
        with pytest.raises(error, match=text):
            collect_until_error(done, ProcessPool(2).run_jobs(do, range(20)))
        assert {1, 3} <= set(done)
        assert FAILING_JOB not in done


def test_a_pool_is_selected_by_name() -> None:
    assert pool_named("local", 3).workers == 3
    assert pool_named("local", None).workers >= 1
    for name in ("", "roy", "http://here"):
        with pytest.raises(BadInput, match="local, ray or ray://host:port"):
            pool_named(name, None)
