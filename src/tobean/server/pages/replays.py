"""Pages about finished games: result, study board, download and upload of records, playing on from a position.

The data of the study board is served by the handlers below and, as far as the coach computes it, by `study/board.py`.
"""

import asyncio
import time
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import text
from tobean.kernel.errors import BadInput, Illegal
from tobean.pictures.charts import chart
from tobean.record.record import Record
from tobean.server.pages.forms import (
    MAX_FILE,
    check_uploads,
    field,
    form_of,
    number,
    number_in,
    read_upload,
    visitor_from_form,
)
from tobean.server.pages.new_table import check_openings
from tobean.server.pages.person.my_tables import ago, listing, save_tables_of, streak
from tobean.server.pages.rendering import NOT_FOUND, UNPROCESSABLE, error_text, language_of, page, redirect
from tobean.server.pages.rule_pages import rule_address
from tobean.server.pages.tables import live_table_of
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import MAX_BODY
from tobean.server.site import site_of
from tobean.server.tables.bot_seats import named_bot_seat, usual_level
from tobean.server.tables.replays import ReplaySummary
from tobean.session.errors import Refused
from tobean.session.log.reducer import FINISHED
from tobean.session.page.catalogue import kind_name
from tobean.session.page.page_plugin import page_of
from tobean.session.replay import play_on
from tobean.session.seats import Seat, person_seat
from tobean.session.setup import Setup
from tobean.session.stand_ins import bits_at, labelled
from tobean.session.text import skeleton
from tobean.session.viewer import Viewer
from tobean.study.daily.deals import OtherSeries, deal_of

OPEN_CARDS: Final = "open"
LAST: Final = 10**6
"""Ply beyond the end of every game."""

Value = TypeVar("Value")


def require_finished(value: Value | None) -> Value:
    """Return data of a finished game; for None, raise the error 404. A game that is not over has secrets."""
    if value is None:
        raise HTTPException(NOT_FOUND)
    return value


async def requested_game(request: Request) -> ReplaySummary:
    """Return the finished game in the address; raises the error 404."""
    replay_store = site_of(request).registry.replays
    return require_finished(await replay_store.about(address_of(request.scope), request.path_params["name"]))


def query_number(request: Request, name: str, default: int) -> int:
    return number_in(request.query_params.get(name, ""), default)


def viewer_of(request: Request, game: ReplaySummary) -> Viewer:
    """Return the viewer of a replay: `view=2` is a seat, `view=table` a spectator, anything else sees all cards."""
    view = request.query_params.get("view", OPEN_CARDS)
    language = request.query_params.get("language", "")
    if language not in LANGUAGES:
        language = language_of(request)
    if view.isascii() and view.isdigit() and len(view) < 3 and int(view) < len(game.players):
        return Viewer(int(view), language)
    return Viewer(None, language, open=view != "table")


# --- viewing -------------------------------------------------------------------------------------------------------


async def replays(request: Request, error: str = "", status: int = 200, pasted: str = "") -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    if visitor.id:
        await save_tables_of(site, visitor.id)
    mine = [row for row in await site.store.tables_of(visitor.id) if row.state == FINISHED] if visitor.id else []
    known = {row.id for row in mine}
    return await page(
        request,
        "replay/replays.html",
        status,
        error=error,
        pasted=pasted,
        longest=MAX_FILE,
        mine=[listing(row) for row in mine],
        public=[listing(row) for row in await site.store.finished_public_tables() if row.id not in known],
        ago=ago(language_of(request)),
    )


async def replay(request: Request) -> Response:
    """Show the study board; its script loads the data."""
    game = await requested_game(request)
    name = request.path_params["name"]
    site = site_of(request)
    visitor = await site.visitor(request)
    own = (await site.store.seats_of(visitor.id)).get(name, ()) if visitor.id else ()
    return await page(
        request,
        "table/table.html",
        table=name,
        game=GAMES[game.game],
        query="",
        replay=f"/replays/{name}",
        at=str(min(query_number(request, "at", 0), game.plies)),
        own_seat=str(own[0]) if own else "",
        players=game.players,
        link_query=position_query(request, game),
    )


def position_query(request: Request, game: ReplaySummary) -> str:
    """Return the query that leads to the position and the view of this page, "" for the whole replay."""
    view = viewer_of(request, game)
    chosen = {"at": str(min(query_number(request, "at", 0), game.plies))} if "at" in request.query_params else {}
    if not view.open:
        chosen["view"] = "table" if view.seat is None else str(view.seat)
    return f"?{urlencode(chosen)}" if chosen else ""


async def hello(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    replay_store = site_of(request).registry.replays
    return json_answer(await replay_store.hello(address_of(request.scope), request.path_params["name"], viewer))


async def frames(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    first, last = query_number(request, "first", 0), query_number(request, "last", LAST)
    replay_store = site_of(request).registry.replays
    address_block, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await replay_store.frames(address_block, name, viewer, first, last))


async def log(request: Request) -> Response:
    viewer = viewer_of(request, await requested_game(request))
    first, last = query_number(request, "first", 0), query_number(request, "last", LAST)
    replay_store = site_of(request).registry.replays
    address_block, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await replay_store.log(address_block, name, viewer, first, last))


def json_answer(data: bytes | None) -> Response:
    headers = {"cache-control": "private, max-age=600"}
    return Response(require_finished(data), media_type="application/json", headers=headers)


async def download(request: Request) -> Response:
    game = await requested_game(request)
    text = require_finished(await site_of(request).registry.replays.text(request.path_params["name"]))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.record"'})


async def position(request: Request) -> Response:
    """Serve one position as a table text, which can be edited and uploaded again."""
    game = await requested_game(request)
    ply = min(query_number(request, "at", 0), game.plies)
    replay_store = site_of(request).registry.replays
    text = require_finished(await replay_store.table(address_of(request.scope), request.path_params["name"], ply))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.table"'})


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


# --- uploading and playing on ----------------------------------------------------------------------------------------


async def upload_record(request: Request) -> Response:
    """Accept a record, a table text or a scenario, uploaded as a file or pasted."""
    site = site_of(request)
    pasted = ""
    try:
        await check_uploads(request, site)
        form = await form_of(request, MAX_BODY)
        text = await read_upload(form, "record")
        if not text:
            text = pasted = field(form, "text", MAX_BODY)
        if len(text) > MAX_FILE:
            pasted = ""
            raise BadInput("This text is too long.")
        if not text:
            raise BadInput("Choose a file or paste a text first.")
        visitor = await site.visitor(request)
        record = await site.sandbox.record(address_of(request.scope), text, language_of(request))
        name = await site.registry.replays.upload_record(record, visitor.id)
    except BadInput as error:
        return await replays(request, error_text(request, error), UNPROCESSABLE, pasted)
    return redirect(f"/replays/{name}")


async def play_on_from(request: Request) -> Response:
    """Open a table that continues from a position of a replay, with the visitor in a chosen seat against bots."""
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
        check_openings(request, visitor)
        record = require_finished(await site.registry.replays.record(request.path_params["name"]))
        seats = seats_for(record, number(form, "seat"), visitor)
        line = [text for text in form.getlist("line") if isinstance(text, str)]
        session, entries = await asyncio.to_thread(play_on, record, number(form, "ply"), seats, time.time(), line=line)
        live_table = await site.registry.open_with_session(session, entries, visitor.id)
        live_table.address_block = address_of(request.scope)
    except (BadInput, Illegal, Refused) as error:
        return await replays(request, error_text(request, error), UNPROCESSABLE)
    response = redirect(f"/tables/{live_table.id}")
    site.identity.write_cookie(response, visitor)
    return response


def seats_for(record: Record, own: int, visitor: Visitor) -> list[Seat]:
    """Return the seats for playing on: the visitor in the chosen seat, bots with the players' names in the others."""
    if not 0 <= own < len(record.players):
        raise BadInput("There is no such seat in this record.")
    taken = [skeleton(name) for seat, name in enumerate(record.players) if seat != own]
    name, count = visitor.name, 2
    while skeleton(name) in taken:
        name, count = f"{visitor.name} {count}", count + 1
    seats: list[Seat] = []
    person = person_seat(name, visitor.id, visitor.face)
    for seat, player in enumerate(record.players):
        if seat == own:
            seats.append(person)
        else:
            seats.append(named_bot_seat(player, usual_level(), [*seats, person]))
    return seats
