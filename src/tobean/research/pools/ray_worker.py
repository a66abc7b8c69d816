"""The code that runs on a cluster node: checks the version, unpacks the payload, and runs jobs or a stateful job."""

from __future__ import annotations

import io
import itertools
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tobean.extras import install_hint
from tobean.research.pools.code_digest import code_version
from tobean.research.pools.payload import unpack_payload
from tobean.research.pools.pool import WorkerReport, WorkFailed, report_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.research.pools.payload import Payload
    from tobean.research.pools.stateful_job import StepResult


def run_batch(
    payload: Payload, function: bytes, jobs: bytes
) -> tuple[tuple[str, str] | None, WorkerReport[Any], float]:
    """Run a batch of jobs. Returns the node and its version if it refuses because its tobean differs, otherwise None;
    the report; and the seconds it took."""
    import ray

    report: WorkerReport[Any] = WorkerReport([])
    if payload["tobean"] != code_version():
        return (ray.util.get_node_ip_address(), code_version()), report, 0.0
    unpack_payload(payload)
    started = perf_counter()
    run_job = ray.cloudpickle.loads(function)
    for job in ray.cloudpickle.loads(jobs):
        try:
            report.done.append(run_job(job))
        except Exception as error:  # raised where the jobs come from
            error_report = report_error(error)
            report.failure, report.crash = error_report.failure, error_report.crash
            break
    return None, report, perf_counter() - started


def start_stateful_job(
    payload: Payload, stateful_job: bytes, file_refs: list[tuple[str, Any]], checkpoints: dict[str, bytes], cores: int
) -> Callable[[], tuple[tuple[str, str] | None, WorkerReport[StepResult]]]:
    """Start a stateful job. Returns a function that runs the next step and returns the mismatch, as in `run_batch`, and
    a report with one step, or none at the end."""
    import ray

    if payload["tobean"] != code_version():
        mismatch = (ray.util.get_node_ip_address(), code_version())
        return lambda: (mismatch, WorkerReport([]))
    unpack_payload(payload)
    files = ((name, io.BytesIO(ray.get(file_ref))) for name, file_ref in file_refs)
    steps = ray.cloudpickle.loads(stateful_job)(files, checkpoints, cores)

    def next_step() -> tuple[tuple[str, str] | None, WorkerReport[StepResult]]:
        report: WorkerReport[StepResult] = WorkerReport([])
        try:
            report.done += itertools.islice(steps, 1)
        except ModuleNotFoundError as error:
            node = ray.util.get_node_ip_address()
            report.failure = WorkFailed(
                "the node {node}: {reason}", node=node, reason=install_hint(error) or str(error)
            )
        except Exception as error:  # raised where the job comes from
            error_report = report_error(error)
            report.failure, report.crash = error_report.failure, error_report.crash
        return None, report

    return next_step
