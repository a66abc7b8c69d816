"""Page "My games": statistics of the visitor's finished games."""

import asyncio
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.i18n.translator import Translator
from tobean.kernel.cards import kind_named
from tobean.kernel.errors import BadNotation
from tobean.kernel.rules import Rules
from tobean.pictures.progress_chart import progress_chart
from tobean.record.streak import streak_summary
from tobean.server.pages.person.my_tables import SHORT_WAIT, save_tables_of
from tobean.server.pages.rendering import catalogue_of, language_of, page
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import REVIEWS
from tobean.server.site import Site, site_of
from tobean.session.page.catalogue import kind_name
from tobean.study.statistics import finished_game
from tobean.study.statistics.bot_ratings import MIN_GAMES
from tobean.study.statistics.totals import WINDOW, totals


def _(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


REASONS: Final = {
    finished_game.INTRODUCTION: _("introductions"),
    finished_game.POSITION: _("begun from a position of your own"),
    finished_game.PRACTICE: _("played on from a replay"),
    finished_game.OTHER_CARDS: _("with other cards"),
    finished_game.SEVERAL_HANDS: _("several hands on one device"),
    finished_game.LEFT: _("a bot played for you"),
    finished_game.DAMAGED: _("damaged"),
}
"""Words for the reasons why games do not count."""


async def my_games(request: Request) -> Response:
    """Show the statistics. Each request examines some of the new games."""
    site, language = site_of(request), language_of(request)
    visitor = await site.visitor(request)
    left = await examine(request, site, visitor) if visitor.id else 0
    games = await site.person_games.games(visitor.id)
    statistics = await asyncio.to_thread(totals, games)
    translator, catalogue = Translator(language), catalogue_of(request)
    existing = {row.id for row in await site.store.finished_tables_of(visitor.id)} if visitor.id else set()
    entries = await site.person_games.streak_entries(visitor.id)
    points = [(point.number, point.margin) for point in statistics.progress]

    def bean_names(kinds: Sequence[str], game: str) -> str:
        rules = GAMES.get(game)
        return ", ".join(bean_name(kind, rules, language) for kind in kinds)

    return await page(
        request,
        "person/my_games.html",
        statistics=statistics,
        left=left,
        existing=existing,
        streak=streak_summary(entries, translator) if entries else "",
        chart=progress_chart(points) if len(points) > 1 else None,
        window=WINDOW,
        needed=MIN_GAMES,
        reasons=[(catalogue.gettext(REASONS[reason]), count) for reason, count in sorted(statistics.excluded.items())],
        titles={game: rules.title for game, rules in GAMES.items()},
        kind_names=bean_names,
        bean_name=lambda kind: bean_name(kind, None, language),
        figure=lambda value, spec="+.1f": translator.figure(round(value, 1) + 0.0, spec).replace("-", "−"),
        bots=statistics.rating.nearest_bots()[:2],
    )


async def examine(request: Request, site: Site, visitor: Visitor) -> int:
    """Examine new games and return how many are left. Beyond the limit of reviews, nothing new is examined."""
    await save_tables_of(site, visitor.id)
    missing = len(await site.person_games.missing(visitor.id))
    is_new = missing and not site.person_games.is_examining(visitor.id)
    if is_new and not site.allows(REVIEWS, address_of(request.scope), visitor):
        return missing
    return await site.person_games.examine(address_of(request.scope), visitor.id, SHORT_WAIT)


def bean_name(kind: str, rules: Rules | None, language: str) -> str:
    """Return the name of a kind in a language, by the game if it is known; kinds of missing games stay English."""
    try:
        number = kind_named(kind)
    except BadNotation:
        return kind
    for game in [rules] if rules is not None else GAMES.values():
        if number in {*(bean.kind for bean in game.beans), *(extra.kind for extra in game.extras)}:
            return kind_name(number, game, language)
    return kind
