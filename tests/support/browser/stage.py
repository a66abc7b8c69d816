"""A table page with its socket connected to the test: the test sets the position and acts for all other seats.

The page comes from a real server, and the messages are those of a server; but no game has to be played to reach a
position, and no bot moves by itself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.errors import TobeanError
from tobean.record.any_format import as_record
from tobean.server.games.page_files import add_files
from tobean.session.chat import trade_help
from tobean.session.replay import play_on
from tobean.session.seats import bot_seat, person_seat
from tobean.session.viewer import Viewer
from tobean.session.wire import messages

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from playwright.sync_api import WebSocketRoute

    from tests.support.browser.player import Player
    from tobean.session.session import Session

SOCKETS = "**/tables/*/socket*"


class ScriptedTable:
    """Shows scenarios from one seat; None stands for a spectator."""

    def __init__(self, player: Player, game: str, seat: int | None = 0, language: str = "en", tempo: int = 100) -> None:
        self.player, self.page, self.game, self.tempo = player, player.page, game, tempo
        self.viewer = Viewer(seat, language)
        self.session: Session | None = None
        self.local_seats: tuple[int, ...] = () if seat is None else (seat,)
        self.events_sent = 0
        self.socket: WebSocketRoute | None = None
        self.silent = False
        """Whether messages of the page stay unanswered, as with a dead network."""
        self.received: list[dict[str, Any]] = []
        """Messages from the page."""
        self.window: dict[str, object] | None = None
        """The priority window: the time for which bots wait for the page."""
        self.rematch: str | None = None
        self.link = player.table_at_once(game)
        self.page.route_web_socket(SOCKETS, self.answer)

    # --- position --------------------------------------------------------------------------------------------------

    def show_scenario(
        self, scenario: str, bots: Collection[int] = (), local_seats: Collection[int] = (), reload: bool = True
    ) -> None:
        """Shows the table of this scenario. `local_seats` are all seats on this device.

        The page is reloaded; without `reload` it gets the messages that follow a lost connection.
        """
        record = as_record(f"scenario: on stage\ngiven game: {self.game}\n{scenario.strip()}\n")
        seats = [
            bot_seat(name, "merchant") if seat in bots else person_seat(name, f"player {seat}")
            for seat, name in enumerate(record.players)
        ]
        self.session, _ = play_on(record, len(record.moves), seats, 100.0, self.tempo)
        self.local_seats = tuple(local_seats) or self.local_seats
        if self.socket is None:
            self.page.goto(self.link)
        elif reload:
            self.page.reload()
        else:
            self.greet()
        self.player.wait_for_table()

    def act(self, *actions: str) -> None:
        """Applies actions in notation and updates the page."""
        session = self.playing
        for do in actions:
            session.act(SEAT_LETTERS.index(do[0]), do, session.version, 100.0, "seed")
            self.update()

    def say(self, seat: int, text: str) -> None:
        """Sends a chat line of a seat."""
        session = self.playing
        session.say(seat, session.names[seat], text, 100.0, from_bot=not session.seats[seat].is_person)
        self.send(messages.chat(session.chat[-1][0], session, self.viewer.language))

    @property
    def playing(self) -> Session:
        assert self.session is not None, "no scenario is shown yet"
        return self.session

    # --- connection -------------------------------------------------------------------------------------------------

    def answer(self, socket: WebSocketRoute) -> None:
        """Handles the connection of the page."""
        self.socket = socket
        socket.on_message(self.handle_message)
        if self.session is None:
            return
        wanted = socket.url.partition("seat=")[2].partition("&")[0]
        if wanted:
            self.viewer = Viewer(int(wanted), self.viewer.language)
        self.greet()

    def greet(self) -> None:
        """Sends the page the complete state."""
        self.events_sent = 0
        self.send(self.hello())
        for number, _ in self.playing.chat:
            self.send(messages.chat(number, self.playing, self.viewer.language))
        self.update()

    def hello(self) -> dict[str, Any]:
        hello: dict[str, Any] = messages.hello(self.playing, self.viewer)
        hello["you"] |= {"seats": self.local_seats, "host": False}
        seats = [{**seat.public(), "present": True} for seat in self.playing.seats]
        hello["table"] |= {
            "id": "stage",
            "public": False,
            "watching": 0,
            "rematch": self.rematch,
            "seats": seats,
            "link": "",
        }
        add_files(hello, self.game)
        return hello

    def update(self) -> None:
        self.send(json.loads(messages.update(self.playing, self.viewer, self.events_sent, window=self.window)))
        self.shown_events = len(self.playing.feed)

    def start_priority_window(self, seconds: float) -> None:
        """Starts the priority window, in which bots wait for the page."""
        self.window = {"turn": self.playing.table.turn, "left": seconds, "offers": []}
        self.update()

    def send(self, message: Mapping[str, object]) -> None:
        assert self.socket is not None, "the page has not connected"
        self.socket.send(messages.encode(dict(message)).decode())

    def handle_message(self, text: str | bytes) -> None:
        """Handles a message of the page like a server."""
        message = json.loads(text)
        self.received.append(message)
        if self.silent:
            return
        if message["type"] == "ping":
            self.send({"type": "pong"})
            return
        session, viewer, action = self.playing, self.viewer, message.get("action", "")
        try:
            match message["type"]:
                case "act":
                    assert viewer.seat is not None
                    session.act(viewer.seat, action, message["version"], 100.0, "seed")
                    self.update()
                case "plant":
                    assert viewer.seat is not None
                    session.plant(viewer.seat, message["version"], 100.0, "seed", action)
                    self.update()
                case "undo":
                    assert viewer.seat is not None
                    session.undo(viewer.seat, message["version"], 100.0)
                    self.update()
                case "why":
                    self.send(messages.why(session, viewer, action))
                case "preview":
                    self.send(trade_help.preview(session, viewer, action))
                case "chat":
                    self.say(viewer.seat or 0, message["text"])
                case "talk":
                    self.send(trade_help.talk(session, viewer, message["text"], message["offer"]))
                case "nothing":
                    self.window = None
                    self.send({"type": "window", "window": None})
                case "earlier":
                    self.send(messages.earlier(session, viewer, message["before"]))
        except TobeanError as error:
            self.send(messages.refused(session, viewer, error, action))


def scripted_visitor(
    visitor: Callable[..., Player], game: str, scenario: str, bots: Collection[int] = (), **context: Any
) -> tuple[Player, ScriptedTable]:
    """Opens a browser, as `visitor` does with this context, in which a scripted table shows the scenario."""
    player = visitor(**context)
    table = ScriptedTable(player, game, language=context.get("language", "en"))
    table.show_scenario(scenario, bots)
    return player, table
