"""Front page, lobby, the visitor's own tables, and the page "Name and devices"."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.kernel.errors import BadInput
from tobean.play.daily.deals import daily_games, day_at, number_of
from tobean.play.session.reducer import ENDED, OVER, PLAYING
from tobean.server.language import LANGUAGE_COOKIE, GettextCatalogue
from tobean.server.pages import rendering
from tobean.server.pages.forms import field, form_of, visitor_from_form
from tobean.server.pages.game_list import banner, game_list, levels
from tobean.server.people.consent import GAMES_AS_PUZZLES
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import ERASURES
from tobean.server.site import Site, site_of
from tobean.server.store.facts import Fact
from tobean.server.store.rows import Summary, TableRow
from tobean.server.tables.bot_seats import random_name

DONE: Final = (ENDED, OVER)
"""States of tables at which no player is awaited."""
JUST_ENDED: Final = 3600.0
"""Seconds for which the front page offers to undo leaving a game. The page "My tables" always does."""
SHORT_WAIT: Final = 1.5
"""Seconds to wait for computations before a page is shown without their result."""
MAX_RUNNING: Final = 3
"""Most running games on the front page; all of them are on the page "My tables"."""


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
    """Whether the visitor may remove it from the list: not while other people play there."""
    seat: int | None
    """The visitor's first seat."""


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
    """Return a function that words how long ago a time was."""
    catalogue = GettextCatalogue(language)

    def elapsed(since: float) -> str:
        seconds = max(0, int(time.time() - since))
        if seconds >= 86400:
            count = seconds // 86400
            return catalogue.ngettext("a day ago", "{count} days ago", count).format(count=count)
        if seconds >= 3600:
            count = seconds // 3600
            return catalogue.ngettext("an hour ago", "{count} hours ago", count).format(count=count)
        if seconds >= 60:
            count = seconds // 60
            return catalogue.ngettext("a minute ago", "{count} minutes ago", count).format(count=count)
        return catalogue.gettext("just now")

    return elapsed


async def front(request: Request, error: str = "", status: int = 200) -> Response:
    catalogue = rendering.catalogue_of(request)
    own = await own_tables(request)
    running = [row for row in own if row.state == PLAYING]
    just_ended = [row for row in own if row.state == ENDED and time.time() - row.updated < JUST_ENDED]
    latest_lesson = [row for row in running if row.summary.learning][:1]
    running.sort(key=lambda row: not row.yours)
    return await rendering.page(
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
        ago=ago(rendering.language_of(request)),
        error=error,
        # The front page of a static site is a file, written long before it is read.
        daily_number=0 if site_of(request).is_local else number_of(day_at(time.time())),
        daily_titles=[game.rules.title for game in daily_games().values() if game.name == game.game],
    )


async def lobby(request: Request) -> Response:
    waiting, playing = await site_of(request).store.lobby()
    return await rendering.page(
        request,
        "table/lobby.html",
        waiting=[listing(row) for row in waiting],
        playing=[listing(row) for row in playing],
        ago=ago(rendering.language_of(request)),
    )


async def save_tables_of(site: Site, person: str) -> None:
    """Save the rows of this person's tables in all processes, so that a list shows even the latest move.

    Other tables are saved when they are due, so that viewing a list does not slow down other people's games.
    """
    await asyncio.gather(site.peers.broadcast("save", person), save_tables_for_peer(site, person))


async def save_tables_for_peer(site: Site, person: str) -> bytes:
    """Save the rows of this person's tables in this process."""
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
    """Return the visitor's tables, the latest first."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person:
        return []
    await save_tables_of(site, visitor.id)
    own = await site.store.seats_of(visitor.id)
    return [listing(row, own.get(row.id, ())) for row in await site.store.tables_of(visitor.id)]


async def clear(request: Request) -> Response:
    """Remove one table, or all finished ones, from the visitor's list. Other people's lists do not change."""
    site = site_of(request)
    visitor = await site.visitor(request)
    form = await form_of(request)
    table, finished = field(form, "table"), field(form, "finished") == "yes"
    rows = [row for row in await own_tables(request) if row.clearable]
    tables = [row.id for row in rows if (row.state in DONE if finished else row.id == table)]
    if site.is_local:  # removal deletes the tables, and their games still count
        await site.person_games.examine(address_of(request.scope), visitor.id, None, most=None)
    await site.store.clear(visitor.id, tables, time.time())
    return rendering.redirect("/mine")


async def mine(request: Request) -> Response:
    rows = await own_tables(request)
    going = sorted((row for row in rows if row.state not in DONE), key=lambda row: not row.yours)
    over = [row for row in rows if row.state in DONE]
    language = rendering.language_of(request)
    return await rendering.page(
        request,
        "person/mine.html",
        going=going,
        over=over,
        turns=sum(row.yours for row in going),
        streak=await streak(request),
        ago=ago(language),
    )


async def streak(request: Request) -> str:
    """Return the visitor's streak of solo games in words, with the games finished since the last visit."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.id:
        return ""
    await save_tables_of(site, visitor.id)
    await site.person_games.examine(address_of(request.scope), visitor.id, SHORT_WAIT, solo=True)
    return await site.person_games.streak(visitor.id, rendering.language_of(request))


async def me(request: Request, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    token = site.identity.transfer_token(visitor) if visitor.person else ""
    move = f"{rendering.base_url_of(request)}/move/{token}" if token else ""
    lan_url = site.hosts.url_to_enable(request.scope)
    consent = await site.facts.matching(visitor.id, GAMES_AS_PUZZLES) if visitor.id else {}
    return await rendering.page(
        request,
        "person/me.html",
        status,
        error=error,
        suggested=random_name(),
        move=move,
        token=token,
        lan_url=lan_url,
        agrees=GAMES_AS_PUZZLES in consent,
    )


async def choose_puzzle_consent(request: Request) -> Response:
    """Store or withdraw the consent that positions of the visitor's finished games become puzzles."""
    site = site_of(request)
    visitor = await site.visitor(request)
    agrees = field(await form_of(request), "agree") == "yes"
    if visitor.id and agrees:
        await site.facts.change([(visitor.id, GAMES_AS_PUZZLES)], lambda facts: [Fact("true")])
    elif visitor.id:
        await site.facts.delete(visitor.id, GAMES_AS_PUZZLES)
    return rendering.redirect("/me")


async def rename(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await me(request, rendering.error_text(request, error), 422)
    next_path = field(form, "next", 500)
    response = rendering.redirect(rendering.local_path(next_path) if next_path else "/me")
    site.identity.write_cookie(response, visitor)
    return response


async def forget(request: Request) -> Response:
    """Revoke this cookie, or all cookies of the person. By the time of the response, every server refuses them."""
    site = site_of(request)
    visitor = await site.visitor(request)
    everywhere = field(await form_of(request), "everywhere") == "yes"
    if visitor.person:
        await (
            site.registry.revocations.revoke_person(visitor)
            if everywhere
            else site.registry.revocations.revoke_cookie(visitor)
        )
    response = rendering.redirect("/")
    site.identity.clear_cookie(response)
    return response


async def erase_me(request: Request) -> Response:
    """Delete the visitor's name, chat and id everywhere, immediately; moves stay."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person or field(await form_of(request), "sure") != "yes":
        return rendering.redirect("/me")
    if not site.limiter.allows(ERASURES, address_of(request.scope), visitor.id):
        site.metrics.count("limited")
        catalogue = rendering.catalogue_of(request)
        return await me(
            request, catalogue.gettext("Many people here are deleting themselves; please wait a minute."), 429
        )
    await site.registry.revocations.revoke_person(visitor)
    await site.self_erasure.erase(visitor.id)
    response = rendering.redirect("/")
    site.identity.clear_cookie(response)
    return response


async def enable_lan_access(request: Request) -> Response:
    """Allow devices in the local network to connect; only a visitor on this machine can do so."""
    site = site_of(request)
    next_path = rendering.local_path(field(await form_of(request), "next", 500))
    if site.hosts.url_to_enable(request.scope):
        await site.hosts.lan_access.enable_lan_access()
    return rendering.redirect(next_path)


async def choose_theme(request: Request) -> Response:
    """Choose the light or dark theme, or that of the system."""
    form = await form_of(request)
    response = rendering.redirect(rendering.local_path(field(form, "next", 500)))
    chosen = field(form, "theme")
    site_of(request).identity.set_preference_cookie(
        response, rendering.THEME_COOKIE, chosen if chosen in rendering.THEMES else ""
    )
    return response


async def choose_language(request: Request) -> Response:
    form = await form_of(request)
    response = rendering.redirect(rendering.local_path(field(form, "next", 500)))
    language = field(form, "language")
    if language in LANGUAGES:
        site_of(request).identity.set_preference_cookie(response, LANGUAGE_COOKIE, language)
    return response
