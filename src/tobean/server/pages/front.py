"""Front page, lobby, my tables, oneself."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import field, form_of, visitor_from_form
from tobean.server.pages.game_list import banner, levels, random_name, shelf
from tobean.server.pages.site import (
    THEME_COOKIE,
    THEMES,
    base_url_of,
    catalogue_of,
    error_text,
    language_of,
    local_path,
    page,
    redirect,
    site_of,
)
from tobean.server.people.language import LANGUAGE_COOKIE, catalogue
from tobean.server.protection.middleware import address_of
from tobean.server.protection.rate_limits import ERASURES
from tobean.server.store.store import OVER, PLAYING, REVOKED_NOTICE

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from tobean.server.pages.site import Site
    from tobean.server.store.store import Summary, TableRow


DONE: Final = (REVOKED_NOTICE, OVER)
"""States in which nobody is waited for."""
JUST_ENDED: Final = 3600.0
"""Seconds for which the front page offers to undo leaving a game. The page of the own tables always does."""
MOST_RUNNING: Final = 3
"""How many running games the front page shows; the others are on the page of the own tables."""


@dataclass(frozen=True)
class TableListing:
    """A table in a list, as one visitor sees it."""

    id: str
    game: str
    title: str
    public: bool
    state: str
    updated: float
    summary: Summary
    yours: bool
    clearable: bool
    """May it be cleared from the own list? Not where other people play."""
    seat: int | None
    """The visitor's seat, the first of several."""


def listing(row: TableRow, own: tuple[int, ...] = ()) -> TableListing:
    yours = row.state == PLAYING and any(seat in row.summary.awaited for seat in own)
    title = GAMES[row.game].title if row.game in GAMES else row.game
    others = [seat for at, seat in enumerate(row.summary.seats) if at not in own and seat["kind"] == "person"]
    clearable = row.state not in ("open", "playing") or not others
    return TableListing(
        row.id,
        row.game,
        title,
        row.public,
        row.state,
        row.updated,
        row.summary,
        yours,
        clearable,
        min(own, default=None),
    )


def ago(language: str) -> Callable[[float], str]:
    """Says how long ago something was."""
    words = catalogue(language)

    def said(then: float) -> str:
        seconds = max(0, int(time.time() - then))
        if seconds >= 86400:
            count = seconds // 86400
            return words.ngettext("a day ago", "{count} days ago", count).format(count=count)
        if seconds >= 3600:
            count = seconds // 3600
            return words.ngettext("an hour ago", "{count} hours ago", count).format(count=count)
        if seconds >= 60:
            count = seconds // 60
            return words.ngettext("a minute ago", "{count} minutes ago", count).format(count=count)
        return words.gettext("just now")

    return said


async def front(request: Request, error: str = "", status: int = 200) -> Response:
    words = catalogue_of(request)
    own = await own_tables(request)
    running = [row for row in own if row.state == PLAYING]
    just_ended = [row for row in own if row.state == REVOKED_NOTICE and time.time() - row.updated < JUST_ENDED]
    latest_lesson = [row for row in running if row.summary.learning][:1]
    running.sort(key=lambda row: not row.yours)
    return await page(
        request,
        "front.html",
        status,
        shelf=shelf(words),
        banner=banner(),
        levels=levels(words),
        suggested=random_name(),
        lessons=latest_lesson,
        just_ended=just_ended[:1],
        running=running[:MOST_RUNNING],
        more_running=len(running) > MOST_RUNNING,
        turns=sum(row.yours for row in running),
        ago=ago(language_of(request)),
        error=error,
    )


async def lobby(request: Request) -> Response:
    waiting, playing = await site_of(request).store.lobby()
    return await page(
        request,
        "lobby.html",
        waiting=[listing(row) for row in waiting],
        playing=[listing(row) for row in playing],
        ago=ago(language_of(request)),
    )


async def save_tables_of(site: Site, person: str) -> None:
    """Bring the lists up to date where it is about this person: a second ago they may have moved or won.

    All other tables wait until it is time for them: nobody's game has to wait for what somebody else looks at.
    """
    await asyncio.gather(site.peers.broadcast("save", person), save_tables_for_peer(site, person))


async def save_tables_for_peer(site: Site, person: str) -> bytes:
    """The same for the tables in this process only."""
    async with site.registry.saving:
        own = [
            live_table
            for live_table in site.registry.unsaved
            if live_table.host == person or live_table.session.seats_of(person)
        ]
        if own:
            await site.registry.save_some(own)
    return b""


async def own_tables(request: Request) -> list[TableListing]:
    """The visitor's tables, the latest first."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person:
        return []
    await save_tables_of(site, visitor.id)
    own = await site.store.seats_of(visitor.id)
    return [listing(row, own.get(row.id, ())) for row in await site.store.tables_of(visitor.id)]


async def clear(request: Request) -> Response:
    """Take one table from the visitor's list, or all that are over. For everybody else they stay as they are."""
    site = site_of(request)
    visitor = await site.visitor(request)
    form = await form_of(request)
    wanted, finished = field(form, "table"), field(form, "finished") == "yes"
    rows = [row for row in await own_tables(request) if row.clearable]
    tables = [row.id for row in rows if (row.state in DONE if finished else row.id == wanted)]
    await site.store.clear(visitor.id, tables, time.time())
    return redirect("/mine")


async def mine(request: Request) -> Response:
    rows = await own_tables(request)
    going = sorted((row for row in rows if row.state not in DONE), key=lambda row: not row.yours)
    over = [row for row in rows if row.state in DONE]
    turns = sum(row.yours for row in going)
    return await page(request, "mine.html", going=going, over=over, turns=turns, ago=ago(language_of(request)))


async def me(request: Request, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    token = site.identity.transfer_token(visitor) if visitor.person else ""
    move = f"{base_url_of(request)}/move/{token}" if token else ""
    offer = site.hosts.url_to_enable(request.scope)
    return await page(
        request, "me.html", status, error=error, suggested=random_name(), move=move, token=token, offer=offer
    )


async def rename(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await me(request, error_text(request, error), 422)
    onwards = field(form, "next", 500)
    response = redirect(local_path(onwards) if onwards else "/me")
    site.identity.write_cookie(response, visitor)
    return response


async def forget(request: Request) -> Response:
    """End this cookie, or all of this person. When the answer comes, that holds on every server."""
    site = site_of(request)
    visitor = await site.visitor(request)
    everywhere = field(await form_of(request), "everywhere") == "yes"
    if visitor.person:
        await (
            site.registry.revocations.revoke_person(visitor)
            if everywhere
            else site.registry.revocations.revoke_cookie(visitor)
        )
    response = redirect("/")
    site.identity.clear_cookie(response)
    return response


async def erase_me(request: Request) -> Response:
    """Delete the visitor everywhere, at once: name, chat and id; moves stay."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person or field(await form_of(request), "sure") != "yes":
        return redirect("/me")
    if not site.limiter.allows(ERASURES, address_of(request.scope), visitor.id):
        site.metrics.count("limited")
        words = catalogue_of(request)
        return await me(request, words.gettext("Many people here are deleting themselves; please wait a minute."), 429)
    await site.registry.revocations.revoke_person(visitor)
    await site.self_erasure.erase(visitor.id)
    response = redirect("/")
    site.identity.clear_cookie(response)
    return response


async def enable_lan_access(request: Request) -> Response:
    """Let devices in the home network in; only whoever sits before this machine can say so."""
    site = site_of(request)
    onwards = local_path(field(await form_of(request), "next", 500))
    if site.hosts.url_to_enable(request.scope):
        await site.hosts.lan_access.enable_lan_access()
    return redirect(onwards)


async def choose_theme(request: Request) -> Response:
    """Light, dark, or as the system has it."""
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
