"""Storage of texts by key: IndexedDB in a browser, a dictionary in tests and while a site is built."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

LOG: Final = "log"
TABLES: Final = "tables"
RECORDS: Final = "records"
FACTS: Final = "facts"
STORES: Final = (LOG, TABLES, RECORDS, FACTS)
"""Names of the object stores; `static/storage.js` creates them."""


class WriteConflict(Exception):
    """Another tab has written one of the keys in the meantime. Nothing was written."""


class StorageFailed(Exception):
    """The browser did not write, for example because its storage is full; `reason` is the name of its error."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Change(msgspec.Struct):
    """A value to write, or to delete if it is None."""

    store: str
    key: str
    value: str | None = None
    new: bool = False
    """Whether the key must not exist yet."""
    old: str | None = None
    """Value that the key must have; None if any will do."""


class Storage(Protocol):
    """Texts by store and key."""

    async def read(self, store: str, key: str) -> str | None: ...

    async def read_all(self, store: str, prefix: str = "") -> list[tuple[str, str]]:
        """Return the keys that begin with a prefix, sorted, with their values."""
        ...

    async def write(self, changes: list[Change]) -> None:
        """Make all changes or none; raises `WriteConflict` or `StorageFailed`."""
        ...


class MemoryStorage:
    """Storage that ends with the process."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[str, str]] = {name: {} for name in STORES}

    async def read(self, store: str, key: str) -> str | None:
        return self.stores[store].get(key)

    async def read_all(self, store: str, prefix: str = "") -> list[tuple[str, str]]:
        return sorted((key, value) for key, value in self.stores[store].items() if key.startswith(prefix))

    async def write(self, changes: list[Change]) -> None:
        for change in changes:
            current = self.stores[change.store].get(change.key)
            if (change.new and current is not None) or (change.old is not None and change.old != current):
                raise WriteConflict
        for change in changes:
            if change.value is None:
                self.stores[change.store].pop(change.key, None)
            else:
                self.stores[change.store][change.key] = change.value
