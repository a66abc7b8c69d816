"""Reading of submitted forms and of numbers in addresses, within limits."""

from typing import Final

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from tobean.kernel.errors import BadInput
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import PERSONS, UPLOADS
from tobean.server.site import Site
from tobean.server.tables.bot_seats import random_name

MAX_FIELDS: Final = 60
MAX_FIELD: Final = 20_000
MAX_DIGITS: Final = 6
MAX_FILE: Final = 500_000


async def form_of(request: Request, largest: int = MAX_FIELD) -> FormData:
    """Parse a form; raises `BadInput` if it is malformed, or a field is larger than `largest` bytes."""
    try:
        if (await request.body()).count(b"&") > MAX_FIELDS and not is_multipart(request):
            raise MultiPartException("it has too many fields")
        form = await request.form(max_files=1, max_fields=MAX_FIELDS, max_part_size=largest)
        for name, value in form.multi_items():
            (name + value if isinstance(value, str) else name).encode()
    except MultiPartException as error:
        raise BadInput("this form cannot be read: {reason}", reason=error.message) from error
    except (UnicodeError, LookupError, ValueError) as error:  # a form may declare any encoding
        raise BadInput("this form cannot be read: {type}", type=type(error).__name__) from error
    return form


def is_multipart(request: Request) -> bool:
    return request.headers.get("content-type", "").startswith("multipart/form-data")


def field(form: FormData, name: str, longest: int = 200) -> str:
    """Return a text field, "" if it is missing."""
    value = form.get(name, "")
    if not isinstance(value, str):
        raise BadInput("{name} should be a text", name=name)
    if len(value) > longest:
        raise BadInput("{name} is too long", name=name)
    return value.strip()


def number_in(text: str, default: int = 0) -> int:
    """Return a number in an address, `default` if it is none or too large to be meant."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else default


def number(form: FormData, name: str, default: int = 0) -> int:
    """Return an integer field, `default` if it is missing or empty."""
    text = field(form, name, 12)
    if not text:
        return default
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise BadInput("{name} should be a number", name=name)
    return int(text)


async def read_upload(form: FormData, name: str) -> str:
    """Return the text of an uploaded file, "" if there is none."""
    value = form.get(name)
    if not isinstance(value, UploadFile) or not value.filename:
        return ""
    data = await value.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise BadInput("This file is too large.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("This file is not text in UTF-8.") from error


async def check_uploads(request: Request, site: Site) -> None:
    """Raise `BadInput` if this person or address has uploaded too many files lately."""
    visitor = await site.visitor(request)
    if not site.allows(UPLOADS, address_of(request.scope), visitor):
        raise BadInput("Too many files at once; please wait a moment.")


async def visitor_from_form(request: Request, site: Site, form: FormData) -> Visitor:
    """Return the visitor with the form's name and picture: a new person, or the same one with changes."""
    visitor = await site.visitor(request)
    name, face = field(form, "name"), number(form, "face")
    if visitor.person:
        return await site.identity.rename_visitor(visitor, name, face)
    if not site.allows(PERSONS, address_of(request.scope)):
        raise BadInput("Too many new names from this address; please wait a while.")
    # A form without the field comes from a page that does not ask for a name.
    return await site.identity.new_visitor(name if "name" in form else random_name(), face)
