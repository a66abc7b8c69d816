"""The visitor's tables: as rows of lists on several pages, and the page "My tables"."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.server.language import GettextCatalogue
from tobean.server.pages.forms import field, form_of
from tobean.server.pages.person.outcomes import CLEARED, DELETED, NOT_CLEARED, with_outcome
from tobean.server.pages.rendering import language_of, page, redirect
from tobean.server.protection.address_blocks import address_of
from tobean.server.site import Site, site_of
from tobean.server.store.rows import Summary, TableRow
from tobean.session.log.reducer import ABANDONED, FINISHED, OPEN, PLAYING

DONE: Final = (ABANDONED, FINISHED)
"""States of tables at which no player is awaited."""
SHORT_WAIT: Final = 1.5
"""Seconds to wait for computations before a page is shown without their result."""


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
    clearable = row.state not in (OPEN, PLAYING) or not others
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


async def mine(request: Request) -> Response:
    rows = await own_tables(request)
    going = sorted((row for row in rows if row.state not in DONE), key=lambda row: not row.yours)
    over = [row for row in rows if row.state in DONE]
    language = language_of(request)
    return await page(
        request,
        "person/mine.html",
        going=going,
        over=over,
        turns=sum(row.yours for row in going),
        streak=await streak(request),
        ago=ago(language),
    )


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
    await site.store.hide_tables(visitor.id, tables, time.time())
    return redirect(with_outcome("/mine", (DELETED if site.is_local else CLEARED) if tables else NOT_CLEARED))


async def streak(request: Request) -> str:
    """Return the visitor's streak of solo games in words, with the games finished since the last visit."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.id:
        return ""
    await save_tables_of(site, visitor.id)
    await site.person_games.examine(address_of(request.scope), visitor.id, SHORT_WAIT, solo=True)
    return await site.person_games.streak(visitor.id, language_of(request))
