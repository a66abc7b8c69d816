"""Pages for errors that only a server has: its database, its operator, and other servers."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from tobean.server.archive.archive import ArchiveUnavailable
from tobean.server.cluster.errors import NewerFormat, OwnedElsewhere
from tobean.server.database.errors import DATABASE_ERRORS, LeaseExpired, is_timeout, log_database_error
from tobean.server.pages.rendering import catalogue_of, page
from tobean.server.pages.routing.error_pages import ERROR_PAGES, ErrorPage
from tobean.server.people.visitor import ANONYMOUS
from tobean.server.site import site_of
from tobean.server.store.write_errors import WriteFailed, WriteUnknown
from tobean.server.tables.table_registry import TableClosed

RETRY_AFTER: Final = "5"
"""Seconds after which a client that got 503 may retry."""
RECONNECT: Final = 0.3
"""Seconds before a client that reached the wrong server is redirected."""


async def closed(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    heading = translations.gettext("This table is closed")
    text = translations.gettext("The operator of this server has closed this table, so its game does not continue.")
    return await page(request, "error.html", 410, heading=heading, advice=text)


async def no_database(request: Request, error: Exception) -> Response:
    """Answer 503: the disk is full or the database unreachable, which may pass."""
    site_of(request).metrics.count("not_written")
    if not isinstance(error, LeaseExpired):  # an expired lease is logged once, when it expires
        log_database_error("a page could not be served", error)
    if getattr(request.state, "visitor", None) is None:
        request.state.visitor = ANONYMOUS  # so that the page does not query the database for a name
    translations = catalogue_of(request)
    heading = translations.gettext("The server has to catch its breath")
    if isinstance(error, (LeaseExpired, WriteUnknown)) or is_timeout(error):
        text = translations.gettext("It cannot use its database at the moment. Please try again soon.")
    else:
        text = translations.gettext(
            "It cannot read or write at the moment, so nothing has happened. Please try again soon."
        )
    response = await page(request, "error.html", 503, heading=heading, advice=text)
    response.headers["retry-after"] = RETRY_AFTER
    return response


async def service_unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every page with 503."""
    error = LeaseExpired("The server cannot use its database at the moment.")
    response = await no_database(Request(scope, receive), error)
    await response(scope, receive, send)


async def owned_elsewhere(request: Request, error: Exception) -> Response:
    """Redirect, for forms, too, to the same URL on a new connection, which is routed to the table's new owner."""
    await asyncio.sleep(RECONNECT)
    return RedirectResponse(str(request.url.replace(scheme="", netloc="")), 307, headers={"connection": "close"})


async def newer_format(request: Request, error: Exception) -> Response:
    """Answer 503: a server of a newer version has written to the table."""
    translations = catalogue_of(request)
    heading = translations.gettext("This server is being updated")
    text = translations.gettext("A newer version of it already runs this table. Please try again in a few minutes.")
    return await page(request, "error.html", 503, heading=heading, advice=text)


SERVER_ERROR_PAGES: Final[dict[type[Exception], ErrorPage]] = {
    **ERROR_PAGES,
    OwnedElsewhere: owned_elsewhere,
    TableClosed: closed,
    **dict.fromkeys((*DATABASE_ERRORS, LeaseExpired, WriteFailed, ArchiveUnavailable), no_database),
    NewerFormat: newer_format,
}
