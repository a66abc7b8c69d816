"""Mutated messages to a table of three people, through all of the server but the network."""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.support.engine.mutations import Tally, messages, mutated
from tests.support.server.app import ORIGIN
from tobean.kernel.chance import chance_from
from tobean.play import Setup, person_seat
from tobean.play.session.reducer import PLAYING
from tobean.server.app import create_app
from tobean.server.people.identity import ANONYMOUS, Visitor
from tobean.server.settings import Settings
from tobean.server.site import Site
from tobean.server.tables import seating
from tobean.server.tables.live_table import LiveTable
from tobean.server.viewers.socket import TableSocket
from tobean.server.viewers.viewer_connection import ViewerConnection

GAMES = ("bohnanza", "rabohnzel", "excalibohn", "bohnedikt")
MOST_MESSAGES = 400
"""After so many messages there is another table."""


async def say_nothing(message: Any) -> None:
    """Nobody listens."""


async def table_of(site: Site, visitors: list[Visitor], game: str) -> LiveTable:
    seats = tuple(person_seat(visitor.name, visitor.id, face) for face, visitor in enumerate(visitors, start=1))
    live_table = await site.registry.open(Setup(game, seats), visitors[0].id, public=False)
    await seating.begin(live_table, visitors[0], filling=True)
    return live_table


def real_message(live_table: LiveTable, rng: Random) -> str:
    """Something that could be done now, so that the game goes on."""
    table = live_table.session.table
    seat = table.awaited
    action = table.sample_action(seat, chance_from(rng.randrange(10**6)))
    kind = rng.choice(("act", "act", "act", "preview", "why"))
    return json.dumps({"type": kind, "version": live_table.session.version, "action": repr(action)})


async def hear(
    site: Site, live_table: LiveTable, connections: list[ViewerConnection], rng: Random, tally: Tally
) -> None:
    """One message of somebody; raises `AssertionError` if the server takes it for a fault of its own."""
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
    answers = [json.loads(answer) for answer in connection.waiting]
    assert site.metrics.value("errors") == 0, f"{text[:200]!r}: {answers}"
    connection.next_messages()
    connection.waiting.clear()
    tally.tried += 1
    tally.accepted += not any(answer["type"] in ("error", "refused", "stale") for answer in answers)
    if took > tally.slowest:
        tally.slowest, tally.slowest_seed = took, text[:200]


async def hear_many(folder: Path, first: int, count: int) -> Tally:
    app = create_app(Settings(folder, limits=0.0, workers=1, public_url=ORIGIN))
    site = app.state.site
    tally = Tally()
    async with app.router.lifespan_context(app):
        visitors = [await site.identity.new_visitor(name) for name in ("Nina", "Timon", "Keno")]
        live_table: LiveTable | None = None
        for number in range(first, first + count):
            rng = Random(f"message {number}")
            if live_table is None or live_table.session.state != PLAYING or tally.tried % MOST_MESSAGES == 0:
                live_table = await table_of(site, visitors, GAMES[number // MOST_MESSAGES % len(GAMES)])
                connections = [
                    ViewerConnection(live_table, who, "de", say_nothing, None, ORIGIN) for who in (*visitors, ANONYMOUS)
                ]
            await hear(site, live_table, connections, rng, tally)
    return tally


def try_messages(folder: Path, first: int, count: int) -> Tally:
    """So many mutated messages, the first of this number."""
    return asyncio.run(hear_many(folder, first, count))
