"""A Ray cluster as a pool of workers.

Ray decides where jobs are done, and does those again whose worker or node has died. Jobs are sent in batches of about
a second, so that sending costs nothing that counts and a death little.
"""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from tobean.extras import require
from tobean.lab.luggage import edition, packed
from tobean.lab.pool import DEATHS, Done, Job, News, WorkFailed
from tobean.lab.workers import CtrlC, cores

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from tobean.lab.luggage import Luggage

BATCH: Final = 1.0
"""Seconds of work that are sent at once."""
LAST_BATCHES: Final = 3
"""What is left is always so many batches for each worker at least, so that all end at about the same time."""
SETTINGS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # what is played here is nobody's business
    "RAY_raylet_start_wait_time_s": "180",  # a machine that has much to do starts slowly
}
"""What Ray reads from the environment, unless somebody has said otherwise."""
REACHED: Final = 3.0
"""So many seconds a Ray on this machine may take until it can be reached."""
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
            for answer in running:
                ray.cancel(answer, force=True)


def batch_size(pace: float, left: int, workers: int) -> int:
    """How many jobs are sent at once; the first one alone shows how long they take."""
    if not pace:
        return 1
    return max(1, min(int(BATCH / pace), ceil(left / (LAST_BATCHES * workers))))


def connected(address: str, workers: int | None) -> Any:
    """The module `ray`, once it is connected to the cluster."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    if ray.is_initialized():
        return ray
    keep_off_the_report(ray)
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address:
            ray.init(address, **quiet)
        else:
            here_or_new(ray, workers, quiet)
    except Exception as error:  # which one depends on what is missing, and on the version of Ray
        ray.shutdown()  # what has been started so far
        raise WorkFailed(
            "the cluster {address} cannot be reached: {reason}", address=address or "ray", reason=first_line(error)
        ) from error
    return ray


def keep_off_the_report(ray: Any) -> None:
    """Ray tells on standard output, where reports go, of workers that died, and cannot be asked not to. They are no
    news: their jobs are done again. So it is only told to whoever wants Ray's log."""

    def to_the_log(data: dict[str, Any], **_: Any) -> None:
        for line in data["lines"]:
            logging.getLogger("ray").info(line)

    ray._private.worker.print_to_stdstream = to_the_log


def here_or_new(ray: Any, workers: int | None, quiet: dict[str, Any]) -> None:
    """Join the Ray that runs on this machine; if there is none, start one that ends with this process."""
    if not left_behind():
        try:
            ray.init("auto", **quiet)
        except ConnectionError:
            pass  # there is none
        else:
            return
    ray.init("local", num_cpus=workers or cores(), include_dashboard=False, **quiet)


def left_behind() -> bool:
    """Is what a Ray has noted on this machine the address of one that was killed? Ray itself would go on asking there
    for minutes."""
    if "RAY_ADDRESS" in os.environ:
        return False
    note = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()) / "ray" / "ray_current_cluster"
    try:
        host, _, port = note.read_text(encoding="utf-8").strip().rpartition(":")
        with socket.create_connection((host.strip("[]"), int(port)), timeout=REACHED):
            return False
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True


def first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def received(ray: Any, answer: Any) -> tuple[News[Any], float]:
    """The news of a batch, and how many seconds it took."""
    try:
        refused, news, seconds = ray.get(answer)
    except ray.exceptions.RayTaskError:
        raise
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise WorkFailed(
            "a worker of the cluster ended before its work was done ({reason})", reason=first_line(error)
        ) from error
    if refused:
        node, theirs = refused
        raise WorkFailed(
            "the node {node} has tobean {theirs}; here it is {ours}, and all must have the same",
            node=node,
            theirs=theirs or "\N{EN DASH}",
            ours=edition(),
        )
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
