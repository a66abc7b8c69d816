"""What stands before every request: where it comes from, how much, how large, and the headers of every answer."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser

from tobean.kernel.cards import is_number
from tobean.server.language import Catalogue, catalogue, chosen_language
from tobean.server.limits import PAGES, POSTS, Limiter

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tobean.server.hosts import Hosts
    from tobean.server.metrics import Metrics
    from tobean.server.settings import Settings

LARGEST_BODY: Final = 600_000
SAFE: Final = ("GET", "HEAD", "OPTIONS")
FOR_ANYBODY: Final = "/health"
"""Whoever watches over the server may ask by any name."""
WITH_AN_ANSWER: Final = "websocket.http.response"
"""The extension of ASGI by which a socket is refused with a text."""
CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class TooLarge(Exception):
    """A body is longer than anybody needs."""


def address_of(scope: Scope) -> str:
    """Where a request comes from; one house behind IPv6 counts as one."""
    client = scope.get("client")
    host = client[0] if client else "unknown"
    return ":".join(host.split(":")[:4]) if host.count(":") > 3 else host


def words_for(scope: Scope) -> Catalogue:
    headers = Headers(scope=scope)
    return catalogue(chosen_language(cookie_parser(headers.get("cookie", "")), headers.get("accept-language", "")))


class Guard:
    """ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, hosts: Hosts, limiter: Limiter, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.hosts = hosts
        self.limiter = limiter
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.open_socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self.metrics.count("requests")
        refusal = self.misdirected(scope) or self.refusal(scope)
        if refusal is not None:
            await refuse(send, *refusal)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise TooLarge
            return message

        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.settings.secure:
                    headers["strict-transport-security"] = "max-age=31536000"
                message["headers"] = headers.raw
            await send(message)

        try:
            await self.app(scope, counted, with_headers)
        except TooLarge:
            if begun:
                raise
            await refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too large.")

    async def open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.misdirected(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif WITH_AN_ANSWER in scope.get("extensions", {}):
            await refuse(send, *refusal, kind=WITH_AN_ANSWER)
        else:
            await send({"type": "websocket.close"})

    def misdirected(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Why this is not taken to be meant for us."""
        asked = self.hosts.asked(scope)
        if (asked is not None and self.hosts.believes(asked.host)) or scope["path"] == FOR_ANYBODY:
            return None
        self.metrics.count("misdirected")
        words = words_for(scope)
        if asked is None:
            text = words.gettext("This request does not say properly which host it is meant for.")
            return HTTPStatus.MISDIRECTED_REQUEST, text
        text = words.gettext(
            "This server does not go by the name of {host}. If it should, start it with --allow-host {host}, "
            "or with that address as --public-url."
        )
        return HTTPStatus.MISDIRECTED_REQUEST, text.format(host=asked.host)

    def refusal(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Why this request is not even looked at."""
        address = address_of(scope)
        headers = Headers(scope=scope)
        static = scope["path"].startswith("/static/")
        if not static and not self.limiter.allows("pages", PAGES, address):
            self.metrics.count("limited")
            return HTTPStatus.TOO_MANY_REQUESTS, "Too many requests at once. Please wait a moment."
        if scope["method"] in SAFE:
            return None
        if not self.hosts.is_own(scope, headers.get("origin", "")):
            return HTTPStatus.FORBIDDEN, "This form was not sent from a page of this server."
        if not self.limiter.allows("posts", POSTS, address):
            self.metrics.count("limited")
            return HTTPStatus.TOO_MANY_REQUESTS, "Too many requests at once. Please wait a moment."
        length = headers.get("content-length", "0")
        if not is_number(length) or int(length) > LARGEST_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too large."
        return None


async def refuse(send: Send, status: HTTPStatus, text: str, kind: str = "http.response") -> None:
    """A short answer in plain text."""
    headers = {**HEADERS, "content-type": "text/plain; charset=utf-8"}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["retry-after"] = "5"
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.start", "status": int(status), "headers": raw})
    await send({"type": f"{kind}.body", "body": text.encode()})
