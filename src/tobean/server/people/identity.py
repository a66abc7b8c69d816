"""Who somebody is: a random id in a signed cookie, and a name. There are no accounts.

A cookie says person, cookie id, the epoch of the person, and when it was signed. It ends when its id is revoked, when
the person begins a new epoch, or after a year. A cookie that cannot be read makes its bearer a stranger, nothing worse.
"""

from __future__ import annotations

import secrets
import time
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from tobean.kernel.errors import BadInput
from tobean.kernel.state.seats import SEAT_LETTERS
from tobean.play.session.seats import MOST_FACES
from tobean.play.session.text import one_line, skeleton
from tobean.record.record import check_name
from tobean.server.ids import new_id
from tobean.server.store.store import Person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

    from tobean.server.settings import Settings
    from tobean.server.store.store import Store

COOKIE: Final = "tobean"
YEAR: Final = 365 * 24 * 3600
TRANSFER_SECONDS: Final = 15 * 60
"""So long a link to another device of the same person works."""
LONGEST_NAME: Final = 24


@dataclass(frozen=True)
class Visitor:
    """Whoever sends a request. Without a person: a stranger who may look."""

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
        """The picture that this person has chosen, else one that is always the same for the same person."""
        if self.person is None:
            return 0
        return self.person.face or zlib.crc32(self.person.id.encode()) % MOST_FACES + 1


ANONYMOUS: Final = Visitor()


def checked_name(name: str) -> str:
    """A name as it is kept: one line of visible characters that can stand in a record."""
    tidy = one_line(name)
    if not tidy:
        raise BadInput("A name needs at least one visible character.")
    if len(tidy) > LONGEST_NAME:
        raise BadInput("A name has at most 24 characters.")
    if skeleton(tidy).upper() in tuple(SEAT_LETTERS):
        raise BadInput("A single letter from A on stands for a seat and cannot be a name.")
    return check_name(tidy)


def checked_face(face: int) -> int:
    """The number of a picture, 0 for none."""
    if not 0 <= face <= MOST_FACES:
        raise BadInput("There are pictures 1 to {most}.", most=MOST_FACES)
    return face


@dataclass(frozen=True)
class SignedCookie:
    """What a cookie says, or a link to another device that was made with it."""

    person: str
    cookie: str
    at: float
    epoch: int | None
    """None: from before there were epochs."""
    once: str = ""
    """What makes a link single."""

    def is_valid_for(self, person: Person | None) -> bool:
        if person is None or time.time() - self.at > YEAR:
            return False
        if self.epoch is None:
            return person.epoch == 0 and self.at >= person.valid_from
        return self.epoch == person.epoch


def read_signed(text: str, signer: URLSafeSerializer) -> SignedCookie | None:
    """What this text says, if we have signed it."""
    try:
        found = signer.loads(text)
        epoch = int(found["e"]) if "e" in found else None
        return SignedCookie(str(found["p"]), str(found["c"]), float(found["t"]), epoch, str(found.get("n", "")))
    except (BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return None


class Identity:
    """Reads and signs cookies."""

    def __init__(self, store: Store, secret: bytes, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.path = settings.prefix or "/"
        self.cookies = URLSafeSerializer(secret, salt="cookie")
        self.transfer_signer = URLSafeSerializer(secret, salt="another device, once")

    def person_in_cookies(self, cookies: Mapping[str, str]) -> str:
        """The person whom these cookies name: signed by us, but perhaps ended since. Enough to count requests by."""
        try:
            return str(self.cookies.loads(cookies.get(COOKIE, ""))["p"])
        except (BadSignature, KeyError, TypeError, ValueError):
            return ""

    async def visitor(self, cookies: Mapping[str, str]) -> Visitor:
        """Who sends these cookies."""
        signed = read_signed(cookies.get(COOKIE, ""), self.cookies)
        if signed is None:
            return ANONYMOUS
        person = await self.store.person(signed.person, signed.cookie)
        return Visitor(person, signed.cookie) if signed.is_valid_for(person) else ANONYMOUS

    async def new_visitor(self, name: str, face: int = 0) -> Visitor:
        """Add a person who picks a name, and perhaps a picture, for the first time."""
        now = time.time()
        person = Person(new_id(16), checked_name(name), now, now, face=checked_face(face))
        await self.store.add_person(person)
        return Visitor(person, secrets.token_urlsafe(16))

    async def rename_visitor(self, visitor: Visitor, name: str = "", face: int = 0) -> Visitor:
        """Give a person another name or picture; what is left out stays."""
        assert visitor.person is not None
        name = checked_name(name) if name else visitor.name
        person = replace(visitor.person, name=name, face=checked_face(face) or visitor.person.face)
        if person != visitor.person:
            await self.store.rename(person.id, person.name, person.face)
        return Visitor(person, visitor.cookie)

    def write_cookie(self, response: Response, visitor: Visitor) -> None:
        """Give the visitor's browser its cookie."""
        assert visitor.person is not None
        # The epoch is the one that was looked up: a cookie that ended meanwhile is not made valid again.
        facts = {"p": visitor.id, "c": visitor.cookie, "e": visitor.person.epoch, "t": int(time.time())}
        text = self.cookies.dumps(facts)
        assert isinstance(text, str)
        response.set_cookie(
            COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=self.settings.secure, path=self.path
        )

    def set_preference_cookie(self, response: Response, name: str, value: str) -> None:
        """Let the visitor's browser remember a choice that is no secret, such as the language."""
        response.set_cookie(
            name, value, max_age=YEAR, samesite="lax", httponly=True, secure=self.settings.secure, path=self.path
        )

    def clear_cookie(self, response: Response) -> None:
        """Take the cookie from the visitor's browser."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self.settings.secure, path=self.path)

    # --- another device -----------------------------------------------------------------------------------------

    def transfer_token(self, visitor: Visitor) -> str:
        """For a link that makes another device the same person: once, for a while, as long as this cookie counts."""
        assert visitor.person is not None
        facts = {"p": visitor.id, "c": visitor.cookie, "e": visitor.person.epoch, "t": int(time.time())}
        text = self.transfer_signer.dumps({**facts, "n": secrets.token_urlsafe(16)})
        assert isinstance(text, str)
        return text

    async def person_to_transfer(self, token: str) -> Person | None:
        """Whom such a link brings, if it is fresh and has not been used."""
        signed = read_signed(token, self.transfer_signer)
        # Servers need not have the same time; by more than the link lasts they will hardly differ.
        if signed is None or abs(time.time() - signed.at) > TRANSFER_SECONDS:
            return None
        person = await self.store.person(signed.person, signed.cookie, signed.once)
        return person if signed.is_valid_for(person) else None

    async def use_transfer(self, token: str) -> Visitor | None:
        """Use such a link; of several who do so at once, one does."""
        person, signed = await self.person_to_transfer(token), read_signed(token, self.transfer_signer)
        if person is None or signed is None or not await self.store.consume_link(signed.once, time.time()):
            return None
        return Visitor(person, secrets.token_urlsafe(16))
