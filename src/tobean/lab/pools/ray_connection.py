"""Reaching a Ray cluster: the one of this machine, one that is started there, or one elsewhere; who may take part."""

from __future__ import annotations

import logging
import os
import socket
import tempfile
import warnings
from pathlib import Path
from typing import Any, Final

from tobean.lab.pools.payload import code_version
from tobean.lab.pools.pool import WorkFailed
from tobean.lab.pools.process_pool import cores

SETTINGS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # what is played here is nobody's business
    "RAY_raylet_start_wait_time_s": "180",  # a machine that has much to do starts slowly
}
"""What Ray reads from the environment, unless somebody has said otherwise."""
CONNECT_TIMEOUT: Final = 3.0
"""So many seconds a Ray on this machine may take until it can be reached."""


def connect_ray(address: str, workers: int | None) -> Any:
    """The module `ray`, once it is connected to the cluster."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    if ray.is_initialized():
        return ray
    silence_ray_output(ray)
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # what is wrong is said in the error, too
                ray.init(address, **quiet)
        else:
            join_or_start(ray, workers, quiet)
    except Exception as error:  # which one depends on what is missing, and on the version of Ray
        ray.shutdown()  # what has been started so far
        raise WorkFailed(
            "the cluster {address} cannot be reached: {reason}", address=address or "ray", reason=first_line(error)
        ) from error
    return ray


def silence_ray_output(ray: Any) -> None:
    """Ray tells on standard output, where reports go, of workers that died, and cannot be asked not to. They are no
    news: their jobs are done again. So it is only told to whoever wants Ray's log."""

    def to_the_log(data: dict[str, Any], **_: Any) -> None:
        for line in data["lines"]:
            logging.getLogger("ray").info(line)

    ray._private.worker.print_to_stdstream = to_the_log


def join_or_start(ray: Any, workers: int | None, quiet: dict[str, Any]) -> None:
    """Join the Ray that runs on this machine; if there is none, start one that ends with this process."""
    if not is_stale_address():
        try:
            ray.init("auto", **quiet)
        except ConnectionError:
            pass  # there is none
        else:
            return
    ray.init("local", num_cpus=workers or cores(), include_dashboard=False, **quiet)


def is_stale_address() -> bool:
    """Is what a Ray has noted on this machine the address of one that was killed? Ray itself would go on asking there
    for minutes."""
    if "RAY_ADDRESS" in os.environ:
        return False
    note = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()) / "ray" / "ray_current_cluster"
    try:
        host, _, port = note.read_text(encoding="utf-8").strip().rpartition(":")
        with socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT):
            return False
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True


def first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def check_code_version(refused: tuple[str, str] | None) -> None:
    """Does a node have another tobean? Then it says who it is, and which it has."""
    if refused is not None:
        node, theirs = refused
        raise WorkFailed(
            "the node {node} has tobean {theirs}; here it is {ours}, and all must have the same",
            node=node,
            theirs=theirs or "\N{EN DASH}",
            ours=code_version(),
        )


def workers_died(error: BaseException) -> WorkFailed:
    """What is said where workers keep dying."""
    return WorkFailed("a worker of the cluster ended before its work was done ({reason})", reason=first_line(error))
