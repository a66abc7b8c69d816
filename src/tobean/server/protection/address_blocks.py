"""Address blocks: the part of an IP address that counts as one client."""

from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

MAX_HOST: Final = 64


def address_block_of(host: str) -> str:
    """Return the block of addresses that one client has: an IPv4 address, or a /64 network of IPv6."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:MAX_HOST]
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def address_of(scope: Scope) -> str:
    """Return the address block of the client."""
    client = scope.get("client")
    return address_block_of(client[0] if client else "unknown")
