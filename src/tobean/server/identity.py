"""Who somebody is: a random id in a signed cookie, and a name. There are no accounts.

A cookie says person, cookie id and time of signing. It ends when its id is revoked, or when the person ends all
cookies signed so far. A cookie that cannot be read makes its bearer a stranger, nothing worse.
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from tobean.kernel.actions import SEAT_LETTERS
from tobean.kernel.errors import BadInput
from tobean.record.record import check_name
from tobean.server.store.store import Person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

    from tobean.server.settings import Settings
    from tobean.server.store.store import Store

COOKIE: Final = "tobean"
YEAR: Final = 365 * 24 * 3600
MOVE_SECONDS: Final = 15 * 60
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


STRANGER: Final = Visitor()


def checked_name(name: str) -> str:
    """A name as it is kept: one line of visible characters that can stand in a record."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if len(tidy) > LONGEST_NAME:
        raise BadInput("A name has at most 24 characters.")
    if not all(character.isprintable() for character in tidy):
        raise BadInput("A name has visible characters only.")
    if tidy.upper() in SEAT_LETTERS:
        raise BadInput("A single letter from A on stands for a seat and cannot be a name.")
    return check_name(tidy)


class Identity:
    """Reads and signs cookies."""

    def __init__(self, store: Store, secret: bytes, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.cookies = URLSafeSerializer(secret, salt="cookie")
        self.moves = URLSafeSerializer(secret, salt="another device")

    def claimed(self, cookies: Mapping[str, str]) -> str:
        """The person whom these cookies name: signed by us, but perhaps ended since. Enough to count requests by."""
        try:
            return str(self.cookies.loads(cookies.get(COOKIE, ""))["p"])
        except (BadSignature, KeyError, TypeError, ValueError):
            return ""

    async def visitor(self, cookies: Mapping[str, str]) -> Visitor:
        """Who sends these cookies."""
        text = cookies.get(COOKIE, "")
        if not text:
            return STRANGER
        try:
            found = self.cookies.loads(text)
            person, cookie, signed = str(found["p"]), str(found["c"]), float(found["t"])
        except (BadSignature, KeyError, TypeError, ValueError):
            return STRANGER
        known = await self.store.person(person, cookie)
        if known is None or signed < known.valid_from:
            return STRANGER
        return Visitor(known, cookie)

    async def newcomer(self, name: str) -> Visitor:
        """Somebody picks a name for the first time."""
        now = time.time()
        person = Person(secrets.token_urlsafe(16), checked_name(name), now, now)
        await self.store.add_person(person)
        return Visitor(person, secrets.token_urlsafe(16))

    async def renamed(self, visitor: Visitor, name: str) -> Visitor:
        assert visitor.person is not None
        name = checked_name(name)
        if name != visitor.name:
            await self.store.rename(visitor.id, name)
        person = visitor.person
        return Visitor(Person(person.id, name, person.created, person.valid_from), visitor.cookie)

    def keep(self, response: Response, visitor: Visitor) -> None:
        """Give the visitor's browser its cookie."""
        text = self.cookies.dumps({"p": visitor.id, "c": visitor.cookie, "t": time.time()})
        assert isinstance(text, str)
        response.set_cookie(
            COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=self.settings.secure, path="/"
        )

    async def forget(self, response: Response, visitor: Visitor) -> None:
        """End this cookie."""
        if visitor.cookie:
            await self.store.revoke(visitor.cookie, time.time())
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self.settings.secure, path="/")

    async def forget_all(self, visitor: Visitor) -> None:
        """End every cookie of this person, on all devices."""
        await self.store.revoke_all(visitor.id, time.time())

    def move_token(self, visitor: Visitor) -> str:
        """For a link that makes another device the same person."""
        text = self.moves.dumps({"p": visitor.id, "t": time.time()})
        assert isinstance(text, str)
        return text

    async def moved(self, token: str) -> Visitor | None:
        """Who comes with such a link, if it is fresh."""
        try:
            found = self.moves.loads(token)
            person, signed = str(found["p"]), float(found["t"])
        except (BadSignature, KeyError, TypeError, ValueError):
            return None
        known = await self.store.person(person, "")
        if known is None or signed < known.valid_from or time.time() - signed > MOVE_SECONDS:
            return None
        return Visitor(known, secrets.token_urlsafe(16))
