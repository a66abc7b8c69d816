"""Result of a game at its table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.i18n.catalogues import text
from tobean.pictures.charts import chart
from tobean.server.pages.person.my_tables import streak
from tobean.server.pages.rendering import language_of, page, redirect
from tobean.server.pages.rule_pages import rule_address
from tobean.server.pages.tables import live_table_of
from tobean.server.site import site_of
from tobean.session.log.reducer import FINISHED
from tobean.session.page.catalogue import kind_name
from tobean.session.page.page_plugin import page_of
from tobean.session.setup import Setup
from tobean.session.stand_ins import bits_at, labelled
from tobean.study.daily.deals import OtherSeries, deal_of


async def result(request: Request) -> Response:
    live_table = await live_table_of(request)
    if live_table.session.state != FINISHED:
        return redirect(f"/tables/{live_table.id}")
    site = site_of(request)
    language = language_of(request)
    record = live_table.session.record()
    stand_ins = live_table.session.stand_ins
    summary: dict[str, Any] = await site.registry.replays.game_summary(live_table.id, record, language, stand_ins)
    rules = record.rules()
    game_result = summary["result"]
    places = sorted(range(len(record.players)), key=lambda seat: game_result["ranks"][seat])
    visitor = await site.visitor(request)
    names = [labelled(record.players, bits_at(stand_ins, ply), language) for ply in range(len(record.moves) + 1)]
    return await page(
        request,
        "replay/result.html",
        table=live_table.id,
        game=GAMES[record.game],
        seats=[seat.public() for seat in live_table.session.seats],
        game_result=game_result,
        rival_name=rival_name(record.game, game_result, language),
        address=rule_address(game_result["rule"]),
        places=places,
        rival_at=rival_position(places, game_result["ranks"]),
        chart=chart(summary["chart"], names[-1], rival_name(record.game, game_result, language)),
        deals=summary["deals"],
        tallies=summary["tallies"],
        players=names[-1],
        players_at=names,
        kind_names=lambda kinds: ", ".join(kind_name(kind, rules, language) for kind in kinds),
        may_rematch=bool(visitor.id) and bool(live_table.session.seats_of(visitor.id)),
        rematch=live_table.rematch,
        daily=daily_link(live_table.session.setup),
        streak=await streak(request) if len(record.players) == 1 else "",
    )


def rival_position(places: list[int], ranks: list[int]) -> int:
    """Return the number of seats that are ranked before a scripted opponent, whose rank no seat has."""
    for before, seat in enumerate(places):
        if ranks[seat] > 1 + sum(rank < ranks[seat] for rank in ranks):
            return before
    return len(places)


def daily_link(setup: Setup) -> dict[str, object] | None:
    """Return the address and the number of the deal of the day that was played; None for an ordinary game."""
    try:
        deal = deal_of(setup.deal) if setup.deal else None
    except OtherSeries:
        return None
    return None if deal is None else {"path": deal.path, "number": deal.number, "is_practice": setup.hints}


def rival_name(game: str, game_result: dict[str, Any], language: str) -> str:
    """Return the name of the game's scripted opponent, "" if it has none."""
    rival = page_of(game).rival
    return str(game_result["rival_name"]) if rival is None else text(rival.name, language, game)
