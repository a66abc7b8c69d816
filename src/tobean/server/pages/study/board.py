"""Data of the study board: the curve of a game, the coach's marks, alternatives and variations, as JSON.

All of it is about finished games; for others the answer is 404, as for a replay.
"""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tobean.bots.coach.review_data import ReviewMoment
from tobean.server.pages.rendering import UNPROCESSABLE, error_text
from tobean.server.pages.replays.replay import json_answer, query_number, requested_game, require_finished, viewer_of
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import REVIEWS
from tobean.server.site import site_of
from tobean.server.tables.replays import VariationRefused
from tobean.server.tables.studies import StudyStore, actions_request
from tobean.server.workers.worker import BUSY, BotFailed
from tobean.session.replay import MAX_VARIATION_LENGTH
from tobean.session.stand_ins import bits_at

NO_SEAT: Final = 99
"""Number that is no seat of any game, for a request without one."""


async def check_reviews(request: Request) -> None:
    """Raise `BotFailed` if this visitor has asked the coach too often lately."""
    site = site_of(request)
    if not site.allows(REVIEWS, address_of(request.scope), await site.visitor(request)):
        raise BotFailed(BUSY, "too many reviews at once")


async def curve(request: Request) -> Response:
    """Serve the points of the curve from the number `first` on. With none computed yet, the next ones are computed."""
    viewer = viewer_of(request, await requested_game(request))
    studies = StudyStore(site_of(request).registry.replays)
    name, first = request.path_params["name"], query_number(request, "first", 0)
    known = studies.curve(name, viewer)
    if not known.points and not known.lock.locked():
        await check_reviews(request)  # once for the whole curve
    extended = require_finished(await studies.extend_curve(address_of(request.scope), name, viewer, first))
    return Response(extended.data(first), media_type="application/json", headers={"cache-control": "no-store"})


async def marks(request: Request) -> Response:
    """Serve the coach's review: every deal, missed deals and choices, with the better action where there is one."""
    viewer = viewer_of(request, await requested_game(request))
    replay_store, name = site_of(request).registry.replays, request.path_params["name"]
    language = viewer.language
    if replay_store.reviewed(name, language) is None and not replay_store.is_reviewing(name, language):
        await check_reviews(request)
    reviewed = require_finished(await replay_store.review(address_of(request.scope), name, language))
    stand_ins, clock_plies = await replay_store.stand_ins(name), await replay_store.clock_plies(name)

    def is_decided_by_player(moment: ReviewMoment) -> bool:
        """Whether neither a bot nor the clock decided for the player."""
        return moment.retry not in clock_plies and not bits_at(stand_ins, moment.retry) >> moment.seat & 1

    moments = [{**msgspec.to_builtins(moment), "decided": is_decided_by_player(moment)} for moment in reviewed.moments]
    return json_answer(msgspec.json.encode({"moments": moments}))


async def actions(request: Request) -> Response:
    """Serve what a seat can do in a position, or after a variation from there, with the coach's figures."""
    game = await requested_game(request)
    viewer = viewer_of(request, game)
    name, seat = request.path_params["name"], query_number(request, "seat", NO_SEAT)
    ply = min(query_number(request, "at", 0), game.plies)
    studies = StudyStore(site_of(request).registry.replays)
    wanted = actions_request(name, viewer, seat if seat < len(game.players) else None, ply, line_of(request))
    data = studies.known_actions(wanted)
    if data is None:
        await check_reviews(request)
        try:
            data = await studies.actions(address_of(request.scope), name, wanted)
        except VariationRefused as error:
            return refusal(request, error)
    return json_answer(data)


async def variation(request: Request) -> Response:
    """Serve the positions of a variation: other actions than those of the game."""
    game = await requested_game(request)
    viewer = viewer_of(request, game)
    ply = min(query_number(request, "at", 0), game.plies)
    studies = StudyStore(site_of(request).registry.replays)
    name = request.path_params["name"]
    try:
        return json_answer(await studies.variation(address_of(request.scope), name, viewer, ply, line_of(request)))
    except VariationRefused as error:
        return refusal(request, error)


def line_of(request: Request) -> list[str]:
    """Return the actions of a variation. One action too many is kept, so that its length is refused, not cut."""
    return request.query_params.getlist("line")[: MAX_VARIATION_LENGTH + 1]


def refusal(request: Request, error: VariationRefused) -> Response:
    return JSONResponse({"error": error_text(request, error)}, UNPROCESSABLE)
