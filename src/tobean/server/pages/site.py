"""Everything a page needs, in one place, and how pages are made."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from jinja2 import BytecodeCache, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse

from tobean.games import GAMES
from tobean.kernel.errors import TobeanError
from tobean.play.session.seats import MOST_FACES
from tobean.server.assets.assets import asset_url
from tobean.server.assets.words import manifest_url, words_url
from tobean.server.games.colours import shelf_style_url
from tobean.server.games.files import game_url
from tobean.server.games.pictures import picture, sprite_url, tone_class
from tobean.server.games.templates import LOADER as GAME_TEMPLATES
from tobean.server.metrics import own_name
from tobean.server.people.identity import Identity, Visitor
from tobean.server.people.language import Catalogue, catalogue, chosen_language
from tobean.speech import LANGUAGES, told
from tobean.speech.catalogues import native_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    from jinja2.bccache import Bucket
    from starlette.requests import Request

    from tobean.server.admin.sanctions import Sanctions
    from tobean.server.admin.self_erasure import SelfErasure
    from tobean.server.cluster.neighbours import Neighbours
    from tobean.server.cluster.passing import Passing
    from tobean.server.defence.hosts import Hosts
    from tobean.server.defence.inspection import Inspection
    from tobean.server.defence.limits import Limiter
    from tobean.server.metrics import Metrics
    from tobean.server.settings import Settings
    from tobean.server.store.health import Health
    from tobean.server.store.store import Store
    from tobean.server.tables.hall import Hall

SEE_OTHER: Final = 303
THEME_COOKIE: Final = "theme"
THEMES: Final = ("light", "dark")
LINK: Final = re.compile(
    r'(\b(?:href|src|action|formaction|data-socket|data-waiting|data-replay|data-words|data-sprite)=")/(?!/)'
)
"""Where templates lead to one of our own pages."""
ROOT: Final = "<html "
"""Where a page tells its script below which path everything is."""


@dataclass
class Site:
    """One server: what it is set up with and what it is made of."""

    settings: Settings
    store: Store
    identity: Identity
    hosts: Hosts
    limiter: Limiter
    metrics: Metrics
    hall: Hall
    inspection: Inspection
    passing: Passing
    neighbours: Neighbours
    sanctions: Sanctions
    health: Health
    self_erasure: SelfErasure
    closing: bool = field(default=False)
    rendering: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one page that is rendered in a turn of the event loop."""

    async def told_metrics(self, key: str) -> bytes:
        """A neighbour asks for what is counted here."""
        return f"{own_name()}\n".encode() + self.metrics.text()

    async def visitor(self, request: Request) -> Visitor:
        """Who sends this request; asked once."""
        known = getattr(request.state, "visitor", None)
        if known is None:
            known = request.state.visitor = await self.identity.visitor(request.cookies)
        assert isinstance(known, Visitor)
        return known


def site_of(request: Request) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def home_of(request: Request) -> str:
    """What links that leave this page begin with."""
    return site_of(request).hosts.home(request.scope)


def language_of(request: Request) -> str:
    return chosen_language(request.cookies, request.headers.get("accept-language", ""))


def theme_of(request: Request) -> str:
    """Light or dark, if the visitor has chosen; "": as the system has it."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def words_of(request: Request) -> Catalogue:
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
    """Templates in one language."""
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
    words = catalogue(language)
    install: Callable[..., None] = environment.install_gettext_callables  # type: ignore[attr-defined]
    install(words.gettext, words.ngettext, newstyle=True)
    environment.globals.update(
        games=GAMES,
        most_faces=MOST_FACES,
        static=asset_url,
        words_url=words_url,
        manifest_url=manifest_url,
        game_url=game_url,
        picture_url=picture,
        sprite_url=sprite_url,
        tone_class=tone_class,
        shelf_style=shelf_style_url,
        languages={code: native_name(code) for code in LANGUAGES},
    )
    return environment


def prepare_templates() -> None:
    """Compile every page before the first visitor, because compiling one takes longer than a move may wait."""
    for language in LANGUAGES:
        environment = templates(language)
        for name in LOADER.list_templates():
            environment.get_template(name)


async def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page in the visitor's language."""
    language = language_of(request)
    visitor = await site_of(request).visitor(request)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    # A page after a refused form has no address of its own to come back to.
    here = path if request.method == "GET" else "/"
    async with site_of(request).rendering:
        # Many requests may become ready at once, for example all that wait for the same review. Players' messages are
        # read between two of these pages.
        await asyncio.sleep(0)
        text = (
            templates(language)
            .get_template(template)
            .render(
                language=language, visitor=visitor, here=here, path=request.url.path, theme=theme_of(request), **context
            )
        )
    text = below(site_of(request).settings.prefix, text)
    return HTMLResponse(text, status, headers={"cache-control": "no-store", "vary": "cookie, accept-language"})


def below(prefix: str, text: str) -> str:
    """A page whose links lead below a path. What people have written cannot look like a link: it is escaped."""
    return LINK.sub(rf"\1{prefix}/", text).replace(ROOT, f'{ROOT}data-home="{prefix}" ', 1) if prefix else text


def in_words(request: Request, error: Exception) -> str:
    """What is wrong, in the visitor's language."""
    if not isinstance(error, TobeanError):
        return str(error)
    return told(error, (), language_of(request))


def go(address: str) -> RedirectResponse:
    """On to another page after a form."""
    return RedirectResponse(address, SEE_OTHER)


def local_path(text: str) -> str:
    """An address on this server, else the front page: nobody is led elsewhere."""
    fine = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and len(text) < 500
    return text if fine else "/"
