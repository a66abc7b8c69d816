"""Tables where people and bots play, as sessions without sockets, files, clock or entropy of their own.

The names are imported on first use: sessions need the extra `play`, while the parsers of typed text, which text tables
for language models use, need none.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tobean.session.bots.bot_scheduler import BotRequest, BotScheduler
    from tobean.session.errors import BadLog, BadSetup, Refused, Stale
    from tobean.session.log.entries import Entry, entry_text, parse_entry, parse_log
    from tobean.session.seats import Seat, bot_seat, person_seat
    from tobean.session.session import Session
    from tobean.session.setup import Setup, card_set_text
    from tobean.session.viewer import Viewer

LAZY_IMPORTS: Final = {
    "BadLog": "errors",
    "BadSetup": "errors",
    "BotRequest": "bots.bot_scheduler",
    "BotScheduler": "bots.bot_scheduler",
    "Entry": "log.entries",
    "Refused": "errors",
    "Seat": "seats",
    "Session": "session",
    "Setup": "setup",
    "Stale": "errors",
    "Viewer": "viewer",
    "bot_seat": "seats",
    "card_set_text": "setup",
    "entry_text": "log.entries",
    "parse_entry": "log.entries",
    "parse_log": "log.entries",
    "person_seat": "seats",
}


def __getattr__(name: str) -> Any:
    if name not in LAZY_IMPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{LAZY_IMPORTS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY_IMPORTS})


__all__ = [
    "BadLog",
    "BadSetup",
    "BotRequest",
    "BotScheduler",
    "Entry",
    "Refused",
    "Seat",
    "Session",
    "Setup",
    "Stale",
    "Viewer",
    "bot_seat",
    "card_set_text",
    "entry_text",
    "parse_entry",
    "parse_log",
    "person_seat",
]
