"""The parts of a running server that pages and sockets use."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request

from tobean.kernel.errors import BadInput
from tobean.server.people.visitor import ANONYMOUS, Visitor
from tobean.server.protection.rate_limits import OPENINGS

if TYPE_CHECKING:  # a browser runs the pages with other parts
    from tobean.server.cluster.connection_routing import ConnectionRouter
    from tobean.server.cluster.peers import Peers
    from tobean.server.metrics import Metrics
    from tobean.server.moderation.sanctions import Sanctions
    from tobean.server.moderation.self_erasure import SelfErasure
    from tobean.server.people.identity import Identity
    from tobean.server.protection.hosts import Hosts
    from tobean.server.protection.rate_limits import Limit, Limiter
    from tobean.server.protection.sandbox import Sandbox
    from tobean.server.settings import Settings
    from tobean.server.store.facts import Facts
    from tobean.server.store.health import Health
    from tobean.server.store.store import Store
    from tobean.server.tables.person_games import PersonGames
    from tobean.server.tables.table_registry import TableRegistry

MAX_TABLES: Final = 30
"""Most unfinished tables that one person may have opened."""


@dataclass
class Site:
    """One server: its settings and its parts."""

    settings: Settings
    store: Store
    facts: Facts
    identity: Identity
    hosts: Hosts
    limiter: Limiter
    metrics: Metrics
    registry: TableRegistry
    sandbox: Sandbox
    connection_router: ConnectionRouter
    peers: Peers
    sanctions: Sanctions
    health: Health
    self_erasure: SelfErasure
    person_games: PersonGames
    is_local: bool = False
    """Whether this is the site of one device, without a server; see `tobean.site`."""
    closing: bool = False
    """Whether the server is about to stop."""
    shared_tasks: dict[str, asyncio.Task[Any]] = field(default_factory=dict)
    """Running computations that visitors share, by key."""
    rendering: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one page that is rendered in a turn of the event loop."""

    async def metrics_for_peer(self, key: str) -> bytes:
        """Answer another process of this server with the metrics of this one, after a line with its name."""
        from tobean.server.metrics import process_name

        return f"{process_name()}\n".encode() + self.metrics.text()

    def allows(self, limit: Limit, address_block: str, visitor: Visitor = ANONYMOUS) -> bool:
        """Count a request towards a limit of its address and its sender; False if the limit is reached."""
        is_allowed = self.limiter.allows(limit, address_block, visitor.id)
        if not is_allowed:
            self.metrics.count("limited")
        return is_allowed

    def check_openings(self, address_block: str, visitor: Visitor) -> None:
        """Raise `BadInput` if this visitor has opened too many tables lately."""
        if not self.allows(OPENINGS, address_block, visitor):
            raise BadInput("You have just opened several tables; please wait a moment.")

    async def check_may_open(self, address_block: str, visitor: Visitor) -> None:
        """Raise `BadInput` if this visitor has opened too many tables lately, or has too many that are not over."""
        self.check_openings(address_block, visitor)
        if self.limiter.scale and await self.store.open_table_count(visitor.id) >= MAX_TABLES * self.limiter.scale:
            raise BadInput("You have many tables that are not over; finish or leave some first.")

    async def visitor(self, request: Request) -> Visitor:
        """Return the sender of a request; looked up once per request."""
        visitor = getattr(request.state, "visitor", None)
        if visitor is None:
            visitor = request.state.visitor = await self.identity.visitor(request.cookies)
        assert isinstance(visitor, Visitor)
        return visitor


def site_of(request: Request) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site
