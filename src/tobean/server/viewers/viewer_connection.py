"""Connection of one viewer to a table.

Updates are built when the socket can take them, so a slow client gets fewer updates, each covering more events.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Send

from tobean.server.games.page_files import add_files
from tobean.server.language import catalogue
from tobean.server.logs import log, log_error, short_id
from tobean.server.people.visitor import Visitor
from tobean.server.tables.live_table import LiveTable
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BotFailed
from tobean.session.bots import hints
from tobean.session.chat.chat_help import chat_help
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import OPEN
from tobean.session.session import Session
from tobean.session.viewer import Viewer
from tobean.session.wire import messages

RECONNECT: Final = 1012
"""Close code after which the client reconnects immediately: another server may own the table."""
MAX_QUEUED: Final = 200
"""Maximum number of queued messages before a viewer is dropped."""
INITIAL_CHAT_LINES: Final = 50
"""Maximum number of chat lines sent to a new connection."""
BEFORE_UPDATE: Final = ("stale", "error")
"""Types of messages that are sent before a pending update, which then shows the current table."""
MANY_VIEWERS: Final = 24
"""Number of connections to a table above which spectators get updates with a delay."""
SPECTATOR_DELAY: Final = (0.5, 1.5)
"""Bounds of that delay in seconds; it is random, so that not all spectators are served at the same time."""
HINT_SECONDS: Final = 10.0
"""Time limit for computing a hint, in seconds."""


class ViewerConnection:
    """Connection of one viewer to a table, and what has been or is to be sent over it."""

    shows_table = True
    """Whether the table itself is shown; False in the waiting room."""

    def __init__(
        self,
        live_table: LiveTable,
        visitor: Visitor,
        language: str,
        send: Send,
        wanted_seat: int | None,
        base_url: str,
        address: str = "",
    ) -> None:
        self.live_table = live_table
        self.visitor = visitor
        self.language = language
        self.send = send
        self.wanted_seat = wanted_seat
        self.base_url = base_url
        """Base URL of the table's link, at an address that this viewer can reach."""
        self.address = address
        self.viewer = Viewer(None, language)
        self.seats: tuple[int, ...] = ()
        self.last_sent = 0
        """Number of events that this viewer has been sent, -1 if unknown."""
        self.queued_messages: list[bytes] = []
        self.update_first = False
        """Whether the pending update is older than the queued messages and goes before them."""
        self.wants_hello = True
        self.wants_table = False
        self.wants_update = True
        self.wake = asyncio.Event()
        self.send_timer: asyncio.TimerHandle | None = None
        self.send_immediately: Callable[[bytes], bool] | None = None
        """Sends without a task switch and returns whether the socket took it; not every ASGI server has that."""
        self.outbox: list[bytes] = []
        """Messages that were built but could not be sent immediately; they go before all others."""
        self.sending_since = 0.0
        self.dropped = False
        self.aborted = False
        self.task: asyncio.Task[None] | None = None
        """The task that reads from this socket; the connection ends with it."""
        self.close_task: asyncio.Task[None] | None = None
        self.hint_task: asyncio.Task[None] | None = None
        """Task that computes a hint for this viewer; one at a time."""
        self.find_seat()

    def find_seat(self) -> None:
        """Find the person's seats; of several seats on one device, the requested one is shown."""
        self.seats = tuple(self.live_table.session.seats_of(self.visitor.id)) if self.visitor.id else ()
        seat = self.wanted_seat if self.wanted_seat in self.seats else (self.seats[0] if self.seats else None)
        if seat != self.viewer.seat:
            self.viewer = Viewer(seat, self.language)
            self.wants_hello = True
            self.wants_update = True

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> None:
        """Change the table on behalf of this viewer."""
        await self.live_table.registry.revocations.change(self.live_table, self.visitor, act)

    # --- queueing messages ----------------------------------------------------------------------------------------

    def queue_encoded(self, message: bytes) -> None:
        """Queue a single encoded message; a viewer with too many of them is dropped."""
        if not self.queued_messages:
            self.update_first = self.wants_update
        if len(self.queued_messages) >= MAX_QUEUED:
            self.dropped = True
        else:
            self.queued_messages.append(message)
        self.wake.set()

    def queue_message(self, message: dict[str, Any]) -> None:
        self.queue_encoded(messages.encode(message))
        if message["type"] in BEFORE_UPDATE:
            self.update_first = False

    def request_update(self) -> None:
        self.wants_update = True
        self.schedule_send()

    def send_update(self) -> None:
        """Send an update after a change that is in the log: immediately if the socket accepts it.

        Otherwise the sending task sends it.
        """
        self.wants_update = True
        if (
            self.send_immediately is None
            or self.outbox
            or self.sending_since
            or self.dropped
            or not self.gets_updates_immediately
        ):
            self.schedule_send()
            return
        try:
            up_to_date = not (self.wants_hello or self.queued_messages or self.wants_table)
            outgoing = self.update() if up_to_date else self.next_messages()
            sent = 0
            while sent < len(outgoing) and self.send_immediately(outgoing[sent]):
                sent += 1
        except Exception as error:  # a bug here must not reach the caller, which serves the player who moved
            self.fail(error)
            return
        if sent < len(outgoing):
            self.outbox = outgoing[sent:]
            self.wake.set()

    def fail(self, error: Exception) -> None:
        """Log an error in sending and abort the connection; the client has to reconnect."""
        self.live_table.registry.metrics.count("errors")
        log_error("an update could not be sent to a viewer", error)
        self.abort()

    def send_table_soon(self) -> None:
        """Schedule the table's seats and presence, which have changed."""
        self.find_seat()
        self.wants_table = True
        self.schedule_send()

    @property
    def gets_updates_immediately(self) -> bool:
        """Whether this viewer gets updates without delay: players always, spectators unless there are many."""
        return bool(self.seats) or len(self.live_table.connections) <= MANY_VIEWERS

    def schedule_send(self) -> None:
        """Wake the sending task, for one of many spectators after a delay."""
        if self.gets_updates_immediately:
            self.wake.set()
        elif self.send_timer is None:
            self.send_timer = asyncio.get_running_loop().call_later(
                random.uniform(*SPECTATOR_DELAY), self.wake_after_delay
            )

    def wake_after_delay(self) -> None:
        self.send_timer = None
        self.wake.set()

    def resend_all(self) -> None:
        """Resend everything after the session was reloaded from the log."""
        self.last_sent = -1
        self.find_seat()
        self.wants_table = self.wants_update = True
        self.wake.set()

    def drop(self) -> None:
        """Close the socket once the current message has been sent."""
        self.dropped = True
        self.wake.set()

    def close_now(self) -> None:
        """Close the socket without waiting for the table, which may be waiting for the database."""
        self.drop()
        self.close_task = asyncio.create_task(self.send_close())

    async def send_close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the client has gone
            await self.send({"type": "websocket.close", "code": RECONNECT})

    def abort(self) -> None:
        """Close a socket that takes no further data by cancelling its task.

        The task is cancelled only once, so that a write to the log which it is waiting for can be completed.
        """
        if not self.aborted:
            self.aborted = self.dropped = True
            if self.task is not None:
                self.task.cancel()

    def send_chat_help(self) -> None:
        """Tell the viewer, and no other, if their last line of chat was one that bots do not understand."""
        session = self.live_table.session
        spoken = session.utterances.items[-1:]
        if spoken and spoken[0].seat == self.viewer.seat:
            text = chat_help(session, spoken[0], self.language)
            if text:
                self.queue_message({"type": "puzzled", "text": text})

    # --- the coach ------------------------------------------------------------------------------------------------

    def request_hint(self, payload: dict[str, object], version: int) -> None:
        """Start the computation of a hint; further requests are ignored until it is sent."""
        if self.hint_task is None or self.hint_task.done():
            self.hint_task = asyncio.create_task(self.send_hint(payload, version))

    async def send_hint(self, payload: dict[str, object], version: int) -> None:
        live_table, viewer = self.live_table, self.viewer
        requester = Requester(self.address, self.visitor.id, live_table.id)
        try:
            hint = await live_table.registry.worker_pool.hint(requester, payload, HINT_SECONDS)
        except BotFailed as error:
            live_table.registry.metrics.count("bot_faults")
            log("coach failed", table=short_id(live_table.id), fault=error.fault)
            hint = self.no_hint()
        except Exception as error:  # a bug here: the viewer still gets an answer
            live_table.registry.metrics.count("errors")
            log_error("a hint could not be computed", error)
            hint = self.no_hint()
        self.queue_message(hints.hint_message(live_table.session, viewer, version, hint))

    def no_hint(self) -> dict[str, Any]:
        return {"do": None, "text": catalogue(self.language).gettext("The coach has no idea just now.")}

    # --- building and sending messages ------------------------------------------------------------------------------

    def next_messages(self) -> list[bytes]:
        """Build all messages that this viewer should get now, in the order in which their causes happened."""
        if self.dropped:
            # The session may be ahead of its log: only messages that are queued already go out.
            return self.queued_messages
        outgoing: list[bytes] = []
        if self.wants_hello:
            outgoing += self.hello()
        queued, self.queued_messages = self.queued_messages, []
        if not self.update_first:
            outgoing += queued
        if self.wants_table:
            self.wants_table = False
            outgoing.append(messages.encode({"type": "table", "table": self.table_data()}))
        if self.wants_update:
            outgoing += self.update()
        if self.update_first:
            outgoing += queued
            self.update_first = False
        return outgoing

    def hello(self) -> list[bytes]:
        """Build the message with the table and its cards, and those with the latest lines of chat."""
        session = self.live_table.session
        self.wants_hello = self.wants_table = False
        hello = messages.hello(session, self.viewer)
        hello["you"] = {**hello["you"], **self.own_data()}  # type: ignore[dict-item]  # `hello` is untyped JSON
        hello["table"] = self.table_data()
        add_files(hello, session.setup.game)
        lines = [
            messages.encode(messages.chat(number, session, self.language))
            for number, _ in session.chat[-INITIAL_CHAT_LINES:]
        ]
        return [messages.encode(hello), *lines]

    def update(self) -> list[bytes]:
        """Build the current state of the table, with the events since the last update."""
        session = self.live_table.session
        self.wants_update = False
        if session.state == OPEN:
            return []
        since = self.last_sent if 0 <= self.last_sent <= len(session.feed) else -1
        self.last_sent = len(session.feed)
        now = time.time()
        return [messages.update(session, self.viewer, since, now, self.window(now))]

    def window(self, now: float) -> dict[str, object] | None:
        """Return the player's remaining priority time and the offers reserved for them.

        None for a spectator, or if nothing waits for them.
        """
        seat = self.viewer.seat
        return (
            None if seat is None else self.live_table.bot_scheduler.window(seat, now, self.live_table.present_seats())
        )

    def send_window(self, changed: bool = True) -> None:
        """Send how long bots wait; unless `changed`, only if they wait at all."""
        window = self.window(time.time())
        if changed or window is not None:
            self.queue_message({"type": "window", "window": window})

    def table_data(self) -> dict[str, object]:
        return {
            **self.live_table.registry.table_data(self.live_table),
            "link": f"{self.base_url}/tables/{self.live_table.id}",
            "reclaim": self.live_table.session.reclaimable_seats(self.visitor.id),
            **self.live_table.seat_requests.data_for(self.visitor),
            "ends": self.viewer.seat is not None and self.live_table.is_alone(self.viewer.seat, self.visitor.id),
        }

    def own_data(self) -> dict[str, object]:
        return {
            "name": self.visitor.name or None,
            "seats": self.seats,
            "host": bool(self.visitor.id) and self.visitor.id == self.live_table.host,
        }

    async def run(self) -> None:
        """Send until the socket closes."""
        send = self.send
        while not self.dropped:
            await self.wake.wait()
            self.wake.clear()
            async with self.live_table.lock:  # while an entry is being written the session is ahead of the log
                outgoing, self.outbox = self.outbox + self.next_messages(), []
                self.sending_since = time.monotonic()
            for message in outgoing:
                self.sending_since = time.monotonic()
                await send({"type": "websocket.send", "text": message.decode()})
            self.sending_since = 0.0
