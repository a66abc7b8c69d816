"""Bots that think on a Ray cluster: actors, each of which answers one question after the other.

Nodes have the same tobean, with what `tobean[play,cluster]` brings; games and bots from elsewhere travel there
(lab/luggage.py). They see what a process beside the server sees: twins of tables, with no secrets in them.
"""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tobean.lab.cluster import Cluster
from tobean.lab.luggage import edition, packed
from tobean.lab.pools import pool_named
from tobean.lab.reaching import connected, first_line
from tobean.server.logs import log
from tobean.server.workers.process import START_SECONDS, Died, Overran
from tobean.server.workers.thinker import LocalThinker, checked

if TYPE_CHECKING:
    from tobean.lab.luggage import Luggage
    from tobean.server.workers.thinking import Maker

CORES: Final = 1
"""What one who thinks takes of a node."""


def maker(thinkers: str, workers: int) -> Maker:
    """Who thinks, by the name of where: `local`, `ray` or `ray://host:port`; raises if the cluster is not there."""
    pool = pool_named(thinkers, workers)
    if not isinstance(pool, Cluster):
        return LocalThinker
    connected(pool.address, workers)
    return partial(DistantThinker, pool.address)


class DistantThinker:
    """An actor somewhere in a cluster; made when it is first asked, and anew when it has died or hung."""

    def __init__(self, address: str, number: int, niceness: int) -> None:
        self.address = address
        self.number = number
        self.niceness = niceness
        self.took = 0.0
        self.actor: Any = None

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return await checked(self.exchange(request, seconds), seconds)

    async def exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises `Overran` or `Died`."""
        begun = self.took = 0.0
        try:
            actor = await self.running()
            begun = monotonic()
            async with asyncio.timeout(seconds):
                answer = await asyncio.wrap_future(actor.think.remote(msgspec.json.encode(request)).future())
                return msgspec.json.decode(answer, type=dict[str, Any])
        except Died:
            raise
        except TimeoutError as error:
            await self.end()
            if not begun:
                raise Died("it did not start") from error
            raise Overran("no answer within {seconds:.1f} seconds", seconds=seconds) from error
        except asyncio.CancelledError:
            await self.end()
            raise
        except Exception as error:  # which one depends on what is missing, and on the version of Ray
            await self.end()
            raise Died("{reason}", reason=first_line(error)) from error
        finally:
            if begun:
                self.took = monotonic() - begun

    async def running(self) -> Any:
        if self.actor is None:
            self.actor = await asyncio.to_thread(self.made)
            async with asyncio.timeout(START_SECONDS):
                node, theirs = await asyncio.wrap_future(self.actor.there.remote().future())
            if theirs != edition():
                await self.end()
                raise Died(
                    "the node {node} has tobean {theirs}; here it is {ours}, and all must have the same",
                    node=node,
                    theirs=theirs or "\N{EN DASH}",
                    ours=edition(),
                )
            log("bot actor started", number=self.number, node=node)
        return self.actor

    def made(self) -> Any:
        ray = connected(self.address, None)
        return ray.remote(num_cpus=CORES, max_restarts=0)(workshop()).remote(packed(), self.niceness)

    async def end(self) -> None:
        actor, self.actor = self.actor, None
        if actor is not None:
            await asyncio.to_thread(killed, actor)


def killed(actor: Any) -> None:
    import ray

    try:
        ray.kill(actor)
    except Exception as error:  # it has gone, and perhaps its cluster, too
        log("an actor was gone already", reason=first_line(error))


def workshop() -> type:
    """What an actor is. As a class within a function it travels as code and not by its name, so that it can tell of a
    node that has another tobean, or none."""

    class Distant:
        def __init__(self, luggage: Luggage, niceness: int) -> None:
            import os

            self.theirs = ""
            try:
                from tobean.lab.luggage import edition, unpack

                self.theirs = edition()
                if self.theirs == luggage["tobean"]:
                    unpack(luggage)
                    from tobean.server.workers.worker import Workshop

                    self.workshop = Workshop()
            except ImportError as missing:
                self.theirs = self.theirs and f"{self.theirs} without {missing.name}"
            os.nice(niceness)

        def there(self) -> tuple[str, str]:
            import ray

            return ray.util.get_node_ip_address(), self.theirs

        def think(self, line: bytes) -> bytes:
            import msgspec

            return msgspec.json.encode(self.workshop.think(line))

    return Distant
