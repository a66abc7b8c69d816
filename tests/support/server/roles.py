"""One server, its visitors by the roles of docs/hosting.md, "Who may do what", and their table."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from tests.support.paths import DOCS
from tests.support.server import app
from tobean.server.database.database import FILE_NAME
from tobean.server.tables.live_table import LiveTable
from tobean.session.log.entries import Entry
from tobean.session.seats import OPEN_SEAT, Seat, bot_seat, person_seat
from tobean.session.session import Session
from tobean.session.setup import Setup

SECTION = (DOCS / "hosting.md").read_text(encoding="utf-8").split("## Who may do what")[1]
SECTION = SECTION.split("\n## ")[0]
HOST, PLAYER, LEFT, SPECTATOR, ANONYMOUS = ROLES = ("host", "player", "left", "spectator", "no cookie")
ELSEWHERE = "host of another table"
"""An additional role, with the rights of a spectator."""
SEATS = {HOST: 0, PLAYER: 1, LEFT: 2}
BOT, FREE = 3, 4


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
        return app.live_table_of(self.client, table)

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
