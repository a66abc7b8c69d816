"""Allowed host names and addresses of this server, for checking requests and origins and for building links.

A page elsewhere can resolve its own name to the address of this machine and so send requests that look like ours (DNS
rebinding), and a client that can choose the Host header could choose that of an invitation. So a host is allowed only
if it is this machine's, or if the operator has configured it.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import ifaddr
from starlette.datastructures import Headers

from tobean.kernel.errors import BadInput
from tobean.server.logs import log_error
from tobean.server.protection.lan_access import LanAccess

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import Scope

    from tobean.server.settings import Settings

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address

AUTHORITY: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.?)(?::([0-9]{1,5}))?")
"""Valid `Host` header in lower case: a name or an address, optionally with a port."""
MAX_HOST: Final = 260
REFRESH_SECONDS: Final = 10.0
"""Seconds for which the addresses of this machine are cached; they come and go."""
PORTS: Final = {"http": 80, "https": 443}
SCHEMES: Final = {"ws": "http", "wss": "https"}
ALL_INTERFACES: Final = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Origin:
    """Scheme, host and port, as browsers compare pages."""

    scheme: str
    host: str
    port: int

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == PORTS[self.scheme] else f":{self.port}")


def origin_at(scheme: str, authority: str) -> Origin | None:
    """Return the origin of a host with or without a port; None if it is malformed."""
    match = AUTHORITY.fullmatch(authority.lower()) if len(authority) <= MAX_HOST else None
    if scheme not in PORTS or match is None:
        return None
    host, port = match[1], int(match[2] or PORTS[scheme])
    if host[0] == "[":
        address = address_of(host[1:-1])
        if address is None or address.version != 6:
            return None
        host = str(address.ipv4_mapped or address)
    return Origin(scheme, host.removesuffix("."), port) if 0 < port < 65536 else None


def origin_in(url: str) -> Origin | None:
    """Parse the Origin header of a browser; None if it is malformed."""
    scheme, between, authority = url.partition("://")
    return origin_at(scheme, authority) if between else None


def address_of(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def network_of(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """Parse a network such as `10.0.0.0/8`, or a single address as a network of one; None if invalid."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None


def ascii_host(text: str) -> str:
    """Encode an internationalised host name as browsers do (IDNA)."""
    try:
        return text if text.isascii() else text.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def allowed_host(text: str) -> str:
    """Normalise a name or address that the operator allows; raises `BadInput`."""
    stripped = text.strip()
    address = address_of(stripped.strip("[]"))
    if address is not None:
        return str(address)
    origin = origin_at("http", ascii_host(stripped))
    if origin is None or ":" in stripped:
        raise BadInput(
            "{text!r} is not a host; write beans.example or 192.168.0.7, without http:// and port", text=text
        )
    return origin.host


def public_origin(url: str) -> Origin | None:
    """Return the origin of `--public-url` (without its path), None if there is none; raises `BadInput`."""
    if not url:
        return None
    scheme, _, authority = url.rstrip("/").partition("://")
    origin = origin_at(scheme.lower(), ascii_host(authority))
    if origin is None:
        raise BadInput(
            "{url!r} is not a public URL; write https://beans.example or https://club.example/beans", url=url
        )
    return origin


def own_addresses() -> frozenset[Address]:
    """Return the addresses of all interfaces of this machine, IPv4 and IPv6."""
    addresses: set[Address] = set()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            # An IPv6 address comes with flow information and a scope id.
            addresses.add(ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]))
    return frozenset(addresses)


def own_names(machine: str) -> Iterable[str]:
    """Return the names of this machine: full, first part, and mDNS."""
    name = machine.lower().removesuffix(".")
    first = name.partition(".")[0]
    return ("localhost", name, first, f"{first}.local") if first else ("localhost",)


class Hosts:
    """Allowed hosts."""

    def __init__(self, settings: Settings) -> None:
        self.default_url = settings.url
        self.public = public_origin(settings.origin)
        self.prefix = settings.prefix
        self.lan_access = LanAccess(settings)
        self.names = {*own_names(socket.gethostname()), *(allowed_host(host) for host in settings.allowed_hosts)}
        if settings.host not in ALL_INTERFACES:
            self.names.add(settings.host.lower())
        if self.public is not None:
            self.names.add(self.public.host)
        self.addresses: frozenset[Address] = frozenset()
        self.checked_at = -REFRESH_SECONDS

    def is_allowed_host(self, host: str) -> bool:
        if host in self.names:
            return True
        address = address_of(host)
        if address is None:
            return False
        return address.is_loopback or address in self.cached_addresses()

    def cached_addresses(self) -> frozenset[Address]:
        now = time.monotonic()
        if now - self.checked_at >= REFRESH_SECONDS:
            self.checked_at = now
            try:
                self.addresses = own_addresses()
            except OSError as error:
                log_error("the addresses of this machine cannot be looked up", error)  # the previous ones stay valid
        return self.addresses

    def requested_origin(self, scope: Scope) -> Origin | None:
        """Return the origin that a request or socket was sent to.

        None if its Host header is missing, repeated or malformed.
        """
        host_headers = Headers(scope=scope).getlist("host")
        scheme = str(scope["scheme"])
        return origin_at(SCHEMES.get(scheme, scheme), host_headers[0]) if len(host_headers) == 1 else None

    def is_own(self, scope: Scope, origin: str) -> bool:
        """Whether an Origin header names one of our own pages: the requested origin or the public one."""
        parsed = origin_in(origin)
        return (
            parsed is not None
            and self.is_allowed_host(parsed.host)
            and parsed in (self.requested_origin(scope), self.public)
        )

    def base_url(self, scope: Scope) -> str:
        """Return the base of links: the public URL, else the one that the page was opened with.

        For pages opened as `localhost` it is the address in the local network, if the server can be reached there.
        """
        requested_origin = self.requested_origin(scope)
        if self.public is not None:
            return self.public.url + self.prefix
        if requested_origin is None or not self.is_allowed_host(requested_origin.host):
            return self.default_url
        return self.lan_access.link(scope, requested_origin.host) or requested_origin.url

    def url_to_enable(self, scope: Scope) -> str:
        """Return the URL that other devices could use if the client enables that; "" if it cannot."""
        requested_origin = self.requested_origin(scope)
        return self.lan_access.url_to_enable(scope, requested_origin.host) if requested_origin is not None else ""
