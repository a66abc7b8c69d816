"""The pages of one table: waiting room, table, seats, invitation, result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from tobean.games import GAMES
from tobean.kernel.errors import BadInput, TobeanError
from tobean.play.session.errors import Refused
from tobean.play.session.fold import ENDED, OPEN, OVER
from tobean.server.pages.answers import field, form_of, named_visitor, number
from tobean.server.pages.opening import UNPROCESSABLE, check_openings, clocks
from tobean.server.pages.qr import qr_svg
from tobean.server.pages.rulepages import rule_address
from tobean.server.pages.shelf import bot_told, levels, option_text, some_name
from tobean.server.pages.site import go, home_of, in_words, language_of, page, site_of, words_of
from tobean.server.store.writer import Conflict, NotWritten
from tobean.server.tables import seating
from tobean.server.tables.quarantine import Damaged
from tobean.server.tables.waiting import mark
from tobean.speech import told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from tobean.server.people.identity import Visitor
    from tobean.server.people.language import Catalogue
    from tobean.server.tables.quarantine import Damage
    from tobean.server.tables.room import Room

NOT_FOUND: Final = 404
CONFLICT: Final = 409


async def room_of(request: Request) -> Room:
    room = await site_of(request).hall.room(request.path_params["table"])
    if room is None:
        raise HTTPException(NOT_FOUND)
    return room


async def table(request: Request) -> Response:
    """Before the game the waiting room, then the table itself."""
    room = await room_of(request)
    if room.session.state == OPEN:
        return await waiting_room(request, room)
    seat = request.query_params.get("seat", "")
    query = f"?seat={seat}" if seat.isdigit() else ""
    game = GAMES[room.session.setup.game]
    return await page(request, "table.html", table=room.id, game=game, query=query, replay="", at="")


async def waiting_room(request: Request, room: Room, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    session = room.session
    own = session.seats_of(visitor.id) if visitor.id else []
    words = words_of(request)
    return await page(
        request,
        "waiting.html",
        status,
        table=room.id,
        game=GAMES[session.setup.game],
        seats=[seat.public() for seat in session.seats],
        own=own,
        can_sit=not own,
        hosting=seating.hosting(room, visitor),
        free=not all(seat.taken for seat in session.seats),
        link=f"{home_of(request)}/tables/{room.id}",
        offer=site.hosts.offer(request.scope),
        levels=levels(words),
        bot_told=lambda spec: bot_told(spec, words),
        suggested=some_name(),
        facts=facts(room, words),
        error=error,
        mark=mark(room),
    )


def facts(room: Room, words: Catalogue) -> list[tuple[str, str]]:
    """What the table was opened with, in words."""
    setup = room.session.setup
    pace = words.gettext("over days") if setup.pace == "days" else words.gettext("live")
    clock = next((name for seconds, name in clocks(words) if seconds == setup.clock), str(setup.clock))
    found = [(words.gettext("Pace"), pace), (words.gettext("Time for a decision"), clock)]
    found.append((words.gettext("Undo"), words.gettext("allowed") if setup.undo else words.gettext("not allowed")))
    if setup.hints:
        found.append((words.gettext("Hints"), words.gettext("allowed")))
    for name, value in setup.options.items():
        if value is True:
            found.append((words.gettext("Option"), option_text(room.session.rules, name, words)))
    if setup.cards:
        found.append((words.gettext("Cards"), words.gettext("a card set of one's own")))
    return found


async def state(request: Request) -> Response:
    """For programs: has anything changed in the waiting room? Its page has a socket."""
    return JSONResponse({"mark": mark(await room_of(request))}, headers={"cache-control": "no-store"})


async def invitation(request: Request) -> Response:
    """The link to the table as a QR code."""
    room = await room_of(request)
    link = f"{home_of(request)}/tables/{room.id}"
    headers = {"cache-control": "private, max-age=3600"}
    return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)


async def damaged(request: Request, damage: Damage, error: str = "", status: int = CONFLICT) -> Response:
    """Instead of a table whose log cannot be replayed: what is left of it, and a way to go on from there."""
    visitor = await site_of(request).visitor(request)
    session = damage.session
    return await page(
        request,
        "damaged.html",
        status,
        table=damage.row.id,
        title=GAMES[damage.row.game].title if damage.row.game in GAMES else damage.row.game,
        turn=session.table.turn if session is not None and session.state != OPEN else 0,
        whole=session is not None,
        belongs=damage.belongs_to(visitor.id),
        stopped=stopped(damage, language_of(request)),
        error=error,
    )


def stopped(damage: Damage, language: str) -> dict[str, str]:
    """The action that today's rules refuse in a game begun by earlier ones; empty if something else is wrong."""
    if damage.old_rules is None or damage.session is None:
        return {}
    refusal = damage.old_rules.refusal
    return {
        "action": damage.old_rules.action,
        "reason": told(refusal, damage.session.names_in(language), language),
        "rule": refusal.rule,
        "address": rule_address(refusal.rule),
    }


# --- forms -----------------------------------------------------------------------------------------------------


async def arranged(
    request: Request, act: Callable[[Room, Visitor], Awaitable[object]], visitor: Visitor | None = None
) -> Response:
    """Change the seats and go back to the table; after a refusal the page says why."""
    site = site_of(request)
    room = await room_of(request)
    who = visitor or await site.visitor(request)
    try:
        await act(room, who)
    except NotWritten:
        raise
    except Conflict:
        return go(f"/tables/{room.id}")  # somebody was faster: have another look
    except TobeanError as error:
        return await refused(request, room, in_words(request, error))
    response = go("/" if room.session.state == ENDED else f"/tables/{room.id}")
    if visitor is not None:
        site.identity.keep(response, visitor)
    return response


async def refused(request: Request, room: Room, reason: str) -> Response:
    if room.session.state == OPEN:
        return await waiting_room(request, room, reason, UNPROCESSABLE)
    heading = words_of(request).gettext("That did not work")
    return await page(request, "error.html", UNPROCESSABLE, heading=heading, words=reason, table=room.id)


async def sit(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await named_visitor(request, site, form)
    except BadInput as error:
        return await refused(request, await room_of(request), in_words(request, error))
    seat = number(form, "seat")
    return await arranged(request, lambda room, who: seating.sit(room, seat, who), visitor)


async def leave(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await arranged(request, lambda room, who: seating.leave(room, seat, who))


async def reclaim(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await arranged(request, lambda room, who: seating.reclaim(room, seat, who))


async def fill(request: Request) -> Response:
    form = await form_of(request)
    seat, bot = number(form, "seat"), field(form, "bot")
    return await arranged(request, lambda room, who: seating.fill(room, seat, bot, who))


async def start(request: Request) -> Response:
    filling = field(await form_of(request), "fill") == "yes"
    room = await room_of(request)
    if room.session.state != OPEN:
        return go(f"/tables/{room.id}")  # pressed twice, or somebody else has started it
    return await arranged(request, lambda room, who: seating.begin(room, who, filling=filling))


async def go_on(request: Request) -> Response:
    """From the last whole position of a table whose log is damaged, at a table of its own."""
    visitor = await site_of(request).visitor(request)
    try:
        room = await room_of(request)
    except Damaged as error:
        try:
            return go(f"/tables/{await site_of(request).hall.quarantine.go_on(error.damage, visitor.id)}")
        except Refused as refusal:
            return await damaged(request, error.damage, in_words(request, refusal), UNPROCESSABLE)
    return go(f"/tables/{room.id}")  # it can be read after all


async def rematch(request: Request) -> Response:
    room = await room_of(request)
    visitor = await site_of(request).visitor(request)
    if room.session.state != OVER:
        return go(f"/tables/{room.id}")
    try:
        if not room.rematch:
            check_openings(request, visitor)
        return go(f"/tables/{await seating.play_again(room, visitor)}")
    except TobeanError:
        return go(f"/tables/{room.id}/result")
