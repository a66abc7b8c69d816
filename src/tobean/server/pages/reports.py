"""Reports about other players to the operator, and the privacy page."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.errors import BadInput
from tobean.server.moderation.reports import MAX_REPORT, add_report
from tobean.server.pages.forms import field, form_of, number
from tobean.server.pages.rendering import UNPROCESSABLE, error_text, page
from tobean.server.pages.tables import live_table_of
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import UPLOADS
from tobean.server.site import site_of

NO_SEAT: Final = -1


async def form(request: Request, error: str = "", status: int = 200, sent: bool = False) -> Response:
    """Show the form for a report about a player of this table."""
    live_table = await live_table_of(request)
    visitor = await site_of(request).visitor(request)
    people = [
        (at, seat.name)
        for at, seat in enumerate(live_table.session.seats)
        if seat.is_person and not (visitor.id and seat.person == visitor.id)
    ]
    return await page(
        request,
        "table/report.html",
        status,
        table=live_table.id,
        people=people,
        most=MAX_REPORT,
        error=error,
        sent=sent,
    )


async def send(request: Request) -> Response:
    site = site_of(request)
    live_table = await live_table_of(request)
    visitor = await site.visitor(request)
    fields = await form_of(request)
    at, text = number(fields, "seat", NO_SEAT), field(fields, "text", 4 * MAX_REPORT)
    seats = live_table.session.seats
    about = seats[at].person if 0 <= at < len(seats) else ""
    try:
        if not site.allows(UPLOADS, address_of(request.scope), visitor):
            raise BadInput("You have just sent several reports; please wait a moment.")
        await site.store.writer.transact(
            lambda connection: add_report(connection, live_table.id, about, visitor.id, text)
        )
    except BadInput as error:
        return await form(request, error_text(request, error), UNPROCESSABLE)
    return await form(request, sent=True)


async def privacy(request: Request) -> Response:
    """Show which data are stored, for how long, and how to delete them."""
    settings = site_of(request).settings
    return await page(
        request,
        "reference/privacy.html",
        abandoned=f"{settings.keep_abandoned:g}" if settings.keep_abandoned else "",
        finished=f"{settings.keep_finished:g}" if settings.keep_finished else "",
        contact=settings.contact,
    )
