"""Pages of one table: waiting room, table, changes of seats, invitation, damaged table."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tobean.games import GAMES
from tobean.i18n import error_messages
from tobean.kernel.errors import BadInput, TobeanError
from tobean.pictures.qr import qr_svg
from tobean.server.language import GettextCatalogue
from tobean.server.pages.forms import field, form_of, number, visitor_from_form
from tobean.server.pages.game_list import bot_description, levels, option_text
from tobean.server.pages.new_table import clocks
from tobean.server.pages.rendering import (
    CONFLICT,
    NOT_FOUND,
    UNPROCESSABLE,
    base_url_of,
    catalogue_of,
    error_text,
    language_of,
    page,
    redirect,
)
from tobean.server.pages.rule_pages import rule_address
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import SEAT_REQUESTS
from tobean.server.site import site_of
from tobean.server.store.write_errors import Conflict, WriteFailed
from tobean.server.tables import seating
from tobean.server.tables.bot_seats import random_name
from tobean.server.tables.live_table import LiveTable
from tobean.server.tables.quarantine import LogDamage, TableDamaged
from tobean.server.viewers.waiting_room import waiting_room_version
from tobean.session.errors import Refused
from tobean.session.log.reducer import ABANDONED, FINISHED, OPEN, PLAYING


async def live_table_of(request: Request) -> LiveTable:
    """Return the table in the address; raises the error 404 if there is none, or the visitor may not see it."""
    site = site_of(request)
    live_table = await site.registry.live_table(request.path_params["table"])
    if live_table is None or not live_table.may_view((await site.visitor(request)).id):
        raise HTTPException(NOT_FOUND)
    return live_table


async def table(request: Request) -> Response:
    """Show the waiting room before the game starts, then the table itself."""
    live_table = await live_table_of(request)
    if live_table.session.state == OPEN:
        return await waiting_room(request, live_table)
    seat = request.query_params.get("seat", "")
    query = f"?seat={seat}" if seat.isdigit() else ""
    game = GAMES[live_table.session.setup.game]
    return await page(request, "table/table.html", table=live_table.id, game=game, query=query, replay="", at="")


async def waiting_room(request: Request, live_table: LiveTable, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    session = live_table.session
    own = session.seats_of(visitor.id) if visitor.id else []
    catalogue = catalogue_of(request)
    return await page(
        request,
        "table/waiting.html",
        status,
        table=live_table.id,
        game=GAMES[session.setup.game],
        seats=[seat.public() for seat in session.seats],
        own=own,
        can_sit=not own,
        may_manage=seating.may_manage(live_table, visitor),
        free=not all(seat.is_taken for seat in session.seats),
        link=f"{base_url_of(request)}/tables/{live_table.id}",
        lan_url=site.hosts.url_to_enable(request.scope),
        levels=levels(catalogue),
        bot_description=lambda spec: bot_description(spec, catalogue),
        suggested=random_name(),
        settings=described_setup(live_table, catalogue),
        error=error,
        mark=waiting_room_version(live_table),
    )


def described_setup(live_table: LiveTable, catalogue: GettextCatalogue) -> list[tuple[str, str]]:
    """Return the settings of a table as pairs of label and value."""
    setup = live_table.session.setup
    pace = catalogue.gettext("several days") if setup.pace == "days" else catalogue.gettext("live")
    clock = next((name for seconds, name in clocks(catalogue) if seconds == setup.clock), str(setup.clock))
    undo = catalogue.gettext("allowed") if setup.undo else catalogue.gettext("not allowed")
    pairs = [
        (catalogue.gettext("Pace"), pace),
        (catalogue.gettext("Time for a decision"), clock),
        (catalogue.gettext("Undo"), undo),
    ]
    if setup.hints:
        pairs.append((catalogue.gettext("Hints"), catalogue.gettext("allowed")))
    for name, value in setup.options.items():
        if value is True:
            pairs.append((catalogue.gettext("Option"), option_text(live_table.session.rules, name, catalogue)))
    if setup.cards:
        pairs.append((catalogue.gettext("Cards"), catalogue.gettext("a card set of one's own")))
    return pairs


async def state(request: Request) -> Response:
    """Serve the mark of the waiting room, for programs that poll it; the page itself has a socket."""
    mark = waiting_room_version(await live_table_of(request))
    return JSONResponse({"mark": mark}, headers={"cache-control": "no-store"})


async def invitation(request: Request) -> Response:
    """Serve the link to the table as a QR code."""
    live_table = await live_table_of(request)
    link = f"{base_url_of(request)}/tables/{live_table.id}"
    headers = {"cache-control": "private, max-age=3600"}
    return Response(qr_svg(link), media_type="image/svg+xml", headers=headers)


async def damaged(request: Request, damage: LogDamage, error: str = "", status: int = CONFLICT) -> Response:
    """Show how much of a damaged table's log can be replayed, and offer to continue from there."""
    visitor = await site_of(request).visitor(request)
    session = damage.session
    return await page(
        request,
        "table/damaged.html",
        status,
        table=damage.row.id,
        title=GAMES[damage.row.game].title if damage.row.game in GAMES else damage.row.game,
        turn=session.table.turn if session is not None and session.state != OPEN else 0,
        whole=session is not None,
        belongs=damage.belongs_to(visitor.id),
        refused_action=refused_action(damage, language_of(request)),
        error=error,
    )


def refused_action(damage: LogDamage, language: str) -> dict[str, str]:
    """Return the action that earlier rules allowed and today's refuse; empty if something else is wrong."""
    if damage.old_rules is None or damage.session is None:
        return {}
    refusal = damage.old_rules.refusal
    return {
        "action": damage.old_rules.action,
        "reason": error_messages.error_sentence(refusal, damage.session.names_in(language), language),
        "rule": refusal.rule,
        "address": rule_address(refusal.rule),
    }


# --- forms -----------------------------------------------------------------------------------------------------


async def change_seats(
    request: Request, act: Callable[[LiveTable, Visitor], Awaitable[object]], visitor: Visitor | None = None
) -> Response:
    """Change the seats and redirect to the table; if the change is refused, show the reason."""
    site = site_of(request)
    live_table = await live_table_of(request)
    actor = visitor or await site.visitor(request)
    try:
        await act(live_table, actor)
    except WriteFailed:
        raise
    except Conflict:
        return redirect(f"/tables/{live_table.id}")  # another change came first: show its result
    except TobeanError as error:
        return await refused(request, live_table, error_text(request, error))
    response = redirect("/" if live_table.session.state == ABANDONED else f"/tables/{live_table.id}")
    if visitor is not None:
        site.identity.write_cookie(response, visitor)
    return response


async def refused(request: Request, live_table: LiveTable, reason: str) -> Response:
    if live_table.session.state == OPEN:
        return await waiting_room(request, live_table, reason, UNPROCESSABLE)
    heading = catalogue_of(request).gettext("That did not work")
    return await page(request, "error.html", UNPROCESSABLE, heading=heading, advice=reason, table=live_table.id)


async def sit(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await refused(request, await live_table_of(request), error_text(request, error))
    seat = number(form, "seat")

    async def sit_or_ask(live_table: LiveTable, actor: Visitor) -> None:
        may_ask = live_table.session.state != PLAYING or site.allows(SEAT_REQUESTS, address_of(request.scope), actor)
        await seating.sit(live_table, seat, actor, may_ask=may_ask)

    return await change_seats(request, sit_or_ask, visitor)


async def leave(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await change_seats(request, lambda live_table, actor: seating.leave(live_table, seat, actor))


async def reclaim(request: Request) -> Response:
    seat = number(await form_of(request), "seat")
    return await change_seats(request, lambda live_table, actor: seating.reclaim(live_table, seat, actor))


async def fill(request: Request) -> Response:
    form = await form_of(request)
    seat, bot = number(form, "seat"), field(form, "bot")
    return await change_seats(request, lambda live_table, actor: seating.fill(live_table, seat, bot, actor))


async def start(request: Request) -> Response:
    filling = field(await form_of(request), "fill") == "yes"
    live_table = await live_table_of(request)
    if live_table.session.state != OPEN:
        return redirect(f"/tables/{live_table.id}")  # the form was sent twice, or another person has started the game
    return await change_seats(request, lambda live_table, actor: seating.begin(live_table, actor, filling=filling))


async def continue_from_last(request: Request) -> Response:
    """Continue a damaged table from its last sound position, at a new table."""
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
    return redirect(f"/tables/{live_table.id}")  # it can be loaded by now


async def rematch(request: Request) -> Response:
    site, live_table = site_of(request), await live_table_of(request)
    visitor = await site.visitor(request)
    if live_table.session.state != FINISHED:
        return redirect(f"/tables/{live_table.id}")
    try:
        if not live_table.rematch:
            site.check_openings(address_of(request.scope), visitor)
        return redirect(f"/tables/{await seating.open_rematch(live_table, visitor)}")
    except TobeanError:
        return redirect(f"/tables/{live_table.id}/result")
