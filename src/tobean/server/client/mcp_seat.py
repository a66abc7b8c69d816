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
from tobean.i18n.catalogues import N_, SOURCE
from tobean.i18n.catalogues import text as translated
from tobean.i18n.rulebook import KERNEL, pages, rules
from tobean.kernel.base.seats import SEAT_LETTERS, seat_name
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.input_limits import is_number
from tobean.record.notation import parse_action
from tobean.research.environments.text import PASS_WORDS, SAY, answer_line
from tobean.server.client.table_client import ServerRefused, TableClient

TEXTS: Final[dict[str, str]] = N_(
    {
        "instructions": "You have been invited to a table of {game}, with people and bots who see that you are a "
        "language model. Read the rules once, then look and act until the game is over. For a decision you have "
        "{seconds} seconds; after that a bot plays for you until you act again.",
        "you": "You are {name}, seat {letter}. Since you last looked:",
        "no news": "Nothing has happened.",
        "seen": "What you see:",
        "nothing": "Nothing: somebody else is awaited, and you may leave it at that.",
        "talk": "Or an offer or a call, in words (“Soy for a Red?”, “I want Red”) or in notation.",
        "answer": "Answer with one line: a number, an offer, or “{say} ...” to talk to the others.",
        "says": "{name} says: {text}",
        "waiting": "The game has not begun yet. At the table: {names}. Look again.",
        "idle": "Nobody waits for you. Look again to wait for what comes next.",
        "over": "The game is over. {result}",
        "away": "You took too long, and a bot plays for you now. Act, with any answer, to take your seat back.",
        "back": "You are back at your seat; your answer has not been played.",
        "refused": "Refused, nothing has changed: {reason}",
        "no action": "there is no action {number}: they are numbered from 1 to {last}",
        "no rule": "There is no rule {number}.",
        "gone": "The table is closed to you: {reason}",
        "unclear": "This can mean several things, and nothing has changed. Answer with one of these lines: {choices}",
        "silent": "The server does not answer at the moment. Look again.",
        "said": "The others have heard it.",
        "cards": "The cards:",
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
        self.seat_number = -1
        """Kept while a bot plays for the model."""
        self.news: list[str] = []
        """Texts of events since the model last looked."""
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
            self.seat_number = message["you"]["seat"]
        elif kind == "table" and self.seat.hello is not None:
            self.seat.hello["table"] = message["table"]
        elif kind == "chat" and message["seq"] >= self.chat_count:
            self.chat_count = message["seq"] + 1
            if message["seat"] != self.seat_number:
                self.news.append(self.words("says", name=message["name"], text=message["text"]))
        elif kind == "update":
            self.news += [event["text"] for event in message["events"] if event["n"] >= self.seat.since]
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
        return bool(self.table["state"] == "playing" and self.table["seats"][self.seat_number]["kind"] != "person")

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
        rule_pages = pages(self.language)
        texts = [rule_pages[page] for page in (KERNEL, self.table.get("game", "")) if page in rule_pages]
        kinds = self.seat.hello["catalogue"]["kinds"] if self.seat.hello is not None else []
        cards = [f"{card['written']}: {card['count']}; {card['meter']} {card['text']}".strip() for card in kinds]
        return "\n\n".join([*texts, self.words("cards"), "\n".join(cards)])

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
        entry = rules(self.language).get(number.strip().upper())
        return self.words("no rule", number=number) if entry is None else entry.text

    # --- implementation of the tools -----------------------------------------------------------------------------

    async def play(self, text: str) -> str:
        """Carry out an answer. Returns a text about it, or "" if an action was played."""
        if self.closed or self.table["state"] != "playing":
            return await self.say(text[len(SAY) :]) if text.lower().startswith(SAY) else ""
        if self.is_away:
            for reply in await self.request({"type": "seat", "do": "reclaim", "seat": self.seat_number}):
                return self.refused(reply["text"])
            return "\n\n".join([self.words("back"), await self.prompt()])
        if text.lower().startswith(SAY):
            return await self.say(text[len(SAY) :])
        update = self.update
        if text.lower() in PASS_WORDS and not update["asked"]["you"]:
            return ""
        if is_number(text):
            listed = update["actions"]
            if not 0 < int(text) <= len(listed):
                return self.refused(self.words("no action", number=text, last=len(listed)))
            return await self.do(listed[int(text) - 1]["do"])
        for notation in (text, f"{seat_name(self.seat_number)} {text}"):
            with suppress(BadNotation):
                names = [seat["name"] for seat in self.table["seats"]]
                return await self.do(repr(parse_action(notation, names)))
        return await self.talk(text)

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
        """Return the reason of a refusal with the text of the rule, so that the model can correct itself."""
        rule = rules(self.language).get(number)
        return " ".join([self.words("refused", reason=reason), rule.text if rule else ""]).strip()

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
        update, news = self.update, self.news
        self.news = []
        name = table["seats"][self.seat_number]["name"]
        lines = [self.words("you", name=name, letter=SEAT_LETTERS[self.seat_number])]
        lines += news or [self.words("no news")]
        if update["view"]["over"]:
            return "\n".join([*lines, "", self.words("over", result=update["view"]["result"]["text"])])
        for reply in await self.request({"type": "look"}):
            lines += ["", self.words("seen"), *reply.get("seen", ())]
        return "\n".join([*lines, "", *self.choices(self.update)])

    def choices(self, update: dict[str, Any]) -> list[str]:
        """Return the prompt and the legal actions."""
        self.seen_offers |= self.open_offers()
        self.turn = update["view"]["turn"] if update["may_talk"] else self.turn
        lines = [update["asked"]["text"]]
        actions = [
            f"{number}. {action['label']}  ({action['do']})" for number, action in enumerate(update["actions"], 1)
        ]
        if not update["asked"]["you"]:
            if not actions and not update["may_talk"]:
                return [*lines, self.words("idle")]
            lines.append("0. " + self.words("nothing"))
        lines += actions
        if update["may_talk"]:
            lines.append(self.words("talk"))
        return [*lines, self.words("answer", say=SAY)]


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
