"""Routes and error pages that a server and a browser without a server have in common."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tobean.kernel.errors import BadInput, GameNotInstalled
from tobean.server.logs import log_error
from tobean.server.pages import front, new_table, replays, tables
from tobean.server.pages.daily import deals
from tobean.server.pages.person import export, my_games, notes
from tobean.server.pages.rendering import catalogue_of, error_text, page
from tobean.server.pages.study import board, lessons, pictures, puzzles, storm
from tobean.server.site import site_of
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.workers.worker import BotFailed

Handler = Callable[[Request, Exception], Awaitable[Response]]


def shared_routes(id_type: str = "") -> list[Route]:
    """Return the pages of tables, replays, lessons, daily deals and puzzles; `id_type` is the convertor of ids."""
    post, table, replay = ["POST"], f"/tables/{{table{id_type}}}", f"/replays/{{name{id_type}}}"
    return [
        Route("/", front.front),
        Route("/play", new_table.play_now, methods=post),
        Route("/open", new_table.open_form),
        Route("/open", new_table.open_table, methods=post),
        Route("/learn", new_table.first_lesson, methods=post),
        Route("/learn/{game}", new_table.first_lesson, methods=post),
        Route("/mine", front.mine),
        Route("/mine/clear", front.clear, methods=post),
        Route("/mine/games", my_games.my_games),
        Route("/me", front.me),
        Route("/me", front.rename, methods=post),
        Route("/me/data", export.data),
        Route(table, tables.table),
        Route(f"{table}/leave", tables.leave, methods=post),
        Route(f"{table}/reclaim", tables.reclaim, methods=post),
        Route(f"{table}/fill", tables.fill, methods=post),
        Route(f"{table}/start", tables.start, methods=post),
        Route(f"{table}/rematch", tables.rematch, methods=post),
        Route(f"{table}/go-on", tables.continue_from_last, methods=post),
        Route(f"{table}/result", replays.result),
        Route("/replays", replays.replays),
        Route("/replays", replays.upload_record, methods=post),
        Route(replay, replays.replay),
        Route(f"{replay}/hello.json", replays.hello),
        Route(f"{replay}/frames.json", replays.frames),
        Route(f"{replay}/log.json", replays.log),
        Route(f"{replay}/record", replays.download),
        Route(f"{replay}/position", replays.position),
        Route(f"{replay}/review", board.review),
        Route(f"{replay}/curve.json", board.curve),
        Route(f"{replay}/marks.json", board.marks),
        Route(f"{replay}/actions.json", board.actions),
        Route(f"{replay}/variation.json", board.variation),
        Route(f"{replay}/position.svg", pictures.position_svg),
        Route(f"{replay}/notes.json", notes.notes),
        Route(f"{replay}/notes", notes.save_note, methods=post),
        Route(f"{replay}/play", replays.play_on_from, methods=post),
        Route("/lessons", lessons.lessons),
        Route("/lessons/{name}", lessons.lesson),
        Route("/lessons/{name}", lessons.answer, methods=post),
        Route("/daily", deals.day),
        Route("/daily/{day}", deals.day),
        Route("/daily/{day}/{game}", deals.deal),
        Route("/daily/{day}/{game}", deals.play, methods=post),
        Route(f"/daily/{{day}}/{{game}}/compare/{{other{id_type}}}", deals.compare),
        Route("/puzzles", puzzles.puzzles),
        Route("/puzzles/storm", storm.storm),
        Route("/puzzles/storm", storm.answer, methods=post),
        Route("/puzzles/storm/start", storm.start, methods=post),
        Route("/puzzles/storm/{game}", storm.storm),
        Route("/puzzles/storm/{game}", storm.answer, methods=post),
        Route("/puzzles/storm/{game}/start", storm.start, methods=post),
        Route("/puzzles/{game}", puzzles.puzzles),
        Route("/puzzles/{game}/{key}", puzzles.puzzle),
        Route("/puzzles/{game}/{key}", puzzles.answer, methods=post),
    ]


async def not_found(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 404:
        heading = translations.gettext("Nothing grows here")
        text = translations.gettext("This page or table does not exist. Perhaps the link is incomplete.")
    else:
        heading = translations.gettext("That did not work")
        text = translations.gettext("This address cannot be used like that.")
    return await page(request, "error.html", status, heading=heading, words=text)


async def bad_input(request: Request, error: Exception) -> Response:
    translations = catalogue_of(request)
    heading = translations.gettext("That did not work")
    return await page(request, "error.html", 422, heading=heading, words=error_text(request, error))


async def game_missing(request: Request, error: Exception) -> Response:
    """Answer for a table or record of a game whose package is not installed; its data is intact."""
    translations = catalogue_of(request)
    heading = translations.gettext("This game is not here")
    text = translations.gettext("Nothing has been lost: when the game is installed again, this page shows it again.")
    return await page(request, "error.html", 409, heading=heading, words=text, reason=error_text(request, error))


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
    return await page(request, "error.html", 503, heading=heading, words=text)


async def internal_error(request: Request, error: Exception) -> Response:
    """Answer 500 after logging the error."""
    site_of(request).metrics.count("errors")
    log_error("a page failed", error)
    translations = catalogue_of(request)
    heading = translations.gettext("Something went wrong here")
    text = translations.gettext("The fault is ours and has been noted. Nothing at your tables is lost.")
    return await page(request, "error.html", 500, heading=heading, words=text)


SHARED_HANDLERS: Final[dict[Any, Handler]] = {
    HTTPException: not_found,
    BadInput: bad_input,
    GameNotInstalled: game_missing,
    TableDamaged: damaged,
    BotFailed: too_busy,
    Exception: internal_error,
}
"""Answers by the class of an error."""
