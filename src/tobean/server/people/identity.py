"""Identity of visitors: a random id in a signed cookie, and a name. There are no accounts.

A cookie contains the ids of the person and of the cookie, the person's epoch, and the time of its signature. It is
valid until its id is revoked, the person's epoch is incremented, or a year has passed. A visitor whose cookie cannot be
read is treated as anonymous.
"""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.responses import Response

from tobean.server.ids import new_id
from tobean.server.people.visitor import ANONYMOUS, Visitor, checked_face, checked_name
from tobean.server.settings import Settings
from tobean.server.store.rows import Person
from tobean.server.store.store import Store

COOKIE: Final = "tobean"
YEAR: Final = 365 * 24 * 3600
TRANSFER_SECONDS: Final = 15 * 60
"""Seconds for which a link that transfers a person to another device is valid."""


@dataclass(frozen=True)
class SignedCookie:
    """Contents of a cookie, or of a transfer link that was made with it."""

    person: str
    cookie: str
    at: float
    epoch: int | None
    """None in cookies from before epochs were introduced."""
    once: str = ""
    """Nonce of a transfer link, which can be used only once."""

    def is_valid_for(self, person: Person | None) -> bool:
        if person is None or time.time() - self.at > YEAR:
            return False
        if self.epoch is None:
            return person.epoch == 0 and self.at >= person.valid_from
        return self.epoch == person.epoch


def read_signed(text: str, signer: URLSafeSerializer) -> SignedCookie | None:
    """Return the contents of a signed text, or None if the signature is not valid."""
    try:
        fields = signer.loads(text)
        epoch = int(fields["e"]) if "e" in fields else None
        return SignedCookie(str(fields["p"]), str(fields["c"]), float(fields["t"]), epoch, str(fields.get("n", "")))
    except (BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return None


def signed_fields(visitor: Visitor) -> dict[str, str | int]:
    """Return the contents of a cookie signed now, as `read_signed` reads them."""
    assert visitor.person is not None
    # The epoch is the one that was read with the person: a cookie revoked since then does not become valid again.
    return {"p": visitor.id, "c": visitor.cookie, "e": visitor.person.epoch, "t": int(time.time())}


class Identity:
    """Reads and signs cookies and transfer links."""

    def __init__(self, store: Store, secret: bytes, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.path = settings.prefix or "/"
        self.cookies = URLSafeSerializer(secret, salt="cookie")
        self.transfer_signer = URLSafeSerializer(secret, salt="another device, once")

    def person_in_cookies(self, cookies: Mapping[str, str]) -> str:
        """Return the id of the person that the signed cookie names, "" if there is none.

        The cookie may have been revoked since: this is enough to count requests by, and needs no database.
        """
        try:
            return str(self.cookies.loads(cookies.get(COOKIE, ""))["p"])
        except (BadSignature, KeyError, TypeError, ValueError):
            return ""

    async def visitor(self, cookies: Mapping[str, str]) -> Visitor:
        """Return the visitor with these cookies, `ANONYMOUS` if they are not valid."""
        signed = read_signed(cookies.get(COOKIE, ""), self.cookies)
        if signed is None:
            return ANONYMOUS
        person = await self.store.person(signed.person, signed.cookie)
        return Visitor(person, signed.cookie) if signed.is_valid_for(person) else ANONYMOUS

    async def new_visitor(self, name: str, face: int = 0) -> Visitor:
        """Add a person, with the name and perhaps the picture chosen on the first visit."""
        now = time.time()
        person = Person(new_id(16), checked_name(name), now, now, face=checked_face(face))
        await self.store.add_person(person)
        return Visitor(person, secrets.token_urlsafe(16))

    async def rename_visitor(self, visitor: Visitor, name: str = "", face: int = 0) -> Visitor:
        """Change the name or the picture of a person; empty arguments change nothing."""
        assert visitor.person is not None
        name = checked_name(name) if name else visitor.name
        person = replace(visitor.person, name=name, face=checked_face(face) or visitor.person.face)
        if person != visitor.person:
            await self.store.rename(person.id, person.name, person.face)
        return Visitor(person, visitor.cookie)

    def write_cookie(self, response: Response, visitor: Visitor) -> None:
        text = self.cookies.dumps(signed_fields(visitor))
        assert isinstance(text, str)
        response.set_cookie(
            COOKIE, text, max_age=YEAR, httponly=True, samesite="lax", secure=self.settings.secure, path=self.path
        )

    def set_preference_cookie(self, response: Response, name: str, value: str) -> None:
        """Set a cookie for a choice that is not secret, such as the language."""
        response.set_cookie(
            name, value, max_age=YEAR, samesite="lax", httponly=True, secure=self.settings.secure, path=self.path
        )

    def clear_cookie(self, response: Response) -> None:
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self.settings.secure, path=self.path)

    # --- another device -----------------------------------------------------------------------------------------

    def transfer_token(self, visitor: Visitor) -> str:
        """Return the token of a link that transfers the person to another device.

        It can be used once, within `TRANSFER_SECONDS`, while this cookie is valid.
        """
        text = self.transfer_signer.dumps({**signed_fields(visitor), "n": secrets.token_urlsafe(16)})
        assert isinstance(text, str)
        return text

    async def person_to_transfer(self, token: str) -> Person | None:
        """Return the person of a transfer link, or None if it has expired or been used."""
        signed = read_signed(token, self.transfer_signer)
        # The clocks of servers may differ, but hardly by more than the lifetime of a link.
        if signed is None or abs(time.time() - signed.at) > TRANSFER_SECONDS:
            return None
        person = await self.store.person(signed.person, signed.cookie, signed.once)
        return person if signed.is_valid_for(person) else None

    async def use_transfer(self, token: str) -> Visitor | None:
        """Use a transfer link; of several simultaneous uses only one succeeds."""
        person, signed = await self.person_to_transfer(token), read_signed(token, self.transfer_signer)
        if person is None or signed is None or not await self.store.consume_link(signed.once, time.time()):
            return None
        return Visitor(person, secrets.token_urlsafe(16))
