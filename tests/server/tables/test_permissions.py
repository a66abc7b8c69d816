"""Permissions: every row of the table in docs/hosting.md, tried in each role."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from tests.support.paths import DOCS
from tests.support.server import app
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.play.session.entries import Entry
from tobean.play.session.errors import Refused
from tobean.play.session.seats import OPEN_SEAT, Seat, bot_seat, person_seat
from tobean.play.session.session import Session
from tobean.play.session.setup import Setup
from tobean.server.app import routes
from tobean.server.database.database import FILE_NAME
from tobean.server.people.visitor import Visitor
from tobean.server.store.rows import Person
from tobean.server.tables import seating
from tobean.server.tables.live_table import AWAY_SECONDS, LiveTable
from tobean.server.viewers.messages import HANDLERS
from tobean.server.viewers.viewer_connection import ViewerConnection

SECTION = (DOCS / "hosting.md").read_text(encoding="utf-8").split("## Who may do what")[1]
SECTION = SECTION.split("\n## ")[0]
HOST, PLAYER, LEFT, WATCHER, ANONYMOUS = ROLES = ("host", "player", "left", "watcher", "no cookie")
ELSEWHERE = "host of another table"
"""An additional role, with the rights of a spectator."""
SEATS = {HOST: 0, PLAYER: 1, LEFT: 2}
BOT, FREE = 3, 4


def documented() -> dict[str, dict[str, str]]:
    """The table of requests: row, column, cell."""
    lines = [line for line in SECTION.splitlines() if line.startswith("|")]
    start = next(at for at, line in enumerate(lines) if line.startswith("| request |"))
    heads = [cell.strip() for cell in lines[start].strip("|").split("|")]
    assert tuple(heads[1:]) == ROLES
    found = {}
    for line in lines[start + 2 :]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != len(heads):
            break
        found[cells[0]] = dict(zip(ROLES, cells[1:], strict=True))
    return found


TABLE = documented()


@dataclass
class World:
    """One server, its visitors by role, and their table."""

    client: TestClient
    folder: Path
    cookies: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)

    def become(self, role: str) -> None:
        self.client.cookies.clear()
        if role in self.cookies:
            self.client.cookies.set("tobean", self.cookies[role])

    def meet(self, role: str, name: str) -> None:
        """Creates a person with this name in this role."""
        self.become(ANONYMOUS)
        answer = app.post_form(self.client, "/open", game="bohnanza", name=name, seat1="here", seat2="here")
        self.cookies[role] = answer.cookies["tobean"]
        self.people[role] = self.room_at(answer.headers["location"].rpartition("/")[2]).host

    def room_at(self, table: str) -> LiveTable:
        assert self.client.portal is not None
        live_table = self.client.portal.call(app.site_of(self.client).registry.live_table, table)
        assert live_table is not None
        return live_table

    def change(self, live_table: LiveTable, act: Callable[[Session, float], list[Entry]]) -> None:
        assert self.client.portal is not None
        self.client.portal.call(live_table.change, act)

    def waiting(self) -> LiveTable:
        """A waiting table with a host, a player, a former player, a bot, and a free seat."""
        return self.open(Setup("bohnanza", (*self.seats, OPEN_SEAT), start=0), starts=False)

    def running(self, first: int = 0, *, learning: bool = False) -> LiveTable:
        """The same in a running game: a bot replaces the former player. A person begins, so no bot acts first."""
        return self.open(Setup("bohnanza", self.seats, start=first, hints=True, learning=learning), starts=True)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (person_seat("Nina", self.people[HOST]), OPEN_SEAT, OPEN_SEAT, bot_seat("Robin", "sprout"))

    def open(self, setup: Setup, *, starts: bool) -> LiveTable:
        assert self.client.portal is not None
        registry = app.site_of(self.client).registry
        live_table = self.client.portal.call(lambda: registry.open(setup, self.people[HOST], public=False))

        def sit_and_leave(session: Session, now: float) -> list[Entry]:
            found = session.sit(SEATS[PLAYER], "Timon", self.people[PLAYER], now)
            found += session.sit(SEATS[LEFT], "Keno", self.people[LEFT], now)
            if starts:
                found += session.start(now, 1)
            return found + session.leave(SEATS[LEFT], now)

        self.change(live_table, sit_and_leave)
        return live_table

    def over(self) -> LiveTable:
        live_table = self.running()
        self.change(live_table, app.random_playout)
        return live_table

    def damaged(self) -> LiveTable:
        """A table with an unreadable last entry."""
        live_table = self.running()
        self.change(live_table, lambda session, now: session.say(SEATS[HOST], "Nina", "Hello", now))
        assert self.client.portal is not None
        self.client.portal.call(app.site_of(self.client).registry.close, live_table)
        with sqlite3.connect(self.folder / FILE_NAME) as database:
            last = live_table.session.seq - 1
            database.execute("UPDATE log SET entry = 'x' WHERE table_id = ? AND seq = ?", (live_table.id, last))
        return live_table

    # --- requests ----------------------------------------------------------------------------------------------

    def form(self, live_table: LiveTable, form: str, **fields: Any) -> bool:
        """Sends a form; returns whether it took effect. A refused form gets an error and changes nothing."""
        before = (live_table.session.seq, list(live_table.session.seats), live_table.rematch)
        answer = app.post_form(self.client, f"/tables/{live_table.id}/{form}", **fields)
        if answer.status_code == 303:
            return answer.headers["location"] != f"/tables/{live_table.id}/result"
        assert answer.status_code == 422
        assert (live_table.session.seq, list(live_table.session.seats), live_table.rematch) == before
        return False

    def message(self, live_table: LiveTable, **message: Any) -> bool:
        """Sends a message on the socket; returns whether it took effect."""
        before = live_table.session.seq
        with app.table_socket(self.client, live_table.id) as socket:
            socket.send_json(message)
            socket.send_json({"type": "ping"})
            answers = []
            while (answer := socket.receive_json())["type"] != "pong":
                answers.append(answer)
        refusals = [each for each in answers if each["type"] in ("refused", "error", "stale")]
        if refusals:
            assert all(each["type"] == "refused" and each["text"] for each in refusals)
            assert live_table.session.seq == before
        return not refusals

    def both(self, fresh: Callable[[], LiveTable], name: str, seat: int, **fields: Any) -> list[bool]:
        """Tries form and socket, each at a separate table."""
        by_form = self.form(fresh(), name, seat=seat, **fields)
        return [by_form, self.message(fresh(), type="seat", do=name, seat=seat, **fields)]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("permissions")
    with pytest.MonkeyPatch.context() as patch, app.server_client(folder) as client:
        # The server logs absences by time; such an entry would look as if a refused request had changed something.
        patch.setattr(LiveTable, "unreported_seats", lambda _: [])
        found = World(client, folder)
        for role, name in [(HOST, "Nina"), (PLAYER, "Timon"), (LEFT, "Keno"), (WATCHER, "Eiko"), (ELSEWHERE, "Paula")]:
            found.meet(role, name)
        yield found


# --- rows: each makes a request and returns whether it took effect, once for each way to send it ---------------------

Row = Callable[[World, str], list[bool]]
ROWS: dict[str, Row] = {}


def row(words: str) -> Callable[[Row], Row]:
    """Registers a check by the text of the row's first cell."""

    def keep(tried: Row) -> Row:
        ROWS[words] = tried
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


@row("running game: `sit` in a bot's seat")
def sit_for_bot(world: World, role: str) -> list[bool]:
    return sitting(world, role, world.running, BOT)


@row("running game: `sit` in the seat of a person who left")
def sit_for_absent(world: World, role: str) -> list[bool]:
    return sitting(world, role, world.running, SEATS[LEFT])


@row("running game: `leave` the own seat to a bot")
def leave_to_bot(world: World, role: str) -> list[bool]:
    return world.both(world.running, "leave", SEATS.get(role, 0))


@row("running game: `leave` another person's seat")
def leave_other(world: World, role: str) -> list[bool]:
    return world.both(world.running, "leave", other(role)) + world.both(world.running, "leave", BOT)


@row("running game: `reclaim` the own seat from the bot")
def reclaim(world: World, role: str) -> list[bool]:
    return world.both(world.running, "reclaim", SEATS.get(role, 0))


@row("running game: `reclaim` another person's seat")
def reclaim_other(world: World, role: str) -> list[bool]:
    seats = [seat for seat in (0, 1, 2, BOT) if SEATS.get(role) != seat]
    return [done for seat in seats for done in world.both(world.running, "reclaim", seat)]


@row("running game: `fill` a bot's seat with another bot")
def fill_bot(world: World, role: str) -> list[bool]:
    tried = world.both(world.running, "fill", BOT, bot="merchant")
    return tried + world.both(world.running, "fill", SEATS[LEFT], bot="sprout")


@row("running game, the host has left: `fill` a bot's seat with another bot")
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


@row("running game: `fill` the seat of a person who is there")
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


@row("`act` for another seat")
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
STUDY = ("/review", "/curve.json", "/marks.json", "/actions.json", "/variation.json?line=A+pass")
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

MEANINGS = {"yes": True, "own": True, "with a name": True, "no": False}


@pytest.mark.parametrize("role", [*ROLES, ELSEWHERE])
@pytest.mark.parametrize("words", TABLE)
def test_requests_are_permitted_by_role(world: World, words: str, role: str) -> None:
    expected = MEANINGS[TABLE[words][WATCHER if role == ELSEWHERE else role]]
    world.become(role)
    assert set(ROWS[words](world, role)) == {expected}


def test_every_request_has_a_tested_row(world: World) -> None:
    assert set(ROWS) == set(TABLE)
    named = set(re.findall(r"`([a-z.-]+)`", " ".join(TABLE)))
    assert set(HANDLERS) - {"seat"} <= named
    mentioned = set(re.findall(r"`(/[^`]*)`", SECTION))
    for route in routes(app.site_of(world.client)):
        if route.path.startswith("/tables/{table:id}/") and not route.path.endswith("/socket"):
            assert route.path.rpartition("/")[2] in named, route.path
        elif "POST" in (getattr(route, "methods", None) or ()) and not route.path.startswith(PUBLIC):
            assert re.sub(r"\{.*?\}", "TOKEN", route.path) in mentioned or route.path.startswith("/tables/"), route.path


PUBLIC = ("/play", "/open", "/learn", "/lessons", "/puzzles", "/daily", "/replays", "/language", "/theme")
"""Forms that open a new table, or store a choice in the sending browser."""


# --- addresses beside the tables -----------------------------------------------------------------------------------


def addresses() -> dict[str, str]:
    """The second table: the addresses of each row, with the roles that may use them."""
    lines = SECTION.split("| address | for whom |")[1].splitlines()[2:]
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return {address.strip(): whom.strip() for address, whom in rows}


def about_themselves(world: World) -> None:
    """Forms about one's own data accept no other person and no other person's table."""
    live_table = world.over()
    world.become(WATCHER)
    assert live_table.id not in world.client.get("/mine").text
    assert live_table.id not in world.client.get("/mine/games").text
    assert live_table.id not in world.client.get("/me/data").text
    for form in ("/mine/clear", "/me", "/me/puzzles", "/erase"):
        stranger = {"person": world.people[HOST], "id": world.people[HOST], "name": "Eiko", "agree": "yes"}
        stranger["table"] = live_table.id
        assert app.post_form(world.client, form, **stranger).status_code == 303
    assert app.post_form(world.client, "/forget", everywhere="yes", person=world.people[HOST]).status_code == 303
    world.become(HOST)
    page = world.client.get("/mine").text
    assert live_table.id in page
    own = world.client.get("/me").text
    assert "Nina" in own
    assert 'value="yes" checked' not in own


def by_link(world: World) -> None:
    world.become(ANONYMOUS)
    assert world.client.get("/move/nonsense").status_code == 403
    assert app.post_form(world.client, "/move/nonsense").status_code == 403
    assert app.post_form(world.client, f"/move/{world.cookies[HOST]}").status_code == 403


def from_this_machine(world: World) -> None:
    world.become(HOST)
    lan_access = app.site_of(world.client).hosts.lan_access
    before = vars(lan_access).copy()
    assert app.post_form(world.client, "/open-up").status_code == 303
    assert vars(lan_access) == before


def for_watching(world: World) -> None:
    world.become(HOST)
    assert world.client.get("/metrics").status_code == 404


def for_other_servers(world: World) -> None:
    live_table = world.running()
    world.become(HOST)
    signed = app.site_of(world.client).identity.transfer_signer.dumps({"t": live_table.id})
    for token in ("nonsense", live_table.id, world.cookies[HOST], signed):
        assert world.client.get(f"/inside/give/{token}").status_code == 404
    assert world.room_at(live_table.id) is live_table


def open_to_all(world: World) -> None:
    world.become(ANONYMOUS)
    for path in ("/", "/lobby", "/open", "/rules", "/learn", "/replays", "/privacy", "/health", "/ready"):
        assert world.client.get(path).status_code == 200, path


ADDRESSES: dict[str, Callable[[World], None]] = {
    (
        "`/mine`, `/mine/clear`, `/mine/games`, `/me`, `/me/data`, `/me/puzzles`, `/forget`, `/erase`, the notes of a "
        "replay"
    ): about_themselves,
    "`/move/TOKEN`": by_link,
    "`/open-up`": from_this_machine,
    "`/metrics`": for_watching,
    "`/inside/give/TOKEN`": for_other_servers,
    "all other pages": open_to_all,
}


@pytest.mark.parametrize("address", addresses())
def test_addresses_are_restricted_to_their_roles(tmp_path: Path, address: str) -> None:
    with app.server_client(tmp_path) as client:
        world = World(client, tmp_path)
        for role, name in [(HOST, "Nina"), (PLAYER, "Timon"), (LEFT, "Keno"), (WATCHER, "Eiko")]:
            world.meet(role, name)
        ADDRESSES[address](world)


# --- one hand per person -------------------------------------------------------------------------------------------


def test_leaving_and_sitting_down_again_reveals_no_hands(world: World) -> None:
    """Leaves, takes a bot's seat, leaves that, and reclaims all."""
    world.become(PLAYER)
    live_table = world.running()
    own = SEATS[PLAYER]
    assert world.form(live_table, "leave", seat=own)
    assert not world.form(live_table, "sit", seat=BOT)
    assert world.form(live_table, "reclaim", seat=own)
    assert not world.form(live_table, "sit", seat=BOT)
    assert live_table.session.seats_of(world.people[PLAYER]) == [own]


def test_one_of_two_left_hands_is_reclaimed(world: World) -> None:
    """An old log may reserve two seats for one person."""
    person = world.people[LEFT]
    live_table = world.running()

    def second_hand(session: Session, now: float) -> list[Entry]:
        kept = replace(session.seats[BOT], person=person)
        return session._seat(BOT, kept, now)

    world.change(live_table, second_hand)
    world.become(LEFT)
    assert live_table.session.reclaimable_seats(person) == [SEATS[LEFT], BOT]
    assert world.form(live_table, "reclaim", seat=BOT)
    assert not world.form(live_table, "reclaim", seat=SEATS[LEFT])
    assert not world.message(live_table, type="seat", do="reclaim", seat=SEATS[LEFT])
    assert live_table.session.seats_of(person) == [BOT]
    assert world.form(live_table, "leave", seat=BOT)
    assert world.form(live_table, "reclaim", seat=SEATS[LEFT])
    assert live_table.session.seats_of(person) == [SEATS[LEFT]]


def test_simultaneous_requests_take_one_seat(world: World) -> None:
    live_table = world.waiting()
    world.change(live_table, lambda session, now: session.fill(SEATS[LEFT], "Toni", "sprout", now))
    watcher = Visitor(Person(world.people[WATCHER], "Eiko", 0.0, 0.0), "cookie")

    async def both() -> list[Any]:
        async with live_table.lock:
            tries = [asyncio.create_task(seating.sit(live_table, seat, watcher)) for seat in (SEATS[LEFT], BOT, FREE)]
            await asyncio.sleep(0)  # now all of them wait for the lock
        return await asyncio.gather(*tries, return_exceptions=True)

    assert world.client.portal is not None
    answers = world.client.portal.call(both)
    assert [type(answer) for answer in answers] == [type(None), Refused, Refused]
    assert live_table.session.seats_of(watcher.id) == [SEATS[LEFT]]


def test_hands_on_one_device_are_left_and_reclaimed_one_by_one(world: World) -> None:
    world.become(HOST)
    wishes = {"seat1": "here", "seat2": "here", "seat3": "sprout", "seat4": "none"}
    answer = app.post_form(world.client, "/open", game="bohnanza", name="Nina", **wishes)
    live_table = world.room_at(answer.headers["location"].rpartition("/")[2])
    assert world.form(live_table, "start")
    for seat in (1, 0):
        assert world.form(live_table, "leave", seat=seat)
    with app.table_socket(world.client, live_table.id) as socket:
        assert app.next_socket_message(socket, "hello")["table"]["reclaim"] == [0, 1]
    assert not world.form(live_table, "sit", seat=3)
    for seat in (0, 1):
        assert world.form(live_table, "reclaim", seat=seat)
    assert live_table.session.seats_of(live_table.host) == [0, 1, 2]


def test_a_left_seat_cannot_act(world: World) -> None:
    """A message waits for the table lock while another tab gives the seat away."""
    world.become(PLAYER)
    live_table = world.running()
    with app.table_socket(world.client, live_table.id) as socket:
        app.next_socket_message(socket, "update")
        [connection] = live_table.connections
        assert isinstance(connection, ViewerConnection)

        async def left_first() -> None:
            async with live_table.lock:
                leaving = asyncio.create_task(seating.leave(live_table, SEATS[PLAYER], connection.visitor))
                await asyncio.sleep(0)
                message = {"type": "wish", "kinds": []}
                wishing = asyncio.ensure_future(HANDLERS["wish"](app.site_of(world.client), connection, message))
                await asyncio.sleep(0)
            await leaving
            with pytest.raises(Refused, match="not your seat"):
                await wishing

        assert world.client.portal is not None
        world.client.portal.call(left_first)
