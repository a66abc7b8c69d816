"""Builder of the static site: renders the pages, bundles scripts and styles, and adds Python for the browser."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import N_, text
from tobean.i18n.rulebook import pages
from tobean.kernel.errors import BadInput
from tobean.server.assets import assets, translations
from tobean.server.assets.script_bundle import bundle
from tobean.server.assets.sprites import SHARED, sprite_name
from tobean.server.assets.static_files import SITE_POLICY
from tobean.server.games.card_file import card_file
from tobean.server.games.colours import game_colours
from tobean.server.games.files import MEDIA_TYPES, content_of, game_file
from tobean.server.pages import reference, rendering, reports
from tobean.server.pages.rendering import templates
from tobean.server.settings import SITE_MARKER
from tobean.site.addresses import rewrite_links
from tobean.site.archives import PACKED, mark_of, zstd_compressed
from tobean.site.compiler import Compiler
from tobean.site.local.app import local_app, local_site
from tobean.site.local.asgi import call
from tobean.site.local.storage import MemoryStorage
from tobean.site.python_files import DEFERRED, LIBRARY, python_files
from tobean.site.runtime import WASM, Runtime, default_cache

PICTURE: Final = re.compile(r'url\("\.\./\.\./static/([^"]+)"\)')
"""Addresses of pictures in style sheets, which have no hash."""
SCRIPTS: Final = ("local_site.js", "worker.js", "unpacker.js", "language.js")
"""Scripts of pages and workers, each in one file with the modules that it imports."""
WORKER_SCRIPTS: Final = ("worker.js", "unpacker.js")
"""Scripts that a page loads for its workers as soon as it can."""
TEXTS: Final = {
    "progress": N_("The game is being loaded … {percent} %"),
    "start": N_("The game is starting …"),
    "wasm": N_("This browser cannot run the game, because it has no WebAssembly. Another or a newer browser can."),
    "storage": N_("This browser stores nothing for this page, so it could not keep a game. A normal window can."),
    "outdated": N_("Another tab has a newer version of the game. Please reload this page; your tables are safe."),
    "update": N_("A new version of the game is ready."),
    "use": N_("Use it now"),
    "load": N_("A part of the game could not be loaded. Please reload the page; your tables are safe."),
}
"""Texts of `local_site.js`."""


ROOT_SLOT: Final = "{root}"
TABLE_SLOT: Final = "{table}"
"""Slots in the pages of tables for the address of the site and the id of the table."""


@dataclass(frozen=True)
class Report:
    """Number and sizes of the files of a site."""

    files: int
    size: int
    packed: int
    """Bytes if each file is compressed with gzip, as web servers send them."""


class Builder:
    """Collects the files of a site by path."""

    def __init__(self, runtime: Runtime, compiler: Compiler | None = None) -> None:
        """Without a compiler, Python in the browser compiles its sources itself on a first visit."""
        self.runtime = runtime
        self.compiler = compiler
        self.files: dict[str, bytes] = {}

    def build(self) -> dict[str, bytes]:
        """Return all files."""
        assets.prepare()
        self.add_assets()
        self.local = self.add_scripts()
        self.python, self.fetched_bytes = self.add_python()
        asyncio.run(self.add_pages())
        self.add_service_worker()
        self.files[SITE_MARKER] = json.dumps({"site": "tobean", "python": self.python, "scripts": self.local}).encode()
        return self.files

    # --- files ------------------------------------------------------------------------------------------------------

    def add_assets(self) -> None:
        """Add bundles, sprites, pictures, catalogues, manifests, and the files of the games."""
        names = [*assets.GENERATED, SHARED, *map(sprite_name, GAMES), *self.static_names()]
        self.marks: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        for name in names:
            asset = assets.ASSETS.find(name)
            assert asset is not None, name
            self.marks[name] = asset.mark
            self.paths[name] = asset.url.removeprefix("/")
            self.files[self.paths[name]] = asset.data
            for picture in PICTURE.findall(asset.data.decode()) if name.endswith(".css") else ():
                self.files[f"static/{picture}"] = (assets.STATIC / picture).read_bytes()
        for language in LANGUAGES:
            self.files[f"catalogue/{language}.json"] = translations.script_catalogue(language).data
            self.files[f"manifest.{language}.webmanifest"] = self.manifest(language)
        self.files["shelf.css"] = game_colours().data
        for game in GAMES:
            for name in ("table.js", "style.css", "art.svg"):
                if Path(name).suffix in MEDIA_TYPES and game_file(game, name) is not None:
                    self.files[f"static/games/{game}/{name}"] = content_of(game, name)

    def static_names(self) -> list[str]:
        folder = assets.STATIC / "art"
        return [
            path.relative_to(assets.STATIC).as_posix() for path in sorted(folder.iterdir()) if path.suffix != ".css"
        ]

    def manifest(self, language: str) -> bytes:
        """Return the web app manifest with addresses relative to itself."""
        fields = json.loads(translations.manifest(language, "").data)
        fields |= {"id": f"./{language}/", "start_url": f"./{language}/", "scope": "./"}
        fields["icons"] = [{**icon, "src": f".{icon['src']}"} for icon in fields["icons"]]
        return json.dumps(fields, ensure_ascii=False).encode()

    def add_scripts(self) -> str:
        """Add the scripts of static sites. Returns their folder, whose name changes with them."""
        folder = files("tobean.site") / "static"
        scripts = {
            name: bundle(name, lambda path: (folder / path).read_text(encoding="utf-8")).encode() for name in SCRIPTS
        }
        local = f"local/{mark_of(*scripts.values())}/"
        self.files.update({f"{local}{name}": script for name, script in scripts.items()})
        return local

    def add_python(self) -> tuple[str, int]:
        """Add Pyodide and tobean. Returns their folder and how many bytes of it a first table needs."""
        catalogues = {language: translations.script_catalogue_url(language) for language in LANGUAGES}
        contents = python_files(self.runtime, self.compiler, {"assets": self.marks, "catalogues": catalogues})
        scripts = self.runtime.scripts()
        folder = f"python/{mark_of(*contents.values(), *scripts.values())}/"
        self.files.update({f"{folder}{name}": data for name, data in scripts.items()})
        for name, data in contents.items():
            # Pyodide and the C library are the same in every site of this version.
            is_constant = name in (WASM, LIBRARY)
            self.files[f"{folder}{name}{PACKED}"] = zstd_compressed(data, default_cache() if is_constant else None)
        return folder, sum(len(self.files[f"{folder}{name}{PACKED}"]) for name in contents if name != DEFERRED)

    def add_service_worker(self) -> None:
        """Add the script that keeps all files for offline use; it changes whenever one of them does."""
        names = [path.removesuffix("index.html") for path in sorted(self.files)]
        version = mark_of(*(path.encode() + self.files[path] for path in sorted(self.files)))
        head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(names)};\n"
        script = (files("tobean.site") / "static" / "service-worker.js").read_text(encoding="utf-8")
        self.files["service-worker.js"] = (head + script).encode()

    # --- pages ------------------------------------------------------------------------------------------------------

    async def add_pages(self) -> None:
        """Render the pages that are the same for all visitors, in every language."""
        routes = [
            Route("/rules", reference.rules_index),
            Route("/rules/{name}", reference.rules_page),
            Route("/cards/{name}", reference.cards_page),
            Route("/learn", reference.learn),
            Route("/learn/{game}", reference.learn),
            Route("/privacy", reports.privacy),
            Route("/table/{game}", table_page),
        ]
        app = local_app(local_site(MemoryStorage(), no_workers), routes)
        for language in LANGUAGES:
            for path in static_pages():
                answer = await call(app, "GET", path, f"language={language}")
                if answer.status != 200:
                    raise BadInput("{path} could not be rendered", path=path)
                kind = "front" if path == "/" else "static"
                self.add_page(f"{language}{path.rstrip('/')}/", language, answer.body.decode(), kind)
            shell = templates(language).get_template("local/page.html").render(language=language)
            self.add_page(f"{language}/page/", language, shell, "page")
            for game in GAMES:
                answer = await call(app, "GET", f"/table/{game}", f"language={language}")
                table = rewrite_links(answer.body.decode(), language, ROOT_SLOT)
                self.files[f"{language}/tables/{game}.html"] = with_policy(table).encode()
                self.files[f"{language}/cards/{game}/example.toml"] = card_file(GAMES[game], language).encode()
        choice = templates("en").get_template("local/languages.html").render(language="en")
        script = f'<script type="module" src="{self.local}language.js"></script>\n</head>'
        choice = rewrite_links(choice, "en", "").replace("</head>", script, 1)
        self.files["index.html"] = with_policy(choice).encode()

    def add_page(self, folder: str, language: str, page: str, kind: str) -> None:
        """Add a page: its links become relative, and it loads the script of static sites."""
        root = "../" * folder.count("/")
        texts = json.dumps({name: text(english, language) for name, english in TEXTS.items()}, ensure_ascii=False)
        facts = {
            "root": root,
            "page": kind,
            "python": self.python,
            "bytes": str(self.fetched_bytes),
            "texts": texts,
        }
        if kind in ("page", "front"):
            facts |= {"table-js": self.paths["table.js"], "table-css": self.paths["table.css"]}
        attributes = "".join(f'data-{name}="{escape(value)}" ' for name, value in facts.items())
        page = rewrite_links(page, language, root).replace("<html ", f"<html {attributes}", 1)
        head = f'<script type="module" src="{root}{self.local}local_site.js"></script>\n'
        for name in WORKER_SCRIPTS:
            head += f'<link rel="modulepreload" href="{root}{self.local}{name}">\n'
        self.files[f"{folder}index.html"] = with_policy(page.replace("</head>", f"{head}</head>", 1)).encode()


async def table_page(request: Request) -> Response:
    """Show a table of a game; `local_site.js` fills the slots."""
    game = GAMES[request.path_params["game"]]
    return await rendering.page(request, "table/table.html", table=TABLE_SLOT, game=game, query="", replay="", at="")


async def no_workers(request: bytes) -> bytes:
    raise AssertionError("static pages ask no bot")


def static_pages() -> Iterator[str]:
    """Yield the paths of the pages that are files."""
    yield from ("/", "/rules", "/learn", "/privacy")
    yield from (f"/rules/{name}" for name in dict.fromkeys([*pages(), *GAMES]))
    yield from (f"/cards/{name}" for name in GAMES)
    yield from (f"/learn/{name}" for name in GAMES)


def with_policy(page: str) -> str:
    """Add the content security policy to a page."""
    meta = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{escape(SITE_POLICY)}">'
    return page.replace('<meta charset="utf-8">', meta, 1)


def check_folder(folder: Path) -> None:
    """Raise `BadInput` unless a folder is empty, missing, or holds an earlier site."""
    if folder.exists() and not folder.is_dir():
        raise BadInput("{path} is not a folder", path=str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / SITE_MARKER).is_file():
        raise BadInput("{path} is not empty and holds no site, so nothing was written", path=str(folder))


def write_site(folder: Path, runtime: Runtime, compiler: Compiler | None = None) -> Report:
    """Write the site to a folder (`check_folder`); an earlier site is replaced once the new one is complete."""
    check_folder(folder)
    contents = Builder(runtime, compiler).build()
    fresh = folder.with_name(f".{folder.name}.new")
    if fresh.exists():
        shutil.rmtree(fresh)
    for path, data in contents.items():
        file = fresh / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    if folder.exists():
        shutil.rmtree(folder)
    fresh.rename(folder)
    packed = sum(len(gzip.compress(data, mtime=0)) for data in contents.values())
    return Report(len(contents), sum(map(len, contents.values())), packed)
