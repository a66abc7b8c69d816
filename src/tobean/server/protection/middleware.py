"""ASGI middleware: checks host, origin, sanctions, rate and size of every request; adds headers to every response."""

import asyncio
import random
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tobean.kernel.notation.input_limits import is_number
from tobean.server.cluster.leases import Leases
from tobean.server.language import GettextCatalogue, catalogue, chosen_language
from tobean.server.metrics import Metrics
from tobean.server.people.identity import Identity
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.hosts import Hosts
from tobean.server.protection.rate_limits import (
    FILES,
    MAX_BODY,
    MAX_PAUSE,
    OPEN_FORMS,
    PAGES,
    POSTS,
    REFUSALS,
    Limiter,
)
from tobean.server.settings import Settings

MAX_FORM: Final = 64_000
"""Bytes of a form without a file."""
BODY_SECONDS: Final = 60.0
"""Seconds in which the body of a request has to arrive."""
REFUSAL_SECONDS: Final = 1.0
"""Mean delay of a refusal."""
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
FOR_ANYBODY: Final = ("/health", "/ready")
"""Paths that monitoring may request under any host name."""
WITHOUT_DATABASE: Final = (*FOR_ANYBODY, "/metrics")
"""Paths that work while the database cannot be used."""
WITH_RESPONSE: Final = "websocket.http.response"
"""ASGI extension for refusing a socket with an HTTP response."""
TOO_MANY: Final = (HTTPStatus.TOO_MANY_REQUESTS, "Too many requests at once. Please wait a moment.")
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


class ClientDisconnected(Exception):
    """The client has closed the connection."""


class BodyTooLarge(Exception):
    """The body of a request exceeds its maximum size."""


class BodyTooSlow(Exception):
    """The body of a request did not arrive in time."""


def catalogue_for(scope: Scope) -> GettextCatalogue:
    headers = Headers(scope=scope)
    return catalogue(chosen_language(cookie_parser(headers.get("cookie", "")), headers.get("accept-language", "")))


class AdmissionMiddleware:
    """Middleware around all routes that admits or refuses requests."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        hosts: Hosts,
        limiter: Limiter,
        metrics: Metrics,
        identity: Identity,
        is_banned: Callable[[str, str], bool],
        leases: Leases,
        service_unavailable: ASGIApp,
    ) -> None:
        """`service_unavailable` answers instead of the pages once the lease of this server has expired."""
        self.app = app
        self.settings = settings
        self.hosts = hosts
        self.limiter = limiter
        self.metrics = metrics
        self.identity = identity
        self.is_banned = is_banned
        self.leases = leases
        self.service_unavailable = service_unavailable

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope = strip_prefix(self.settings.prefix, scope)
        if scope["type"] == "websocket":
            await self.open_socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self.metrics.count("requests")
        send = self.measure(scope, send)
        address = address_of(scope)
        person = self.identity.person_in_cookies(cookie_parser(Headers(scope=scope).get("cookie", "")))
        refusal = self.misdirected(scope) or self.sanction(scope) or self.refusal(scope, address, person)
        if refusal is not None:
            if refusal is TOO_MANY:
                await refuse_after_delay(self.limiter, address)
            await refuse(send, *refusal)
            return
        if scope["method"] not in SAFE_METHODS:
            form = await self.receive_form(scope, receive, send, address, person)
            if form is None:
                return
            receive = form
        limit = FILES if is_cheap(scope) else PAGES if scope["method"] in SAFE_METHODS else POSTS
        pause = self.limiter.pause(limit.name, address)
        if pause > MAX_PAUSE:
            self.metrics.count("limited")
            await refuse(send, *TOO_MANY)
            return
        if pause:
            await asyncio.sleep(pause)

        is_available = not self.leases.expired or is_cheap(scope) or scope["path"] in WITHOUT_DATABASE
        await (self.app if is_available else self.service_unavailable)(scope, receive, self.with_headers(send))

    async def receive_form(
        self, scope: Scope, receive: Receive, send: Send, address: str, person: str
    ) -> Receive | None:
        """Read the body of a form; None if it was refused, which has been answered, or the client has gone."""
        if not self.limiter.acquire(OPEN_FORMS, address, person):
            self.metrics.count("limited")
            await refuse_after_delay(self.limiter, address)
            await refuse(send, *TOO_MANY)
            return None
        try:
            return await buffered_body(receive, largest(Headers(scope=scope)))
        except ClientDisconnected:
            return None
        except BodyTooLarge:
            await refuse(send, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too large.")
            return None
        except BodyTooSlow:
            self.metrics.count("limited")
            await refuse(send, HTTPStatus.REQUEST_TIMEOUT, "The rest of this did not arrive.")
            return None
        finally:
            self.limiter.release(OPEN_FORMS, address, person)

    def with_headers(self, send: Send) -> Send:
        """Add the security headers and the path prefix to a response."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                location = headers.get("location", "")
                if location.startswith("/") and not location.startswith(f"{self.settings.prefix}/"):
                    headers["location"] = self.settings.prefix + location
                if self.settings.secure:
                    headers["strict-transport-security"] = "max-age=31536000"
                message["headers"] = headers.raw
            await send(message)

        return send_with_headers

    def measure(self, scope: Scope, send: Send) -> Send:
        """Measure the time until the response starts."""
        started_at = time.perf_counter()
        kind = "file" if is_cheap(scope) else "page" if scope["method"] in SAFE_METHODS else "form"

        async def send_measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = f"{message['status'] // 100}xx"
                self.metrics.observe("request_seconds", time.perf_counter() - started_at, kind, status)
            await send(message)

        return send_measured

    async def open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.misdirected(scope) or self.sanction(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif WITH_RESPONSE in scope.get("extensions", {}):
            await refuse(send, *refusal, kind=WITH_RESPONSE)
        else:
            await send({"type": "websocket.close"})

    def misdirected(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Return the refusal for a host that is not allowed."""
        origin = self.hosts.requested_origin(scope)
        if (origin is not None and self.hosts.is_allowed_host(origin.host)) or scope["path"] in FOR_ANYBODY:
            return None
        self.metrics.count("misdirected")
        translations = catalogue_for(scope)
        if origin is None:
            text = translations.gettext("This request does not say properly which host it is meant for.")
            return HTTPStatus.MISDIRECTED_REQUEST, text
        text = translations.gettext(
            "This server does not go by the name of {host}. If it should, start it with --allow-host {host}, "
            "or with that address as --public-url."
        )
        return HTTPStatus.MISDIRECTED_REQUEST, text.format(host=origin.host)

    def sanction(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        """Return the refusal for a banned person or address."""
        person = self.identity.person_in_cookies(cookie_parser(Headers(scope=scope).get("cookie", "")))
        if not self.is_banned(person, address_of(scope)):
            return None
        return HTTPStatus.FORBIDDEN, catalogue_for(scope).gettext(
            "The operator of this server has suspended your access for now."
        )

    def refusal(self, scope: Scope, address: str, person: str) -> tuple[HTTPStatus, str] | None:
        """Return the refusal for a request beyond the limits or from a foreign page."""
        headers = Headers(scope=scope)
        if not self.limiter.allows(FILES if is_cheap(scope) else PAGES, address, person):
            self.metrics.count("limited")
            return TOO_MANY
        if scope["method"] in SAFE_METHODS:
            return None
        if not self.hosts.is_own(scope, headers.get("origin", "")):
            return HTTPStatus.FORBIDDEN, "This form was not sent from a page of this server."
        if not self.limiter.allows(POSTS, address, person):
            self.metrics.count("limited")
            return TOO_MANY
        length = headers.get("content-length", "0")
        if not is_number(length) or int(length) > largest(headers):
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too large."
        return None


def strip_prefix(prefix: str, scope: Scope) -> Scope:
    """Remove the path prefix; a proxy may have removed it already."""
    path: str = scope["path"]
    if not prefix or not (path == prefix or path.startswith(f"{prefix}/")):
        return scope
    return {**scope, "path": path[len(prefix) :] or "/", "raw_path": scope.get("raw_path", b"")[len(prefix) :] or b"/"}


async def refuse_after_delay(limiter: Limiter, address: str) -> None:
    """Delay the refusal, so that a flood of requests costs its sender time.

    The delays differ, so that requests that arrive together are not answered and repeated together.
    """
    if limiter.acquire(REFUSALS, address):
        try:
            await asyncio.sleep(REFUSAL_SECONDS * random.uniform(0.5, 1.5))
        finally:
            limiter.release(REFUSALS, address)


def largest(headers: Headers) -> int:
    """Return the maximum size of the body of a request."""
    return MAX_BODY if headers.get("content-type", "").startswith("multipart/form-data") else MAX_FORM


async def buffered_body(receive: Receive, max_size: int) -> Receive:
    """Read a whole body first, so that slow clients do not block anything else."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > max_size:
                    raise BodyTooLarge
                if not message.get("more_body"):
                    break
    except TimeoutError as error:
        raise BodyTooSlow from error
    if message["type"] == "http.disconnect":
        raise ClientDisconnected
    pending: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def receive_buffered() -> Message:
        return pending.pop() if pending else await receive()

    return receive_buffered


def is_cheap(scope: Scope) -> bool:
    """Whether a request costs next to nothing: a file, or polling the state of a waiting room."""
    path: str = scope["path"]
    return path.startswith(("/static/", "/assets/", "/alone/")) or (
        path.startswith("/tables/") and path.endswith("/state")
    )


async def refuse(send: Send, status: HTTPStatus, text: str, kind: str = "http.response") -> None:
    """Send a short answer in plain text."""
    headers = {**HEADERS, "content-type": "text/plain; charset=utf-8"}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["retry-after"] = "5"
    if status in (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT):
        headers["connection"] = "close"  # the rest of the body is not read
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.start", "status": int(status), "headers": raw})
    await send({"type": f"{kind}.body", "body": text.encode()})
