"""Opening tables: immediately against bots, as a lesson, or with a form for all settings."""

from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES, game_named
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput, UnknownGame
from tobean.kernel.phases.setup import check_players
from tobean.kernel.rules import Rules
from tobean.server.language import GettextCatalogue
from tobean.server.pages.forms import check_uploads, field, form_of, number, read_upload, visitor_from_form
from tobean.server.pages.front import front
from tobean.server.pages.game_list import game_list, levels, option_text, usual_players
from tobean.server.pages.rendering import UNPROCESSABLE, catalogue_of, error_text, language_of, page, redirect
from tobean.server.pages.rule_pages import rule_address
from tobean.server.people.visitor import Visitor, checked_name
from tobean.server.protection.address_blocks import address_of
from tobean.server.site import Site, site_of
from tobean.server.tables import seating
from tobean.server.tables.bot_seats import new_bot_seat, random_name, unused_face, usual_level
from tobean.server.tables.live_table import LiveTable
from tobean.session.seats import OPEN_SEAT, Seat, person_seat
from tobean.session.setup import PACES, Setup

PARTNER: Final = "merchant"
"""Opponent in lessons: a bot that trades."""
TEMPO: Final = 100
"""Default tempo of bots in percent, in lessons too: learners need no less time than other players."""


async def open_live_table(request: Request, setup: Setup, visitor: Visitor, *, public: bool) -> LiveTable:
    """Open a table; raises `BadInput` beyond the limits for one person and one address."""
    site = site_of(request)
    await site.check_may_open(address_of(request.scope), visitor)
    live_table = await site.registry.open(setup, visitor.id, public=public)
    live_table.address_block = address_of(request.scope)
    return live_table


def learning_players(game: Rules, chosen: int = 0) -> int:
    """Return the number of players in a lesson: few, so that the learner has turns soon; alone only if chosen."""
    if chosen == 1 and chosen in game.players:
        return chosen
    return min((players for players in game.players if players > 1), default=1)


def players_with_bots(game: Rules, visitor: Visitor, bot: str, count: int) -> tuple[Seat, ...]:
    check_players(game, count)
    seats = [person_seat(visitor.name, visitor.id, visitor.face)]
    while len(seats) < count:
        seats.append(new_bot_seat(bot, seats))
    return tuple(seats)


def known_game(name: str) -> Rules:
    if name not in GAMES:
        raise UnknownGame("there is no game {name!r}", name=name)
    return game_named(name)


async def play_now(request: Request) -> Response:
    """Open and start a table against bots from the form on the front page."""
    site = site_of(request)
    form = await form_of(request)
    try:
        game = known_game(field(form, "game") or next(iter(GAMES)))
        visitor = await visitor_from_form(request, site, form)
        players = number(form, f"players_{game.name}", usual_players(game))
        seats = players_with_bots(game, visitor, field(form, "level") or usual_level(), players)
        setup = Setup(game.name, seats, language=language_of(request))
        live_table = await open_live_table(request, setup, visitor, public=False)
        await seating.begin(live_table, visitor, filling=True)
    except BadInput as error:
        return await front(request, error_text(request, error), UNPROCESSABLE)
    return redirect_to_table(site, live_table, visitor)


def redirect_to_table(site: Site, live_table: LiveTable, visitor: Visitor) -> Response:
    response = redirect(f"/tables/{live_table.id}")
    site.identity.write_cookie(response, visitor)
    return response


async def first_lesson(request: Request) -> Response:
    """Open a table for the introduction: a short game, started by the learner, with bots that wait for the reader."""
    site = site_of(request)
    form = await form_of(request)
    try:
        game = known_game(request.path_params.get("game") or field(form, "game") or next(iter(GAMES)))
        visitor = await visitor_from_form(request, site, form)
        players = learning_players(game, number(form, f"players_{game.name}"))
        seats = players_with_bots(game, visitor, PARTNER, players)
        tempo = number(form, "tempo", TEMPO)
        setup = Setup(game.name, seats, tempo=tempo, start=0, language=language_of(request), learning=True)
        live_table = await open_live_table(request, setup, visitor, public=False)
        await seating.begin(live_table, visitor, filling=False)
    except BadInput as error:
        return await front(request, error_text(request, error), UNPROCESSABLE)
    return redirect_to_table(site, live_table, visitor)


# --- form with all settings --------------------------------------------------------------------------------------


def clocks(catalogue: GettextCatalogue) -> list[tuple[int, str]]:
    return [
        (0, catalogue.gettext("as long as it takes")),
        (30, catalogue.gettext("30 seconds")),
        (60, catalogue.gettext("one minute")),
        (180, catalogue.gettext("three minutes")),
        (3600, catalogue.gettext("one hour")),
        (86400, catalogue.gettext("one day")),
        (259200, catalogue.gettext("three days")),
        (604800, catalogue.gettext("a week")),
    ]


def tempos(catalogue: GettextCatalogue) -> list[tuple[int, str]]:
    return [
        (200, catalogue.gettext("leisurely")),
        (100, catalogue.gettext("like people")),
        (40, catalogue.gettext("briskly")),
        (0, catalogue.gettext("at once")),
    ]


async def open_form(
    request: Request, error: str = "", status: int = 200, submitted: FormData | None = None
) -> Response:
    catalogue = catalogue_of(request)
    game = field(submitted, "game") if submitted is not None else request.query_params.get("game", "")
    rules = GAMES.get(game) or next(iter(GAMES.values()))
    fields = submitted.items() if submitted is not None else ()
    values = {name: value for name, value in fields if isinstance(value, str)}
    options = [
        {
            "name": option.name,
            "default": option.default,
            "text": option_text(rules, option.name, catalogue),
            "rule": option.rule,
            "address": rule_address(option.rule),
        }
        for option in rules.options
        if isinstance(option.default, bool)
    ]
    return await page(
        request,
        "table/open.html",
        status,
        error=error,
        form=FormValues(values),
        rules=rules,
        game_list=game_list(catalogue),
        levels=levels(catalogue),
        suggested=random_name(),
        usual_level=usual_level(),
        options=options,
        clocks=clocks(catalogue),
        tempos=tempos(catalogue),
        most=max(rules.players),
        fewest=min(rules.players),
        fewest_shown=min(4, max(rules.players)),
    )


class FormValues(dict[str, str]):
    """Values submitted before, "" for missing fields."""

    def __missing__(self, key: str) -> str:
        return ""


async def open_table(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        game = known_game(field(form, "game"))
        cards = await card_set(request, site, form, game)
        visitor = await visitor_from_form(request, site, form)
        setup = setup_from(form, game, cards, visitor, language_of(request))
        live_table = await open_live_table(request, setup, visitor, public=field(form, "public") == "yes")
        if site.is_local:
            await seating.begin(live_table, visitor, filling=True)  # nobody else can come
    except BadInput as error:
        return await open_form(request, error_text(request, error), UNPROCESSABLE, form)
    return redirect_to_table(site, live_table, visitor)


async def card_set(request: Request, site: Site, form: FormData, game: Rules) -> str:
    """Return an uploaded card set in the format of `Setup.cards`, "" if there is none."""
    text = await read_upload(form, "cards")
    if not text:
        return ""
    await check_uploads(request, site)
    return await site.sandbox.card_set(address_of(request.scope), text, game.name, language_of(request))


def setup_from(form: FormData, game: Rules, cards: str, visitor: Visitor, language: str) -> Setup:
    pace = field(form, "pace") or PACES[0]
    options: Options = {
        option.name: field(form, f"option_{option.name}") == "yes"
        for option in game.options
        if isinstance(option.default, bool)
    }
    return Setup(
        game.name,
        seats_from(form, game, visitor),
        options,
        cards,
        pace,
        number(form, "clock"),
        number(form, "tempo", TEMPO),
        field(form, "undo") == "yes" or not field(form, "details"),
        language=language,
        hints=field(form, "hints") == "yes",
    )


def seats_from(form: FormData, game: Rules, visitor: Visitor) -> tuple[Seat, ...]:
    """Return the visitor's seat, then the seats chosen in the form."""
    seats = [person_seat(visitor.name, visitor.id, visitor.face)]
    for index in range(1, max(game.players)):
        choice = field(form, f"seat{index}") or ("open" if index < min(game.players) else "none")
        if choice == "none":
            continue
        if choice == "open":
            seats.append(OPEN_SEAT)
        elif choice == "here":
            # Pass and play: one person with several hands on one device, which is passed around.
            given = field(form, f"name{index}")
            name = checked_name(given) if given else f"{visitor.name} {len(seats) + 1}"
            seats.append(person_seat(name, visitor.id, unused_face(seats)))
        else:
            seats.append(new_bot_seat(choice, seats))
    return tuple(seats)
