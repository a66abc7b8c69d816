"""Permissions: every row of the table of requests in docs/hosting.md, tried in each role."""

import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from tests.support.server import app
from tests.support.server.roles import (
    ANONYMOUS,
    BOT,
    ELSEWHERE,
    FREE,
    HOST,
    LEFT,
    PLAYER,
    ROLES,
    SEATS,
    SECTION,
    SPECTATOR,
    World,
)
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.server.pages.routing.server_routes import server_routes
from tobean.server.tables.live_table import AWAY_SECONDS, LiveTable
from tobean.server.viewers.messages import AnyMessage
from tobean.session.seats import bot_seat, person_seat
from tobean.session.setup import Setup

GROUPS = {
    "everyone": set(ROLES),
    "players": {HOST, PLAYER},
    "players (their own)": {HOST, PLAYER},
    "visitors": {SPECTATOR, ANONYMOUS},
    "nobody": set[str](),
}
"""Roles by the words of the table of requests."""


def documented() -> dict[str, set[str]]:
    """The table of requests: the roles that each row permits."""
    lines = SECTION.partition("| request | for whom |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {words: set().union(*(GROUPS.get(name, {name}) for name in whom.split(", "))) for words, whom in rows}


TABLE = documented()


# --- rows: each makes a request and returns whether it took effect, once for each way to send it ---------------------

Row = Callable[[World, str], list[bool]]
ROWS: dict[str, list[Row]] = {}


def row(words: str) -> Callable[[Row], Row]:
    """Registers a check by the text of the row's first cell. A row may have several."""

    def keep(tried: Row) -> Row:
        ROWS.setdefault(words, []).append(tried)
        return tried

    return keep


def other(role: str) -> int:
    """Seat of another person."""
    return SEATS[HOST] if role == PLAYER else SEATS[PLAYER]


LOOKING = ("look", "refresh", "earlier", "why", "ping")


@row("see the page, the link and what lies open: `GET`, `state`, `qr.svg`, `look`, `refresh`, `earlier`, `why`, `ping`")
def see(world: World, role: str) -> list[bool]:
    live_table = world.running()
    pages = [
        world.client.get(f"/tables/{live_table.id}{tail}").status_code == 200 for tail in ("", "/state", "/qr.svg")
    ]
    return pages + [world.message(live_table, type=kind, before=1, action="A pass") for kind in LOOKING]


@row("see a hand")
def see_hand(world: World, role: str) -> list[bool]:
    """A host or player sees their own hand, and never another."""
    live_table = world.running()
    with app.table_socket(world.client, live_table.id, "?seat=0") as socket:
        hands = [seat["hand"] for seat in app.next_socket_message(socket, "update")["view"]["seats"]]
    seen = [at for at, hand in enumerate(hands) if any(card != -1 for card in hand)]
    assert seen in ([], [SEATS.get(role)])
    return [bool(seen)]


@row("`report` something to the operator")
def report(world: World, role: str) -> list[bool]:
    live_table = world.running()
    answer = app.post_form(world.client, f"/tables/{live_table.id}/report", seat=0, text="They were rude.")
    return [answer.status_code == 200, world.client.get(f"/tables/{live_table.id}/report").status_code == 200]


@row("`chat`")
def chat(world: World, role: str) -> list[bool]:
    return [world.message(table(), type="chat", text="Hello") for table in (world.waiting, world.running, world.over)]


@row("waiting room: `sit` in a free seat")
def sit(world: World, role: str) -> list[bool]:
    return sitting(world, role, world.waiting, FREE)


@row("waiting room: `leave` the own seat")
def leave(world: World, role: str) -> list[bool]:
    return world.both(world.waiting, "leave", SEATS.get(role, 0))


@row("waiting room: `fill` a free seat with a bot")
def fill_free(world: World, role: str) -> list[bool]:
    return world.both(world.waiting, "fill", FREE, bot="merchant")


@row("waiting room: `start` the game")
def start(world: World, role: str) -> list[bool]:
    return [world.form(world.waiting(), "start", fill="yes"), world.message(world.waiting(), type="start", fill=True)]


@row("waiting room, the host has got up: `fill`, `start`")
def start_without_host(world: World, role: str) -> list[bool]:
    def without_host() -> LiveTable:
        live_table = world.waiting()
        world.change(live_table, lambda session, now: session.leave(SEATS[HOST], now))
        return live_table

    started = [world.form(without_host(), "start", fill="yes"), world.message(without_host(), type="start", fill=True)]
    return started + world.both(without_host, "fill", FREE, bot="merchant")


def sitting(world: World, role: str, fresh: Callable[[], LiveTable], seat: int) -> list[bool]:
    """Without a cookie only the form works, which asks for a name."""
    if role != ANONYMOUS:
        return world.both(fresh, "sit", seat)
    assert not world.message(fresh(), type="seat", do="sit", seat=seat)
    sat = world.form(fresh(), "sit", seat=seat, name="Newcomer")
    world.become(ANONYMOUS)
    return [sat]


@row("running game: ask for a bot's seat: `sit`, `withdraw`")
def ask_for_bot(world: World, role: str) -> list[bool]:
    return sitting(world, role, world.running, BOT)


def answer_request(world: World, role: str, fresh: Callable[[], LiveTable]) -> list[bool]:
    """Another visitor asks for a bot's seat, and this role answers."""
    answered = []
    for do in ("admit", "decline"):
        live_table = fresh()
        app.new_person(world.client, "Newcomer")
        with app.table_socket(world.client, live_table.id) as asking:
            asking.send_json({"type": "seat", "do": "sit", "seat": BOT})
            while app.next_socket_message(asking, "table")["table"]["asked"] is None:
                pass
            world.become(role)
            number = live_table.seat_requests.last_number
            answered.append(world.message(live_table, type="seat", do=do, seat=BOT, request=number))
            assert live_table.session.seats[BOT].is_person == (answered == [True])
    return answered


@row("running game: `admit` or `decline` a visitor who asks")
def admit(world: World, role: str) -> list[bool]:
    return answer_request(world, role, world.running)


@row("running game, the host has been away for 45 seconds: `admit` or `decline` a visitor who asks")
def admit_without_host(world: World, role: str) -> list[bool]:
    return answer_request(world, role, lambda: away(world))


FOR_ANOTHER = (
    "running game: `fill` the seat of a person who is there; `sit`, `leave`, `reclaim`, `act` for another person"
)


@row(FOR_ANOTHER)
def sit_for_absent(world: World, role: str) -> list[bool]:
    return sitting(world, role, world.running, SEATS[LEFT])


@row("running game: `leave` the own seat to a bot")
def leave_to_bot(world: World, role: str) -> list[bool]:
    return world.both(world.running, "leave", SEATS.get(role, 0))


@row(FOR_ANOTHER)
def leave_other(world: World, role: str) -> list[bool]:
    return world.both(world.running, "leave", other(role)) + world.both(world.running, "leave", BOT)


@row("running game: `reclaim` the own seat from the bot")
def reclaim(world: World, role: str) -> list[bool]:
    return world.both(world.running, "reclaim", SEATS.get(role, 0))


@row(FOR_ANOTHER)
def reclaim_other(world: World, role: str) -> list[bool]:
    seats = [seat for seat in (0, 1, 2, BOT) if SEATS.get(role) != seat]
    return [done for seat in seats for done in world.both(world.running, "reclaim", seat)]


@row("running game: `fill` a bot's seat with another bot, also after getting up")
def fill_bot(world: World, role: str) -> list[bool]:
    tried = world.both(world.running, "fill", BOT, bot="merchant")
    return tried + world.both(world.running, "fill", SEATS[LEFT], bot="sprout")


@row("running game: `fill` a bot's seat with another bot, also after getting up")
def fill_without_host(world: World, role: str) -> list[bool]:
    def without_host() -> LiveTable:
        live_table = world.running(SEATS[PLAYER])
        world.change(live_table, lambda session, now: session.leave(SEATS[HOST], now))
        return live_table

    tried = world.both(without_host, "fill", BOT, bot="merchant")
    return tried + world.both(without_host, "fill", SEATS[HOST], bot="sprout")


def away(world: World) -> LiveTable:
    """A running game with all people absent for a while."""
    live_table = world.running()
    live_table.loaded_at -= AWAY_SECONDS + 1
    return live_table


@row("running game: `fill` the seat of a person who has been away for 45 seconds with the usual bot")
def fill_away(world: World, role: str) -> list[bool]:
    return world.both(lambda: away(world), "fill", other(role), bot="")


@row("running game: `fill` the seat of such a person with a bot of one's choice")
def fill_away_by_choice(world: World, role: str) -> list[bool]:
    return world.both(lambda: away(world), "fill", other(role), bot="sprout")


@row(FOR_ANOTHER)
def fill_present(world: World, role: str) -> list[bool]:
    return world.both(world.running, "fill", other(role), bot="")


OWN: dict[str, dict[str, Any]] = {
    "wish": {"kinds": []},
    "standing": {"orders": []},
    "answers": {},
    "considering": {},
    "shown": {"turn": 1},
    "nothing": {"turn": 1},
    "talk": {"text": "Red for Soy?"},
}


@row(
    "for the own seat: `act`, `plant`, `undo`, `wish`, `standing`, `answers`, `introduction`, `considering`, "
    "`shown`, `nothing`, `hint`, `talk`, `preview`"
)
def own_seat(world: World, role: str) -> list[bool]:
    seat = SEATS[role] if role in (HOST, PLAYER) else SEATS[HOST]
    live_table = world.running(seat)
    done = [world.message(live_table, type=kind, **more) for kind, more in OWN.items()]
    done.append(world.message(live_table, type="hint", version=live_table.session.version))
    offer = f"{SEAT_LETTERS[seat]} offer all: nothing for Red"
    done.append(world.message(live_table, type="preview", version=live_table.session.version, action=offer))
    done.append(world.message(world.running(seat, learning=True), type="introduction", away=True))
    action = repr(live_table.session.table.legal_actions(seat)[0])
    done.append(world.message(live_table, type="act", version=live_table.session.version, action=action))
    if not done[-1]:
        world.change(live_table, lambda session, now: session.act(seat, action, session.version, now, 1))
    assert live_table.session.may_undo(seat)
    done.append(world.message(live_table, type="undo", version=live_table.session.version))
    return [*done, world.message(live_table, type="plant", version=live_table.session.version, action=action)]


@row(FOR_ANOTHER)
def act_for_other(world: World, role: str) -> list[bool]:
    seat = other(role)
    live_table = world.running(seat)
    action = repr(live_table.session.table.legal_actions(seat)[0])
    return [world.message(live_table, type="act", version=live_table.session.version, action=action)]


def ended(world: World) -> LiveTable:
    """A game of the host against bots, ended by leaving it."""
    seats = (person_seat("Nina", world.people[HOST]), bot_seat("Robin", "sprout"), bot_seat("Toni", "sprout"))
    assert world.client.portal is not None
    registry = app.site_of(world.client).registry
    live_table = world.client.portal.call(
        lambda: registry.open(Setup("bohnanza", seats, start=0), world.people[HOST], public=False)
    )
    world.change(live_table, lambda session, now: session.start(now, 1) + session.leave(0, now, ends=True))
    assert live_table.session.state == "ended"
    return live_table


@row("game against bots that ended when its only person left: `reclaim` the seat and go on")
def resume(world: World, role: str) -> list[bool]:
    return world.both(lambda: ended(world), "reclaim", 0)


@row("such a game: `sit`, `fill`, `leave`, `act`, replay, record, positions")
def seats_of_ended(world: World, role: str) -> list[bool]:
    live_table = ended(world)
    tried = [("sit", 1), ("fill", 1), ("leave", 0)]
    done = [each for name, seat in tried for each in world.both(lambda: live_table, name, seat)]
    done.append(world.message(live_table, type="act", version=live_table.session.version, action="A pass"))
    done += [world.client.get(f"/replays/{live_table.id}{tail}").status_code == 200 for tail in (*REPLAY, *STUDY)]
    world.become(role)
    return done


@row("game over: `rematch`")
def rematch(world: World, role: str) -> list[bool]:
    return [world.form(world.over(), "rematch"), world.message(world.over(), type="rematch")]


@row("game over: `sit`, `reclaim`, `fill`")
def seats_afterwards(world: World, role: str) -> list[bool]:
    live_table = world.over()
    tried = [("sit", BOT), ("reclaim", SEATS.get(role, SEATS[LEFT])), ("fill", BOT)]
    return [done for name, seat in tried for done in world.both(lambda: live_table, name, seat)]


REPLAY = ("", "/hello.json", "/frames.json", "/log.json", "/record", "/position", "/variation.json")
STUDY = ("/curve.json", "/marks.json", "/actions.json", "/variation.json?line=A+pass")
"""Further addresses of the study board, which ask the coach."""


@row("game over: `result`, replay, record, positions, playing on from one")
def afterwards(world: World, role: str) -> list[bool]:
    live_table = world.over()
    done = [world.client.get(f"/replays/{live_table.id}{tail}").status_code == 200 for tail in REPLAY]
    done.append(world.client.get(f"/tables/{live_table.id}/result", follow_redirects=False).status_code == 200)
    answer = app.post_form(
        world.client, f"/replays/{live_table.id}/play", ply=0, seat=0, name="" if role != ANONYMOUS else "Newcomer"
    )
    world.become(role)
    return [*done, answer.status_code == 303]


@row("game not over: replay, record, positions")
def too_early(world: World, role: str) -> list[bool]:
    live_table = world.running()
    done = [world.client.get(f"/replays/{live_table.id}{tail}").status_code == 200 for tail in (*REPLAY, *STUDY)]
    answer = app.post_form(world.client, f"/replays/{live_table.id}/play", ply=0, seat=0)
    world.become(role)
    return [*done, answer.status_code == 303]


@row("damaged table: `go-on` from the last whole position")
def go_on(world: World, role: str) -> list[bool]:
    return [world.form(world.damaged(), "go-on")]


# --- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*ROLES, ELSEWHERE])
@pytest.mark.parametrize("words", TABLE)
def test_requests_are_permitted_by_role(world: World, words: str, role: str) -> None:
    expected = (SPECTATOR if role == ELSEWHERE else role) in TABLE[words]
    for tried in ROWS[words]:
        world.become(role)
        assert set(tried(world, role)) == {expected}


def test_every_request_has_a_tested_row(world: World) -> None:
    assert set(ROWS) == set(TABLE)
    named = set(re.findall(r"`([a-z.-]+)`", " ".join(TABLE)))
    assert {str(kind.__struct_config__.tag) for kind in get_args(AnyMessage)} - {"seat"} <= named
    mentioned = set(re.findall(r"`(/[^`]*)`", SECTION))
    for route in server_routes(app.site_of(world.client)):
        if route.path.startswith("/tables/{table:id}/") and not route.path.endswith("/socket"):
            assert route.path.rpartition("/")[2] in named, route.path
        elif "POST" in (getattr(route, "methods", None) or ()) and not route.path.startswith(PUBLIC):
            assert re.sub(r"\{.*?\}", "TOKEN", route.path) in mentioned or route.path.startswith("/tables/"), route.path


PUBLIC = ("/play", "/open", "/learn", "/lessons", "/puzzles", "/daily", "/replays", "/language", "/theme")
"""Forms that open a new table, or store a choice in the sending browser."""
