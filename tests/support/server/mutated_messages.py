"""Mutated messages to a table of three people, through the whole server except the network."""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.support.engine.mutations import Tally, messages, mutated
from tests.support.server.app import ORIGIN, new_app
from tobean.kernel.chance import chance_from
from tobean.server.people.visitor import ANONYMOUS, Visitor
from tobean.server.site import Site
from tobean.server.tables import seating
from tobean.server.tables.live_table import LiveTable
from tobean.server.viewers.socket import TableSocket
from tobean.server.viewers.viewer_connection import ViewerConnection
from tobean.session import Setup, person_seat
from tobean.session.log.reducer import PLAYING

GAMES = ("bohnanza", "rabohnzel", "excalibohn", "bohnedikt")
MAX_MESSAGES = 400
"""Number of messages after which a new table is opened."""


async def discard_message(message: Any) -> None:
    """Discards a message to a viewer."""


async def table_of(site: Site, visitors: list[Visitor], game: str) -> LiveTable:
    seats = tuple(person_seat(visitor.name, visitor.id, face) for face, visitor in enumerate(visitors, start=1))
    live_table = await site.registry.open(Setup(game, seats), visitors[0].id, public=False)
    await seating.begin(live_table, visitors[0], filling=True)
    return live_table


def real_message(live_table: LiveTable, rng: Random) -> str:
    """A legal message, so that the game continues."""
    table = live_table.session.table
    seat = table.awaited
    action = table.sample_action(seat, chance_from(rng.randrange(10**6)))
    kind = rng.choice(("act", "act", "act", "preview", "why"))
    return json.dumps({"type": kind, "version": live_table.session.version, "action": repr(action)})


async def send_mutated_message(
    site: Site, live_table: LiveTable, connections: list[ViewerConnection], rng: Random, tally: Tally
) -> None:
    """Sends one message of a random viewer; raises `AssertionError` if the server treats it as an internal error."""
    connection = rng.choice(connections)
    text = mutated(messages(), rng)
    if rng.random() < 0.4:
        connection = connections[live_table.session.table.awaited]
        real = real_message(live_table, rng)
        text = real if rng.random() < 0.6 else mutated((real,), rng)
    begun = time.process_time()
    sent: str | bytes = text
    if rng.random() < 0.1:
        sent = text.encode(errors="surrogatepass")
    await TableSocket(site).handle_message(connection, sent)
    took = time.process_time() - begun
    answers = [json.loads(answer) for answer in connection.queued_messages]
    assert site.metrics.value("errors") == 0, f"{text[:200]!r}: {answers}"
    connection.next_messages()
    connection.queued_messages.clear()
    tally.tried += 1
    tally.accepted += not any(answer["type"] in ("error", "refused", "stale") for answer in answers)
    if took > tally.slowest:
        tally.slowest, tally.slowest_input = took, text[:200]


async def send_mutated_messages(folder: Path, first: int, count: int) -> Tally:
    app = new_app(folder)
    site = app.state.site
    tally = Tally()
    async with app.router.lifespan_context(app):
        visitors = [await site.identity.new_visitor(name) for name in ("Nina", "Timon", "Keno")]
        live_table: LiveTable | None = None
        for number in range(first, first + count):
            rng = Random(f"message {number}")
            if live_table is None or live_table.session.state != PLAYING or tally.tried % MAX_MESSAGES == 0:
                live_table = await table_of(site, visitors, GAMES[number // MAX_MESSAGES % len(GAMES)])
                connections = [
                    ViewerConnection(live_table, who, "de", discard_message, None, ORIGIN)
                    for who in (*visitors, ANONYMOUS)
                ]
            await send_mutated_message(site, live_table, connections, rng, tally)
    return tally


def try_messages(folder: Path, first: int, count: int) -> Tally:
    """Sends `count` mutated messages, numbered from `first`."""
    return asyncio.run(send_mutated_messages(folder, first, count))
