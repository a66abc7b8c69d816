"""One socket at a table. What it gets is made when it can take it: a slow reader gets fewer, larger steps."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import TYPE_CHECKING, Any, Final

from tobean.play.bots import hints
from tobean.play.chat.chat_help import chat_help
from tobean.play.session.reducer import OPEN
from tobean.play.session.viewer import Viewer
from tobean.play.wire import messages
from tobean.server.games.page_files import add_files
from tobean.server.logs import log, log_error, short_id
from tobean.server.people.language import catalogue
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BotFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Send

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.people.identity import Visitor
    from tobean.server.tables.live_table import LiveTable

RECONNECT: Final = 1012
"""The code of a close after which the client connects again at once: another server may have the table."""
MOST_WAITING: Final = 200
"""So many single messages may wait for a reader before it is dropped."""


INITIAL_CHAT_LINES: Final = 50
"""So many lines of chat a newcomer gets."""


BEFORE_UPDATE: Final = ("stale", "error")
"""After these an update follows, so that the page shows the table as it is."""


MANY_VIEWERS: Final = 24
"""Where more sockets are open at a table than this, those who only watch hear of changes a little later."""
SPECTATOR_DELAY: Final = (0.5, 1.5)
"""So many seconds: each another time, so that they do not all want something at once."""


HINT_SECONDS: Final = 10.0
"""So long a hint may take at the most."""


class ViewerConnection:
    """A viewer of a table."""

    watches = True
    """Whether the table itself is shown, and not only its waiting room."""

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
        """What the link to the table begins with for this guest."""
        self.address = address
        self.viewer = Viewer(None, language)
        self.seats: tuple[int, ...] = ()
        self.last_sent = 0
        """Up to which event this guest knows what happened."""
        self.waiting: list[bytes] = []
        self.update_first = False
        """Did the table change before the first of the waiting messages?"""
        self.wants_hello = True
        self.wants_table = False
        self.wants_update = True
        self.wake = asyncio.Event()
        self.later: asyncio.TimerHandle | None = None
        self.send_immediately: Callable[[bytes], bool] | None = None
        """Sends without waiting for a turn, if the line can take it; not every server has that."""
        self.unsent: list[bytes] = []
        """What has been made and could not go out at once: it goes before all else."""
        self.sending_since = 0.0
        self.dropped = False
        self.aborted = False
        self.task: asyncio.Task[None] | None = None
        """The task that reads from this socket: when it ends, all does."""
        self.closing: asyncio.Task[None] | None = None
        self.coach: asyncio.Task[None] | None = None
        """Thinks of a hint for this guest; one at a time."""
        self.find_seat()

    def find_seat(self) -> None:
        """Where this person sits now; of several seats on one device the one that was asked for."""
        self.seats = tuple(self.live_table.session.seats_of(self.visitor.id)) if self.visitor.id else ()
        seat = self.wanted_seat if self.wanted_seat in self.seats else (self.seats[0] if self.seats else None)
        if seat != self.viewer.seat:
            self.viewer = Viewer(seat, self.language)
            self.wants_hello = True
            self.wants_update = True

    async def change(self, act: Callable[[Session, float], list[Entry]]) -> None:
        """Change the table as this guest wishes."""
        await self.live_table.registry.revocations.change(self.live_table, self.visitor, act)

    # --- what it should hear --------------------------------------------------------------------------------------

    def post(self, message: bytes) -> None:
        """A single message, as it is."""
        if not self.waiting:
            self.update_first = self.wants_update
        if len(self.waiting) >= MOST_WAITING:
            self.dropped = True
        else:
            self.waiting.append(message)
        self.wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        self.post(messages.encode(message))
        if message["type"] in BEFORE_UPDATE:
            self.update_first = False

    def request_update(self) -> None:
        """The table has changed."""
        self.wants_update = True
        self.schedule_send()

    def send_update(self) -> None:
        """The table has changed, and that is in its log: told at once where the line takes it, else in its turn."""
        self.wants_update = True
        is_prompt = self.seats or self.is_prompt
        if self.send_immediately is None or self.unsent or self.sending_since or self.dropped or not is_prompt:
            self.schedule_send()
            return
        try:
            up_to_date = not (self.wants_hello or self.waiting or self.wants_table)
            messages = self.update() if up_to_date else self.next_messages()
            sent = 0
            while sent < len(messages) and self.send_immediately(messages[sent]):
                sent += 1
        except Exception as error:  # a fault of ours: it must not reach whoever has moved
            self.fail(error)
            return
        if sent < len(messages):
            self.unsent = messages[sent:]
            self.wake.set()

    def fail(self, error: Exception) -> None:
        """This guest could not be told: they have to connect again."""
        self.live_table.registry.metrics.count("errors")
        log_error("a guest could not be told", error)
        self.abort()

    def send_table_soon(self) -> None:
        """Seats or presence have changed."""
        self.find_seat()
        self.wants_table = True
        self.schedule_send()

    @property
    def is_prompt(self) -> bool:
        """Is this guest told at once? Of many who only watch, each is a little later."""
        return bool(self.seats) or len(self.live_table.connections) <= MANY_VIEWERS

    def schedule_send(self) -> None:
        """There is something to be told."""
        if self.is_prompt:
            self.wake.set()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(random.uniform(*SPECTATOR_DELAY), self.send_now)

    def send_now(self) -> None:
        self.later = None
        self.wake.set()

    def resend_all(self) -> None:
        """The session was taken from the log again: forget what was told."""
        self.last_sent = -1
        self.find_seat()
        self.wants_table = self.wants_update = True
        self.wake.set()

    def drop(self) -> None:
        """Close the socket once what is being sent has gone."""
        self.dropped = True
        self.wake.set()

    def close_now(self) -> None:
        """Close the socket without waiting for the table, which may be waiting for the database."""
        self.drop()
        self.closing = asyncio.create_task(self.send_close())

    async def send_close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the other side has gone
            await self.send({"type": "websocket.close", "code": RECONNECT})

    def abort(self) -> None:
        """Close the socket now: it takes nothing any more. Once: what is on its way to the disk shall get there."""
        if not self.aborted:
            self.aborted = self.dropped = True
            if self.task is not None:
                self.task.cancel()

    def send_chat_help(self) -> None:
        """Whoever said something that no bot understands hears that, alone."""
        session = self.live_table.session
        spoken = session.questions.spoken[-1:]
        if spoken and spoken[0].seat == self.viewer.seat:
            text = chat_help(session, spoken[0], self.language)
            if text:
                self.answer({"type": "puzzled", "text": text})

    # --- the coach ------------------------------------------------------------------------------------------------

    def request_hint(self, question: dict[str, object], version: int) -> None:
        """Let the coach think beside all else. Whoever asks again meanwhile gets that one hint."""
        if self.coach is None or self.coach.done():
            self.coach = asyncio.create_task(self.send_hint(question, version))

    async def send_hint(self, question: dict[str, object], version: int) -> None:
        live_table, viewer = self.live_table, self.viewer
        requester = Requester(self.address, self.visitor.id, live_table.id)
        try:
            found = await live_table.registry.worker_pool.hint(requester, question, HINT_SECONDS)
        except BotFailed as error:
            live_table.registry.metrics.count("bot_faults")
            log("coach failed", table=short_id(live_table.id), fault=error.fault)
            found = self.no_hint()
        except Exception as error:  # a fault of ours: whoever asked is told all the same
            live_table.registry.metrics.count("errors")
            log_error("the coach could not be asked", error)
            found = self.no_hint()
        self.answer(hints.hint_message(live_table.session, viewer, version, found))

    def no_hint(self) -> dict[str, Any]:
        return {"do": None, "text": catalogue(self.language).gettext("The coach has no idea just now.")}

    # --- telling it -------------------------------------------------------------------------------------------------

    def next_messages(self) -> list[bytes]:
        """All that this guest should hear now, in the order in which it came about."""
        if self.dropped:
            # The table may be ahead of its log: only what was said already goes out.
            return self.waiting
        found: list[bytes] = []
        if self.wants_hello:
            found += self.hello()
        single, self.waiting = self.waiting, []
        if not self.update_first:
            found += single
        if self.wants_table:
            self.wants_table = False
            found.append(messages.encode({"type": "table", "table": self.table_data()}))
        if self.wants_update:
            found += self.update()
        if self.update_first:
            found += single
            self.update_first = False
        return found

    def hello(self) -> list[bytes]:
        """The table, its cards, and what was said last."""
        session = self.live_table.session
        self.wants_hello = self.wants_table = False
        hello = messages.hello(session, self.viewer)
        hello["you"] = {**hello["you"], **self.own_data()}  # type: ignore[dict-item]
        hello["table"] = self.table_data()
        add_files(hello, session.setup.game)
        lines = [
            messages.encode(messages.chat(number, session, self.language))
            for number, _ in session.chat[-INITIAL_CHAT_LINES:]
        ]
        return [messages.encode(hello), *lines]

    def update(self) -> list[bytes]:
        """The table as it is, and what has happened since this guest was told last."""
        session = self.live_table.session
        self.wants_update = False
        if session.state == OPEN:
            return []
        since = self.last_sent if 0 <= self.last_sent <= len(session.told) else -1
        self.last_sent = len(session.told)
        now = time.time()
        return [messages.update(session, self.viewer, since, now, self.window(now))]

    def window(self, now: float) -> dict[str, object] | None:
        """How long bots wait for this guest."""
        seat = self.viewer.seat
        return (
            None if seat is None else self.live_table.bot_scheduler.window(seat, now, self.live_table.present_seats())
        )

    def send_window(self, changed: bool = True) -> None:
        """Say how long bots wait now; where nothing need have `changed`, only if they do."""
        window = self.window(time.time())
        if changed or window is not None:
            self.answer({"type": "window", "window": window})

    def table_data(self) -> dict[str, object]:
        return {
            **self.live_table.registry.table_data(self.live_table),
            "link": f"{self.base_url}/tables/{self.live_table.id}",
            "reclaim": self.live_table.session.reclaimable_seats(self.visitor.id),
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
                messages, self.unsent = self.unsent + self.next_messages(), []
                self.sending_since = time.monotonic()
            for message in messages:
                self.sending_since = time.monotonic()
                await send({"type": "websocket.send", "text": message.decode()})
            self.sending_since = 0.0
