"""One person on another device: a link from "Name and devices", which asks before it replaces who one is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from tobean.server.pages.forms import field, form_of
from tobean.server.pages.front import save_tables_of
from tobean.server.pages.qr import qr_svg
from tobean.server.pages.site import base_url_of, catalogue_of, local_path, page, redirect, site_of

if TYPE_CHECKING:
    from starlette.requests import Request

USUAL: Final = "/mine"
LINK_UNUSABLE: Final = 403
PRIVATE: Final = {"referrer-policy": "strict-origin"}
"""The address of this page is a key: no other page hears of it. (With `no-referrer` the form would lose its origin.)"""


async def confirm_transfer(request: Request, onwards: str = "") -> Response:
    """Who would come, who is here, and what that one would lose. Nothing changes."""
    site = site_of(request)
    visitor = await site.visitor(request)
    comer = await site.identity.person_to_transfer(request.path_params["token"])
    if comer is None:
        return await link_expired(request)
    onwards = local_path(onwards or request.query_params.get("next", USUAL))
    if comer.id == visitor.id:
        return redirect(onwards)
    seats = 0
    if visitor.person:
        await save_tables_of(site, visitor.id)
        seats = await site.store.open_seat_count(visitor.id)
    response = await page(
        request, "move.html", comer=comer.name, seats=seats, onwards=onwards, token=request.path_params["token"]
    )
    response.headers.update(PRIVATE)
    return response


async def qr_code(request: Request) -> Response:
    """The link as a QR code: made only when a person opens it, since it takes longer than the whole page."""
    token = request.path_params["token"]
    if await site_of(request).identity.person_to_transfer(token) is None:
        return await link_expired(request)
    picture = qr_svg(f"{base_url_of(request)}/move/{token}")
    return Response(picture, media_type="image/svg+xml", headers={**PRIVATE, "cache-control": "no-store"})


async def link_expired(request: Request) -> Response:
    words = catalogue_of(request)
    response = await page(
        request,
        "error.html",
        LINK_UNUSABLE,
        heading=words.gettext("This link has run out"),
        words=words.gettext("Open “Name and devices” on the other device again and take the new link."),
    )
    response.headers.update(PRIVATE)
    return response


async def accept_transfer(request: Request) -> Response:
    """The person has said yes: from now on they are the one that the link brings."""
    site = site_of(request)
    visitor = await site.visitor(request)
    form = await form_of(request)
    onwards = local_path(field(form, "next", 500))
    if field(form, "instead") != visitor.name:  # somebody else than the page was shown to
        return await confirm_transfer(request, onwards)
    comer = await site.identity.use_transfer(request.path_params["token"])
    if comer is None:
        return await link_expired(request)
    if visitor.person:
        await site.registry.revocations.revoke_cookie(visitor)
    response = redirect(onwards)
    site.identity.write_cookie(response, comer)
    return response
