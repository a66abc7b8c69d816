"""Figures of people's finished games, computed once for each game by a worker and stored as facts `game/TABLE`.

Stored figures make the pages fast, and a game still counts after its table was deleted. A game that is not over is
never examined: it has secrets.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.i18n.translator import Translator
from tobean.kernel.errors import TobeanError
from tobean.record.streak import StreakEntry, streak_summary
from tobean.server.logs import log, log_error, short_id
from tobean.server.process.tasks import stop_task
from tobean.server.store.facts import Fact, new_fact
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BUSY, CRASH, DIED, BotFailed
from tobean.study.statistics.finished_game import DAMAGED, FinishedGame
from tobean.study.statistics.totals import streak_entries
from tobean.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.server.store.facts import Facts
    from tobean.server.store.rows import TableRow
    from tobean.server.store.store import Store
    from tobean.server.workers.worker_pool import WorkerPool

PREFIX: Final = "game/"
MAX_AT_ONCE: Final = 10
"""Number of games that one page view examines; the next view continues."""
MAX_SKIPPED: Final = 10_000


class StoredGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as its fact stores it."""

    game: FinishedGame
    version: str = ""
    """Version of the program that could not replay the log; another one tries again."""


class PersonGames:
    """Finished games of the people of a server."""

    def __init__(self, store: Store, facts: Facts, worker_pool: WorkerPool) -> None:
        self.store = store
        self.facts = facts
        self.worker_pool = worker_pool
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """Running examinations by person."""
        self.skipped: set[str] = set()
        """Tables that could not be examined here: their game is not installed, or a worker failed while examining them.
        """

    async def games(self, person: str) -> dict[str, FinishedGame]:
        """Return the examined games of a person by table."""
        return {table: stored.game for table, stored in (await self.stored(person)).items()}

    async def stored(self, person: str) -> dict[str, StoredGame]:
        facts = await self.facts.matching(person, PREFIX) if person else {}
        return {key.removeprefix(PREFIX): fact.read(StoredGame) for key, fact in facts.items()}

    async def missing(self, person: str) -> list[TableRow]:
        """Return the finished tables of a person that have not been examined, the oldest first."""
        known = await self.stored(person)
        return [
            row
            for row in (await self.store.finished_tables_of(person) if person else [])
            if row.id not in self.skipped and (row.id not in known or is_outdated(known[row.id]))
        ]

    def is_examining(self, person: str) -> bool:
        return person in self.tasks

    async def examine(
        self,
        address_block: str,
        person: str,
        timeout: float | None,
        most: int | None = MAX_AT_ONCE,
        solo: bool = False,
    ) -> int:
        """Examine missing games and return the number of those left.

        Wait at most `timeout` seconds; the work then continues in the background. Simultaneous visits of a person share
        the work.
        """
        missing = [row for row in await self.missing(person) if not solo or len(row.summary.seats) == 1]
        if not missing:
            return 0
        task = self.tasks.get(person)
        if task is None:
            task = asyncio.create_task(self.examine_tables(address_block, person, missing[:most]))
            self.tasks[person] = task
            task.add_done_callback(lambda done: self.after_examination(person, done))
        await asyncio.wait({task}, timeout=timeout)  # the page shows how many games are left
        return len(await self.missing(person))

    def after_examination(self, person: str, task: asyncio.Task[None]) -> None:
        self.tasks.pop(person, None)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            log_error("finished games could not be examined", error)

    async def examine_tables(self, address_block: str, person: str, rows: Sequence[TableRow]) -> None:
        for row in rows:
            try:
                game = await self.examined(address_block, person, row.id)
            except BotFailed as error:
                log("a finished game could not be examined", table=short_id(row.id), fault=error.fault)
                if error.fault in (BUSY, DIED):
                    return  # the next visit tries again
                if error.fault != CRASH:
                    self.skip(row.id)
                    continue
                game = FinishedGame(row.game, len(row.summary.seats), row.updated, DAMAGED)
            except TobeanError as error:  # the archive cannot be reached
                log("a finished game could not be read", table=short_id(row.id), reason=str(error))
                self.skip(row.id)
                continue
            if game is None:
                self.skip(row.id)
            elif await self.store.person(person) is not None:  # not erased in the meantime
                await self.save(person, row.id, game)

    async def examined(self, address_block: str, person: str, table: str) -> FinishedGame | None:
        request = {"finished": await self.store.entries(table), "person": person}
        answer = await self.worker_pool.examine(Requester(address_block, person, table), request)
        return msgspec.convert(answer["figures"], FinishedGame | None)

    async def save(self, person: str, table: str, game: FinishedGame) -> None:
        stored = StoredGame(game, __version__ if game.excluded == DAMAGED else "")
        fact = new_fact(stored)

        def keep_existing_result(old: list[Fact | None]) -> list[Fact | None]:
            """Keep what another process has stored meanwhile, unless that process could not replay the log."""
            return [fact if old[0] is None or is_outdated(old[0].read(StoredGame)) else None]

        await self.facts.change([(person, f"{PREFIX}{table}")], keep_existing_result)

    def skip(self, table: str) -> None:
        if len(self.skipped) >= MAX_SKIPPED:
            self.skipped.clear()
        self.skipped.add(table)

    # --- solo games -------------------------------------------------------------------------------------------------

    async def streak_entries(self, person: str) -> list[StreakEntry]:
        return streak_entries(await self.games(person))

    async def streak(self, person: str, language: str) -> str:
        """Return the streak of solo games in a few sentences, "" before the first one."""
        entries = await self.streak_entries(person)
        return streak_summary(entries, Translator(language)) if entries else ""

    async def stop(self) -> None:
        for task in list(self.tasks.values()):
            await stop_task(task)


def is_outdated(stored: StoredGame) -> bool:
    """Whether a game that another version could not read is to be tried again."""
    return stored.game.excluded == DAMAGED and stored.version != __version__
