"""Which part of an address counts as one."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

LONGEST_HOST: Final = 64


def address_block_of(host: str) -> str:
    """The part of an address that one house has for itself: of IPv6 the first half, in full (`2001:db8::1`)."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST_HOST]
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
