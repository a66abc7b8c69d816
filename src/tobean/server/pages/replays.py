"""After the game: result, replay, records and positions to take along and to bring, playing on from a position."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from tobean.bots.coach.review_data import highlights
from tobean.games import GAMES
from tobean.kernel.errors import BadInput
from tobean.play.replay import play_on
from tobean.play.session.fold import OVER
from tobean.play.session.seats import person_seat
from tobean.play.session.stand_ins import bits_at, labelled, told_stand_ins
from tobean.play.session.text import skeleton
from tobean.play.session.viewer import Viewer
from tobean.play.wire.catalogue import kind_name
from tobean.play.wire.page import page_of
from tobean.server.defence.guard import LARGEST_BODY, address_of
from tobean.server.defence.limits import REVIEWS
from tobean.server.logs import trouble
from tobean.server.pages.answers import LARGEST_FILE, check_uploads, field, form_of, named_visitor, number, upload
from tobean.server.pages.charts import chart
from tobean.server.pages.front import ago, listed, save_own
from tobean.server.pages.opening import UNPROCESSABLE, check_openings
from tobean.server.pages.rulepages import rule_address
from tobean.server.pages.shelf import bot_called, usual_level
from tobean.server.pages.site import go, in_words, language_of, page, site_of
from tobean.server.pages.tables import room_of
from tobean.server.workers.thinker import BotFailed
from tobean.speech import LANGUAGES
from tobean.speech.catalogues import text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from starlette.requests import Request

    from tobean.bots.coach.review_data import Moment, ReviewText
    from tobean.play.session.seats import Seat
    from tobean.play.session.stand_ins import StandIn
    from tobean.record.record import Record
    from tobean.server.people.identity import Visitor
    from tobean.server.tables.library import About

NOT_FOUND: Final = 404
OPEN_CARDS: Final = "open"
LAST: Final = 10**6
"""Beyond the end of every game."""

Found = TypeVar("Found")


def there(found: Found | None) -> Found:
    """The game that is asked for; one that is not over has secrets and is not shown."""
    if found is None:
        raise HTTPException(NOT_FOUND)
    return found


async def about(request: Request) -> About:
    library = site_of(request).hall.library
    return there(await library.about(address_of(request.scope), request.path_params["name"]))


def asked_number(request: Request, name: str, usual: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else usual


def viewer_of(request: Request, game: About) -> Viewer:
    """Whose eyes: `view=2` for a seat, `view=table` for what everybody saw, else all cards open."""
    wanted = request.query_params.get("view", OPEN_CARDS)
    language = request.query_params.get("language", "")
    if language not in LANGUAGES:
        language = language_of(request)
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) < len(game.players):
        return Viewer(int(wanted), language)
    return Viewer(None, language, open=wanted != "table")


# --- reading -------------------------------------------------------------------------------------------------------


async def replays(request: Request, error: str = "", status: int = 200, pasted: str = "") -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    if visitor.id:
        await save_own(site, visitor.id)
    mine = [row for row in await site.store.tables_of(visitor.id) if row.state == OVER] if visitor.id else []
    known = {row.id for row in mine}
    return await page(
        request,
        "replays.html",
        status,
        error=error,
        pasted=pasted,
        longest=LARGEST_FILE,
        mine=[listed(row) for row in mine],
        public=[listed(row) for row in await site.store.finished() if row.id not in known],
        ago=ago(language_of(request)),
    )


async def replay(request: Request) -> Response:
    """The player; its data come from the addresses below."""
    game = await about(request)
    name = request.path_params["name"]
    return await page(
        request,
        "table.html",
        table=name,
        game=GAMES[game.game],
        query="",
        replay=f"/replays/{name}",
        at=str(min(asked_number(request, "at", 0), game.plies)),
    )


async def hello(request: Request) -> Response:
    viewer = viewer_of(request, await about(request))
    library = site_of(request).hall.library
    return json_answer(await library.hello(address_of(request.scope), request.path_params["name"], viewer))


async def frames(request: Request) -> Response:
    viewer = viewer_of(request, await about(request))
    first, last = asked_number(request, "first", 0), asked_number(request, "last", LAST)
    library = site_of(request).hall.library
    house, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await library.frames(house, name, viewer, first, last))


async def log(request: Request) -> Response:
    viewer = viewer_of(request, await about(request))
    first, last = asked_number(request, "first", 0), asked_number(request, "last", LAST)
    library = site_of(request).hall.library
    house, name = address_of(request.scope), request.path_params["name"]
    return json_answer(await library.log(house, name, viewer, first, last))


def json_answer(data: bytes | None) -> Response:
    headers = {"cache-control": "private, max-age=600"}
    return Response(there(data), media_type="application/json", headers=headers)


async def download(request: Request) -> Response:
    game = await about(request)
    text = there(await site_of(request).hall.library.text(request.path_params["name"]))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.record"'})


async def position(request: Request) -> Response:
    """One position as a table text, to take along, to change and to bring again."""
    game = await about(request)
    ply = min(asked_number(request, "at", 0), game.plies)
    library = site_of(request).hall.library
    text = there(await library.table(address_of(request.scope), request.path_params["name"], ply))
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game.game}.table"'})


async def result(request: Request) -> Response:
    room = await room_of(request)
    if room.session.state != OVER:
        return go(f"/tables/{room.id}")
    site = site_of(request)
    language = language_of(request)
    record = room.session.record()
    stand_ins = room.session.stand_ins
    told: dict[str, Any] = await site.hall.library.story(room.id, record, language, stand_ins)
    rules = record.rules()
    verdict = told["result"]
    places = sorted(range(len(record.players)), key=lambda seat: verdict["ranks"][seat])
    visitor = await site.visitor(request)
    names = [labelled(record.players, bits_at(stand_ins, ply), language) for ply in range(len(record.moves) + 1)]
    return await page(
        request,
        "result.html",
        table=room.id,
        game=GAMES[record.game],
        seats=[seat.public() for seat in room.session.seats],
        verdict=verdict,
        rival_name=rival_name(record.game, verdict, language),
        address=rule_address(verdict["rule"]),
        places=places,
        chart=chart(told["chart"], names[-1], rival_name(record.game, verdict, language)),
        deals=told["deals"],
        tallies=told["tallies"],
        players=names[-1],
        players_at=names,
        said=lambda kinds: ", ".join(kind_name(kind, rules, language) for kind in kinds),
        may_rematch=bool(visitor.id) and bool(room.session.seats_of(visitor.id)),
        rematch=room.rematch,
    )


def rival_name(game: str, verdict: dict[str, Any], language: str) -> str:
    """What somebody scripted is called who plays along; "" if there is nobody."""
    rival = page_of(game).rival
    return str(verdict["rival_name"]) if rival is None else text(rival.name, language, game)


SHORT_WAIT: Final = 1.5
"""So many seconds nobody minds to wait for a page that says nothing yet."""


async def review(request: Request) -> Response:
    """The coach's review of a game, from one seat: that of the visitor, or the one named by `seat=`."""
    game = await about(request)
    name, language = request.path_params["name"], language_of(request)
    site, house = site_of(request), address_of(request.scope)
    visitor = await site.visitor(request)
    library = site.hall.library
    begun = library.reviewed(name, language) is not None or library.is_reviewing(name, language)
    if not begun and not site.limiter.allows(REVIEWS, house, visitor.id):
        site.metrics.count("limited")
        raise BotFailed("busy", "too many reviews at once")
    told: ReviewText | None = None
    waiting = False
    try:
        async with asyncio.timeout(SHORT_WAIT):
            told = there(await library.review(house, name, language))
    except TimeoutError:
        waiting = True  # the review goes on, and the page asks again by itself
    except BotFailed as error:
        if error.fault == "busy":
            raise
        trouble("the coach failed", error)
    stand_ins = await library.stand_ins(name)
    own = (await site.store.seats_of(visitor.id)).get(name, ()) if visitor.id else ()
    usual = own[0] if own else 0
    seat = asked_number(request, "seat", usual)
    if seat >= len(game.players):
        seat = usual
    moments = [] if told is None else decided_by_player(told.moments, seat, stand_ins, await library.clock_plies(name))
    best, worst = highlights(moments)
    return await page(
        request,
        "review.html",
        name=name,
        game=GAMES[game.game],
        players=game.players,
        seat=seat,
        yours=seat in own,
        waiting=waiting,
        told=told,
        moments=moments,
        best=best,
        worst=worst,
        stand_ins=told_stand_ins(stand_ins, game.players, language),
    )


def decided_by_player(
    moments: Sequence[Moment], seat: int, stand_ins: Sequence[StandIn], clock_plies: Collection[int] = ()
) -> list[Moment]:
    """The moments of this seat, without those in which a bot or the clock decided for its player."""
    return [
        moment
        for moment in moments
        if moment.seat == seat and moment.retry not in clock_plies and not bits_at(stand_ins, moment.retry) >> seat & 1
    ]


# --- doing -----------------------------------------------------------------------------------------------------------


async def bring(request: Request) -> Response:
    """Somebody brings a record, a table text or a scenario, as a file or pasted."""
    site = site_of(request)
    pasted = ""
    try:
        await check_uploads(request, site)
        form = await form_of(request, LARGEST_BODY)
        text = await upload(form, "record")
        if not text:
            text = pasted = field(form, "text", LARGEST_BODY)
        if len(text) > LARGEST_FILE:
            pasted = ""
            raise BadInput("This text is too long.")
        if not text:
            raise BadInput("Choose a file or paste a text first.")
        visitor = await site.visitor(request)
        record = await site.inspection.record(address_of(request.scope), text, language_of(request))
        name = await site.hall.library.bring(record, visitor.id)
    except BadInput as error:
        return await replays(request, in_words(request, error), UNPROCESSABLE, pasted)
    return go(f"/replays/{name}")


async def continue_here(request: Request) -> Response:
    """Play on from a position against bots, in the seat of one's choice."""
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await named_visitor(request, site, form)
        check_openings(request, visitor)
        record = there(await site.hall.library.record(request.path_params["name"]))
        seats = seats_for(record, number(form, "seat"), visitor)
        session, entries = await asyncio.to_thread(play_on, record, number(form, "ply"), seats, time.time())
        room = await site.hall.take_up(session, entries, visitor.id)
        room.house = address_of(request.scope)
    except BadInput as error:
        return await replays(request, in_words(request, error), UNPROCESSABLE)
    response = go(f"/tables/{room.id}")
    site.identity.keep(response, visitor)
    return response


def seats_for(record: Record, own: int, visitor: Visitor) -> list[Seat]:
    """The visitor in the chosen seat, bots under the players' names in the others."""
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
            seats.append(bot_called(player, usual_level(), [*seats, person]))
    return seats
