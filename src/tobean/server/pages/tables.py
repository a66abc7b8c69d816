"""The pages of one table: waiting room, table, seats, invitation, result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from tobean.games import GAMES
from tobean.i18n import told
from tobean.kernel.errors import BadInput, TobeanError
from tobean.play.session.errors import Refused
from tobean.play.session.reducer import ENDED, OPEN, OVER
from tobean.server.pages.forms import field, form_of, number, visitor_from_form
from tobean.server.pages.game_list import bot_description, levels, option_text, random_name
from tobean.server.pages.new_table import UNPROCESSABLE, check_openings, clocks
from tobean.server.pages.qr import qr_svg
from tobean.server.pages.rule_pages import rule_address
from tobean.server.pages.site import base_url_of, catalogue_of, error_text, language_of, page, redirect, site_of
from tobean.server.store.writer import Conflict, WriteFailed
from tobean.server.tables import seating
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.viewers.waiting_room import waiting_room_mark

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from tobean.server.people.identity import Visitor
    from tobean.server.people.language import GettextCatalogue
    from tobean.server.tables.live_table import LiveTable
    from tobean.server.tables.quarantine import LogDamage

NOT_FOUND: Final = 404
CONFLICT: Final = 409


async def live_table_of(request: Request) -> LiveTable:
    live_table = await site_of(request).registry.live_table(request.path_params["table"])
    if live_table is None:
        raise HTTPException(NOT_FOUND)
    return live_table


async def table(request: Request) -> Response:
    """Before the game the waiting room, then the table itself."""
    live_table = await live_table_of(request)
    if live_table.session.state == OPEN:
        return await waiting_room(request, live_table)
    seat = request.query_params.get("seat", "")
    query = f"?seat={seat}" if seat.isdigit() else ""
    game = GAMES[live_table.session.setup.game]
    return await page(request, "table.html", table=live_table.id, game=game, query=query, replay="", at="")


async def waiting_room(request: Request, live_table: LiveTable, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    session = live_table.session
    own = session.seats_of(visitor.id) if visitor.id else []
    words = catalogue_of(request)
    return await page(
        request,
        "waiting.html",
        status,
        table=live_table.id,
        game=GAMES[session.setup.game],
        seats=[seat.public() for seat in session.seats],
        own=own,
        can_sit=not own,
        hosting=seating.may_manage(live_table, visitor),
        free=not all(seat.is_taken for seat in session.seats),
        link=f"{base_url_of(request)}/tables/{live_table.id}",
        offer=site.hosts.url_to_enable(request.scope),
        levels=levels(words),
        bot_description=lambda spec: bot_description(spec, words),
        suggested=random_name(),
        facts=facts(live_table, words),
        error=error,
        mark=waiting_room_mark(live_table),
    )


def facts(live_table: LiveTable, words: GettextCatalogue) -> list[tuple[str, str]]:
    """What the table was opened with, in words."""
    setup = live_table.session.setup
    pace = words.gettext("over days") if setup.pace == "days" else words.gettext("live")
    clock = next((name for seconds, name in clocks(words) if seconds == setup.clock), str(setup.clock))
    found = [(words.gettext("Pace"), pace), (words.gettext("Time for a decision"), clock)]
    found.append((words.gettext("Undo"), words.gettext("allowed") if setup.undo else words.gettext("not allowed")))
    if setup.hints:
        found.append((words.gettext("Hints"), words.gettext("allowed")))
    for name, value in setup.options.items():
        if value is True:
            found.append((words.gettext("Option"), option_text(live_table.session.rules, name, words)))
    if setup.cards:
        found.append((words.gettext("Cards"), words.gettext("a card set of one's own")))
    return found


async def state(request: Request) -> Response:
    """For programs: has anything changed in the waiting room? Its page has a socket."""
    mark = waiting_room_mark(await live_table_of(request))
    return JSONResponse({"mark": mark}, headers={"cache-control": "no-store"})


async def invitation(request: Request) -> Response:
    """The link to the table as a QR code."""
    live_table = await live_table_of(request)
    link = f"{base_url_of(request)}/tables/{live_table.id}"
    headers = {"cache-control": "private, max-age=3600"}
    return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)


async def damaged(request: Request, damage: LogDamage, error: str = "", status: int = CONFLICT) -> Response:
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


def stopped(damage: LogDamage, language: str) -> dict[str, str]:
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


async def change_seats(
    request: Request, act: Callable[[LiveTable, Visitor], Awaitable[object]], visitor: Visitor | None = None
) -> Response:
    """Change the seats and go back to the table; after a refusal the page says why."""
    site = site_of(request)
    live_table = await live_table_of(request)
    who = visitor or await site.visitor(request)
    try:
        await act(live_table, who)
    except WriteFailed:
        raise
    except Conflict:
        return redirect(f"/tables/{live_table.id}")  # somebody was faster: have another look
    except TobeanError as error:
        return await refused(request, live_table, error_text(request, error))
    response = redirect("/" if live_table.session.state == ENDED else f"/tables/{live_table.id}")
    if visitor is not None:
        site.identity.write_cookie(response, visitor)
    return response


async def refused(request: Request, live_table: LiveTable, reason: str) -> Response:
    if live_table.session.state == OPEN:
        return await waiting_room(request, live_table, reason, UNPROCESSABLE)
    heading = catalogue_of(request).gettext("That did not work")
    return await page(request, "error.html", UNPROCESSABLE, heading=heading, words=reason, table=live_table.id)


async def sit(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await refused(request, await live_table_of(request), error_text(request, error))
    seat = number(form, "seat")
    return await change_seats(request, lambda live_table, who: seating.sit(live_table, seat, who), visitor)


async def leave(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await change_seats(request, lambda live_table, who: seating.leave(live_table, seat, who))


async def reclaim(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await change_seats(request, lambda live_table, who: seating.reclaim(live_table, seat, who))


async def fill(request: Request) -> Response:
    form = await form_of(request)
    seat, bot = number(form, "seat"), field(form, "bot")
    return await change_seats(request, lambda live_table, who: seating.fill(live_table, seat, bot, who))


async def start(request: Request) -> Response:
    filling = field(await form_of(request), "fill") == "yes"
    live_table = await live_table_of(request)
    if live_table.session.state != OPEN:
        return redirect(f"/tables/{live_table.id}")  # pressed twice, or somebody else has started it
    return await change_seats(request, lambda live_table, who: seating.begin(live_table, who, filling=filling))


async def continue_from_last(request: Request) -> Response:
    """From the last whole position of a table whose log is damaged, at a table of its own."""
    visitor = await site_of(request).visitor(request)
    try:
        live_table = await live_table_of(request)
    except TableDamaged as error:
        try:
            return redirect(
                f"/tables/{await site_of(request).registry.quarantine.continue_from_last(error.damage, visitor.id)}"
            )
        except Refused as refusal:
            return await damaged(request, error.damage, error_text(request, refusal), UNPROCESSABLE)
    return redirect(f"/tables/{live_table.id}")  # it can be read after all


async def rematch(request: Request) -> Response:
    live_table = await live_table_of(request)
    visitor = await site_of(request).visitor(request)
    if live_table.session.state != OVER:
        return redirect(f"/tables/{live_table.id}")
    try:
        if not live_table.rematch:
            check_openings(request, visitor)
        return redirect(f"/tables/{await seating.open_rematch(live_table, visitor)}")
    except TobeanError:
        return redirect(f"/tables/{live_table.id}/result")
