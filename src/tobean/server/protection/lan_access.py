"""Who can reach a server that somebody has started at home: this machine alone, or also phones in the same network.

It begins with this machine. Whoever sits before it may open it up, when it is started or on a page later; the choice is
kept in the data folder. Servers with a public address, or told where to listen, have nothing to choose.
"""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Scope

    from tobean.server.settings import Settings

HERE: Final = "localhost"
EVERYWHERE: Final = "0.0.0.0"
CHOICE_FILE: Final = "reach"
CHOICES: Final = {"home": EVERYWHERE, "here": HERE}
"""What the file says, and where the server listens then."""
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: nothing is sent there, but the system says from which of its own it would be."""


def lan_address() -> str:
    """The address of this machine in the home network, "" if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(ELSEWHERE)
            address = ipaddress.ip_address(line.getsockname()[0])
        except OSError:
            return ""
    return str(address) if address.is_private and not address.is_loopback and not address.is_link_local else ""


def is_loopback_host(host: str) -> bool:
    """Is this the machine itself, as it calls itself?"""
    try:
        return host == HERE or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def stored_choice(folder: Path) -> str | None:
    """Where the server shall listen, if somebody has chosen."""
    try:
        return CHOICES.get((folder / CHOICE_FILE).read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError):
        return None


def store_choice(folder: Path, *, home: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / CHOICE_FILE).write_text("home" if home else "here", encoding="ascii")


class LanAccess:
    """Whether this server can be reached from the home network, and could be."""

    def __init__(self, settings: Settings) -> None:
        self.port = settings.port
        self.folder = settings.folder
        self.public = bool(settings.public_url)
        self.opened = settings.host in (EVERYWHERE, "::")
        self.local_only = is_loopback_host(settings.host)
        self.listen: Callable[[str], Awaitable[None]] | None = None
        """Makes the server listen at one more address, where it can."""

    @property
    def url(self) -> str:
        """Where devices in the home network would find the server, "" if there is no such network."""
        address = lan_address()
        return f"http://{address}:{self.port}" if address else ""

    def is_local_request(self, scope: Scope, host: str) -> bool:
        """Does somebody at this very machine ask, by the name it has for itself alone?"""
        client = scope.get("client") or ("",)
        return not self.public and is_loopback_host(host) and is_loopback_host(client[0])

    def link(self, scope: Scope, host: str) -> str:
        """What a link has to begin with that others shall open, "" if it is what the page was opened with."""
        return self.url if self.opened and self.is_local_request(scope, host) else ""

    def url_to_enable(self, scope: Scope, host: str) -> str:
        """Where the server could be reached if whoever asks says so; "" if there is nothing to say."""
        could = self.local_only and not self.opened and self.listen is not None
        return self.url if could and self.is_local_request(scope, host) else ""

    async def enable_lan_access(self) -> None:
        """Listen in the home network from now on, and at the next start."""
        assert self.listen is not None
        await self.listen(lan_address())
        store_choice(self.folder, home=True)
        self.opened = True
