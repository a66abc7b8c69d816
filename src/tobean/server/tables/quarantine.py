"""Logs that cannot be replayed: set aside once, shown to their people, and gone on from where they are still whole.

Either something is wrong with the log, or it was played by an earlier reading of the rules, which today's do not allow.

Nothing of such a log is removed. Whoever sat at the table may open a new one that begins with all entries before the
damage; the old one then leads there.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.kernel.errors import TobeanError
from tobean.play.session.entries import parse_log
from tobean.play.session.errors import BadLog, OldRules, Refused
from tobean.play.session.session import Session
from tobean.server.logs import log, short_id
from tobean.server.store.store import DAMAGED
from tobean.server.store.writer import Conflict
from tobean.server.tables.session_loading import load_session

if TYPE_CHECKING:
    from tobean.server.store.store import TableRow
    from tobean.server.tables.live_table import Registry

MOST_KNOWN: Final = 1000
"""So many damaged tables are remembered; others are read again when somebody asks."""


@dataclass(frozen=True)
class LogDamage:
    """What is wrong with a log, and what is left of it."""

    row: TableRow
    entry: int
    """The first entry that cannot be followed."""
    lines: tuple[str, ...]
    """The entries before it."""
    session: Session | None
    """The last position that is whole; None if the very opening is damaged."""
    old_rules: OldRules | None = None
    """What today's rules refuse, if it is only that."""

    def belongs_to(self, person: str) -> bool:
        """Does this person sit at the table, or has opened it?"""
        sits = self.session is not None and bool(self.session.seats_of(person))
        return bool(person) and (sits or person == self.row.host)


class TableDamaged(TobeanError):
    """The log of this table cannot be replayed."""

    def __init__(self, damage: LogDamage) -> None:
        super().__init__("The log of this table is damaged.")
        self.damage = damage


class Quarantine:
    """The damaged tables that this server has met."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: OrderedDict[str, LogDamage] = OrderedDict()

    def check(self, table: str) -> None:
        """Raises `TableDamaged` if this table is known to be."""
        if table in self.known:
            raise TableDamaged(self.known[table])

    def forget(self, table: str) -> None:
        """Its log has changed, or another program reads it now: look again."""
        self.known.pop(table, None)

    async def quarantine_table(self, row: TableRow, lines: list[str], error: BadLog) -> TableDamaged:
        """Nobody drives this table any more, and that is noted once. Returns what to raise."""
        whole = tuple(lines[: error.entry or 0])
        session: Session | None = None
        while whole and session is None:
            try:
                session = await asyncio.to_thread(load_session, whole)
            except BadLog as earlier:  # what cannot be read is found before what cannot be followed
                whole = whole[: earlier.entry or 0]
        entry = len(whole)
        old_rules = error if isinstance(error, OldRules) and error.entry == entry else None
        damage = self.known[row.id] = LogDamage(row, entry, whole, session, old_rules)
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        if row.state != DAMAGED:
            self.registry.metrics.count("damaged")
            what, level = "a log cannot be replayed", logging.ERROR
            if old_rules is not None:
                what, level = "a log was played by earlier rules, which today's refuse", logging.WARNING
            log(what, level, table=short_id(row.id), entry=entry, entries=len(lines))
            await self.registry.store.quarantine_table(row.id)
        return TableDamaged(damage)

    async def continue_from_last(self, damage: LogDamage, person: str) -> str:
        """The id of the table that goes on from the last whole position; it is opened by the first who asks."""
        if not damage.belongs_to(person):
            raise Refused("Only whoever has played here can go on from there.")
        if damage.session is None:
            raise Refused("Nothing is left of this table to go on from.")
        table = successor(damage)
        if not await self.registry.store.entries(table):
            entries = parse_log(damage.lines)
            # Nobody's clock has run while the table lay there.
            late = time.time() - damage.session.at
            entries = [msgspec.structs.replace(entry, at=entry.at + late) for entry in entries]
            session = await asyncio.to_thread(Session.resume, entries)
            try:
                await self.registry.open_with_session(
                    session, entries, damage.row.host, public=damage.row.public, table=table
                )
            except Conflict:
                pass  # somebody else was faster, with the same table
            log("a damaged table goes on", table=short_id(damage.row.id), successor=short_id(table))
        return table


def successor(damage: LogDamage) -> str:
    """Always the same table for the same damage, whoever asks where; to be guessed only by who knows the old id."""
    told = hashlib.sha256(f"goes on from {damage.entry} of {damage.row.id}".encode()).digest()
    return base64.urlsafe_b64encode(told[:15]).decode()
