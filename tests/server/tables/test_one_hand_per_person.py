"""One hand per person: no seat is taken, reclaimed or played by a person who has or had another hand."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.server import app
from tests.support.server.roles import (
    BOT,
    FREE,
    HOST,
    LEFT,
    PLAYER,
    SEATS,
    SPECTATOR,
    World,
)
from tobean.server.people.visitor import Visitor
from tobean.server.store.rows import Person
from tobean.server.tables import seating
from tobean.server.viewers.messages import Wish
from tobean.server.viewers.viewer_connection import ViewerConnection
from tobean.session.errors import Refused
from tobean.session.log.entries import Entry
from tobean.session.session import Session


def test_leaving_and_sitting_down_again_reveals_no_hands(world: World) -> None:
    """Leaves, takes a bot's seat, leaves that, and reclaims all."""
    world.become(PLAYER)
    live_table = world.running()
    own = SEATS[PLAYER]
    assert world.form(live_table, "leave", seat=own)
    assert not world.form(live_table, "sit", seat=BOT)
    assert world.form(live_table, "reclaim", seat=own)
    assert not world.form(live_table, "sit", seat=BOT)
    assert live_table.session.seats_of(world.people[PLAYER]) == [own]


def test_one_of_two_left_hands_is_reclaimed(world: World) -> None:
    """An old log may reserve two seats for one person."""
    person = world.people[LEFT]
    live_table = world.running()

    def second_hand(session: Session, now: float) -> list[Entry]:
        kept = replace(session.seats[BOT], person=person)
        return session._seat(BOT, kept, now)

    world.change(live_table, second_hand)
    world.become(LEFT)
    assert live_table.session.reclaimable_seats(person) == [SEATS[LEFT], BOT]
    assert world.form(live_table, "reclaim", seat=BOT)
    assert not world.form(live_table, "reclaim", seat=SEATS[LEFT])
    assert not world.message(live_table, type="seat", do="reclaim", seat=SEATS[LEFT])
    assert live_table.session.seats_of(person) == [BOT]
    assert world.form(live_table, "leave", seat=BOT)
    assert world.form(live_table, "reclaim", seat=SEATS[LEFT])
    assert live_table.session.seats_of(person) == [SEATS[LEFT]]


def test_simultaneous_requests_take_one_seat(world: World) -> None:
    live_table = world.waiting()
    world.change(live_table, lambda session, now: session.fill(SEATS[LEFT], "Toni", "sprout", now))
    watcher = Visitor(Person(world.people[SPECTATOR], "Eiko", 0.0, 0.0), "cookie")

    async def both() -> list[Any]:
        async with live_table.lock:
            tries = [asyncio.create_task(seating.sit(live_table, seat, watcher)) for seat in (SEATS[LEFT], BOT, FREE)]
            await asyncio.sleep(0)  # now all of them wait for the lock
        return await asyncio.gather(*tries, return_exceptions=True)

    assert world.client.portal is not None
    answers = world.client.portal.call(both)
    assert [type(answer) for answer in answers] == [type(None), Refused, Refused]
    assert live_table.session.seats_of(watcher.id) == [SEATS[LEFT]]


def test_hands_on_one_device_are_left_and_reclaimed_one_by_one(world: World) -> None:
    world.become(HOST)
    wishes = {"seat1": "here", "seat2": "here", "seat3": "sprout", "seat4": "none"}
    answer = app.post_form(world.client, "/open", game="bohnanza", name="Nina", **wishes)
    live_table = world.room_at(answer.headers["location"].rpartition("/")[2])
    assert world.form(live_table, "start")
    for seat in (1, 0):
        assert world.form(live_table, "leave", seat=seat)
    with app.table_socket(world.client, live_table.id) as socket:
        assert app.next_socket_message(socket, "hello")["table"]["reclaim"] == [0, 1]
    assert not world.form(live_table, "sit", seat=3)
    for seat in (0, 1):
        assert world.form(live_table, "reclaim", seat=seat)
    assert live_table.session.seats_of(live_table.host) == [0, 1, 2]


def test_a_left_seat_cannot_act(world: World) -> None:
    """A message waits for the table lock while another tab gives the seat away."""
    world.become(PLAYER)
    live_table = world.running()
    with app.table_socket(world.client, live_table.id) as socket:
        app.next_socket_message(socket, "update")
        [connection] = live_table.connections
        assert isinstance(connection, ViewerConnection)

        async def left_first() -> None:
            async with live_table.lock:
                leaving = asyncio.create_task(seating.leave(live_table, SEATS[PLAYER], connection.visitor))
                await asyncio.sleep(0)
                wishing = asyncio.ensure_future(Wish([]).handle(app.site_of(world.client), connection))
                await asyncio.sleep(0)
            await leaving
            with pytest.raises(Refused, match="not your seat"):
                await wishing

        assert world.client.portal is not None
        world.client.portal.call(left_first)
