"""Streak of the solo games won on this device, kept in the text format of `tobean streak`."""

from __future__ import annotations

import msgspec

from tobean.i18n.translator import Translator
from tobean.kernel.errors import BadInput
from tobean.play.session.reducer import OVER
from tobean.record.streak import HEADER, entry_of, parse_streak, streak_summary, streak_text, with_entry
from tobean.server.cluster.errors import OwnedElsewhere
from tobean.server.store.rows import TableRow
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.tables.table_registry import TableRegistry
from tobean.site.local.storage import FACTS, Change
from tobean.site.local.store import LocalStore

KEY = "streak"


class StoredStreak(msgspec.Struct):
    """The streak as it is stored. A table is examined once, so that a deleted game still counts."""

    text: str = f"{HEADER}\n"
    tables: list[str] = []
    """Finished solo tables that have been examined."""


class LocalStreak:
    """Adds finished solo games to the streak when it is shown."""

    def __init__(self, store: LocalStore, registry: TableRegistry) -> None:
        self.store = store
        self.registry = registry

    async def summary(self, language: str) -> str:
        """Return the streak in a few sentences, "" before the first solo game."""
        text = await self.store.storage.read(FACTS, KEY)
        stored = StoredStreak() if text is None else msgspec.json.decode(text, type=StoredStreak)
        known = len(stored.tables)
        rows = [row for row in await self.store.rows() if len(row.summary.seats) == 1 and self.is_over(row)]
        for row in sorted(rows, key=lambda row: row.updated):
            if row.id not in stored.tables:
                await self.examine(row.id, stored)
        if len(stored.tables) > known:
            await self.store.write([Change(FACTS, KEY, msgspec.json.encode(stored).decode())])
        entries = parse_streak(stored.text)
        return streak_summary(entries, Translator(language)) if entries else ""

    def is_over(self, row: TableRow) -> bool:
        """Whether the game is over. The log knows it before the row does, which a tab that was closed has not saved."""
        live_table = self.registry.live_tables.get(row.id)
        return row.state == OVER or (live_table is not None and live_table.session.state == OVER)

    async def examine(self, table: str, stored: StoredStreak) -> None:
        """Add the game of a table. One with other cards or from a position, like an introduction, does not count."""
        try:
            live_table = await self.registry.live_table(table)
        except OwnedElsewhere:
            return  # another tab shows it; it is added the next time
        except TableDamaged:
            live_table = None
        stored.tables.append(table)
        if live_table is None:
            return
        try:
            entry = entry_of(live_table.session.record())
        except BadInput:
            return  # a game of a kind that does not count
        stored.text = streak_text(with_entry(parse_streak(stored.text), entry))
