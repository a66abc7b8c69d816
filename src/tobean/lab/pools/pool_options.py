"""Which workers do the jobs: processes of this machine (`workers.py`) or a cluster (`cluster.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import BadInput
from tobean.lab.pools.process_pool import ProcessPool, cores
from tobean.lab.pools.ray_pool import RayPool

if TYPE_CHECKING:
    from tobean.lab.pools.pool import Pool

LOCAL: Final = "local"
RAY: Final = "ray"
"""The Ray that runs on this machine, or one that is started there."""
RAY_ADDRESS_PREFIX: Final = "ray://"


def pool_named(cluster: str, workers: int | None) -> Pool:
    """The pool that an option asks for: `local`, `ray` or `ray://host:port`; without a number, with all its cores."""
    if cluster == LOCAL:
        return ProcessPool(workers or cores())
    if cluster != RAY and not cluster.startswith(RAY_ADDRESS_PREFIX):
        raise BadInput("{cluster!r} is no cluster: write local, ray or ray://host:port", cluster=cluster)
    return RayPool("" if cluster == RAY else cluster, workers)
