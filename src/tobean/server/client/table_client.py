"""A small client of the protocol (docs/protocol.md), for bots and scripts.

async with await play("http://localhost:8765", name="Robo") as seat:
    async for update in seat.updates():
        if update["asked"]["you"]:
            await seat.act(update["actions"][0]["do"])
"""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass
from http.client import HTTPResponse
from types import TracebackType
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tobean.kernel.errors import BadInput, TobeanError

RETRY_STATUS: Final = 307
"""Status while a table moves to another server: the same request has to be sent again."""


class ServerRefused(TobeanError):
    """The server refused a request; the text is its answer."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Returns redirects as responses: their location is the table."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def post(server: str, path: str, fields: dict[str, str], cookie: str = "", retries: int = 10) -> tuple[str, str]:
    """Send a form; returns the location of the response and the cookie. Retries while the table moves."""
    data = urllib.parse.urlencode(fields).encode()
    headers = {"Origin": server, "Cookie": cookie} if cookie else {"Origin": server}
    request = urllib.request.Request(f"{server}{path}", data, headers)
    try:
        response = urllib.request.build_opener(NoRedirects).open(request, timeout=30)
    except urllib.error.HTTPError as error:
        if error.code == RETRY_STATUS and retries:
            return post(server, path, fields, cookie, retries - 1)
        if error.code != 303:
            raise ServerRefused("the server answers {code} to {path}", code=error.code, path=path) from error
        response = error
    except OSError as error:
        raise BadInput("{server} does not answer: {reason}", server=server, reason=error) from error
    assert isinstance(response, (HTTPResponse, urllib.error.HTTPError))
    new_cookie = response.headers.get("set-cookie", "").partition(";")[0]
    return response.headers.get("location", ""), new_cookie or cookie


async def play(server: str, game: str = "", name: str = "Robo", level: str = "") -> TableClient:
    """Open a table against bots and take a seat."""
    server = server.rstrip("/")
    path, cookie = await asyncio.to_thread(post, server, "/play", {"name": name, "game": game, "level": level})
    return TableClient(server, path.rpartition("/")[2], cookie)


async def join(server: str, table: str, seat: int, name: str = "Robo", cookie: str = "") -> TableClient:
    """Take a free seat at an open table."""
    server = server.rstrip("/")
    fields = {"name": name, "seat": str(seat)}
    _, cookie = await asyncio.to_thread(post, server, f"/tables/{table}/sit", fields, cookie)
    return TableClient(server, table, cookie)


def watch(server: str, table: str) -> TableClient:
    return TableClient(server.rstrip("/"), table, "")


async def join_by_link(link: str, name: str, language: str = "", model: bool = False) -> TableClient:
    """Take the first free seat at the table of an invitation link; `model` marks the player as a language model."""
    server, table = parse_invitation(link)
    _, cookie = await asyncio.to_thread(post, server, "/me", {"name": name})
    seat = TableClient(server, table, cookie, language)
    async with seat:
        async for message in seat.messages():
            if message["type"] == "hello" and message["you"]["seat"] is None:
                free = [number for number, info in enumerate(message["table"]["seats"]) if info["kind"] == "open"]
                if not free:
                    raise ServerRefused("There is no free seat at this table.")
                await seat.send({"type": "seat", "do": "sit", "seat": free[0], "model": model})
            elif message["type"] == "hello":
                return seat
            elif message["type"] in ("refused", "error", "stale"):
                raise ServerRefused("{reason}", reason=message["text"])
    raise ServerRefused("There is no such table.")


def parse_invitation(link: str) -> tuple[str, str]:
    """Split an invitation link into the server and the id of the table."""
    parts = urllib.parse.urlsplit(link.strip())
    prefix, _, table = parts.path.rstrip("/").rpartition("/tables/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not table or "/" in table:
        raise BadInput("{link!r} is no invitation: it looks like http://host/tables/...", link=link)
    return f"{parts.scheme}://{parts.netloc}{prefix}", table


@dataclass
class TableClient:
    """Connection to a table, from a seat or as a spectator."""

    server: str
    table: str
    cookie: str
    language: str = ""
    """Language of all texts; empty: chosen by the server."""
    since: int = -1
    """Number of the first event not received yet; -1: only the latest events."""
    socket: ClientConnection | None = None
    hello: dict[str, Any] | None = None
    """The table and its cards; set by the first message."""
    update: dict[str, Any] | None = None
    action_version: int = -1
    """Version of the table that the last action was made for."""
    action: str = ""

    async def __aenter__(self) -> TableClient:
        address = f"ws{self.server.removeprefix('http')}/tables/{self.table}/socket"
        parameters = {"language": self.language, "since": str(self.since) if self.since >= 0 else ""}
        address += "?" + urllib.parse.urlencode({key: value for key, value in parameters.items() if value})
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            address,
            origin=Origin(self.server),
            additional_headers=headers,
            compression=None,
            max_size=2**22,
            proxy=None,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.socket is not None
        await self.socket.close()

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Yield all messages until the server closes the connection."""
        assert self.socket is not None
        try:
            async for text in self.socket:
                message = msgspec.json.decode(text, type=dict[str, Any])
                if message["type"] == "hello":
                    self.hello = message
                elif message["type"] == "update":
                    self.update = message
                yield message
        except ConnectionClosed:
            return

    async def updates(self) -> AsyncIterator[dict[str, Any]]:
        """Yield every update of the table until the game is over.

        A refusal raises `ServerRefused`, unless the table has moved on since: then the later update is the answer.
        """
        async for message in self.messages():
            if message["type"] == "update":
                yield message
                if message["view"]["over"]:
                    return
            elif message["type"] == "error" or (message["type"] == "refused" and self.is_current(message)):
                rule = message.get("rule")
                raise ServerRefused(f"{message['text']} ({rule})" if rule else message["text"])

    def is_current(self, refused: dict[str, Any]) -> bool:
        """Whether a refusal concerns the last action, and that was made for the current version."""
        assert self.update is not None
        return bool(refused["for"] == self.action and self.update["version"] == self.action_version)

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def act(self, action: str) -> None:
        """Play an action of the last update."""
        assert self.update is not None
        self.action_version, self.action = self.update["version"], action
        await self.send({"type": "act", "version": self.update["version"], "action": action})

    async def say(self, text: str) -> None:
        await self.send({"type": "chat", "text": text})
