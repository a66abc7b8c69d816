"""A Ray cluster as a pool of workers.

Ray decides where jobs are done, and does those again whose worker or node has died. Jobs are sent in batches of about
a second, so that sending costs nothing that counts and a death little.
"""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tobean.extras import require
from tobean.lab.cluster_course import followed
from tobean.lab.luggage import packed
from tobean.lab.pool import DEATHS, Done, Job, News
from tobean.lab.reaching import check_edition, connected, gone
from tobean.lab.workers import CtrlC

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence
    from pathlib import Path

    from tobean.lab.course import Course, Step
    from tobean.lab.luggage import Luggage

BATCH: Final = 1.0
"""Seconds of work that are sent at once."""
LEAVE: Final = 3.0
"""So many seconds those who are at work may take to end, when nothing more is wanted of them."""
LAST_BATCHES: Final = 3
"""What is left is always so many batches for each worker at least, so that all end at about the same time."""
ROLL_CALL: Final = 5.0
"""So often, in seconds, it is looked whether the cluster has grown."""


class Cluster:
    """The workers of a Ray cluster: of the one at an address or, without an address, of the one of this machine."""

    def __init__(self, address: str, workers: int | None) -> None:
        require("ray")
        self.address = address
        self.limit = workers
        self.counted = 0.0
        """When its cores were last counted."""
        self.cores = 1

    @property
    def workers(self) -> int:
        """As many as were asked for, or all the cores that the cluster has by now."""
        if self.limit is not None:
            return self.limit
        if not self.counted or monotonic() - self.counted > ROLL_CALL:
            self.cores = max(1, int(connected(self.address, None).cluster_resources().get("CPU", 1)))
            self.counted = monotonic()
        return self.cores

    def spread(self, do: Callable[[Job], Done], jobs: Sequence[Job]) -> Generator[list[Done], None, None]:
        if not jobs:
            return
        ctrl_c = CtrlC()
        running: dict[Any, int] = {}
        """How many jobs each task has, by the reference of what it will answer."""
        try:
            ray = connected(self.address, self.limit)
            task = ray.remote(max_retries=DEATHS - 1, num_cpus=1)(batch_worker())
            luggage = ray.put(packed())
            what = ray.put(ray.cloudpickle.dumps(do))
            pace = 0.0
            """Seconds a job, of late."""
            sent = 0
            while sent < len(jobs) or running:
                while sent < len(jobs) and len(running) < self.workers:
                    count = batch_size(pace, len(jobs) - sent, self.workers)
                    batch = list(jobs[sent : sent + count])
                    running[task.remote(luggage, what, ray.cloudpickle.dumps(batch))] = count
                    sent += count
                ready, _ = ray.wait(list(running), timeout=ROLL_CALL)
                ctrl_c.heed()
                for answer in ready:
                    news, seconds = received(ray, answer)
                    pace = seconds / running.pop(answer)
                    if news.done:
                        yield news.done
                    news.heed()
        finally:
            ctrl_c.forget()
            if running:
                # Ray ends this process if an answer comes just when its task is cancelled: most come within a moment.
                _, slow = ray.wait(list(running), num_returns=len(running), timeout=LEAVE)
                for answer in slow:
                    ray.cancel(answer, force=True)

    def follow(self, course: Course, files: Sequence[Path], kept: Mapping[str, bytes]) -> Generator[Step, None, None]:
        ctrl_c = CtrlC()
        try:
            yield from followed(connected(self.address, self.limit), course, files, kept, self.limit, ctrl_c)
        finally:
            ctrl_c.forget()


def batch_size(pace: float, left: int, workers: int) -> int:
    """How many jobs are sent at once; the first one alone shows how long they take."""
    if not pace:
        return 1
    return max(1, min(int(BATCH / pace), ceil(left / (LAST_BATCHES * workers))))


def received(ray: Any, answer: Any) -> tuple[News[Any], float]:
    """The news of a batch, and how many seconds it took."""
    try:
        refused, news, seconds = ray.get(answer)
    except ray.exceptions.RayTaskError:
        raise
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise gone(error) from error
    check_edition(refused)
    return news, seconds


def batch_worker() -> Callable[[Luggage, bytes, bytes], tuple[tuple[str, str] | None, News[Any] | None, float]]:
    """What a worker runs. As a function within a function it travels as code and not by its name, so that it can
    tell of a node that has another tobean, or none."""

    def batch(luggage: Luggage, do: bytes, jobs: bytes) -> tuple[tuple[str, str] | None, News[Any] | None, float]:
        import ray

        try:
            from tobean.lab.working import work
        except ImportError:
            return (ray.util.get_node_ip_address(), ""), None, 0.0
        return work(luggage, do, jobs)

    return batch
