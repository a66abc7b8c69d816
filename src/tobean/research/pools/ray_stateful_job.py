"""A stateful job on a Ray cluster, run by an actor, with a GPU if the cluster has one.

The files are sent along. If the actor or its node dies, another actor resumes from the latest checkpoint, and repeated
steps are not reported again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tobean.kernel.errors import BadInput
from tobean.research.pools.payload import Payload, pack_payload
from tobean.research.pools.pool import MAX_WORKER_DEATHS, WorkerReport
from tobean.research.pools.process_pool import InterruptGuard
from tobean.research.pools.ray_connection import raise_version_mismatch, worker_death_error
from tobean.research.pools.stateful_job import StatefulJob, StepResult

CHECK_INTERVAL: Final = 5.0
"""Seconds between checks for Ctrl-C and for changes of the cluster."""


def run_on_ray(
    ray: Any,
    stateful_job: StatefulJob,
    files: Sequence[Path],
    checkpoints: Mapping[str, bytes],
    limit: int | None,
    interrupt_guard: InterruptGuard,
) -> Generator[StepResult, None, None]:
    payload = ray.put(pack_payload())
    job_ref = ray.put(ray.cloudpickle.dumps(stateful_job))
    file_refs = [(str(path), ray.put(path.read_bytes())) for path in files]
    newest = dict(checkpoints)
    reported: dict[str, int] = {}
    """Number of the latest reported step of each part."""
    deaths = 0
    while True:
        actor: Any = None
        try:
            resources = actor_resources(ray, limit)
            remote_class = ray.remote(max_restarts=0, **resources)(actor_class())
            actor = remote_class.remote(payload, job_ref, file_refs, newest, resources["num_cpus"])
            wait_until_placed(ray, actor, resources, limit, interrupt_guard)
            while True:
                step = next_step(ray, actor, interrupt_guard)
                if step is None:
                    return
                if step.checkpoint_bytes:
                    newest[step.part] = step.checkpoint_bytes
                if step.number > reported.get(step.part, 0):
                    reported[step.part] = step.number
                    deaths = 0
                    yield step
        except ClusterChanged:
            pass
        except ray.exceptions.RayTaskError:
            raise
        except (ray.exceptions.RayError, ConnectionError) as error:
            deaths += 1
            if deaths >= MAX_WORKER_DEATHS:
                raise worker_death_error(error) from error
        finally:
            if actor is not None:
                with suppress(Exception):  # the cluster may be gone, which has been reported already
                    ray.kill(actor)


class ClusterChanged(Exception):
    """The requested resources have become unavailable, or better ones available."""


def wait_until_placed(
    ray: Any, actor: Any, resources: dict[str, Any], limit: int | None, interrupt_guard: InterruptGuard
) -> None:
    """Wait until the actor is scheduled. Ray counts a dead node for some more seconds, so the requested resources may
    not exist."""
    result_ref = actor.ping.remote()
    while not ray.wait([result_ref], timeout=CHECK_INTERVAL)[0]:
        interrupt_guard.check()
        if actor_resources(ray, limit) != resources:
            raise ClusterChanged
    ray.get(result_ref)


def actor_resources(ray: Any, limit: int | None) -> dict[str, Any]:
    """Return the resources for the actor: a GPU if there is one, otherwise the requested number of cores, at most one
    machine."""
    if ray.cluster_resources().get("GPU", 0) >= 1:
        return {"num_gpus": 1, "num_cpus": 1}
    most = max(int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"])
    return {"num_cpus": max(1, min(limit or most, most))}


def next_step(ray: Any, actor: Any, interrupt_guard: InterruptGuard) -> StepResult | None:
    """Fetch the next step; None at the end."""
    result_ref = actor.next_step.remote()
    ready: list[Any] = []
    while not ready:
        ready, _ = ray.wait([result_ref], timeout=CHECK_INTERVAL)
        interrupt_guard.check()
    mismatch, report = ray.get(result_ref)
    raise_version_mismatch(mismatch)
    if isinstance(report.failure, BadInput):
        raise report.failure
    report.raise_error()
    return report.done[0] if report.done else None


def actor_class() -> type:
    """Return the class of the actor. As a nested class it is pickled by value rather than by name, so it can also
    report a node that has another version of tobean, or none."""

    def installed_version() -> str:
        try:
            from tobean.research.pools.code_digest import code_version
        except ImportError:
            return ""  # tobean is not installed
        return code_version()

    class StatefulJobActor:
        def __init__(
            self,
            payload: Payload,
            stateful_job: bytes,
            file_refs: list[tuple[str, Any]],
            checkpoints: dict[str, bytes],
            cores: int,
        ) -> None:
            self.begin = (payload, stateful_job, file_refs, checkpoints, cores)
            self.next: Callable[[], tuple[tuple[str, str] | None, WorkerReport[StepResult] | None]] | None = None

        def ping(self) -> bool:
            return True

        def next_step(self) -> tuple[tuple[str, str] | None, WorkerReport[StepResult] | None]:
            import ray

            if self.next is None:
                try:
                    from tobean.research.pools.ray_worker import start_stateful_job
                except ImportError:
                    return (ray.util.get_node_ip_address(), installed_version()), None
                self.next = start_stateful_job(*self.begin)
            return self.next()

    return StatefulJobActor
