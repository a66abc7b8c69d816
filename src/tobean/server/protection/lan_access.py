"""Access from the local network to a server started at home: this machine alone, or also phones in the same network.

The default is this machine only. A person at this machine may enable access, at the start or on a page later; the
choice is stored in the data folder. Servers with a public address or an explicit host have nothing to choose.
"""

import ipaddress
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.types import Scope

from tobean.server.settings import Settings

LOCALHOST: Final = "localhost"
ALL_INTERFACES: Final = "0.0.0.0"
CHOICE_FILE: Final = "reach"
CHOICES: Final = {"home": ALL_INTERFACES, "here": LOCALHOST}
"""Host to listen on, by the content of the file."""
UNASSIGNED: Final = ("192.0.2.1", 9)
"""Unassigned address (TEST-NET-1): nothing is sent there, but the system tells which own address it would use."""


def lan_address() -> str:
    """Return the address of this machine in its private network, "" if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNASSIGNED)
            address = ipaddress.ip_address(probe.getsockname()[0])
        except OSError:
            return ""
    return str(address) if address.is_private and not address.is_loopback and not address.is_link_local else ""


def is_loopback_host(host: str) -> bool:
    """Whether this is a name or address of the machine itself."""
    try:
        return host == LOCALHOST or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def stored_choice(folder: Path) -> str | None:
    """Return the host to listen on, if a choice is stored."""
    try:
        return CHOICES.get((folder / CHOICE_FILE).read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError):
        return None


def store_choice(folder: Path, *, home: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / CHOICE_FILE).write_text("home" if home else "here", encoding="ascii")


class LanAccess:
    """Whether the server is, and could be, reachable from the local network."""

    def __init__(self, settings: Settings) -> None:
        self.port = settings.port
        self.folder = settings.folder
        self.public = bool(settings.public_url)
        self.opened = settings.host in (ALL_INTERFACES, "::")
        self.local_only = is_loopback_host(settings.host)
        self.listen: Callable[[str], Awaitable[None]] | None = None
        """Makes the server listen on another address, if it can."""

    @property
    def url(self) -> str:
        """URL for devices in the local network, "" if there is no such network."""
        address = lan_address()
        return f"http://{address}:{self.port}" if address else ""

    def is_local_request(self, scope: Scope, host: str) -> bool:
        """Whether a request comes from this machine and uses a loopback host."""
        client = scope.get("client") or ("",)
        return not self.public and is_loopback_host(host) and is_loopback_host(client[0])

    def link(self, scope: Scope, host: str) -> str:
        """Return the base of links for other devices, "" if it is that of the request."""
        return self.url if self.opened and self.is_local_request(scope, host) else ""

    def url_to_enable(self, scope: Scope, host: str) -> str:
        """Return the URL that the server would get by enabling access, "" if the client cannot enable it."""
        can_enable = self.local_only and not self.opened and self.listen is not None
        return self.url if can_enable and self.is_local_request(scope, host) else ""

    async def enable_lan_access(self) -> None:
        """Listen in the local network from now on, and after a restart."""
        assert self.listen is not None
        await self.listen(lan_address())
        store_choice(self.folder, home=True)
        self.opened = True
