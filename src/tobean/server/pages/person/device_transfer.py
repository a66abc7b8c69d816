"""Transfer of a person to another device by a link from the page "Name and devices".

The link asks for confirmation before it replaces the person of the other device.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tobean.pictures.qr import qr_svg
from tobean.server.pages.forms import field, form_of
from tobean.server.pages.person.my_tables import save_tables_of
from tobean.server.pages.rendering import base_url_of, catalogue_of, local_path, page, redirect
from tobean.server.site import site_of

DEFAULT_NEXT: Final = "/mine"
LINK_UNUSABLE: Final = 403
PRIVATE: Final = {"referrer-policy": "strict-origin"}
"""Headers that keep the address, a credential, from other sites. (`no-referrer` would drop the form's origin.)"""


async def confirm_transfer(request: Request, next_path: str = "") -> Response:
    """Ask for confirmation: shows the new person, the current one, and the open seats of the latter."""
    site = site_of(request)
    visitor = await site.visitor(request)
    person = await site.identity.person_to_transfer(request.path_params["token"])
    if person is None:
        return await link_expired(request)
    next_path = local_path(next_path or request.query_params.get("next", DEFAULT_NEXT))
    if person.id == visitor.id:
        return redirect(next_path)
    seats = 0
    if visitor.person:
        await save_tables_of(site, visitor.id)
        seats = await site.store.open_seat_count(visitor.id)
    response = await page(
        request,
        "person/move.html",
        new_name=person.name,
        seats=seats,
        next_path=next_path,
        token=request.path_params["token"],
    )
    response.headers.update(PRIVATE)
    return response


async def qr_code(request: Request) -> Response:
    """Serve the link as a QR code. It is a separate request, since it takes longer to build than the whole page."""
    token = request.path_params["token"]
    if await site_of(request).identity.person_to_transfer(token) is None:
        return await link_expired(request)
    picture = qr_svg(f"{base_url_of(request)}/move/{token}")
    return Response(picture, media_type="image/svg+xml", headers={**PRIVATE, "cache-control": "no-store"})


async def link_expired(request: Request) -> Response:
    catalogue = catalogue_of(request)
    response = await page(
        request,
        "error.html",
        LINK_UNUSABLE,
        heading=catalogue.gettext("This link has expired"),
        advice=catalogue.gettext("Open “Name and devices” on the other device again and use the new link."),
    )
    response.headers.update(PRIVATE)
    return response


async def accept_transfer(request: Request) -> Response:
    """Make this browser the person of the link, and revoke its previous cookie."""
    site = site_of(request)
    visitor = await site.visitor(request)
    form = await form_of(request)
    next_path = local_path(field(form, "next", 500))
    if field(form, "instead") != visitor.name:  # not the visitor whom the form was shown to
        return await confirm_transfer(request, next_path)
    transferred = await site.identity.use_transfer(request.path_params["token"])
    if transferred is None:
        return await link_expired(request)
    if visitor.person:
        await site.registry.revocations.revoke_cookie(visitor)
    response = redirect(next_path)
    site.identity.write_cookie(response, transferred)
    return response
