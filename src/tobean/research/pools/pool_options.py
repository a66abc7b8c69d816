"""Choice of the worker pool: local processes (`process_pool`) or a Ray cluster (`ray_pool`)."""

from typing import Final

from tobean.kernel.errors import BadInput
from tobean.research.pools.pool import Pool
from tobean.research.pools.process_pool import ProcessPool, cores
from tobean.research.pools.ray_pool import RayPool

LOCAL: Final = "local"
RAY: Final = "ray"
"""The Ray instance running on this machine, or a new one."""
RAY_ADDRESS_PREFIX: Final = "ray://"


def pool_named(cluster: str, workers: int | None) -> Pool:
    """Create the pool for an option `local`, `ray` or `ray://host:port`; without a number of workers it uses all
    cores."""
    if cluster == LOCAL:
        return ProcessPool(workers or cores())
    if cluster != RAY and not cluster.startswith(RAY_ADDRESS_PREFIX):
        raise BadInput("{cluster!r} is not a cluster: write local, ray or ray://host:port", cluster=cluster)
    return RayPool("" if cluster == RAY else cluster, workers)
