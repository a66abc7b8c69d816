"""Pages of the deals: the list of a day, one deal with its rankings, and the comparison with another game."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.i18n.catalogues import text
from tobean.i18n.translator import Translator
from tobean.kernel.errors import BadInput
from tobean.server.language import GettextCatalogue
from tobean.server.pages.forms import field, form_of, visitor_from_form
from tobean.server.pages.game_list import bot_description
from tobean.server.pages.rendering import (
    NOT_FOUND,
    UNPROCESSABLE,
    base_url_of,
    catalogue_of,
    error_text,
    language_of,
    page,
    redirect,
)
from tobean.server.protection.address_blocks import address_of
from tobean.server.site import Site, site_of
from tobean.server.study import attempts
from tobean.server.study.attempts import Attempt, attempt_of, table_state, was_opened
from tobean.server.study.comparison import comparison, other_game, own_game
from tobean.server.study.rankings import day_ranking, week_ranking
from tobean.server.study.references import is_computing, references_of
from tobean.server.tables.bot_seats import random_name
from tobean.session.page.page_plugin import page_of
from tobean.session.seats import Seat
from tobean.study.daily.deals import (
    FIRST_DAY,
    BadDay,
    Deal,
    daily_games,
    day_at,
    end_of,
    number_of,
    opponents,
    parse_day,
)
from tobean.study.daily.sharing import share_line, signed, title_of

NEW, RUNNING, FINISHED, GONE = "new", "running", "finished", "gone"
"""States of an attempt: not begun, running, with a result, or without one because its table was deleted."""


def today() -> date:
    return day_at(attempts.current_time())


def requested_deal(request: Request) -> Deal:
    """Return the deal in the address; raises `BadDay`, or the error 404 for an unknown game."""
    game = daily_games().get(request.path_params["game"])
    if game is None:
        raise HTTPException(NOT_FOUND)
    return Deal(parse_day(request.path_params["day"], today()), game)


async def state_of(site: Site, attempt: Attempt | None) -> str:
    if attempt is None:
        return NEW
    if attempt.finished:
        return FINISHED
    return RUNNING if not was_opened(attempt) or await table_state(site, attempt) else GONE


def next_change(day: date) -> dict[str, Any]:
    """Return the moment at which the next deals begin, and the hours and minutes until then."""
    left = max(0, int(end_of(day).timestamp() - attempts.current_time()))
    return {"at": end_of(day).isoformat(), "hours": left // 3600, "minutes": left % 3600 // 60}


# --- pages -----------------------------------------------------------------------------------------------------------


async def day(request: Request) -> Response:
    """Show all deals of a day, by default of today, with the visitor's results."""
    site, now = site_of(request), today()
    try:
        chosen = parse_day(request.path_params.get("day", now.isoformat()), now)
    except BadDay as error:
        return await refused(request, error)
    visitor, catalogue = await site.visitor(request), catalogue_of(request)
    entries = []
    for game in daily_games().values():
        deal = Deal(chosen, game)
        attempt = await attempt_of(site, visitor.id, deal)
        entries.append(
            {
                "deal": deal,
                "title": title_of(game, Translator(catalogue.language)),
                "state": await state_of(site, attempt),
                "attempt": attempt,
                "opponents": [name for name, _, _ in opponents(deal)] + rivals(deal, catalogue.language),
            }
        )
    return await page(
        request,
        "daily/day.html",
        number=number_of(chosen),
        entries=entries,
        signed=signed,
        **days_around(chosen, now),
    )


def days_around(chosen: date, now: date) -> dict[str, Any]:
    """Return the values about the day that all pages show."""
    return {
        "day": chosen,
        "is_today": chosen == now,
        "previous": chosen - timedelta(days=1) if chosen > FIRST_DAY else None,
        "following": chosen + timedelta(days=1) if chosen < now else None,
        "change": next_change(now),
    }


async def refused(request: Request, error: BadInput) -> Response:
    """Answer 404 with the reason why there is no such deal."""
    heading = catalogue_of(request).gettext("There is no such deal")
    return await page(request, "error.html", NOT_FOUND, heading=heading, advice=error_text(request, error))


async def deal(request: Request, error: str = "", status: int = 200) -> Response:
    """Show one deal: the form that starts it or the visitor's result, and the rankings of the day and the week."""
    site = site_of(request)
    try:
        chosen = requested_deal(request)
    except BadDay as reason:
        return await refused(request, reason)
    visitor, catalogue = await site.visitor(request), catalogue_of(request)
    attempt = await attempt_of(site, visitor.id, chosen)
    state = await state_of(site, attempt)
    waiting = state == FINISHED and await is_computing(site, chosen, address_of(request.scope))
    bots = await references_of(site, chosen)
    line = ""
    if attempt is not None and attempt.finished:
        line = share_line(chosen, attempt, bots, Translator(catalogue.language))
    return await page(
        request,
        "daily/deal.html",
        status,
        deal=chosen,
        title=title_of(chosen.game, Translator(catalogue.language)),
        opponents=opponents_text(chosen, catalogue),
        rival=", ".join(rivals(chosen, catalogue.language)),
        attempt=attempt,
        state=state,
        has_game=attempt is not None and bool(await table_state(site, attempt)),
        table=await day_ranking(site, visitor.id, chosen, attempt, bots),
        week=await week_ranking(site, visitor.id, chosen),
        line=line,
        link=f"{base_url_of(request)}{chosen.path}" if base_url_of(request) else "",
        waiting=waiting,
        signed=signed,
        suggested=random_name(),
        error=error,
        **days_around(chosen.day, today()),
    )


def rivals(chosen: Deal, language: str) -> list[str]:
    """Return the name of the game's scripted opponent, if it has one."""
    rival = page_of(chosen.game.game).rival
    return [] if rival is None else [text(rival.name, language, chosen.game.game)]


def opponents_text(chosen: Deal, catalogue: GettextCatalogue) -> list[tuple[Seat, str]]:
    """Return the seats of the opponents, each with the description of its bot."""
    seats = [Seat("bot", name, bot=bot, face=face) for name, bot, face in opponents(chosen)]
    return [(seat, bot_description(seat.bot, catalogue)) for seat in seats]


async def play(request: Request) -> Response:
    """Start the attempt of today, resume one, or open a table for practice."""
    site = site_of(request)
    form = await form_of(request)
    try:
        chosen = requested_deal(request)
        visitor = await visitor_from_form(request, site, form)
        attempt_start = (site, chosen, visitor, language_of(request), address_of(request.scope))
        if field(form, "practice") == "yes":
            table = await attempts.practise(*attempt_start)
        else:
            if chosen.day != today() and await attempt_of(site, visitor.id, chosen) is None:
                raise BadInput("The day of this deal is over. You can play it for practice, without a score.")
            table = await attempts.start(*attempt_start)
    except BadDay as error:
        return await refused(request, error)
    except BadInput as error:
        return await deal(request, error_text(request, error), UNPROCESSABLE)
    response = redirect(f"/tables/{table}")
    site.identity.write_cookie(response, visitor)
    return response


async def compare(request: Request) -> Response:
    """Show where the visitor's game and another one part. Visitors who have not finished the deal are redirected."""
    site = site_of(request)
    try:
        chosen = requested_deal(request)
    except BadDay as reason:
        return await refused(request, reason)
    visitor, catalogue = await site.visitor(request), catalogue_of(request)
    attempt = await attempt_of(site, visitor.id, chosen)
    if attempt is None or not attempt.finished:
        return redirect(chosen.path)
    try:
        own = await own_game(site, attempt)
        other = await other_game(site, chosen, request.path_params["other"], address_of(request.scope))
        if other is None:
            raise HTTPException(NOT_FOUND)
        parting = await comparison(own, other, language_of(request))
    except BadInput as error:
        return await deal(request, error_text(request, error), UNPROCESSABLE)
    return await page(
        request,
        "daily/compare.html",
        deal=chosen,
        title=title_of(chosen.game, Translator(catalogue.language)),
        own=own,
        other=other,
        parting=parting,
    )
