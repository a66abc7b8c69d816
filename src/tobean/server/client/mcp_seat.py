"""A language model in a seat of a served table, marked as a model for the other players.

An MCP server (`tobean mcp --join LINK`) takes the seat and keeps the connection to the table; the model looks and acts
through tools that describe in text what the page shows in pictures. It runs where the model runs; the table's server
sees an ordinary client of the protocol (docs/protocol.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, WebSocketException

from tobean.extras import with_install_hint
from tobean.i18n import error_text
from tobean.i18n.catalogues import N_, SOURCE
from tobean.i18n.catalogues import text as translated
from tobean.kernel.base.seats import seat_name
from tobean.kernel.errors import BadNotation
from tobean.server.client.table_client import ServerRefused, TableClient
from tobean.session.text_seat import PASS_WORDS, SAY, TextSeat, answer_line

TEXTS: Final[dict[str, str]] = N_(
    {
        "instructions": "You have been invited to a table of {game}, with people and bots who see that you are a "
        "language model. Read the rules once, then look and act until the game is over. For a decision you have "
        "{seconds} seconds; after that a bot plays for you until you act again.",
        "you": "You are {name}, seat {letter}. Since you last looked:",
        "waiting": "The game has not begun yet. At the table: {names}. Look again.",
        "over": "The game is over. {result}",
        "away": "You took too long, and a bot plays for you now. Act, with any answer, to take your seat back.",
        "back": "You are back at your seat; your answer has not been played.",
        "gone": "The table is closed to you: {reason}",
        "unclear": "This can mean several things, and nothing has changed. Answer with one of these lines: {choices}",
        "silent": "The server does not answer at the moment. Look again.",
        "said": "The others have heard it.",
    }
)
DEFAULT_WAIT: Final = 20
MAX_WAIT: Final = 50
"""Maximum seconds that `look` waits for the model to be needed: programs that run models give up after a minute."""
ANSWER_TIMEOUT: Final = 20.0
"""Seconds in which the server has to answer."""
RETRY_SECONDS: Final = 1.0
"""Seconds before a broken connection is opened again."""
FINAL_CLOSE_CODES: Final = (4403, 4404, 4409)
"""Close codes after which the client does not reconnect."""
REPLY_TYPES: Final = ("refused", "stale", "error", "talk", "look", "puzzled")


class ModelSeat:
    """Seat of a language model with its tools."""

    def __init__(self, seat: TableClient, language: str = SOURCE) -> None:
        self.seat = seat
        self.language = language
        self.text = TextSeat(language=language)
        """Keeps its number while a bot plays for the model."""
        self.chat_count = 0
        """Number of chat lines received."""
        self.replies: list[dict[str, Any]] = []
        self.answered = asyncio.Event()
        """Set when the server has answered all pending requests."""
        self.message_received = asyncio.Event()
        self.request_lock = asyncio.Lock()
        self.seen_offers: set[int] = set()
        """Offers that the model has seen and need not be shown again."""
        self.turn = -1
        """Last turn in which the model was told that it may trade."""
        self.closed = ""
        """Reason why the connection was closed for good; else empty."""

    def words(self, key: str, **arguments: object) -> str:
        return translated(TEXTS[key], self.language, None).format(**arguments)

    # --- connection ------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[ModelSeat]:
        """Keep the connection to the table, reconnecting whenever it breaks."""
        task = asyncio.create_task(self.receive_loop())
        try:
            yield self
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def receive_loop(self) -> None:
        while not self.closed:
            try:
                async with self.seat as seat:
                    async for message in seat.messages():
                        self.handle_message(message)
                    assert seat.socket is not None
                    if seat.socket.close_code in FINAL_CLOSE_CODES:
                        self.closed = seat.socket.close_reason or str(seat.socket.close_code)
                        self.message_received.set()
            except (OSError, WebSocketException):
                pass  # the server restarts or the network is down: retry
            await asyncio.sleep(RETRY_SECONDS)

    def handle_message(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "pong":
            self.answered.set()
        elif kind in REPLY_TYPES:
            self.replies.append(message)
        elif kind == "hello" and message["you"]["seat"] is not None:
            self.text.number = message["you"]["seat"]
        elif kind == "table" and self.seat.hello is not None:
            self.seat.hello["table"] = message["table"]
        elif kind == "chat" and message["seq"] >= self.chat_count:
            self.chat_count = message["seq"] + 1
            if message["seat"] != self.text.number:
                self.text.news.append(self.text.words("says", name=message["name"], text=message["text"]))
        elif kind == "update":
            self.text.news += [event["text"] for event in message["events"] if event["n"] >= self.seat.since]
            self.seat.since = max([self.seat.since, *[event["n"] + 1 for event in message["events"]]])
        self.message_received.set()

    async def request(self, *messages: dict[str, Any]) -> list[dict[str, Any]]:
        """Send messages; returns the replies once the server has handled all messages."""
        async with self.request_lock:
            self.replies = []
            self.answered.clear()
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    for message in (*messages, {"type": "ping"}):
                        await self.seat.send(message)
                    await self.answered.wait()
            except (OSError, ConnectionClosed, TimeoutError) as error:
                raise ServerRefused("The server does not answer at the moment. Look again.") from error
            return self.replies

    # --- state -----------------------------------------------------------------------------------------------

    @property
    def table(self) -> dict[str, Any]:
        return self.seat.hello["table"] if self.seat.hello is not None else {"state": "open", "seats": []}

    @property
    def update(self) -> dict[str, Any]:
        """The last update; empty before the cards are dealt."""
        return self.seat.update or {}

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for the model."""
        return bool(self.table["state"] == "playing" and self.table["seats"][self.text.number]["kind"] != "person")

    def open_offers(self) -> set[int]:
        """Return the offers that the model could answer."""
        return {action["offer"] for action in self.update.get("actions", ()) if action.get("offer")}

    @property
    def has_work(self) -> bool:
        """Whether there is something for the model to do or to consider."""
        update = self.update
        if self.closed or self.table["state"] == "over" or self.is_away:
            return True
        if not update or self.table["state"] != "playing":
            return False
        may_trade = bool(update["may_talk"]) and update["view"]["turn"] != self.turn
        return bool(update["asked"]["you"]) or may_trade or bool(self.open_offers() - self.seen_offers)

    # --- tools (their docstrings are descriptions for the model) -----------------------------------------------

    async def rules(self) -> str:
        """Return the rules of the game, and its cards with their payouts."""
        kinds = self.seat.hello["catalogue"]["kinds"] if self.seat.hello is not None else []
        cards = [f"{card['written']}: {card['count']}; {card['meter']} {card['text']}".strip() for card in kinds]
        return "\n\n".join([self.text.rules(self.table.get("game", "")), self.text.words("cards"), "\n".join(cards)])

    async def look(self, wait: int = DEFAULT_WAIT) -> str:
        """Show what you see and can do. Waits up to this many seconds, 50 at the most, until you are needed."""
        try:
            async with asyncio.timeout(max(0, min(wait, MAX_WAIT))):
                while not self.has_work:
                    self.message_received.clear()
                    await self.message_received.wait()
        except TimeoutError:
            pass  # not needed yet: show the state anyway
        try:
            return await self.prompt()
        except ServerRefused:
            return self.words("silent")

    async def act(self, answer: str) -> str:
        """Answer: the number of a listed action, an offer in words or notation, or `say: ...` to the others."""
        try:
            problem = await self.play(answer_line(answer))
        except ServerRefused:
            return self.words("silent")
        return problem or await self.look()

    async def rule(self, number: str) -> str:
        """Return the text of a numbered rule, for example T6."""
        return self.text.rule(number)

    # --- implementation of the tools -----------------------------------------------------------------------------

    async def play(self, text: str) -> str:
        """Carry out an answer. Returns a text about it, or "" if an action was played."""
        if self.closed or self.table["state"] != "playing":
            return await self.say(text[len(SAY) :]) if text.lower().startswith(SAY) else ""
        if self.is_away:
            for reply in await self.request({"type": "seat", "do": "reclaim", "seat": self.text.number}):
                return self.refused(reply["text"])
            return "\n\n".join([self.words("back"), await self.prompt()])
        if text.lower().startswith(SAY):
            return await self.say(text[len(SAY) :])
        update = self.update
        if text.lower() in PASS_WORDS and not update["asked"]["you"]:
            return ""
        try:
            listed = [action["do"] for action in update["actions"]]
            action = self.text.read(text, listed, [seat["name"] for seat in self.table["seats"]])
        except BadNotation as error:
            return self.refused(error_text(error, (), self.language))
        return await (self.talk(text) if action is None else self.do(str(action)))

    async def do(self, action: str) -> str:
        """Play an action for the table version that the model has seen."""
        for reply in await self.request({"type": "act", "version": self.update["version"], "action": action}):
            return self.refused(reply["text"], reply.get("rule", ""))
        return ""

    async def talk(self, text: str) -> str:
        """Make an offer or call in words; a sentence understood as a question is sent as chat."""
        for reading in await self.request({"type": "talk", "text": text}):
            if reading["type"] != "talk":
                return self.refused(reading["text"])
            if reading["question"]:
                return await self.say(text)
            if reading["choices"]:
                return self.words("unclear", choices="; ".join(choice["do"] for choice in reading["choices"]))
            if not reading["legal"]:
                return self.refused(reading["why"], reading["rule"])
            return await self.do(reading["do"])
        return self.words("silent")

    async def say(self, text: str) -> str:
        """Send a chat line, which binds no player."""
        for reply in await self.request({"type": "chat", "text": text.strip()}):
            if reply["type"] != "puzzled":
                return self.refused(reply["text"])
            return f"{self.words('said')} {reply['text']}"  # the bots did not understand it
        return self.words("said")

    def refused(self, reason: str, number: str = "") -> str:
        return self.text.with_rule(self.text.words("refused", reason=reason), number)

    async def prompt(self) -> str:
        """Describe the state in words. Each event is reported once."""
        if self.closed:
            return self.words("gone", reason=self.closed)
        table = self.table
        if table["state"] == "open" or not self.update:
            names = ", ".join(seat["name"] for seat in table["seats"] if seat["name"])
            return self.words("waiting", names=names)
        if self.is_away:
            return self.words("away")
        update = self.update
        name = table["seats"][self.text.number]["name"]
        lines = [self.words("you", name=name, letter=seat_name(self.text.number)), *self.text.take_news()]
        if update["view"]["over"]:
            return "\n".join([*lines, "", self.words("over", result=update["view"]["result"]["text"])])
        seen = [line for reply in await self.request({"type": "look"}) for line in reply.get("seen", ())]
        return "\n".join([*lines, *self.choices(seen, self.update)])

    def choices(self, seen: list[str], update: dict[str, Any]) -> list[str]:
        """Return what the model sees, the question and the legal actions."""
        self.seen_offers |= self.open_offers()
        self.turn = update["view"]["turn"] if update["may_talk"] else self.turn
        question, is_optional = update["asked"]["text"], not update["asked"]["you"]
        actions = [(action["label"], action["do"]) for action in update["actions"]]
        return self.text.position(seen, question, actions, is_optional, update["may_talk"])


def server(seat: TableClient, language: str = SOURCE) -> Any:
    """Create an MCP server for the model in this seat. `server(...).run()` talks over standard input and output."""
    try:
        from mcp.server import MCPServer
    except ModuleNotFoundError as missing:
        raise with_install_hint(missing) from missing
    model = ModelSeat(seat, language)
    assert seat.hello is not None
    table = seat.hello["table"]
    seconds = table["seats"][seat.hello["you"]["seat"]]["model"]

    @asynccontextmanager
    async def connected(_: Any) -> AsyncIterator[ModelSeat]:
        async with model.connected():
            yield model

    instructions = model.words("instructions", game=table["title"], seconds=seconds)
    mcp_server = MCPServer("tobean", instructions=instructions, lifespan=connected)
    for tool in (model.rules, model.look, model.act, model.rule):
        mcp_server.tool()(tool)
    return mcp_server
