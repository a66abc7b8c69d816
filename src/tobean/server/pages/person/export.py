"""Export of everything that is kept about the visitor, as one JSON file.

The file is written record by record and table by table while it is downloaded, so that many games take little memory.
Of games that are not over it has no moves, because these would reveal the secrets of others.
"""

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tobean.kernel.errors import TobeanError
from tobean.server.logs import log, short_id
from tobean.server.pages import rendering
from tobean.server.pages.person.my_tables import save_tables_of
from tobean.server.pages.person.name_and_devices import me
from tobean.server.people.visitor import Visitor
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import EXPORTS
from tobean.server.site import Site, site_of
from tobean.server.store.rows import TableRow
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.worker import BotFailed

FORMAT: Final = "tobean person 1"
FILE: Final = "tobean-data.json"


async def data(request: Request) -> Response:
    """Serve the visitor's data as a file."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person:
        return rendering.redirect("/me")
    if not site.allows(EXPORTS, address_of(request.scope), visitor):
        text = rendering.catalogue_of(request).gettext("You have just downloaded your data; please wait a few minutes.")
        return await me(request, text, rendering.TOO_MANY_REQUESTS)
    await save_tables_of(site, visitor.id)
    return StreamingResponse(
        exported(site, address_of(request.scope), visitor),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{FILE}"', "cache-control": "no-store"},
    )


async def exported(site: Site, address: str, visitor: Visitor) -> AsyncIterator[bytes]:
    """Yield the parts of the file."""
    person = visitor.person
    assert person is not None
    about = {"id": person.id, "name": person.name, "picture": person.face, "created": person.created}
    facts = [
        {"key": key, "value": msgspec.Raw(fact.value.encode()), "score": fact.score}
        for key, fact in (await site.facts.matching(person.id, "")).items()
    ]
    head = {
        "format": FORMAT,
        "person": about,
        "facts": facts,
        "reports": await site.store.reports_by(person.id),
    }
    yield msgspec.json.encode(head)[:-1] + b',"uploaded_records":{'
    for number, name in enumerate(await site.store.records_of(person.id)):
        record = msgspec.json.encode({name: await site.store.record(name)})
        yield (b",\n" if number else b"\n") + record[1:-1]
    yield b'},"tables":['
    for number, row in enumerate(await site.store.all_tables_of(person.id)):
        yield (b",\n" if number else b"\n") + msgspec.json.encode(await table_data(site, address, person.id, row))
    yield b"\n]}\n"


async def table_data(site: Site, address: str, person: str, row: TableRow) -> dict[str, Any]:
    """Return one table. If it cannot be read now, the file says so and goes on."""
    listed = {
        "table": row.id,
        "game": row.game,
        "state": row.state,
        "public": row.public,
        "opened": row.opened,
        "updated": row.updated,
        "opened_by_you": row.host == person,
    }
    try:
        request = {"export": await site.store.entries(row.id), "person": person}
        found = await site.registry.worker_pool.examine(Requester(address, person, row.id), request)
    except BotFailed as error:
        log("a table could not be exported", table=short_id(row.id), fault=error.fault)
        found = {"error": error.fault, "chat": [], "record": None}
    except TobeanError as error:  # the archive cannot be reached
        log("a table could not be exported", table=short_id(row.id), reason=str(error))
        found = {"error": "archive", "chat": [], "record": None}
    return {**listed, **found}
