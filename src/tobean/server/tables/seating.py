"""Seats of a table: taking, leaving, reclaiming and filling them, the start and the next game, with the permissions.

docs/hosting.md lists the permissions; tests/test_server_permissions.py walks that list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tobean.play.session.errors import Refused
from tobean.play.session.reducer import OPEN, OVER, PLAYING
from tobean.play.session.seats import OPEN_SEAT, Seat
from tobean.play.session.text import skeleton
from tobean.server.pages.game_list import checked_level, new_bot_seat, unused_face, usual_level
from tobean.server.tables.live_table import AWAY_SECONDS, fresh_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.people.identity import Visitor
    from tobean.server.tables.live_table import LiveTable


def may_manage(live_table: LiveTable, visitor: Visitor) -> bool:
    """Whether this visitor may change bots and start the game.

    That is the person who opened the table. In a waiting room where that person has no seat it is everybody seated,
    so that a table whose host has gone can still begin; once the game runs, nobody inherits it.
    """
    if not visitor.id:
        return False
    session = live_table.session
    inherits = session.state == OPEN and not session.seats_of(live_table.host) and bool(session.seats_of(visitor.id))
    return visitor.id == live_table.host or inherits


def unused_name(live_table: LiveTable, name: str) -> str:
    """The name, or with a number behind it if somebody at the table has it already, or one that looks like it."""
    is_taken = {skeleton(seat.name) for seat in live_table.session.seats}
    fresh, number = name, 2
    while skeleton(fresh) in is_taken:
        fresh, number = f"{name} {number}", number + 1
    return fresh


def free_picture(live_table: LiveTable, visitor: Visitor) -> int:
    """The picture of this visitor, or another one if they have not chosen it and a player at the table has it."""
    seats = live_table.session.seats
    chosen = visitor.person is not None and visitor.person.face > 0
    if chosen or all(seat.face != visitor.face for seat in seats):
        return visitor.face
    return unused_face(seats)


async def change(live_table: LiveTable, visitor: Visitor, act: Callable[[Session, float], list[Entry]]) -> None:
    await live_table.registry.revocations.change(live_table, visitor, act)


async def sit(live_table: LiveTable, seat: int, visitor: Visitor, model: int = 0) -> None:
    """Take a free seat or that of a bot. One person has one seat, unless the table was opened for one device.

    A language model, with `model` seconds for a decision, comes by invitation only: never to a public table.
    """
    if not visitor.person:
        raise Refused("Pick a name first, then sit down.")
    person = visitor.person
    if model and live_table.public:
        raise Refused("Language models come by invitation only, not to tables that are on the public list.")

    def seated_persons(session: Session, now: float) -> list[Entry]:
        return session.sit(
            seat, unused_name(live_table, person.name), person.id, now, free_picture(live_table, visitor), model
        )

    await change(live_table, visitor, seated_persons)


async def leave(live_table: LiveTable, seat: int, visitor: Visitor) -> None:
    """Get up. In a running game a bot plays on, or the game ends if nobody else is there (`LiveTable.is_alone`)."""

    def leaving(session: Session, now: float) -> list[Entry]:
        if not visitor.id or seat not in session.seats_of(visitor.id):
            raise Refused("This is not your seat.")
        return session.leave(seat, now, usual_level(), ends=live_table.is_alone(seat, visitor.id))

    await change(live_table, visitor, leaving)


async def reclaim(live_table: LiveTable, seat: int, visitor: Visitor) -> None:
    """Take the own seat back from the bot."""
    await change(live_table, visitor, lambda session, now: session.reclaim(seat, visitor.id, now))


async def fill(live_table: LiveTable, seat: int, bot: str, visitor: Visitor) -> None:
    """Let a bot play in a seat: a free one, a bot's, or that of a person who has been away for a while.

    The host chooses bots. In a running game every player may let the usual bot stand in for somebody who is away.
    """

    def filling(session: Session, now: float) -> list[Entry]:
        session.check_seat(seat)
        is_host = may_manage(live_table, visitor)
        if session.seats[seat].is_person and session.state == PLAYING:
            if not is_host and not (visitor.id and session.seats_of(visitor.id)):
                raise Refused("Only players at this table can let a bot stand in.")
            if not is_host and bot not in ("", usual_level()):
                raise Refused("Only the person who opened the table can choose the bot.")
            if live_table.seconds_absent(seat) < AWAY_SECONDS:
                raise Refused("Somebody sits there; a bot can take over when they have been away for a while.")
            level = checked_level(bot or usual_level())
            return session.note_presence(seat, False, now) + session.leave(seat, now, level)
        if not is_host:
            raise Refused("Only the person who opened the table can do that.")
        there = new_bot_seat(bot or usual_level(), session.seats)
        return session.fill(seat, there.name, there.bot, now, there.face)

    await change(live_table, visitor, filling)


async def begin(live_table: LiveTable, visitor: Visitor, *, filling: bool) -> None:
    """Start the game; free seats are filled with bots first, if that is wished."""
    if not may_manage(live_table, visitor):
        raise Refused("Only the person who opened the table can start the game.")
    if filling and live_table.session.state == OPEN:
        for number, seat in enumerate(live_table.session.seats):
            if not seat.is_taken:
                await fill(live_table, number, "", visitor)
    await change(live_table, visitor, lambda session, now: session.start(now, fresh_seed()))


async def open_rematch(live_table: LiveTable, visitor: Visitor) -> str:
    """Open a table for the same people and bots, once; returns its id."""
    session = live_table.session
    if session.state != OVER:
        raise Refused("The game is not over yet.")
    if not session.seats_of(visitor.id) and visitor.id != live_table.host:
        raise Refused("Only players of this game can ask for another one.")
    async with live_table.rematch_lock:
        if not live_table.rematch:
            seats = rematch_seats(session.seats, visitor.id, visitor.face)
            # Whoever was next to begin begins.
            start = (session.start_seat + 1) % len(seats)
            setup = msgspec.structs.replace(session.setup, seats=seats, start=start, learning=False)
            fresh = await live_table.registry.open(setup, visitor.id, public=live_table.public)
            fresh.address_block = live_table.address_block
            live_table.rematch = fresh.id
            live_table.registry.mark_changed(live_table)
            if all(seat.is_taken for seat in seats):
                await begin(fresh, visitor, filling=False)
    live_table.send_table()
    return live_table.rematch


def rematch_seats(seats: Sequence[Seat], person: str, face: int) -> tuple[Seat, ...]:
    """The seats in the next game: bots stay, the asking person stays, other people's seats wait for them.

    The person has the picture chosen since; several hands on one device keep theirs.

    A bot that played on for somebody gets a name of its own: an erasure could not find theirs at the next table.
    """
    found = [seat if not seat.person or (seat.is_person and seat.person == person) else OPEN_SEAT for seat in seats]
    own = [number for number, seat in enumerate(found) if seat.person]
    if len(own) == 1:
        found[own[0]] = msgspec.structs.replace(found[own[0]], face=face)
    for number, seat in enumerate(seats):
        if seat.person and not seat.is_person:
            found[number] = new_bot_seat(seat.bot, found)
    return tuple(found)
