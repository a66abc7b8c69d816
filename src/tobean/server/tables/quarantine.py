"""Quarantine for tables whose log cannot be replayed.

Either the log is damaged, or it contains an action that an earlier version of the rules allowed and today's do not.

Nothing of such a log is deleted. The people who sat at the table may continue at a new table, which begins with all
entries before the damage; the page of the old table then links to it.
"""

import asyncio
import base64
import hashlib
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

import msgspec

from tobean.kernel.errors import TobeanError
from tobean.server.logs import log, short_id
from tobean.server.store.rows import DAMAGED, TableRow
from tobean.server.store.write_errors import Conflict
from tobean.server.tables.live_table import Registry
from tobean.session.errors import BadLog, OldRules, Refused
from tobean.session.log.entries import parse_log
from tobean.session.session import Session, load_session

MAX_QUARANTINED: Final = 1000
"""Most damaged tables that are kept in memory; the others are replayed again on request."""


@dataclass(frozen=True)
class LogDamage:
    """Position of the damage in a log, and the part before it."""

    row: TableRow
    entry: int
    """Index of the first entry that cannot be replayed."""
    lines: tuple[str, ...]
    """Entries before it."""
    session: Session | None
    """Session after these entries; None if the first entry is damaged already."""
    old_rules: OldRules | None = None
    """The error, if the log is sound and only today's rules refuse an action in it."""

    def belongs_to(self, person: str) -> bool:
        """Whether this person sits at the table or has opened it."""
        sits = self.session is not None and bool(self.session.seats_of(person))
        return bool(person) and (sits or person == self.row.host)


class TableDamaged(TobeanError):
    """The log of this table cannot be replayed."""

    def __init__(self, damage: LogDamage) -> None:
        super().__init__("The log of this table is damaged.")
        self.damage = damage


class Quarantine:
    """The damaged tables that this server has tried to load."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: OrderedDict[str, LogDamage] = OrderedDict()

    def check(self, table: str) -> None:
        """Raise `TableDamaged` if this table is known to be damaged."""
        if table in self.known:
            raise TableDamaged(self.known[table])

    def forget(self, table: str) -> None:
        """Forget the damage, so that the table is loaded again: its log or the program that reads it has changed."""
        self.known.pop(table, None)

    async def quarantine_table(self, row: TableRow, lines: list[str], error: BadLog) -> TableDamaged:
        """Record the damage, log it once, and mark the table as damaged. Returns the error for the caller to raise."""
        whole = tuple(lines[: error.entry or 0])
        session: Session | None = None
        while whole and session is None:
            try:
                session = await asyncio.to_thread(load_session, whole)
            except BadLog as earlier:  # unreadable entries anywhere are reported before entries that cannot be replayed
                whole = whole[: earlier.entry or 0]
        entry = len(whole)
        old_rules = error if isinstance(error, OldRules) and error.entry == entry else None
        damage = self.known[row.id] = LogDamage(row, entry, whole, session, old_rules)
        if len(self.known) > MAX_QUARANTINED:
            self.known.popitem(last=False)
        if row.state != DAMAGED:
            self.registry.metrics.count("damaged")
            event, level = "a log cannot be replayed", logging.ERROR
            if old_rules is not None:
                event, level = "a log was played by earlier rules, which today's refuse", logging.WARNING
            log(event, level, table=short_id(row.id), entry=entry, entries=len(lines))
            await self.registry.store.quarantine_table(row.id)
        return TableDamaged(damage)

    async def continue_from_last(self, damage: LogDamage, person: str) -> str:
        """Return the id of the table that continues from the last sound position; the first request opens it."""
        if not damage.belongs_to(person):
            raise Refused("Only players of this table can continue from there.")
        if damage.session is None:
            raise Refused("Nothing of this table is left to continue from.")
        table = successor(damage)
        if not await self.registry.store.entries(table):
            entries = parse_log(damage.lines)
            # Clocks did not run while the table was in quarantine.
            delay = time.time() - damage.session.at
            entries = [msgspec.structs.replace(entry, at=entry.at + delay) for entry in entries]
            session = await asyncio.to_thread(Session.resume, entries)
            try:
                await self.registry.open_with_session(
                    session, entries, damage.row.host, public=damage.row.public, table=table
                )
            except Conflict:
                pass  # another request has just opened the same table
            log("a damaged table is continued", table=short_id(damage.row.id), successor=short_id(table))
        return table


def successor(damage: LogDamage) -> str:
    """Return the id of the table that continues a damaged one.

    It depends on the damage only, so that all servers open the same table, and cannot be guessed without the old id.
    """
    digest = hashlib.sha256(f"goes on from {damage.entry} of {damage.row.id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:15]).decode()
