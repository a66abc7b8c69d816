"""A course on a Ray cluster: an actor follows it, on a graphics card where the cluster has one.

The files travel there as they are. If the actor dies, or its node, another one goes on from what was last kept, and
steps that come again are not told again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.errors import BadInput
from tobean.lab.pools.payload import pack_payload
from tobean.lab.pools.pool import MAX_WORKER_DEATHS, WorkerReport
from tobean.lab.pools.ray_connection import check_code_version, workers_died

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence
    from pathlib import Path

    from tobean.lab.pools.payload import Payload
    from tobean.lab.pools.process_pool import CtrlC
    from tobean.lab.pools.stateful_job import StatefulJob, Step

CHECK_INTERVAL: Final = 5.0
"""So often, in seconds, it is looked whether somebody has pressed Ctrl-C, or the cluster has changed."""


def run_on_ray(
    ray: Any,
    stateful_job: StatefulJob,
    files: Sequence[Path],
    kept: Mapping[str, bytes],
    limit: int | None,
    ctrl_c: CtrlC,
) -> Generator[Step, None, None]:
    """The steps of a course."""
    payload = ray.put(pack_payload())
    what = ray.put(ray.cloudpickle.dumps(stateful_job))
    file_refs = [(str(path), ray.put(path.read_bytes())) for path in files]
    newest = dict(kept)
    known: dict[str, int] = {}
    """How far each part of the course has come."""
    deaths = 0
    while True:
        actor: Any = None
        try:
            needs = actor_resources(ray, limit)
            made = ray.remote(max_restarts=0, **needs)(actor_class())
            actor = made.remote(payload, what, file_refs, newest, needs["num_cpus"])
            wait_until_placed(ray, actor, needs, limit, ctrl_c)
            while True:
                step = next_step(ray, actor, ctrl_c)
                if step is None:
                    return
                if step.checkpoint_bytes:
                    newest[step.part] = step.checkpoint_bytes
                if step.number > known.get(step.part, 0):
                    known[step.part] = step.number
                    deaths = 0
                    yield step
        except ClusterChanged:
            pass
        except ray.exceptions.RayTaskError:
            raise
        except (ray.exceptions.RayError, ConnectionError) as error:
            deaths += 1
            if deaths >= MAX_WORKER_DEATHS:
                raise workers_died(error) from error
        finally:
            if actor is not None:
                with suppress(Exception):  # the cluster itself may be gone, and that is told already
                    ray.kill(actor)


class ClusterChanged(Exception):
    """The cluster has changed: what was asked for is not to be had any more, or something better is."""


def wait_until_placed(ray: Any, actor: Any, needs: dict[str, Any], limit: int | None, ctrl_c: CtrlC) -> None:
    """Wait until the actor has found a place. A node that died is counted for some seconds more: what was asked for
    then may be more than anybody has."""
    answer = actor.here.remote()
    while not ray.wait([answer], timeout=CHECK_INTERVAL)[0]:
        ctrl_c.heed()
        if actor_resources(ray, limit) != needs:
            raise ClusterChanged
    ray.get(answer)


def actor_resources(ray: Any, limit: int | None) -> dict[str, Any]:
    """What the actor needs: a graphics card, or else as many cores as were asked for and one machine has."""
    if ray.cluster_resources().get("GPU", 0) >= 1:
        return {"num_gpus": 1, "num_cpus": 1}
    most = max(int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"])
    return {"num_cpus": max(1, min(limit or most, most))}


def next_step(ray: Any, actor: Any, ctrl_c: CtrlC) -> Step | None:
    """The next step; None: that was all."""
    answer = actor.next_step.remote()
    ready: list[Any] = []
    while not ready:
        ready, _ = ray.wait([answer], timeout=CHECK_INTERVAL)
        ctrl_c.heed()
    refused, report = ray.get(answer)
    check_code_version(refused)
    if isinstance(report.failure, BadInput):
        raise report.failure
    report.heed()
    return report.done[0] if report.done else None


def actor_class() -> type:
    """What an actor is. As a class within a function it travels as code and not by its name, so that it can tell of a
    node that has another tobean, or none."""

    def older() -> str:
        try:
            from tobean.lab.pools.payload import code_version
        except ImportError:
            return ""  # it has none at all
        return code_version()

    class Follower:
        def __init__(
            self,
            payload: Payload,
            stateful_job: bytes,
            file_refs: list[tuple[str, Any]],
            kept: dict[str, bytes],
            cores: int,
        ) -> None:
            self.begin = (payload, stateful_job, file_refs, kept, cores)
            self.next: Callable[[], tuple[tuple[str, str] | None, WorkerReport[Step] | None]] | None = None

        def here(self) -> bool:
            return True

        def next_step(self) -> tuple[tuple[str, str] | None, WorkerReport[Step] | None]:
            import ray

            if self.next is None:
                try:
                    from tobean.lab.pools.ray_worker import start_stateful_job
                except ImportError:
                    return (ray.util.get_node_ip_address(), older()), None
                self.next = start_stateful_job(*self.begin)
            return self.next()

    return Follower
