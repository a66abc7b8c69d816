"""Calls of an ASGI application in the same process: one request, or one socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp, Message


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


async def call(
    app: ASGIApp, method: str, address: str, cookies: str = "", body: bytes = b"", content_type: str = ""
) -> Answer:
    """Send a request to an application and return its complete response."""
    path, _, query = address.partition("?")
    headers = [(b"host", b"localhost"), (b"cookie", cookies.encode()), (b"content-type", content_type.encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }
    requests: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    answers: list[Message] = []

    async def receive() -> Message:
        if requests:
            return requests.pop()
        await asyncio.Event().wait()  # the client stays until the response is complete
        raise AssertionError

    async def send(message: Message) -> None:
        answers.append(message)

    try:
        await app(scope, receive, send)
    except Exception:
        # Starlette raises an error again after the application has logged it and answered with a page.
        if not answers:
            raise
    start = answers[0]
    return Answer(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(message.get("body", b"") for message in answers[1:]),
    )


class LocalSocket:
    """The application's end of a socket: `post` passes its messages to the page, `deliver` takes those of the page."""

    def __init__(self, post: Callable[[dict[str, Any]], None]) -> None:
        self.post = post
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()

    def deliver(self, text: str) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    def disconnect(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> Message:
        return await self.incoming.get()

    async def send(self, message: Message) -> None:
        self.post(dict(message))
