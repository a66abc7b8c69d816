"""Results of the reference bots, computed once for each deal by a worker."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import Final

import msgspec

from tobean.play.daily.bot_games import REFERENCES, BotResult
from tobean.play.daily.deals import Deal, points_for
from tobean.server.ids import new_id
from tobean.server.logs import log
from tobean.server.pages.daily.attempts import fact_of
from tobean.server.site import Site
from tobean.server.store.facts import SERVER, Fact
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BotFailed

ID_BYTES: Final = 15
COMPUTING: Final[dict[tuple[int, str], asyncio.Task[None]]] = {}
"""Running computations, by site and deal."""


class References(msgspec.Struct, frozen=True):
    """Results of the reference bots at one deal."""

    results: list[BotResult]


class StoredGame(msgspec.Struct, frozen=True):
    """Record of a reference bot's game."""

    record: str
    """Id of the record, under which it can be replayed."""


REFERENCE_DECODER: Final = msgspec.json.Decoder(References)
GAME_DECODER: Final = msgspec.json.Decoder(StoredGame)


def references_key(deal: Deal) -> str:
    return f"daily-bots/{deal.key}"


async def references_of(site: Site, deal: Deal) -> list[BotResult]:
    """Return the stored results of the reference bots; none if they have not played yet."""
    key = references_key(deal)
    fact = (await site.facts.matching(SERVER, key)).get(key)
    return [] if fact is None else REFERENCE_DECODER.decode(fact.value).results


async def is_computing(site: Site, deal: Deal, address_block: str) -> bool:
    """Whether the reference bots are playing; starts their games if nobody has. False if the results are there."""
    if await references_of(site, deal):
        return False
    key = (id(site), deal.key)
    if key not in COMPUTING:
        task = COMPUTING[key] = asyncio.create_task(compute(site, deal, address_block))
        task.add_done_callback(lambda _: COMPUTING.pop(key, None))
    done, _ = await asyncio.wait([COMPUTING[key]], timeout=0)
    return not done


async def compute(site: Site, deal: Deal, address_block: str) -> None:
    """Let the reference bots play, and store their results. A failure is logged; the next visitor tries again."""
    requester = Requester(address_block, "", "")
    try:
        games = [await site.registry.worker_pool.play_deal(requester, deal.key, bot) for bot in REFERENCES]
    except BotFailed as error:
        log("the reference bots could not play a deal", deal=deal.key, fault=error.fault)
        return
    results = References([game.result for game in games])
    await site.facts.change([(SERVER, references_key(deal))], lambda facts: [keep_first(facts[0], fact_of(results))])


def keep_first(stored: Fact | None, new: Fact) -> Fact | None:
    return new if stored is None else None


async def bot_record(site: Site, deal: Deal, bot: str, address_block: str) -> tuple[str, str]:
    """Return the id and the text of a reference bot's game; it is played if its record is not stored (any more)."""
    key = f"daily-game/{deal.key}/{bot}"
    fact = (await site.facts.matching(SERVER, key)).get(key)
    if fact is not None:
        name = GAME_DECODER.decode(fact.value).record
        text = await site.store.record(name)
        if text is not None:
            return name, text
    game = await site.registry.worker_pool.play_deal(Requester(address_block, "", ""), deal.key, bot)
    name = new_id(ID_BYTES)
    await site.store.add_record(name, SERVER, game.record, time.time())
    await site.facts.change([(SERVER, key)], lambda facts: [fact_of(StoredGame(name))])
    return name, game.record


async def week_references(site: Site, deal: Deal) -> dict[str, dict[str, int]]:
    """Return the points of each reference bot in the week of a deal, by day."""
    found: dict[str, dict[str, int]] = {bot: {} for bot in REFERENCES}
    monday = deal.day - timedelta(days=deal.day.isoweekday() - 1)
    for step in range(7):
        day = monday + timedelta(days=step)
        for result in await references_of(site, Deal(day, deal.game, deal.series)):
            found.setdefault(result.bot, {})[day.isoformat()] = points_for(result.margin)
    return {bot: days for bot, days in found.items() if days}
