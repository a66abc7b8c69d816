"""Reverse proxies: the addresses that are trusted to name the client.

A request through an untrusted proxy seems to come from the proxy itself, so that all its clients share one address and
one rate limit.
"""

from __future__ import annotations

import logging
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tobean.server.logs import log
from tobean.server.protection.hosts import network_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

FORWARDING_HEADERS: Final = frozenset((b"x-forwarded-for", b"x-real-ip", b"forwarded"))
MAX_REPORTS: Final = 10


def is_forwarded(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a proxy, trusted or not, has forwarded a request with these headers."""
    return any(name in FORWARDING_HEADERS for name, _ in headers)


class Proxies(ProxyHeadersMiddleware):
    """Uses the client address named by a trusted proxy; logs each untrusted proxy once."""

    def __init__(self, app: ASGI3Application, trusted: Iterable[str]) -> None:
        # As networks: uvicorn would silently ignore one with host bits, such as 10.0.0.1/8.
        super().__init__(app, [str(network_of(network)) for network in trusted])
        self.reported: set[str] = set()

    def is_proxy(self, host: str) -> bool:
        return host in self.trusted_hosts

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "lifespan":
            client = scope.get("client")
            if client and not self.is_proxy(client[0]) and is_forwarded(scope["headers"]):
                self.report(client[0])
        await super().__call__(scope, receive, send)

    def report(self, host: str) -> None:
        try:
            is_private = ip_address(host).is_private
        except ValueError:
            is_private = False
        # A public address may belong to a person whose client sent the header, so it is not logged.
        proxy = host if is_private else ""
        if proxy not in self.reported and len(self.reported) < MAX_REPORTS:
            self.reported.add(proxy)
            log(
                "requests come through a proxy that is not trusted, so all its people count as one; "
                "name its address with --trust-proxy",
                logging.WARNING,
                proxy=proxy or "a public address",
            )
