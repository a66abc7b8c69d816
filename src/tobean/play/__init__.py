"""Tables where people and bots play: sessions without sockets, files, clock or entropy of their own."""

from tobean.play.entries import Entry, entry_text, parse_entry, parse_log
from tobean.play.errors import BadLog, BadSetup, Refused, Stale
from tobean.play.manners import Ask, Manners
from tobean.play.seats import Seat, bot_seat, person_seat
from tobean.play.session import Session
from tobean.play.setup import Setup, card_set_text
from tobean.play.viewer import Viewer

__all__ = [
    "Ask",
    "BadLog",
    "BadSetup",
    "Entry",
    "Manners",
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
