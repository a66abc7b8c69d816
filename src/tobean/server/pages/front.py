"""Front page, lobby, and the choices of language, theme and access from the local network."""

import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.i18n import LANGUAGES
from tobean.server.language import LANGUAGE_COOKIE
from tobean.server.pages.forms import field, form_of
from tobean.server.pages.game_list import banner, game_list, levels
from tobean.server.pages.person.my_tables import ago, listing, own_tables
from tobean.server.pages.rendering import THEME_COOKIE, THEMES, catalogue_of, language_of, local_path, page, redirect
from tobean.server.site import site_of
from tobean.server.tables.bot_seats import random_name
from tobean.session.log.reducer import ABANDONED, PLAYING
from tobean.study.daily.deals import daily_games, day_at, number_of

JUST_ENDED: Final = 3600.0
"""Seconds for which the front page offers to undo leaving a game. The page "My tables" always does."""
MAX_RUNNING: Final = 3
"""Most running games on the front page; all of them are on the page "My tables"."""


async def front(request: Request, error: str = "", status: int = 200) -> Response:
    catalogue = catalogue_of(request)
    own = await own_tables(request)
    running = [row for row in own if row.state == PLAYING]
    just_ended = [row for row in own if row.state == ABANDONED and time.time() - row.updated < JUST_ENDED]
    latest_lesson = [row for row in running if row.summary.learning][:1]
    running.sort(key=lambda row: not row.yours)
    return await page(
        request,
        "front.html",
        status,
        game_list=game_list(catalogue),
        banner=banner(),
        levels=levels(catalogue),
        suggested=random_name(),
        lessons=latest_lesson,
        just_ended=just_ended[:1],
        running=running[:MAX_RUNNING],
        more_running=len(running) > MAX_RUNNING,
        turns=sum(row.yours for row in running),
        ago=ago(language_of(request)),
        error=error,
        # The front page of a static site is a file, written long before it is read.
        daily_number=0 if site_of(request).is_local else number_of(day_at(time.time())),
        daily_titles=[game.rules.title for game in daily_games().values() if game.name == game.game],
    )


async def lobby(request: Request) -> Response:
    waiting, playing = await site_of(request).store.lobby()
    return await page(
        request,
        "table/lobby.html",
        waiting=[listing(row) for row in waiting],
        playing=[listing(row) for row in playing],
        ago=ago(language_of(request)),
    )


async def enable_lan_access(request: Request) -> Response:
    """Allow devices in the local network to connect; only a visitor on this machine can do so."""
    site = site_of(request)
    next_path = local_path(field(await form_of(request), "next", 500))
    if site.hosts.url_to_enable(request.scope):
        await site.hosts.lan_access.enable_lan_access()
    return redirect(next_path)


async def choose_theme(request: Request) -> Response:
    """Choose the light or dark theme, or that of the system."""
    form = await form_of(request)
    response = redirect(local_path(field(form, "next", 500)))
    chosen = field(form, "theme")
    site_of(request).identity.set_preference_cookie(response, THEME_COOKIE, chosen if chosen in THEMES else "")
    return response


async def choose_language(request: Request) -> Response:
    form = await form_of(request)
    response = redirect(local_path(field(form, "next", 500)))
    language = field(form, "language")
    if language in LANGUAGES:
        site_of(request).identity.set_preference_cookie(response, LANGUAGE_COOKIE, language)
    return response
