"""Facts about the person of this device, stored in its browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.server.store import facts
from tobean.server.store.facts import Fact, Ranked, check_fact
from tobean.site.local.storage import FACTS, Change, WriteConflict
from tobean.site.local.store import LocalStore

PREFIX: Final = "about/"
"""Start of the keys of facts; the other texts of this store have other keys."""
PERSON: Final = "person"
DEVICE: Final = "device"
"""Owners in stored keys. A device has one person, so the id of the person is not needed."""
_FACTS: Final = msgspec.json.Decoder(Fact)


def stored_key(owner: str, key: str) -> str:
    return f"{PREFIX}{PERSON if owner else DEVICE}/{key}"


class LocalFacts:
    """Facts in the storage of a browser."""

    def __init__(self, store: LocalStore) -> None:
        self.store = store

    async def matching(self, owner: str, prefix: str) -> dict[str, Fact]:
        start = len(stored_key(owner, ""))
        rows = await self.store.storage.read_all(FACTS, stored_key(owner, prefix))
        return {key[start:]: _FACTS.decode(text) for key, text in rows}

    async def change(self, keys: Sequence[tuple[str, str]], change: facts.Change) -> list[Fact | None]:
        while True:
            texts = [await self.store.storage.read(FACTS, stored_key(*key)) for key in keys]
            old = [None if text is None else _FACTS.decode(text) for text in texts]
            new = change(list(old))
            changes = []
            for (owner, key), before, after in zip(keys, texts, new, strict=True):
                if after is not None:
                    check_fact(key, after)
                    text = msgspec.json.encode(after).decode()
                    changes.append(Change(FACTS, stored_key(owner, key), text, new=before is None, old=before))
            try:
                await self.store.write(changes)
            except WriteConflict:
                continue  # another tab was first: decide again on what it has written
            return [after or before for before, after in zip(old, new, strict=True)]

    async def ranking(self, key: str, limit: int) -> list[Ranked]:
        person = await self.store.local_person()
        fact = (await self.matching(PERSON, key)).get(key)
        if person is None or fact is None or fact.score is None or limit < 1:
            return []
        return [Ranked(person.id, person.name, fact)]

    async def delete(self, owner: str, key: str) -> None:
        await self.store.write([Change(FACTS, stored_key(owner, key))])
