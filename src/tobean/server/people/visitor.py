"""Visitors: the person behind a request, and checks of names and pictures."""

import zlib
from dataclasses import dataclass
from typing import Final

from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.errors import BadInput
from tobean.record.record import check_name
from tobean.server.store.rows import Person
from tobean.session.seats import MAX_FACES
from tobean.session.text import one_line, skeleton

MAX_NAME: Final = 24


@dataclass(frozen=True)
class Visitor:
    """The sender of a request. Without a person it is anonymous and may only watch."""

    person: Person | None = None
    cookie: str = ""

    @property
    def id(self) -> str:
        return self.person.id if self.person else ""

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def face(self) -> int:
        """Number of the picture that this person has chosen, else one derived from the person's id."""
        if self.person is None:
            return 0
        return self.person.face or zlib.crc32(self.person.id.encode()) % MAX_FACES + 1


ANONYMOUS: Final = Visitor()


def checked_name(name: str) -> str:
    """Return a name as it is stored: one line of visible characters that is valid in a record."""
    tidy = one_line(name)
    if not tidy:
        raise BadInput("A name needs at least one visible character.")
    if len(tidy) > MAX_NAME:
        raise BadInput("A name has at most 24 characters.")
    if skeleton(tidy).upper() in tuple(SEAT_LETTERS):
        raise BadInput("A single letter from A on stands for a seat and cannot be a name.")
    return check_name(tidy)


def checked_face(face: int) -> int:
    """Return the number of a picture, 0 for none; raises `BadInput`."""
    if not 0 <= face <= MAX_FACES:
        raise BadInput("There are pictures 1 to {most}.", most=MAX_FACES)
    return face
