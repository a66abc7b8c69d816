"""Seats of a table: taking, leaving, reclaiming and filling them, the start and the next game, with the permissions.

docs/hosting.md lists the permissions; tests/test_server_permissions.py walks that list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tobean.play.session.errors import Refused
from tobean.play.session.fold import OPEN, OVER, PLAYING
from tobean.play.session.seats import NOBODY, Seat
from tobean.play.session.text import skeleton
from tobean.server.pages.shelf import bot_at, checked_level, free_face, usual_level
from tobean.server.tables.room import AWAY_SECONDS, fresh_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.people.identity import Visitor
    from tobean.server.tables.room import Room


def hosting(room: Room, visitor: Visitor) -> bool:
    """Whether this visitor may change bots and start the game.

    That is the person who opened the table. In a waiting room where that person has no seat it is everybody seated,
    so that a table whose host has gone can still begin; once the game runs, nobody inherits it.
    """
    if not visitor.id:
        return False
    session = room.session
    inherits = session.state == OPEN and not session.seats_of(room.host) and bool(session.seats_of(visitor.id))
    return visitor.id == room.host or inherits


def free_name(room: Room, name: str) -> str:
    """The name, or with a number behind it if somebody at the table has it already, or one that looks like it."""
    taken = {skeleton(seat.name) for seat in room.session.seats}
    fresh, number = name, 2
    while skeleton(fresh) in taken:
        fresh, number = f"{name} {number}", number + 1
    return fresh


def free_picture(seats: Sequence[Seat], face: int) -> int:
    """This picture, or another one if another person at the table has it; a bot gives way instead."""
    return free_face(seats) if any(seat.person and seat.face == face for seat in seats) else face


def giving_way(seats: Sequence[Seat], face: int) -> int:
    """The seat of the bot with this picture, -1 if no bot has it."""
    return next((number for number, seat in enumerate(seats) if seat.bot and not seat.person and seat.face == face), -1)


async def change(room: Room, visitor: Visitor, act: Callable[[Session, float], list[Entry]]) -> None:
    await room.hall.endings.change(room, visitor, act)


async def sit(room: Room, seat: int, visitor: Visitor, model: int = 0) -> None:
    """Take a free seat or that of a bot. One person has one seat, unless the table was opened for one device.

    A language model, with `model` seconds for a decision, comes by invitation only: never to a public table.
    """
    if not visitor.person:
        raise Refused("Pick a name first, then sit down.")
    person = visitor.person
    if model and room.public:
        raise Refused("Language models come by invitation only, not to tables that are on the public list.")

    def sitting(session: Session, now: float) -> list[Entry]:
        face = free_picture(session.seats, visitor.face)
        double = giving_way(session.seats, face)
        if double not in (-1, seat) and session.state != OPEN:  # a bot in play keeps the picture that everybody knows
            face, double = free_face(session.seats), -1
        entries = session.sit(seat, free_name(room, person.name), person.id, now, face, model)
        if double not in (-1, seat):
            bot = session.seats[double]
            entries += session.fill(double, bot.name, bot.bot, now, free_face(session.seats))
        return entries

    await change(room, visitor, sitting)


async def leave(room: Room, seat: int, visitor: Visitor) -> None:
    """Get up. In a running game a bot plays on, or the game ends if nobody else is there (`Room.is_alone`)."""

    def leaving(session: Session, now: float) -> list[Entry]:
        if not visitor.id or seat not in session.seats_of(visitor.id):
            raise Refused("This is not your seat.")
        return session.leave(seat, now, usual_level(), ends=room.is_alone(seat, visitor.id))

    await change(room, visitor, leaving)


async def reclaim(room: Room, seat: int, visitor: Visitor) -> None:
    """Take the own seat back from the bot."""
    await change(room, visitor, lambda session, now: session.reclaim(seat, visitor.id, now))


async def fill(room: Room, seat: int, bot: str, visitor: Visitor) -> None:
    """Let a bot play in a seat: a free one, a bot's, or that of a person who has been away for a while.

    The host chooses bots. In a running game every player may let the usual bot stand in for somebody who is away.
    """

    def filling(session: Session, now: float) -> list[Entry]:
        session.check_seat(seat)
        is_host = hosting(room, visitor)
        if session.seats[seat].is_person and session.state == PLAYING:
            if not is_host and not (visitor.id and session.seats_of(visitor.id)):
                raise Refused("Only players at this table can let a bot stand in.")
            if not is_host and bot not in ("", usual_level()):
                raise Refused("Only the person who opened the table can choose the bot.")
            if room.absent(seat) < AWAY_SECONDS:
                raise Refused("Somebody sits there; a bot can take over when they have been away for a while.")
            level = checked_level(bot or usual_level())
            return session.note_presence(seat, False, now) + session.leave(seat, now, level)
        if not is_host:
            raise Refused("Only the person who opened the table can do that.")
        there = bot_at(bot or usual_level(), session.seats)
        return session.fill(seat, there.name, there.bot, now, there.face)

    await change(room, visitor, filling)


async def begin(room: Room, visitor: Visitor, *, filling: bool) -> None:
    """Start the game; free seats are filled with bots first, if that is wished."""
    if not hosting(room, visitor):
        raise Refused("Only the person who opened the table can start the game.")
    if filling and room.session.state == OPEN:
        for number, seat in enumerate(room.session.seats):
            if not seat.taken:
                await fill(room, number, "", visitor)
    await change(room, visitor, lambda session, now: session.start(now, fresh_seed()))


async def play_again(room: Room, visitor: Visitor) -> str:
    """Open a table for the same people and bots, once; returns its id."""
    session = room.session
    if session.state != OVER:
        raise Refused("The game is not over yet.")
    if not session.seats_of(visitor.id) and visitor.id != room.host:
        raise Refused("Only players of this game can ask for another one.")
    async with room.again:
        if not room.rematch:
            seats = seats_again(session.seats, visitor.id, visitor.face)
            # Whoever was next to begin begins.
            start = (session.start_seat + 1) % len(seats)
            setup = msgspec.structs.replace(session.setup, seats=seats, start=start, learning=False)
            fresh = await room.hall.open(setup, visitor.id, public=room.public)
            fresh.house = room.house
            room.rematch = fresh.id
            room.hall.changed(room)
            if all(seat.taken for seat in seats):
                await begin(fresh, visitor, filling=False)
    room.tell_table()
    return room.rematch


def seats_again(seats: Sequence[Seat], person: str, face: int) -> tuple[Seat, ...]:
    """The seats in the next game: bots stay, the asking person stays, other people's seats wait for them.

    The person has the picture chosen since, and a bot that has it gets another. Several hands on one device keep
    theirs.

    A bot that played on for somebody gets a name of its own: an erasure could not find theirs at the next table.
    """
    found = [seat if not seat.person or (seat.is_person and seat.person == person) else NOBODY for seat in seats]
    own = [number for number, seat in enumerate(found) if seat.person]
    if len(own) == 1:
        found[own[0]] = msgspec.structs.replace(found[own[0]], face=face)
        double = giving_way(found, face)
        if double >= 0:
            found[double] = msgspec.structs.replace(found[double], face=free_face(found))
    for number, seat in enumerate(seats):
        if seat.person and not seat.is_person:
            found[number] = bot_at(seat.bot, found)
    return tuple(found)
