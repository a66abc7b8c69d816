"""Pages for errors that pages of a server and of a browser without a server have in common."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.errors import BadInput, GameNotInstalled
from tobean.server.logs import log_error
from tobean.server.pages import tables
from tobean.server.pages.rendering import catalogue_of, error_text, page
from tobean.server.site import site_of
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.workers.worker import BotFailed

ErrorPage = Callable[[Request, Exception], Awaitable[Response]]


async def not_found(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 404:
        heading = translations.gettext("Nothing grows here")
        text = translations.gettext("This page or table does not exist. Perhaps the link is incomplete.")
    else:
        heading = translations.gettext("That did not work")
        text = translations.gettext("This address cannot be used like that.")
    return await page(request, "error.html", status, heading=heading, advice=text)


async def bad_input(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    heading = translations.gettext("That did not work")
    return await page(request, "error.html", 422, heading=heading, advice=error_text(request, error))


async def game_missing(request: Request, error: Exception) -> Response:
    """Answer for a table or record of a game whose package is not installed; its data is intact."""
    translations = catalogue_of(request)
    heading = translations.gettext("This game is not here")
    text = translations.gettext("Nothing has been lost: when the game is installed again, this page shows it again.")
    return await page(request, "error.html", 409, heading=heading, advice=text, reason=error_text(request, error))


async def damaged(request: Request, error: Exception) -> Response:
    """Answer for a table whose log cannot be replayed; its people see what is left of it."""
    assert isinstance(error, TableDamaged)
    return await tables.damaged(request, error.damage)


async def too_busy(request: Request, error: Exception) -> Response:
    """Answer 503: one client, or all together, sent more requests than the workers can handle."""
    assert isinstance(error, BotFailed)
    if error.fault != "busy":
        site_of(request).metrics.count("errors")
        log_error("a replay could not be shown", error)
    translations = catalogue_of(request)
    heading = translations.gettext("The server has to catch its breath")
    text = translations.gettext("It has a lot to think about just now. Please try again soon.")
    return await page(request, "error.html", 503, heading=heading, advice=text)


async def internal_error(request: Request, error: Exception) -> Response:
    """Answer 500 after logging the error."""
    site_of(request).metrics.count("errors")
    log_error("a page failed", error)
    translations = catalogue_of(request)
    heading = translations.gettext("Something went wrong here")
    text = translations.gettext("The fault is ours and has been noted. Nothing at your tables is lost.")
    return await page(request, "error.html", 500, heading=heading, advice=text)


ERROR_PAGES: Final[dict[type[Exception], ErrorPage]] = {
    HTTPException: not_found,
    BadInput: bad_input,
    GameNotInstalled: game_missing,
    TableDamaged: damaged,
    BotFailed: too_busy,
    Exception: internal_error,
}
