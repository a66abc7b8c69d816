"""What servers and their office say to each other, a line of JSON each."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tobean.server.workers.fair_queue import Requester

CANCEL: Final = "never mind"
NO_REQUESTER: Final = Requester("", "", "")


class PoolConfig(msgspec.Struct):
    """What an office is told when it is started."""

    door: str
    """Where to be found."""
    workers: int
    """How many bots think at a time."""
    thinkers: str
    """Where they think: `local`, `ray` or `ray://host:port`."""
    log_level: str


class PoolRequest(msgspec.Struct, omit_defaults=True):
    """What a server asks, by a number of its own; with `never mind`, that it does not want to know any more."""

    number: int
    call: str
    requester: Requester = NO_REQUESTER
    given: dict[str, Any] = {}


class PoolReply(msgspec.Struct, omit_defaults=True):
    """What the office answers; with a fault, why not."""

    number: int
    found: Any = None
    fault: str = ""
    reason: str = ""
