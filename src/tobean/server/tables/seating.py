"""Changes to the seats of a table, start of the game and rematch, each with its permissions.

docs/hosting.md lists the permissions; tests/server/tables/test_permissions.py checks that list.
"""

import time
from collections.abc import Callable, Sequence

import msgspec

from tobean.server.people.visitor import Visitor
from tobean.server.tables.bot_seats import checked_level, new_bot_seat, unused_face, usual_level
from tobean.server.tables.live_table import LiveTable, fresh_seed
from tobean.server.tables.seat_requests import SeatRequest
from tobean.session.errors import Refused
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import FINISHED, OPEN, PLAYING
from tobean.session.seats import OPEN_SEAT, Seat, check_bot_seat
from tobean.session.session import Session
from tobean.session.text import skeleton


def may_manage(live_table: LiveTable, visitor: Visitor) -> bool:
    """Whether this visitor may change bots and start the game.

    That is the host, the person who opened the table. In a waiting room where the host has no seat it is every seated
    person, so that a table whose host has gone can still begin. The right is not passed on in a running game.
    """
    if not visitor.id:
        return False
    session = live_table.session
    inherits = session.state == OPEN and not session.seats_of(live_table.host) and bool(session.seats_of(visitor.id))
    return visitor.id == live_table.host or inherits


def check_seats_can_change(session: Session) -> None:
    """Raise `Refused` at a table whose players are part of its deal."""
    if session.setup.deal:
        raise Refused("The players of a deal of the day are fixed.")


def unused_name(live_table: LiveTable, name: str) -> str:
    """Return the name, with a number added if another seat has this name or one that looks like it."""
    taken = {skeleton(seat.name) for seat in live_table.session.seats}
    unused, number = name, 2
    while skeleton(unused) in taken:
        unused, number = f"{name} {number}", number + 1
    return unused


def unused_picture(seats: Sequence[Seat], face: int) -> int:
    """Return this picture, or an unused one if another person at the table has it; a bot gives way instead."""
    return unused_face(seats) if any(seat.person and seat.face == face for seat in seats) else face


def bot_with_face(seats: Sequence[Seat], face: int) -> int:
    """Return the seat of the bot with this picture, -1 if no bot has it."""
    return next((number for number, seat in enumerate(seats) if seat.bot and not seat.person and seat.face == face), -1)


async def change(live_table: LiveTable, visitor: Visitor, act: Callable[[Session, float], list[Entry]]) -> None:
    await live_table.registry.revocations.change(live_table, visitor, act)


async def sit(live_table: LiveTable, seat: int, visitor: Visitor, model: int = 0, *, may_ask: bool = True) -> None:
    """Take an open seat or, in a running game, ask for that of a bot; those who answer requests take it at once.

    One person has one seat, unless the table was opened for one device. `may_ask`: whether the visitor has not asked
    too often. A language model, with `model` seconds for a decision, joins by invitation only: never at a public table.
    """
    if not visitor.person:
        raise Refused("Pick a name first, then sit down.")
    if model and live_table.public:
        raise Refused("Language models come by invitation only, not to tables that are on the public list.")
    requests = live_table.seat_requests
    if live_table.session.state != PLAYING or requests.may_answer(visitor):
        await take_seat(live_table, seat, visitor, model)
        return
    async with live_table.lock:  # while an entry is being written the session is ahead of the log
        check_seats_can_change(live_table.session)
        live_table.session.check_sitting(seat, visitor.id)
        if not may_ask:
            raise Refused("You have just asked for several seats; wait a moment.")
        requests.ask(seat, visitor, model)
    live_table.send_table()


async def take_seat(
    live_table: LiveTable, seat: int, visitor: Visitor, model: int, granted: SeatRequest | None = None
) -> None:
    """Seat this visitor, in a running game at the visitor's own right or because a request was granted."""
    requests, person = live_table.seat_requests, visitor.person
    assert person is not None

    def act(session: Session, now: float) -> list[Entry]:
        check_seats_can_change(session)
        if granted is not None and requests.of(visitor) is not granted:
            raise Refused("This request is gone.")
        if granted is None and session.state == PLAYING and not requests.may_answer(visitor):
            raise Refused("The game has just begun: ask for the seat.")
        face = unused_picture(session.seats, visitor.face)
        double = bot_with_face(session.seats, face)
        if double not in (-1, seat) and session.state != OPEN:  # a bot in play keeps the picture that all players know
            face, double = unused_face(session.seats), -1
        entries = session.sit(seat, unused_name(live_table, person.name), person.id, now, face, model)
        if double not in (-1, seat):
            bot = session.seats[double]
            entries += session.fill(double, bot.name, bot.bot, now, unused_face(session.seats))
        return entries

    await change(live_table, visitor, act)
    requests.by_person.pop(visitor.id, None)


def answerable_request(live_table: LiveTable, number: int, visitor: Visitor) -> SeatRequest:
    """Return the request with this number, which the visitor may answer."""
    if not live_table.seat_requests.may_answer(visitor):
        raise Refused("Only the person who opened the table can do that.")
    return live_table.seat_requests.with_number(number)


async def admit(live_table: LiveTable, number: int, visitor: Visitor) -> None:
    """Grant a request: its visitor takes the bot's seat."""
    request = answerable_request(live_table, number, visitor)
    await take_seat(live_table, request.seat, request.visitor, request.model, request)


def decline(live_table: LiveTable, number: int, visitor: Visitor) -> None:
    """Decline a request; its visitor learns that, and cannot ask again for a while."""
    answerable_request(live_table, number, visitor).declined_at = time.monotonic()
    live_table.send_table()


def withdraw(live_table: LiveTable, visitor: Visitor) -> None:
    """Withdraw the visitor's own request."""
    live_table.seat_requests.withdraw(visitor)
    live_table.send_table()


async def leave(live_table: LiveTable, seat: int, visitor: Visitor) -> None:
    """Leave a seat. In a running game a bot takes over, or the game ends if only bots are left (`is_alone`)."""

    def act(session: Session, now: float) -> list[Entry]:
        if not visitor.id or seat not in session.seats_of(visitor.id):
            raise Refused("This is not your seat.")
        return session.leave(seat, now, usual_level(), ends=live_table.is_alone(seat, visitor.id))

    await change(live_table, visitor, act)


async def reclaim(live_table: LiveTable, seat: int, visitor: Visitor) -> None:
    await change(live_table, visitor, lambda session, now: session.reclaim(seat, visitor.id, now))


async def fill(live_table: LiveTable, seat: int, bot: str, visitor: Visitor) -> None:
    """Let a bot play in a seat: an open one, a bot's, or that of a person away for a while.

    The host chooses bots. In a running game every player may let the usual bot stand in for an absent person.
    """

    def act(session: Session, now: float) -> list[Entry]:
        session.check_seat(seat)
        check_seats_can_change(session)
        is_host = may_manage(live_table, visitor)
        if session.seats[seat].is_person and session.state == PLAYING:
            if not is_host and not (visitor.id and session.seats_of(visitor.id)):
                raise Refused("Only players at this table can let a bot stand in.")
            if not is_host and bot not in ("", usual_level()):
                raise Refused("Only the person who opened the table can choose the bot.")
            if not live_table.is_away(session.seats[seat].person):
                raise Refused("This seat is taken; a bot can take over when its player has been away for a while.")
            level = checked_level(bot or usual_level())
            check_bot_seat(level, session.setup.rules(), len(session.seats))
            return session.note_presence(seat, False, now) + session.leave(seat, now, level)
        if not is_host:
            raise Refused("Only the person who opened the table can do that.")
        bot_seat = new_bot_seat(bot or usual_level(), session.seats)
        check_bot_seat(bot_seat.bot, session.setup.rules(), len(session.seats))
        return session.fill(seat, bot_seat.name, bot_seat.bot, now, bot_seat.face)

    await change(live_table, visitor, act)


async def begin(live_table: LiveTable, visitor: Visitor, *, filling: bool) -> None:
    """Start the game; if `filling`, open seats are filled with bots first."""
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
    if session.state != FINISHED:
        raise Refused("The game is not over yet.")
    if not session.seats_of(visitor.id) and visitor.id != live_table.host:
        raise Refused("Only players of this game can ask for another one.")
    async with live_table.rematch_lock:
        if not live_table.rematch:
            seats = rematch_seats(session.seats, visitor.id, visitor.face)
            # The right to begin moves on by one seat.
            start = (session.start_seat + 1) % len(seats)
            setup = msgspec.structs.replace(session.setup, seats=seats, start=start, learning=False)
            if setup.deal:  # the next game is an ordinary one
                setup = msgspec.structs.replace(setup, deal="", undo=True, hints=False)
            rematch = await live_table.registry.open(setup, visitor.id, public=live_table.public)
            rematch.address_block = live_table.address_block
            live_table.rematch = rematch.id
            live_table.registry.mark_changed(live_table)
            if all(seat.is_taken for seat in seats):
                await begin(rematch, visitor, filling=False)
    live_table.send_table()
    return live_table.rematch


def rematch_seats(seats: Sequence[Seat], person: str, face: int) -> tuple[Seat, ...]:
    """Return the seats of the next game: bots and the requesting person stay, other people's seats are open.

    The person gets the picture chosen since, and a bot that has it gets another; several hands on one device keep
    theirs.

    A bot that stood in for a person gets a name of its own: an erasure could not find the person's name at the next
    table.
    """
    result = [seat if not seat.person or (seat.is_person and seat.person == person) else OPEN_SEAT for seat in seats]
    own = [number for number, seat in enumerate(result) if seat.person]
    if len(own) == 1:
        result[own[0]] = msgspec.structs.replace(result[own[0]], face=face)
        double = bot_with_face(result, face)
        if double >= 0:
            result[double] = msgspec.structs.replace(result[double], face=unused_face(result))
    for number, seat in enumerate(seats):
        if seat.person and not seat.is_person:
            result[number] = new_bot_seat(seat.bot, result)
    return tuple(result)
