"""A visitor's private notes on the positions of a finished game, stored as facts `note/GAME/PLY`."""

from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import field, form_of, number
from tobean.server.pages.rendering import UNPROCESSABLE, error_text
from tobean.server.pages.replays.replay import requested_game
from tobean.server.site import site_of
from tobean.server.store.facts import Fact
from tobean.session.text import one_line

PREFIX: Final = "note/"
MAX_NOTE: Final = 1_000
MAX_NOTES: Final = 200
"""Number of notes on one game."""
MAX_ALL_NOTES: Final = 2_000
"""Number of notes of one person."""
FORBIDDEN: Final = 403
HEADERS: Final = {"cache-control": "no-store"}


def note_key(game: str, ply: int) -> str:
    return f"{PREFIX}{game}/{ply:05d}"


def checked_note(text: str) -> str:
    """Return the text with visible characters only, line by line; raises `BadInput` if it is too long."""
    lines = [one_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    note = "\n".join(lines).strip("\n")
    if len(note) > MAX_NOTE:
        raise BadInput("A note has at most {most} characters.", most=MAX_NOTE)
    return note


async def notes(request: Request) -> Response:
    """Serve the visitor's notes on a game, by position."""
    await requested_game(request)
    site, name = site_of(request), request.path_params["name"]
    visitor = await site.visitor(request)
    facts = await site.facts.matching(visitor.id, f"{PREFIX}{name}/") if visitor.id else {}
    found = {int(key.rpartition("/")[2]): msgspec.json.decode(fact.value) for key, fact in facts.items()}
    may_write = bool(visitor.person)
    return JSONResponse({"notes": found, "may_write": may_write, "longest": MAX_NOTE}, headers=HEADERS)


async def save_note(request: Request) -> Response:
    """Store the note on one position; an empty one deletes it."""
    game = await requested_game(request)
    site, name = site_of(request), request.path_params["name"]
    visitor = await site.visitor(request)
    if not visitor.person:
        raise HTTPException(FORBIDDEN)
    try:
        form = await form_of(request)
        ply, text = number(form, "ply", -1), checked_note(field(form, "text", 4 * MAX_NOTE))
        if not 0 <= ply <= game.plies:
            raise BadInput("There is no such position in this game.")
        key = note_key(name, ply)
        if not text:
            await site.facts.delete(visitor.id, key)
        else:
            all_notes = await site.facts.matching(visitor.id, PREFIX)
            if key not in all_notes:
                check_count(list(all_notes), name)
            fact = Fact(msgspec.json.encode(text).decode())
            await site.facts.change([(visitor.id, key)], lambda _: [fact])
    except BadInput as error:
        return JSONResponse({"error": error_text(request, error)}, UNPROCESSABLE, headers=HEADERS)
    return JSONResponse({"ply": ply, "text": text}, headers=HEADERS)


def check_count(keys: list[str], game: str) -> None:
    """Raise `BadInput` if a further note would exceed a limit."""
    if sum(key.startswith(f"{PREFIX}{game}/") for key in keys) >= MAX_NOTES:
        raise BadInput("A game has at most {most} notes.", most=MAX_NOTES)
    if len(keys) >= MAX_ALL_NOTES:
        raise BadInput("You have {most} notes, which is the limit. Delete some first.", most=MAX_ALL_NOTES)
