"""Connecting to a Ray cluster: on this machine, newly started, or remote; and checking the version of its nodes."""

import logging
import os
import socket
import tempfile
import warnings
from pathlib import Path
from typing import Any, Final

from tobean.research.pools.code_digest import code_version
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.process_pool import cores

SETTINGS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # no telemetry
    "RAY_raylet_start_wait_time_s": "180",  # a busy machine starts slowly
}
"""Environment variables for Ray, unless they are set already."""
CONNECT_TIMEOUT: Final = 3.0
"""Seconds within which a Ray instance on this machine must answer."""


def connect_ray(address: str, workers: int | None) -> Any:
    """Connect to the cluster; returns the module `ray`."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    if ray.is_initialized():
        return ray
    silence_ray_output(ray)
    log_options = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # the error message covers it
                ray.init(address, **log_options)
        else:
            join_or_start(ray, workers, log_options)
    except Exception as error:  # its type depends on the cause and on the version of Ray
        ray.shutdown()  # stops what has been started so far
        raise WorkFailed(
            "the cluster {address} cannot be reached: {reason}", address=address or "ray", reason=first_line(error)
        ) from error
    return ray


def silence_ray_output(ray: Any) -> None:
    """Silence Ray's messages about dead workers, which go to standard output, where reports are printed, and cannot be
    turned off. Their jobs are run again anyway. The messages appear only if Ray's log is requested."""

    def write_to_log(data: dict[str, Any], **_: Any) -> None:
        for line in data["lines"]:
            logging.getLogger("ray").info(line)

    ray._private.worker.print_to_stdstream = write_to_log


def join_or_start(ray: Any, workers: int | None, log_options: dict[str, Any]) -> None:
    """Join the Ray instance on this machine, or start one that ends with this process."""
    if not is_stale_address():
        try:
            ray.init("auto", **log_options)
        except ConnectionError:
            pass  # no instance is running
        else:
            return
    ray.init("local", num_cpus=workers or cores(), include_dashboard=False, **log_options)


def is_stale_address() -> bool:
    """Whether Ray's recorded address on this machine belongs to an instance that was killed. Ray itself would retry it
    for minutes."""
    if "RAY_ADDRESS" in os.environ:
        return False
    address_file = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()) / "ray" / "ray_current_cluster"
    try:
        host, _, port = address_file.read_text(encoding="utf-8").strip().rpartition(":")
        with socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT):
            return False
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True


def first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def raise_version_mismatch(mismatch: tuple[str, str] | None) -> None:
    """Raise an error if a node refused the work because it has another version of tobean, or none."""
    if mismatch is not None:
        node, theirs = mismatch
        if not theirs:
            raise WorkFailed("node {node} has no tobean; it needs version {ours}", node=node, ours=code_version())
        raise WorkFailed(
            "node {node} runs tobean {theirs} and this machine {ours}; all must run the same version",
            node=node,
            theirs=theirs,
            ours=code_version(),
        )


def worker_death_error(error: BaseException) -> WorkFailed:
    """Return the error for workers that keep dying."""
    return WorkFailed("a worker of the cluster ended before its work was done ({reason})", reason=first_line(error))
