"""Games of the reference bots, played once for each deal by a worker."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import Final

import msgspec

from tobean.server.ids import new_id
from tobean.server.logs import log
from tobean.server.site import Site
from tobean.server.store.facts import SERVER, new_fact, read_fact
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BUSY, BotFailed
from tobean.study.daily.bot_games import REFERENCES, BotResult
from tobean.study.daily.deals import Deal, points_for

ID_BYTES: Final = 15
RETRY_SECONDS: Final = 60.0
"""Seconds until a game that a bot could not play is tried again."""


class ReferenceGame(msgspec.Struct, frozen=True):
    """Game of a reference bot at one deal."""

    result: BotResult
    record: str
    """Id of the record, under which it can be replayed until it is deleted."""


def references_key(deal: Deal, bot: str = "") -> str:
    return f"daily-bots/{deal.key}/{bot}"


async def references_of(site: Site, deal: Deal) -> list[BotResult]:
    """Return the results of the reference bots that have played the deal."""
    facts = await site.facts.matching(SERVER, references_key(deal))
    games = [read_fact(facts.get(references_key(deal, bot)), ReferenceGame) for bot in REFERENCES]
    return [game.result for game in games if game is not None]


async def is_computing(site: Site, deal: Deal, address_block: str) -> bool:
    """Whether reference bots are playing; starts the games that are missing."""
    played = {result.bot for result in await references_of(site, deal)}
    tasks = [shared_game(site, deal, bot, address_block) for bot in REFERENCES if bot not in played]
    return any(not task.done() for task in tasks)


def shared_game(site: Site, deal: Deal, bot: str, address_block: str) -> asyncio.Task[ReferenceGame]:
    """Return the task that plays a game of a reference bot; all visitors share it.

    The task of a failed game stays for a while, so that not every visitor makes the bot fail again.
    """
    key, tasks = references_key(deal, bot), site.shared_tasks
    if key not in tasks:
        task = tasks[key] = asyncio.create_task(play(site, deal, bot, address_block))

        def finish(task: asyncio.Task[ReferenceGame]) -> None:
            error = None if task.cancelled() else task.exception()
            if error is None or (isinstance(error, BotFailed) and error.fault == BUSY):
                tasks.pop(key, None)
            else:
                log("a reference bot could not play a deal", deal=deal.key, bot=bot, error=repr(error))
                task.get_loop().call_later(RETRY_SECONDS, tasks.pop, key, None)

        task.add_done_callback(finish)
    return tasks[key]


async def play(site: Site, deal: Deal, bot: str, address_block: str) -> ReferenceGame:
    """Let a reference bot play, and store its game; raises `BotFailed`."""
    game = await site.registry.worker_pool.play_deal(Requester(address_block, "", ""), deal.key, bot)
    new = ReferenceGame(game.result, new_id(ID_BYTES))
    await site.store.add_record(new.record, SERVER, game.record, time.time())
    await site.facts.change([(SERVER, references_key(deal, bot))], lambda _: [new_fact(new)])
    return new


async def bot_record(site: Site, deal: Deal, bot: str, address_block: str) -> tuple[str, str]:
    """Return the id and the text of a reference bot's game. It is played again if its record has been deleted."""
    key = references_key(deal, bot)
    game = read_fact((await site.facts.matching(SERVER, key)).get(key), ReferenceGame)
    name = "" if game is None else game.record
    text = await site.store.record(name)
    if text is None:
        name = (await asyncio.shield(shared_game(site, deal, bot, address_block))).record
        text = await site.store.record(name)
        assert text is not None
    return name, text


async def week_references(site: Site, deal: Deal) -> dict[str, dict[str, int]]:
    """Return the points of each reference bot in the week of a deal, by day."""
    found: dict[str, dict[str, int]] = {bot: {} for bot in REFERENCES}
    monday = deal.day - timedelta(days=deal.day.isoweekday() - 1)
    for step in range(7):
        day = monday + timedelta(days=step)
        for result in await references_of(site, Deal(day, deal.game, deal.series)):
            found[result.bot][day.isoformat()] = points_for(result.margin)
    return {bot: days for bot, days in found.items() if days}
