"""Playing on from a position of a replay."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.errors import BadInput, Illegal
from tobean.record.record import Record
from tobean.server.pages.forms import form_of, number, visitor_from_form
from tobean.server.pages.rendering import UNPROCESSABLE, error_text, redirect
from tobean.server.pages.replays.records import replays
from tobean.server.pages.replays.replay import require_finished
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.site import site_of
from tobean.server.tables.bot_seats import named_bot_seat, usual_level
from tobean.session.errors import Refused
from tobean.session.replay import play_on
from tobean.session.seats import Seat, person_seat
from tobean.session.text import skeleton


async def play_on_from(request: Request) -> Response:
    """Open a table that continues from a position of a replay, with the visitor in a chosen seat against bots."""
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
        site.check_openings(address_of(request.scope), visitor)
        record = require_finished(await site.registry.replays.record(request.path_params["name"]))
        seats = seats_for(record, number(form, "seat"), visitor)
        line = [text for text in form.getlist("line") if isinstance(text, str)]
        session, entries = await asyncio.to_thread(play_on, record, number(form, "ply"), seats, time.time(), line=line)
        live_table = await site.registry.open_with_session(session, entries, visitor.id)
        live_table.address_block = address_of(request.scope)
    except (BadInput, Illegal, Refused) as error:
        return await replays(request, error_text(request, error), UNPROCESSABLE)
    response = redirect(f"/tables/{live_table.id}")
    site.identity.write_cookie(response, visitor)
    return response


def seats_for(record: Record, own: int, visitor: Visitor) -> list[Seat]:
    """Return the seats for playing on: the visitor in the chosen seat, bots with the players' names in the others."""
    if not 0 <= own < len(record.players):
        raise BadInput("There is no such seat in this record.")
    taken = [skeleton(name) for seat, name in enumerate(record.players) if seat != own]
    name, count = visitor.name, 2
    while skeleton(name) in taken:
        name, count = f"{visitor.name} {count}", count + 1
    seats: list[Seat] = []
    person = person_seat(name, visitor.id, visitor.face)
    for seat, player in enumerate(record.players):
        if seat == own:
            seats.append(person)
        else:
            seats.append(named_bot_seat(player, usual_level(), [*seats, person]))
    return seats
