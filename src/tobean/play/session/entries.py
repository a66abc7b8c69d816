"""The log of a table: what happened, in the order in which it was accepted. A session is a fold over its log.

Entries are JSON objects. Cards are written in notation and not as numbers, so that an old log can be read by a newer
program that knows more kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.play.session.answers import Answers
from tobean.play.session.errors import BadLog
from tobean.play.session.seats import Seat
from tobean.play.session.setup import Setup

CLOCK: Final = "clock"
"""The author of an action that a bot chose for a player whose time was up."""


class Opened(msgspec.Struct, frozen=True, tag_field="entry", tag="opened"):
    """The table is opened."""

    at: float
    setup: Setup


class Seated(msgspec.Struct, frozen=True, tag_field="entry", tag="seated", omit_defaults=True):
    """A seat changes: a person sits down, gets up, leaves to a bot, comes back, or is away for a while."""

    at: float
    seat: int
    now: Seat
    ends: bool = False
    """Whether the game ends with it, because its only person has left. The next change of a seat resumes the game."""


class Started(msgspec.Struct, frozen=True, tag_field="entry", tag="started", omit_defaults=True):
    """The cards are dealt, or lie on the table already."""

    at: float
    start: int
    deal: str
    deck: str = ""
    """All cards of the game, if these are not the game's own: in tables that go on from a record."""
    edition: str = ""
    """The rules by which the game is played; logs that do not say were begun by the first reading of the rulebook."""
    position: dict[str, str] = {}
    """The table with which the game begins instead of the deal (record/positions.py)."""


class Acted(msgspec.Struct, frozen=True, tag_field="entry", tag="acted", omit_defaults=True):
    """An action was accepted, and chance brought these cards."""

    at: float
    do: str
    chance: str = ""
    by: str = "person"
    """Who chose it: `person`, `bot`, `clock` (`CLOCK`), `record` (it was played before this table
    was opened), or why it was done for a person (`NOTES` in answers.py): `order`, `cannot pay`, ..."""
    fault: str = ""
    """Why a bot's own move was replaced by a safe one: `crash`, `illegal` or `overrun`."""


class Undone(msgspec.Struct, frozen=True, tag_field="entry", tag="undone"):
    """Somebody took back what they did since this number of actions."""

    at: float
    seat: int
    to: int


class Meant(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot means by what it says: everybody hears it in their own language."""

    occasion: str
    kinds: str = ""
    voice: str = ""
    """The name of its personality."""
    count: int = 0
    """Which of the ways to say it."""


class Said(msgspec.Struct, frozen=True, tag_field="entry", tag="said", omit_defaults=True):
    """Chat; `seat` is -1 for a spectator."""

    at: float
    seat: int
    name: str
    text: str
    """As it was typed; what a bot says, in the language of the table."""
    bot: bool = False
    meant: Meant | None = None
    answers: int = -1
    """The number of the entry, in the log, that a bot answers; -1: nobody's."""
    person: str = ""
    """The id of the person who typed it; it never leaves the server. Lines from before it was stored have none."""
    stand_in: bool = False
    """Whether a bot said it that played for a person."""


class Wished(msgspec.Struct, frozen=True, tag_field="entry", tag="wished"):
    """Somebody shows which kinds they would like."""

    at: float
    seat: int
    kinds: str


class Ordered(msgspec.Struct, frozen=True, tag_field="entry", tag="ordered"):
    """Somebody leaves standing orders: nobody else may know them."""

    at: float
    seat: int
    orders: tuple[str, ...]


class Learned(msgspec.Struct, frozen=True, tag_field="entry", tag="learned", omit_defaults=True):
    """Somebody has read a lesson of the introduction; without one, has put it away or taken it up again."""

    at: float
    seat: int
    lesson: str = ""
    away: bool = False


class Arranged(msgspec.Struct, frozen=True, tag_field="entry", tag="arranged", omit_defaults=True):
    """Somebody arranges how they are asked and what is answered for them."""

    at: float
    seat: int
    answers: Answers
    shown: bool = False
    """Does it change what all may see of it? Otherwise nobody else hears of it."""


Entry = Opened | Seated | Started | Acted | Undone | Said | Wished | Ordered | Learned | Arranged

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def entry_text(entry: Entry) -> bytes:
    """The entry as a line of JSON."""
    return _ENCODER.encode(entry)


def parse_entry(text: bytes | str) -> Entry:
    """Read a line of a log."""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise BadLog("this is not an entry of a log: {reason}", reason=error) from error


def parse_log(lines: Sequence[bytes | str]) -> list[Entry]:
    """Read a whole log; a damaged entry is named by its number, from 0."""
    found: list[Entry] = []
    for number, line in enumerate(lines):
        try:
            found.append(parse_entry(line))
        except BadLog as error:
            raise BadLog("entry {entry}: {reason}", entry=number, reason=error) from error
    return found
