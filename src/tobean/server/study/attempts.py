"""Attempts at deals of the day: one scored attempt for each person, day and game.

An attempt is a fact of the person. It is stored before its table is opened, in one transaction, so that of two devices
that start at the same time both get the same table. Its result is stored when the game is over.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec

from tobean.kernel.errors import BadInput
from tobean.server.cluster.errors import OwnedElsewhere
from tobean.server.people.visitor import Visitor
from tobean.server.site import Site
from tobean.server.store.facts import Fact, new_fact, read_fact
from tobean.server.tables import seating
from tobean.server.tables.live_table import LiveTable, fresh_seed
from tobean.server.tables.quarantine import TableDamaged
from tobean.session.log.entries import Acted, parse_log
from tobean.session.log.reducer import ABANDONED, FINISHED
from tobean.session.session import Session
from tobean.study.daily.bot_games import result_of
from tobean.study.daily.deals import PLAYER, Deal, OtherSeries, day_at, deal_of, points_for, seats_for, setup_for

OPENING_SECONDS: Final = 30.0
"""Seconds after which an attempt that is not marked as opened counts as one whose server was killed meanwhile."""
DAY_SECONDS: Final = 24 * 3600.0
POLL_SECONDS: Final = 0.1
POLLS: Final = 50
THALERS: Final = 1000
"""Divisor of the thalers in a score."""

STAND_IN: Final = "stand-in"
FAULT: Final = "fault"


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's attempt at a deal."""

    table: str
    started: float
    is_open: bool = False
    """Whether the table has been opened; from then on a missing table has been deleted, and is not opened again.

    If the server was killed before it stored this, a later view of the deal does."""
    finished: float = 0.0
    thalers: int = 0
    margin: int = 0
    rank: int = 0
    won: bool = False
    void: str = ""
    """Reason why a finished attempt is not scored: `STAND_IN` or `FAULT`; "" if it is."""


class Week(msgspec.Struct, frozen=True):
    """Points of a person in a week, by day."""

    days: dict[str, int] = {}


def attempt_key(deal: Deal) -> str:
    return f"daily/{deal.key}"


def week_key(deal: Deal) -> str:
    return f"daily-week/{deal.series}/{deal.week}/{deal.game.name}"


def score_of(margin: int, thalers: int) -> float:
    """Return the score of a result: the lead over the best opponent; among equal leads, more thalers are better."""
    return margin + thalers / THALERS


def was_opened(attempt: Attempt) -> bool:
    """Whether the table has been opened, as far as known: after a day, a missing table counts as deleted."""
    return attempt.is_open or current_time() - attempt.started > DAY_SECONDS


def is_old(attempt: Attempt) -> bool:
    """Whether no server can still be opening the table."""
    return current_time() - attempt.started > OPENING_SECONDS


def current_time() -> float:
    """Return the time that decides which day it is."""
    return time.time()


# --- reading ---------------------------------------------------------------------------------------------------------


async def attempt_of(site: Site, person: str, deal: Deal) -> Attempt | None:
    """Return a person's attempt. What was not noted because of a crash, the opening or the result, is stored now."""
    key = attempt_key(deal)
    fact = (await site.facts.matching(person, key)).get(key) if person else None
    attempt = read_fact(fact, Attempt)
    if attempt is None or attempt.finished:
        return attempt
    state = await table_state(site, attempt)
    if state == FINISHED:
        return await settle(site, person, deal, attempt)
    if state and not attempt.is_open and is_old(attempt) and await site.store.entries(attempt.table):
        return await mark_open(site, person, deal, attempt)
    return attempt


async def table_state(site: Site, attempt: Attempt) -> str:
    """Return the state of the attempt's table, as far as this process knows it; "" if there is no table."""
    live_table = site.registry.live_tables.get(attempt.table)
    if live_table is not None:
        return live_table.session.state
    row = await site.store.table(attempt.table)
    return "" if row is None else row.state


# --- starting --------------------------------------------------------------------------------------------------------


async def start(site: Site, deal: Deal, visitor: Visitor, language: str, address_block: str) -> str:
    """Return the id of the table of the visitor's attempt, which is opened if there is none yet.

    The caller has checked that it is the day of the deal, or that the attempt exists.
    """
    attempt = await attempt_of(site, visitor.id, deal)
    if attempt is None or await is_lost(site, attempt):
        await site.check_may_open(address_block, visitor)
        attempt = await begin(site, deal, visitor, language, address_block, attempt)
    if not was_opened(attempt):
        await wait_for_table(site, visitor.id, deal)
    await resume(site, visitor, attempt)
    return attempt.table


async def is_lost(site: Site, attempt: Attempt) -> bool:
    """Whether the server was killed between storing the attempt and the log of its table."""
    return is_old(attempt) and not was_opened(attempt) and not await site.store.entries(attempt.table)


async def begin(
    site: Site, deal: Deal, visitor: Visitor, language: str, address_block: str, lost: Attempt | None
) -> Attempt:
    """Store an attempt and open its table, unless another device was first; returns the attempt that counts."""
    new = Attempt(site.registry.new_table_id(deal.game.game), current_time())

    def store(facts: list[Fact | None]) -> list[Fact | None]:
        current = read_fact(facts[0], Attempt)
        return [new_fact(new) if current is None or current == lost else None]

    [fact] = await site.facts.change([(visitor.id, attempt_key(deal))], store)
    attempt = read_fact(fact, Attempt)
    assert attempt is not None
    if attempt.table != new.table:
        return attempt
    await open_table(site, deal, visitor, language, address_block, attempt.table)
    return await mark_open(site, visitor.id, deal, attempt)


async def mark_open(site: Site, person: str, deal: Deal, attempt: Attempt) -> Attempt:
    """Store that the table of an attempt has been opened; returns the attempt."""

    def mark(facts: list[Fact | None]) -> list[Fact | None]:
        current = read_fact(facts[0], Attempt)
        if current is None or current.table != attempt.table or current.finished:
            return [None]
        return [new_fact(msgspec.structs.replace(current, is_open=True))]

    [fact] = await site.facts.change([(person, attempt_key(deal))], mark)
    return read_fact(fact, Attempt) or attempt


async def open_table(
    site: Site,
    deal: Deal,
    visitor: Visitor,
    language: str,
    address_block: str,
    table: str = "",
    *,
    is_practice: bool = False,
) -> LiveTable:
    """Open and start a table of a deal."""
    now = time.time()
    seats = seats_for(deal, visitor.name, visitor.id, visitor.face)
    session, entries = Session.open(setup_for(deal, seats, language, is_practice=is_practice), now)
    entries += session.start(now, fresh_seed())
    live_table = await site.registry.open_with_session(session, entries, visitor.id, table=table)
    live_table.address_block = address_block
    return live_table


async def wait_for_table(site: Site, person: str, deal: Deal) -> None:
    """Wait until the device that was first has opened the table."""
    for _ in range(POLLS):
        attempt = await attempt_of(site, person, deal)
        if attempt is not None and was_opened(attempt):
            return
        await asyncio.sleep(POLL_SECONDS)
    raise BadInput("Your table is being opened on another device. Please try again in a moment.")


async def resume(site: Site, visitor: Visitor, attempt: Attempt) -> None:
    """Take the seat again if the visitor has left it."""
    try:
        live_table = await site.registry.live_table(attempt.table)
    except (OwnedElsewhere, TableDamaged):
        return  # the page of the table says what to do
    if live_table is None:
        raise BadInput("The table of your attempt has been deleted, so the attempt cannot be finished.")
    if live_table.session.state == ABANDONED:
        await seating.reclaim(live_table, PLAYER, visitor)


async def practise(site: Site, deal: Deal, visitor: Visitor, language: str, address_block: str) -> str:
    """Open a table that is not scored; returns its id.

    Raises `BadInput` before the visitor's attempt at the deal of today and while an attempt is running.
    """
    attempt = await attempt_of(site, visitor.id, deal)
    if attempt is None and deal.day == day_at(current_time()):
        raise BadInput("This is the deal of today: it can be practised after your scored attempt.")
    is_opening = attempt is not None and not was_opened(attempt) and not await is_lost(site, attempt)
    if attempt is not None and not attempt.finished and (is_opening or await table_state(site, attempt)):
        raise BadInput("Your scored attempt at this deal is not over. Finish it first.")
    await site.check_may_open(address_block, visitor)
    return (await open_table(site, deal, visitor, language, address_block, is_practice=True)).id


# --- results ---------------------------------------------------------------------------------------------------------


async def note_result(site: Site, live_table: LiveTable) -> None:
    """Store the result of a table that is over, if it is a scored attempt."""
    deal_key, person = live_table.session.setup.deal, live_table.host
    if not deal_key or not person:
        return
    try:
        deal = deal_of(deal_key)
    except OtherSeries:
        return  # begun before an update of the program: not compared with the games of this version
    key = attempt_key(deal)
    attempt = read_fact((await site.facts.matching(person, key)).get(key), Attempt)
    if attempt is not None and attempt.table == live_table.id and not attempt.finished:
        await settle(site, person, deal, attempt)


async def finished_session(site: Site, table: str) -> Session | None:
    """Return the session of a finished game from its log, which any process may read; None if it is not there."""
    lines = await site.store.entries(table)
    if not lines:
        return None
    session = await asyncio.to_thread(Session.resume, parse_log(lines))
    return session if session.state == FINISHED else None


async def settle(site: Site, person: str, deal: Deal, attempt: Attempt) -> Attempt:
    """Store the result of an attempt in the tables of the day and of the week, once; returns the attempt."""
    lines = await site.store.entries(attempt.table)
    entries = parse_log(lines)
    session = await asyncio.to_thread(Session.resume, entries)
    if session.state != FINISHED:
        return attempt
    result = result_of(session.table)
    faults = any(isinstance(entry, Acted) and entry.fault for entry in entries)
    stood_in = any(each.seat == PLAYER and each.until_ply != each.ply for each in session.stand_ins)
    done = msgspec.structs.replace(
        attempt,
        is_open=True,
        finished=session.at,
        thalers=result.thalers,
        margin=result.margin,
        rank=result.rank,
        won=result.won,
        void=STAND_IN if stood_in else FAULT if faults else "",
    )

    def store(facts: list[Fact | None]) -> list[Fact | None]:
        current = read_fact(facts[0], Attempt)
        if current is None or current.table != attempt.table or current.finished:
            return [None, None]
        if done.void:
            return [new_fact(done), None]
        week = read_fact(facts[1], Week) or Week()
        days = {**week.days, deal.day.isoformat(): points_for(done.margin)}
        return [new_fact(done, score_of(done.margin, done.thalers)), new_fact(Week(days), float(sum(days.values())))]

    [fact, _] = await site.facts.change([(person, attempt_key(deal)), (person, week_key(deal))], store)
    return read_fact(fact, Attempt) or attempt
