"""Tables, records and the person of one device, with the methods of the server's store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from tobean.server.store.rows import DAMAGED, Person, TableRow
from tobean.server.store.write_errors import ConditionalEntries, Conflict, NotStored, WriteFuture, WriteUnknown
from tobean.session.log.reducer import FINISHED
from tobean.site.local.storage import FACTS, LOG, RECORDS, TABLES, Change, Storage, StorageFailed, WriteConflict

PERSON: Final = "person"
"""Key of the person of this device."""
_ROWS: Final = msgspec.json.Decoder(TableRow)


class NoWriter:
    """The counters of the server's writer that the registry reads."""

    commits = 0
    written = 0


class NoDatabase:
    """The part of the server's database that the registry asks about."""

    is_sqlite = True


def log_key(table: str, seq: int) -> str:
    return f"{table}/{seq:08d}"


class LocalStore:
    """Storage with those methods of the server's store that one device needs."""

    database = NoDatabase()
    writer = NoWriter()

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.current_row: Callable[[TableRow], Awaitable[TableRow]] | None = None
        """Returns a row as its log has it; set by the registry, which can read logs."""
        self.writing: set[asyncio.Task[None]] = set()

    async def write(self, changes: list[Change]) -> None:
        try:
            await self.storage.write(changes)
        except StorageFailed as error:
            raise NotStored(
                "This browser has stored nothing ({reason}), so nothing has happened.", reason=error.reason
            ) from error

    # --- logs -----------------------------------------------------------------------------------------------------

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        """Append entries to a log. A log that is longer by now, in another tab, raises `Conflict`."""
        done = WriteFuture()
        task = asyncio.get_running_loop().create_task(self.append_entries(table, seq, entries, done))
        self.writing.add(task)
        task.add_done_callback(lambda ended: self.after_append(ended, done))
        return done

    def after_append(self, task: asyncio.Task[None], done: WriteFuture) -> None:
        """Settle the future of a task that was cancelled: nothing else would, and the table waits for it."""
        self.writing.discard(task)
        if not done.done():
            done.set_exception(
                WriteUnknown("it is not known whether the log was written: {reason}", reason="cancelled")
            )

    async def append_entries(self, table: str, seq: int, entries: ConditionalEntries, done: WriteFuture) -> None:
        changes = [
            Change(LOG, log_key(table, number), entry, new=True) for number, entry in enumerate(entries, start=seq)
        ]
        try:
            await self.write(changes)
        except WriteConflict:
            done.set_exception(Conflict("entry {seq} is based on a log that has since changed", seq=seq))
        except Exception as error:  # passed on to the table, which waits for it
            done.set_exception(error)
        else:
            done.set_result(None)

    async def entries(self, table: str) -> list[str]:
        return [entry for _, entry in await self.storage.read_all(LOG, f"{table}/")]

    # --- tables ---------------------------------------------------------------------------------------------------

    async def rows(self) -> list[TableRow]:
        """Return all tables as their logs have them, the latest first."""
        rows = [_ROWS.decode(text) for _, text in await self.storage.read_all(TABLES)]
        if self.current_row is not None:
            rows = [await self.current_row(row) for row in rows]
        return sorted(rows, key=lambda row: -row.updated)

    async def table(self, table: str) -> TableRow | None:
        text = await self.storage.read(TABLES, table)
        return None if text is None else _ROWS.decode(text)

    async def save_tables(self, rows: Sequence[TableRow]) -> None:
        changes = []
        for row in rows:
            if row.listed_persons is None:
                known = await self.table(row.id)
                row = replace(row, listed_persons=None if known is None else known.listed_persons)
            changes.append(Change(TABLES, row.id, msgspec.json.encode(row).decode()))
        await self.write(changes)

    async def open_table(self, row: TableRow, claim: Callable[[Any, str], int | None]) -> int | None:
        fence = claim(None, row.id)
        await self.save_tables([row])
        return fence

    async def outdated_tables(self) -> list[str]:
        """Return no tables: a table without a viewer in this tab does not continue."""
        return []

    async def quarantine_table(self, table: str) -> None:
        row = await self.table(table)
        if row is not None:
            await self.save_tables([replace(row, state=DAMAGED)])

    async def is_closed(self, table: str) -> bool:
        return False

    async def tables_of(self, person: str, limit: int = 60) -> list[TableRow]:
        return (await self.rows())[:limit]

    async def is_outdated(self, row: TableRow) -> bool:
        """Whether the log has entries that the row does not know."""
        return await self.storage.read(LOG, log_key(row.id, row.seq)) is not None

    async def seats_of(self, person: str) -> dict[str, tuple[int, ...]]:
        """Return the person's seats by table."""
        return {
            row.id: tuple(seat for seat, sits in enumerate(row.listed_persons or ()) if sits == person)
            for row in await self.rows()
        }

    async def hide_tables(self, person: str, tables: Sequence[str], at: float) -> None:
        """Delete tables that the person has removed from the list, with their logs."""
        changes = []
        for table in tables:
            changes.append(Change(TABLES, table))
            changes += [Change(LOG, key) for key, _ in await self.storage.read_all(LOG, f"{table}/")]
        await self.write(changes)

    async def open_table_count(self, person: str) -> int:
        return 0

    async def open_seat_count(self, person: str) -> int:
        return 0

    async def lobby(self) -> tuple[list[TableRow], list[TableRow]]:
        return [], []

    async def finished_public_tables(self, limit: int = 40) -> list[TableRow]:
        return [row for row in await self.rows() if row.state == FINISHED][:limit]

    async def finished_tables_of(self, person: str) -> list[TableRow]:
        """Return the tables with a seat of this person whose game is over or whose log is damaged, the oldest first."""
        rows = [row for row in await self.rows() if row.state in (FINISHED, DAMAGED)]
        return [row for row in reversed(rows) if person in (row.listed_persons or ())]

    async def all_tables_of(self, person: str) -> list[TableRow]:
        return list(reversed(await self.rows()))

    # --- records and the person -----------------------------------------------------------------------------------

    async def record(self, record: str) -> str | None:
        return await self.storage.read(RECORDS, record)

    async def records_of(self, person: str) -> list[str]:
        return [name for name, _ in await self.storage.read_all(RECORDS)]

    async def reports_by(self, person: str) -> list[dict[str, Any]]:
        """Return no reports: there is no operator to report to."""
        return []

    async def add_record(self, record: str, person: str, record_text: str, at: float) -> None:
        await self.write([Change(RECORDS, record, record_text)])

    async def local_person(self) -> Person | None:
        text = await self.storage.read(FACTS, PERSON)
        return None if text is None else msgspec.json.decode(text, type=Person)

    async def person(self, person: str, *cookies: str) -> Person | None:
        """Return the person of this device if it has this id."""
        known = await self.local_person()
        return known if known is not None and known.id == person else None

    async def save_person(self, person: Person) -> None:
        await self.write([Change(FACTS, PERSON, msgspec.json.encode(person).decode())])
