"""Workers on a Ray cluster: actors, each of which answers one request after the other.

Nodes need the same tobean, with `tobean[play,cluster]`; installed games and bots are sent along
(research/pools/payload.py). Actors receive what a local worker process receives: copies of tables without secrets.
"""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tobean.research.pools.code_digest import code_version
from tobean.research.pools.payload import pack_payload
from tobean.research.pools.pool_options import pool_named
from tobean.research.pools.ray_connection import connect_ray, first_line
from tobean.research.pools.ray_pool import RayPool
from tobean.server.logs import log
from tobean.server.process.line_process import START_SECONDS, ProcessDied, TimedOut
from tobean.server.workers.worker import ProcessWorker, checked

if TYPE_CHECKING:
    from tobean.research.pools.payload import Payload
    from tobean.server.workers.worker_pool import WorkerFactory

CORES: Final = 1
"""CPUs of a node for one actor."""


def worker_factory(location: str, workers: int) -> WorkerFactory:
    """Return the class of workers for `local`, `ray` or `ray://host:port`; raises if the cluster cannot be reached."""
    pool = pool_named(location, workers)
    if not isinstance(pool, RayPool):
        return ProcessWorker
    connect_ray(pool.address, workers)
    return partial(RayWorker, pool.address)


class RayWorker:
    """Actor in a cluster; created at the first request, and again after it has died or hung."""

    def __init__(self, address: str, number: int, niceness: int) -> None:
        self.address = address
        self.number = number
        self.niceness = niceness
        self.seconds_taken = 0.0
        self.actor: Any = None

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return await checked(self.exchange(request, seconds), seconds)

    async def exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and return the answer; raises `TimedOut` or `ProcessDied`."""
        started_at = self.seconds_taken = 0.0
        try:
            actor = await self.running()
            started_at = monotonic()
            async with asyncio.timeout(seconds):
                answer = await asyncio.wrap_future(actor.think.remote(msgspec.json.encode(request)).future())
                return msgspec.json.decode(answer, type=dict[str, Any])
        except ProcessDied:
            raise
        except TimeoutError as error:
            await self.end()
            if not started_at:
                raise ProcessDied("it did not start") from error
            raise TimedOut("no answer within {seconds:.1f} seconds", seconds=seconds) from error
        except asyncio.CancelledError:
            await self.end()
            raise
        except Exception as error:  # its class depends on the failure and on the version of Ray
            await self.end()
            raise ProcessDied("{reason}", reason=first_line(error)) from error
        finally:
            if started_at:
                self.seconds_taken = monotonic() - started_at

    async def running(self) -> Any:
        if self.actor is None:
            self.actor = await asyncio.to_thread(self.new_actor)
            async with asyncio.timeout(START_SECONDS):
                node, node_version = await asyncio.wrap_future(self.actor.node_info.remote().future())
            if node_version != code_version():
                await self.end()
                if not node_version:
                    raise ProcessDied(
                        "node {node} has no tobean; it needs version {ours}", node=node, ours=code_version()
                    )
                raise ProcessDied(
                    "node {node} runs tobean {theirs} and this machine {ours}; all must run the same version",
                    node=node,
                    theirs=node_version,
                    ours=code_version(),
                )
            log("bot actor started", number=self.number, node=node)
        return self.actor

    def new_actor(self) -> Any:
        ray = connect_ray(self.address, None)
        return ray.remote(num_cpus=CORES, max_restarts=0)(actor_class()).remote(pack_payload(), self.niceness)

    async def end(self) -> None:
        actor, self.actor = self.actor, None
        if actor is not None:
            await asyncio.to_thread(kill_actor, actor)


def kill_actor(actor: Any) -> None:
    import ray

    try:
        ray.kill(actor)
    except Exception as error:  # the actor is gone, and perhaps its cluster, too
        log("an actor was gone already", reason=first_line(error))


def actor_class() -> type:
    """Define the actor class.

    A class within a function is pickled as code and not by name, so that it can report a node with another tobean, or
    without one.
    """

    class WorkerActor:
        def __init__(self, payload: Payload, niceness: int) -> None:
            import os

            self.node_version = ""
            try:
                from tobean.research.pools.code_digest import code_version
                from tobean.research.pools.payload import unpack_payload

                self.node_version = code_version()
                if self.node_version == payload["tobean"]:
                    unpack_payload(payload)
                    from tobean.server.workers.worker_process import RequestHandler

                    self.handler = RequestHandler()
            except ImportError as missing:
                self.node_version = self.node_version and f"{self.node_version} without {missing.name}"
            os.nice(niceness)

        def node_info(self) -> tuple[str, str]:
            import ray

            return ray.util.get_node_ip_address(), self.node_version

        def think(self, line: bytes) -> bytes:
            import msgspec

            return msgspec.json.encode(self.handler.think(line))

    return WorkerActor
