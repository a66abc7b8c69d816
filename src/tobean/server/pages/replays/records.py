"""List of the finished games, and the upload of records."""

from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import MAX_FILE, check_uploads, field, form_of, read_upload
from tobean.server.pages.person.my_tables import ago, listing, save_tables_of
from tobean.server.pages.rendering import UNPROCESSABLE, error_text, language_of, page, redirect
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import MAX_BODY
from tobean.server.site import site_of
from tobean.session.log.reducer import FINISHED


async def replays(request: Request, error: str = "", status: int = 200, pasted: str = "") -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    if visitor.id:
        await save_tables_of(site, visitor.id)
    mine = [row for row in await site.store.tables_of(visitor.id) if row.state == FINISHED] if visitor.id else []
    known = {row.id for row in mine}
    return await page(
        request,
        "replay/replays.html",
        status,
        error=error,
        pasted=pasted,
        longest=MAX_FILE,
        mine=[listing(row) for row in mine],
        public=[listing(row) for row in await site.store.finished_public_tables() if row.id not in known],
        ago=ago(language_of(request)),
    )


async def upload_record(request: Request) -> Response:
    """Accept a record, a table text or a scenario, uploaded as a file or pasted."""
    site = site_of(request)
    pasted = ""
    try:
        await check_uploads(request, site)
        form = await form_of(request, MAX_BODY)
        text = await read_upload(form, "record")
        if not text:
            text = pasted = field(form, "text", MAX_BODY)
        if len(text) > MAX_FILE:
            pasted = ""
            raise BadInput("This text is too long.")
        if not text:
            raise BadInput("Choose a file or paste a text first.")
        visitor = await site.visitor(request)
        record = await site.sandbox.record(address_of(request.scope), text, language_of(request))
        name = await site.registry.replays.upload_record(record, visitor.id)
    except BadInput as error:
        return await replays(request, error_text(request, error), UNPROCESSABLE, pasted)
    return redirect(f"/replays/{name}")
