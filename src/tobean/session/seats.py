"""Seats of a table: a person, a bot, or open."""

from typing import Final

import msgspec

from tobean.bots import builtin_bot
from tobean.bots.registry import check_bot_fits
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Rules
from tobean.record.record import check_name
from tobean.session.errors import BadSetup, Refused
from tobean.session.text import one_line

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"

MAX_FACES: Final = 8
MAX_MODEL_SECONDS: Final = 3600
"""Maximum number of seconds for a decision of a language model."""
MAX_KEY_LENGTH: Final = 64


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at a table.

    `person` is an opaque key of the person the seat belongs to; it is never sent to clients. It stays when a bot takes
    over for a person who left, so that they can reclaim the seat.
    """

    kind: str = OPEN
    name: str = ""
    person: str = ""
    bot: str = ""
    face: int = 0
    model: int = 0
    """Seconds for a decision, if a language model plays for this person; 0: no model."""
    away: bool = False
    """Whether the log says that this person is away. Short absences are not logged."""

    @property
    def is_taken(self) -> bool:
        return self.kind != OPEN

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON

    @property
    def is_stand_in(self) -> bool:
        """Whether a bot plays here for a person who can take the seat back."""
        return self.kind == BOT and bool(self.person)

    def public(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "name": self.name,
            "bot": self.bot,
            "face": self.face,
            "reclaimable": self.is_stand_in,
            "model": self.model if self.is_person else 0,
        }


OPEN_SEAT: Final = Seat()


def person_seat(name: str, person: str, face: int = 0, model: int = 0) -> Seat:
    """Build a seat for a person, or for a language model with `model` seconds for a decision."""
    return checked_seat(Seat(PERSON, name, person, face=face, model=model))


def bot_seat(name: str, bot: str, face: int = 0) -> Seat:
    return checked_seat(Seat(BOT, name, bot=bot, face=face))


def checked_seat(seat: Seat) -> Seat:
    """Return the seat with its name as one visible line; raise `BadSetup` if it is invalid."""
    if seat.kind not in (OPEN, PERSON, BOT):
        raise BadSetup("A seat is open, for a person or for a bot, not {given}.", given=seat.kind)
    if seat.kind == OPEN:
        if seat != OPEN_SEAT:
            raise BadSetup("An open seat has no name and nobody in it.")
        return seat
    seat = msgspec.structs.replace(seat, name=one_line(seat.name))
    try:
        check_name(seat.name)
    except BadInput as error:
        raise BadSetup("A name has 1 to 40 characters, without comma, colon, semicolon or =.") from error
    try:
        if seat.kind == BOT:
            builtin_bot(seat.bot)
    except BadInput as error:
        raise BadSetup("{reason}", reason=error) from error
    if seat.kind == PERSON and (seat.bot or not seat.person):
        raise BadSetup("A person's seat needs the person and has no bot.")
    if len(seat.person) > MAX_KEY_LENGTH:
        raise BadSetup("The key of a person is too long.")
    if not 0 <= seat.face <= MAX_FACES:
        raise BadSetup("A face is a number from 0 to {most}.", most=MAX_FACES)
    if not 0 <= seat.model <= MAX_MODEL_SECONDS or (seat.model and not seat.person):
        raise BadSetup("A language model has 1 to {most} seconds for a decision.", most=MAX_MODEL_SECONDS)
    return seat


def check_bot_seat(bot: str, rules: Rules, players: int) -> None:
    """Raise `BadSetup` if a bot cannot play this game with this number of players."""
    try:
        check_bot_fits(builtin_bot(bot), rules, players)
    except BadInput as error:
        raise BadSetup("{reason}", reason=error) from error


# --- transitions -------------------------------------------------------------------------------------


def check_seat_free(seat: Seat, begun: bool) -> None:
    """Raise `Refused` if no other person can take this seat."""
    if seat.is_person or (begun and seat.person):
        raise Refused("This seat is taken.")


def seat_with_person(before: Seat, begun: bool, name: str, person: str, face: int, model: int = 0) -> Seat:
    """Return the seat after a person, or a language model, has sat down."""
    check_seat_free(before, begun)
    # A running game keeps the old name.
    return person_seat(before.name if begun else name, person, face, model)


def seat_with_bot(before: Seat, begun: bool, name: str, bot: str, face: int) -> Seat:
    """Return the seat after a bot has taken it; a person who left can still reclaim it."""
    if before.is_person:
        raise Refused("This seat is taken.")
    filled = bot_seat(before.name if begun else name, bot, face)
    return msgspec.structs.replace(filled, person=before.person, model=before.model)


def vacated_seat(before: Seat, begun: bool, bot: str) -> Seat:
    if not before.is_person:
        raise Refused("Nobody sits there.")
    return checked_seat(msgspec.structs.replace(before, kind=BOT, bot=bot, away=False)) if begun else OPEN_SEAT


def reclaimed_seat(before: Seat, person: str) -> Seat:
    if before.kind != BOT or not before.person or before.person != person:
        raise Refused("This is not your seat.")
    return msgspec.structs.replace(before, kind=PERSON, bot="")
