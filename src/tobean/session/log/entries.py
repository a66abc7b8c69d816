"""Log entries of a table, in the order in which they were accepted. A session is computed from its log.

Entries are JSON objects. Cards are written in notation and not as numbers, so that a newer program with more kinds can
read an old log.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.session.answers.preferences import Preferences
from tobean.session.errors import BadLog
from tobean.session.seats import Seat
from tobean.session.setup import Setup

CLOCK: Final = "clock"
"""The author of an action that a bot chose for a player whose time was up."""


class Opened(msgspec.Struct, frozen=True, tag_field="entry", tag="opened"):
    """A table was opened."""

    at: float
    setup: Setup


class Seated(msgspec.Struct, frozen=True, tag_field="entry", tag="seated", omit_defaults=True):
    """A seat changed: a person sat down, left it to a bot, came back, or is away for a while."""

    at: float
    seat: int
    now: Seat
    ends: bool = False
    """Whether the game ended because its only person left. The next change of a seat resumes it."""


class Started(msgspec.Struct, frozen=True, tag_field="entry", tag="started", omit_defaults=True):
    """The cards were dealt, or the game begins from a position."""

    at: float
    start: int
    deal: str
    deck: str = ""
    """All cards of the game, if they are not the game's own: at tables that continue a record."""
    edition: str = ""
    """Rule edition by which the game is played."""
    position: dict[str, str] = {}
    """Position in which the game begins instead of a deal (record/start_position.py)."""
    pile: str = ""
    """All cards in the order of the first pile, the top card first, if that is fixed: in a deal of the day."""


class Acted(msgspec.Struct, frozen=True, tag_field="entry", tag="acted", omit_defaults=True):
    """An action was accepted, and chance drew these cards."""

    at: float
    do: str
    chance: str = ""
    by: str = "person"
    """Source of the action: `person`, `bot`, `clock` (`CLOCK`), `record` (played before this table
    was opened), or the reason of an automatic answer (`NOTES` in preferences.py)."""
    fault: str = ""
    """Reason why the fallback move replaced the bot's own: `crash`, `illegal` or `overrun`."""


class Undone(msgspec.Struct, frozen=True, tag_field="entry", tag="undone"):
    """A seat undid its actions since this number of actions."""

    at: float
    seat: int
    to: int


class RemarkMeaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """Meaning of a bot's remark, from which it is translated for each viewer."""

    occasion: str
    kinds: str = ""
    voice: str = ""
    """Name of the bot's personality."""
    count: int = 0
    """Selects one of several wordings."""


class Said(msgspec.Struct, frozen=True, tag_field="entry", tag="said", omit_defaults=True):
    """A chat line; `seat` is -1 for a spectator."""

    at: float
    seat: int
    name: str
    text: str
    """Text as typed; of a bot, in the language of the table."""
    bot: bool = False
    meant: RemarkMeaning | None = None
    answers: int = -1
    """Number of the log entry to which a bot replies; -1: none."""
    person: str = ""
    """Id of the person, which never leaves the server; bots have none."""
    stand_in: bool = False
    """Whether a bot wrote it that played for a person."""


class Wished(msgspec.Struct, frozen=True, tag_field="entry", tag="wished"):
    """A seat shows which kinds it would like."""

    at: float
    seat: int
    kinds: str


class Ordered(msgspec.Struct, frozen=True, tag_field="entry", tag="ordered"):
    """A seat left standing orders, which are secret."""

    at: float
    seat: int
    orders: tuple[str, ...]


class Learned(msgspec.Struct, frozen=True, tag_field="entry", tag="learned", omit_defaults=True):
    """A lesson of the introduction was read; without one, the introduction was hidden or resumed."""

    at: float
    seat: int
    lesson: str = ""
    away: bool = False


class Arranged(msgspec.Struct, frozen=True, tag_field="entry", tag="arranged", omit_defaults=True):
    """A seat changed its preferences."""

    at: float
    seat: int
    answers: Preferences
    shown: bool = False
    """Whether the public part changed. Otherwise the other viewers are not notified."""


Entry = Opened | Seated | Started | Acted | Undone | Said | Wished | Ordered | Learned | Arranged

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def entry_text(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def parse_entry(text: bytes | str) -> Entry:
    """Parse a line of a log."""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise BadLog("this is not an entry of a log: {reason}", reason=error) from error


def parse_log(lines: Sequence[bytes | str]) -> list[Entry]:
    """Parse a whole log; the error names a damaged entry by its number, from 0."""
    found: list[Entry] = []
    for number, line in enumerate(lines):
        try:
            found.append(parse_entry(line))
        except BadLog as error:
            raise BadLog("entry {entry}: {reason}", entry=number, reason=error) from error
    return found
