"""Page "Name and devices": the visitor's name and picture, consents, forgetting and erasure."""

from starlette.requests import Request
from starlette.responses import Response

from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import field, form_of, visitor_from_form
from tobean.server.pages.person.outcomes import ERASED, FORGOTTEN, FORGOTTEN_EVERYWHERE, UNSURE, with_outcome
from tobean.server.pages.rendering import (
    TOO_MANY_REQUESTS,
    UNPROCESSABLE,
    base_url_of,
    catalogue_of,
    error_text,
    local_path,
    page,
    redirect,
)
from tobean.server.people.consent import GAMES_AS_PUZZLES
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.rate_limits import ERASURES
from tobean.server.site import site_of
from tobean.server.store.facts import new_fact
from tobean.server.tables.bot_seats import random_name


async def me(request: Request, error: str = "", status: int = 200) -> Response:
    site = site_of(request)
    visitor = await site.visitor(request)
    token = site.identity.transfer_token(visitor) if visitor.person else ""
    move = f"{base_url_of(request)}/move/{token}" if token else ""
    lan_url = site.hosts.url_to_enable(request.scope)
    consent = await site.facts.matching(visitor.id, GAMES_AS_PUZZLES) if visitor.id else {}
    return await page(
        request,
        "person/me.html",
        status,
        error=error,
        suggested=random_name(),
        move=move,
        token=token,
        lan_url=lan_url,
        agrees=GAMES_AS_PUZZLES in consent,
    )


async def choose_puzzle_consent(request: Request) -> Response:
    """Store or withdraw the consent that positions of the visitor's finished games become puzzles."""
    site = site_of(request)
    visitor = await site.visitor(request)
    agrees = field(await form_of(request), "agree") == "yes"
    if visitor.id and agrees:
        await site.facts.change([(visitor.id, GAMES_AS_PUZZLES)], lambda facts: [new_fact(True)])
    elif visitor.id:
        await site.facts.delete(visitor.id, GAMES_AS_PUZZLES)
    return redirect("/me")


async def rename(request: Request) -> Response:
    site = site_of(request)
    form = await form_of(request)
    try:
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await me(request, error_text(request, error), UNPROCESSABLE)
    next_path = field(form, "next", 500)
    response = redirect(local_path(next_path) if next_path else "/me")
    site.identity.write_cookie(response, visitor)
    return response


async def forget(request: Request) -> Response:
    """Revoke this cookie, or all cookies of the person. By the time of the response, every server refuses them."""
    site = site_of(request)
    visitor = await site.visitor(request)
    everywhere = field(await form_of(request), "everywhere") == "yes"
    if visitor.person:
        await (
            site.registry.revocations.revoke_person(visitor)
            if everywhere
            else site.registry.revocations.revoke_cookie(visitor)
        )
    done = FORGOTTEN_EVERYWHERE if everywhere else FORGOTTEN
    response = redirect(with_outcome("/", done) if visitor.person else "/")
    site.identity.clear_cookie(response)
    return response


async def erase_me(request: Request) -> Response:
    """Delete the visitor's name, chat and id everywhere, immediately; moves stay."""
    site = site_of(request)
    visitor = await site.visitor(request)
    if not visitor.person:
        return redirect("/me")
    if field(await form_of(request), "sure") != "yes":
        return redirect(with_outcome("/me", UNSURE))
    if not site.allows(ERASURES, address_of(request.scope), visitor):
        text = catalogue_of(request).gettext("Too many people are being deleted at the moment; please wait a minute.")
        return await me(request, text, TOO_MANY_REQUESTS)
    await site.registry.revocations.revoke_person(visitor)
    await site.self_erasure.erase(visitor.id)
    response = redirect(with_outcome("/", ERASED))
    site.identity.clear_cookie(response)
    return response
