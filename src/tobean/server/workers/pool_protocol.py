"""Messages between server processes and the worker pool, one line of JSON each."""

from typing import Any, Final

import msgspec

from tobean.server.workers.fair_queue import Requester

CANCEL: Final = "never mind"
NO_REQUESTER: Final = Requester("", "", "")


class PoolConfig(msgspec.Struct):
    """Configuration of a pool process, passed on standard input."""

    socket_path: str = msgspec.field(name="door")
    workers: int
    """Number of workers for bots."""
    bot_pool: str = msgspec.field(name="thinkers")
    """Location of the workers: `local`, `ray` or `ray://host:port`."""
    log_level: str
    bots: tuple[str, ...] = ()
    """Bots of the operator, `NAME=FILE`."""


class PoolRequest(msgspec.Struct, omit_defaults=True):
    """Request with a number chosen by the client; the call `CANCEL` cancels the request of that number."""

    number: int
    call: str
    requester: Requester = msgspec.field(default=NO_REQUESTER, name="whose")
    given: dict[str, Any] = {}


class PoolReply(msgspec.Struct, omit_defaults=True):
    """Answer to a request, or its fault."""

    number: int
    found: Any = None
    fault: str = ""
    reason: str = ""
