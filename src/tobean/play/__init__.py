"""Tables where people and bots play, as sessions without sockets, files, clock or entropy of their own."""

from tobean.play.bots.bot_scheduler import BotRequest, BotScheduler
from tobean.play.session.entries import Entry, entry_text, parse_entry, parse_log
from tobean.play.session.errors import BadLog, BadSetup, Refused, Stale
from tobean.play.session.seats import Seat, bot_seat, person_seat
from tobean.play.session.session import Session
from tobean.play.session.setup import Setup, card_set_text
from tobean.play.session.viewer import Viewer

# Former names, until version 0.2.
Ask = BotRequest
Manners = BotScheduler

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
