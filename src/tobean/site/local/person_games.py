"""Finished games of the person of one device."""

from __future__ import annotations

from typing import Final

import msgspec

from tobean.record.streak import HEADER
from tobean.server.tables.person_games import PersonGames
from tobean.site.local.storage import FACTS

KEY: Final = "streak"
"""Key of the streak in storages of earlier versions."""


class StoredStreak(msgspec.Struct):
    """The streak as earlier versions stored it."""

    text: str = f"{HEADER}\n"


class LocalPersonGames(PersonGames):
    """Finished games of a device, including the streak that an earlier version has stored."""

    async def former_streak(self) -> str:
        text = await self.store.storage.read(FACTS, KEY)  # type: ignore[attr-defined]  # a `LocalStore`
        return "" if text is None else msgspec.json.decode(text, type=StoredStreak).text
