"""Rendering of pages in the language of the visitor."""

import asyncio
import re
from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any, Final

from jinja2 import BytecodeCache, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from tobean.games import GAMES
from tobean.i18n import LANGUAGES, error_messages
from tobean.i18n.catalogues import native_name, on_cache_clear
from tobean.i18n.languages.grammar import grammar_of
from tobean.kernel.errors import TobeanError
from tobean.pictures.png import has_png
from tobean.server.assets.assets import asset_url
from tobean.server.assets.translations import manifest_url, script_catalogue_url
from tobean.server.games.colours import game_colours_url
from tobean.server.games.files import game_url
from tobean.server.games.pictures import picture, sprite_url, tone_class
from tobean.server.games.templates import LOADER as GAME_TEMPLATES
from tobean.server.language import GettextCatalogue, catalogue, chosen_language
from tobean.server.pages.person.outcomes import outcome_text
from tobean.server.site import site_of
from tobean.session.seats import MAX_FACES

SEE_OTHER: Final = 303
NOT_FOUND: Final = 404
CONFLICT: Final = 409
UNPROCESSABLE: Final = 422
"""Status of a page that shows a form again, because it was refused."""
TOO_MANY_REQUESTS: Final = 429
THEME_COOKIE: Final = "theme"
THEMES: Final = ("light", "dark")
LINK: Final = re.compile(
    r'(\b(?:href|src|action|formaction|data-socket|data-waiting|data-replay|data-words|data-sprite|data-alone)=")/(?!/)'
)
"""Start of an attribute in a template that links to a page of this server."""
ROOT: Final = "<html "
"""Start of the tag that tells the page's script the path prefix."""


def base_url_of(request: Request) -> str:
    """Return the start of links that are used outside this page."""
    return site_of(request).hosts.base_url(request.scope)


def language_of(request: Request) -> str:
    return chosen_language(request.cookies, request.headers.get("accept-language", ""))


def theme_of(request: Request) -> str:
    """Light or dark, if the visitor has chosen; "": the setting of the system."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def catalogue_of(request: Request) -> GettextCatalogue:
    return catalogue(language_of(request))


class CompiledTemplates(BytecodeCache):
    """Code of templates, compiled once for all languages."""

    def __init__(self) -> None:
        self.code: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.code[bucket.key] = bucket.code


COMPILED: Final = CompiledTemplates()
LOADER: Final = ChoiceLoader([PackageLoader("tobean.server", "templates"), GAME_TEMPLATES])


@cache
def templates(language: str) -> Environment:
    environment = Environment(
        loader=LOADER,
        bytecode_cache=COMPILED,
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    messages = catalogue(language)
    install: Callable[..., None] = environment.install_gettext_callables  # type: ignore[attr-defined]
    install(messages.gettext, messages.ngettext, newstyle=True, pgettext=messages.pgettext)
    environment.globals.update(
        games=GAMES,
        most_faces=MAX_FACES,
        static=asset_url,
        script_catalogue_url=script_catalogue_url,
        manifest_url=manifest_url,
        game_url=game_url,
        picture_url=picture,
        sprite_url=sprite_url,
        tone_class=tone_class,
        game_colours_url=game_colours_url,
        is_singular=grammar_of(language).is_singular,
        written_day=grammar_of(language).day,
        languages={code: native_name(code) for code in LANGUAGES},
        has_png=has_png,
    )
    return environment


on_cache_clear(templates.cache_clear)


def prepare_templates() -> None:
    """Compile every page before the first visitor, because compiling one takes longer than a move may wait."""
    for language in LANGUAGES:
        environment = templates(language)
        for name in LOADER.list_templates():
            environment.get_template(name)


async def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a template in the visitor's language."""
    language = language_of(request)
    visitor = await site_of(request).visitor(request)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    # A page shown after a refused form has no address of its own to return to.
    here = path if request.method == "GET" else "/"
    outcome = outcome_text(request.query_params.get("done", ""), is_known=bool(visitor.person))
    async with site_of(request).rendering:
        # Many requests may become ready at once, for example all that wait for the same review. Players' messages are
        # read between two of these pages.
        await asyncio.sleep(0)
        text = (
            templates(language)
            .get_template(template)
            .render(
                language=language,
                visitor=visitor,
                here=here,
                path=request.url.path,
                theme=theme_of(request),
                outcome=outcome and catalogue(language).gettext(outcome),
                is_local=site_of(request).is_local,
                absolute=lambda address: f"{base_url_of(request)}{address}",
                alone="" if site_of(request).settings.site is None else f"/alone/{language}/",
                **context,
            )
        )
    text = prefix_links(site_of(request).settings.prefix, text)
    return HTMLResponse(text, status, headers={"cache-control": "no-store", "vary": "cookie, accept-language"})


def prefix_links(prefix: str, text: str) -> str:
    """Prepend the path prefix to the links of a page. Text by visitors is escaped and cannot look like a link."""
    return LINK.sub(rf"\1{prefix}/", text).replace(ROOT, f'{ROOT}data-home="{prefix}" ', 1) if prefix else text


def error_text(request: Request, error: Exception) -> str:
    if not isinstance(error, TobeanError):
        return str(error)
    return error_messages.error_text(error, (), language_of(request))


def redirect(address: str) -> RedirectResponse:
    """Redirect to another page after a form."""
    return RedirectResponse(address, SEE_OTHER)


def local_path(text: str) -> str:
    """Return a path on this server, or the front page's if the text is none: this prevents open redirects."""
    is_local = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and len(text) < 500
    return text if is_local else "/"
