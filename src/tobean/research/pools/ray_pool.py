"""A worker pool on a Ray cluster.

Ray schedules the jobs and reruns those whose worker or node has died. Jobs are sent in batches of about a second, which
keeps both the sending overhead and the work lost by a death small.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from math import ceil
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tobean.extras import require
from tobean.research.pools.payload import Payload, pack_payload
from tobean.research.pools.pool import MAX_WORKER_DEATHS, Job, Output, WorkerReport
from tobean.research.pools.process_pool import InterruptGuard
from tobean.research.pools.ray_connection import connect_ray, raise_version_mismatch, worker_death_error
from tobean.research.pools.ray_stateful_job import run_on_ray
from tobean.research.pools.stateful_job import StatefulJob, StepResult

BATCH_SECONDS: Final = 1.0
"""Target duration of a batch, in seconds."""
SHUTDOWN_SECONDS: Final = 3.0
"""Seconds that running tasks may take to finish before they are cancelled."""
MIN_BATCHES_PER_WORKER: Final = 3
"""The remaining jobs are split into at least this many batches for each worker, so that all finish at about the same
time."""
CORE_COUNT_INTERVAL: Final = 5.0
"""Seconds between checks for new nodes in the cluster."""


class RayPool:
    """A pool on the Ray cluster at an address or, without an address, on this machine."""

    def __init__(self, address: str, workers: int | None) -> None:
        require("ray")
        self.address = address
        self.limit = workers
        self.counted_at = 0.0
        """Time of the last core count."""
        self.cores = 1

    @property
    def workers(self) -> int:
        """The requested number of workers, or the current number of cores of the cluster."""
        if self.limit is not None:
            return self.limit
        if not self.counted_at or monotonic() - self.counted_at > CORE_COUNT_INTERVAL:
            self.cores = max(1, int(connect_ray(self.address, None).cluster_resources().get("CPU", 1)))
            self.counted_at = monotonic()
        return self.cores

    def run_jobs(self, function: Callable[[Job], Output], jobs: Sequence[Job]) -> Generator[list[Output], None, None]:
        if not jobs:
            return
        interrupt_guard = InterruptGuard()
        running: dict[Any, int] = {}
        """Number of jobs of each running task, by its object reference."""
        try:
            ray = connect_ray(self.address, self.limit)
            task = ray.remote(max_retries=MAX_WORKER_DEATHS - 1, num_cpus=1)(batch_worker())
            payload = ray.put(pack_payload())
            function_ref = ray.put(ray.cloudpickle.dumps(function))
            seconds_per_job = 0.0
            """Seconds per job in the latest batch."""
            sent = 0
            while sent < len(jobs) or running:
                while sent < len(jobs) and len(running) < self.workers:
                    count = batch_size(seconds_per_job, len(jobs) - sent, self.workers)
                    batch = list(jobs[sent : sent + count])
                    running[task.remote(payload, function_ref, ray.cloudpickle.dumps(batch))] = count
                    sent += count
                ready, _ = ray.wait(list(running), timeout=CORE_COUNT_INTERVAL)
                interrupt_guard.check()
                for result_ref in ready:
                    report, seconds = read_batch(ray, result_ref)
                    seconds_per_job = seconds / running.pop(result_ref)
                    if report.done:
                        yield report.done
                    report.raise_error()
        finally:
            interrupt_guard.restore_handler()
            if running:
                # Ray ends this process if a result arrives just as its task is cancelled, so wait a moment: most finish
                # in time.
                _, unfinished = ray.wait(list(running), num_returns=len(running), timeout=SHUTDOWN_SECONDS)
                for result_ref in unfinished:
                    ray.cancel(result_ref, force=True)

    def run_stateful_job(
        self, stateful_job: StatefulJob, files: Sequence[Path], checkpoints: Mapping[str, bytes]
    ) -> Generator[StepResult, None, None]:
        interrupt_guard = InterruptGuard()
        try:
            yield from run_on_ray(
                connect_ray(self.address, self.limit), stateful_job, files, checkpoints, self.limit, interrupt_guard
            )
        finally:
            interrupt_guard.restore_handler()


def batch_size(seconds_per_job: float, jobs_left: int, workers: int) -> int:
    """Return the number of jobs to send at once. The first batch is a single job, to measure the duration."""
    if not seconds_per_job:
        return 1
    return max(1, min(int(BATCH_SECONDS / seconds_per_job), ceil(jobs_left / (MIN_BATCHES_PER_WORKER * workers))))


def read_batch(ray: Any, result_ref: Any) -> tuple[WorkerReport[Any], float]:
    """Fetch the report of a batch, and the seconds it took."""
    try:
        mismatch, report, seconds = ray.get(result_ref)
    except ray.exceptions.RayTaskError:
        raise
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise worker_death_error(error) from error
    raise_version_mismatch(mismatch)
    return report, seconds


def batch_worker() -> Callable[[Payload, bytes, bytes], tuple[tuple[str, str] | None, WorkerReport[Any] | None, float]]:
    """Return the function that workers run. As a nested function it is pickled by value rather than by name, so it can
    also report a node that has another version of tobean, or none."""

    def batch(
        payload: Payload, function: bytes, jobs: bytes
    ) -> tuple[tuple[str, str] | None, WorkerReport[Any] | None, float]:
        import ray

        try:
            from tobean.research.pools.ray_worker import run_batch
        except ImportError:
            return (ray.util.get_node_ip_address(), ""), None, 0.0
        return run_batch(payload, function, jobs)

    return batch
