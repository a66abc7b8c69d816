"""A static site in a folder of a plain web server, and a player who visits it."""

import fcntl
import functools
import hashlib
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.player import Player
from tobean.site.app_archive import package_files
from tobean.site.runtime import HASHES, default_cache

START = 120_000
"""Milliseconds until Python has started, with allowance for a busy machine."""
POLL = 250
"""Milliseconds between two questions of `wait_for`."""
PREFIX = "deep/beans"
"""Path prefix of the site, as on a pages host."""

EDIT_STORAGE = """(change) => new Promise((resolve, reject) => {
  const asking = indexedDB.open("tobean");
  asking.onerror = () => reject(asking.error);
  asking.onsuccess = () => {
    const database = asking.result;
    const transaction = database.transaction("log", "readwrite");
    const log = transaction.objectStore("log");
    const keys = log.getAllKeys();
    keys.onsuccess = () => change && log.put(change, keys.result.at(-1));
    transaction.oncomplete = () => { database.close(); resolve(keys.result.length); };
    transaction.onabort = () => reject(transaction.error);
  };
})"""
"""Replaces the last entry of the log; returns the number of entries."""


def sources_mark() -> str:
    """Hash of everything that a site is made of."""
    digest = hashlib.sha256(repr(HASHES).encode())
    folder = Path(next(source for path, source in package_files("tobean") if path == "tobean/__init__.py")).parent
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".so"):
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def built_site() -> Path:
    """Folder with the site of these sources, built once for all processes and runs."""
    if built := os.environ.get("TOBEAN_SITE"):  # a site that `make site` has written
        return Path(built)
    cache = default_cache() / "tests"
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = cache / sources_mark()
        if not folder.is_dir():
            for old in sorted(filter(Path.is_dir, cache.iterdir()), key=lambda path: path.stat().st_mtime)[:-2]:
                shutil.rmtree(old)
            # In a process of its own: the event loop of this one belongs to Playwright.
            subprocess.run([sys.executable, "-m", "tobean", "site", str(folder)], check=True)
    return folder


def wait_for(page: Page, script: str, arg: object = None) -> None:
    """Waits until an asynchronous function returns something true; `wait_for_function` would take its promise."""
    for _ in range(START // POLL):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"this did not become true: {script}")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files like `python -m http.server`, without a line for each."""

    def log_message(self, *line: object) -> None:
        pass


class StaticServer:
    """Serves a copy of a site below a path prefix, like a pages host."""

    def __init__(self, folder: Path, prefix: str = PREFIX) -> None:
        self.folder = folder / prefix
        shutil.copytree(built_site(), self.folder)
        handler = functools.partial(QuietHandler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.url = f"{self.origin}/{prefix}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class SitePlayer(Player):
    """A player of a static site. All requests to other hosts are noted, and all files that are missing."""

    def __init__(self, server: Any, browser: Browser, language: str = "en", **context: Any) -> None:
        super().__init__(server, browser, language, **context)  # only its address is used
        self.site = server
        self.root = f"{server.url}{language}/"
        self.foreign: list[str] = []
        self.page.set_default_timeout(START)
        self.missing: list[str] = []
        self.context.on("request", self.note)
        self.context.on("response", lambda answer: self.missing.append(answer.url) if answer.status == 404 else None)

    def note(self, request: Any) -> None:
        if not request.url.startswith((self.site.origin, "data:", "blob:")):
            self.foreign.append(request.url)

    def visit(self, path: str) -> None:
        """Goes to a page by its path on a server."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.root}page/#{path}")

    def play_now(self, game: str, name: str = "Ada") -> None:
        self.page.goto(self.root)
        self.page.locator("input[name=name]").fill(name)
        self.page.locator(f"button[name=game][value={game}]").click()
        self.wait_for_table()

    def open_quick_table(self, game: str, seats: dict[int, str], cards: str = "", name: str = "Ada") -> None:
        """Opens a table with bots that answer at once. `seats` has bots, or `here` for people on this device."""
        self.visit(f"/open?game={game}")
        page = self.page
        page.locator("form.form input[name=name]").fill(name)
        for select in page.locator("select[name^=seat]").all():
            seat = int((select.get_attribute("name") or "").removeprefix("seat"))
            select.select_option(seats.get(seat, "none"))
        page.locator("select[name=tempo]").select_option("0")
        if cards:
            page.locator("form.form details").evaluate("(details) => { details.open = true; }")
            upload: Any = {"name": "cards.toml", "mimeType": "application/toml", "buffer": cards.encode()}
            page.locator("input[name=cards]").set_input_files(upload)
        page.locator("form.form button.primary").last.click()
        self.wait_for_table()

    def leave_table(self) -> str:
        """Goes to a page without a worker; returns the address of the table."""
        address = self.page.url
        self.page.goto(f"{self.site.url}tobean-site.json")
        return address

    def wait_for_table(self) -> None:
        expect(self.page.locator(".board")).to_be_visible(timeout=START)
        expect(self.page.locator("section.prompt, .result")).not_to_have_count(0, timeout=START)

    def close(self) -> None:
        assert not self.foreign, self.foreign
        assert not self.missing, self.missing
        super().close()


@contextmanager
def site_players(browser: Browser, server: Any) -> Iterator[Any]:
    """Function that lets a player arrive at the site; all of them leave at the end."""
    players: list[SitePlayer] = []

    def arrive(**context: Any) -> SitePlayer:
        players.append(SitePlayer(context.pop("server", server), browser, **context))
        return players[-1]

    yield arrive
    for player in players:
        player.close()


@pytest.fixture(scope="session")
def static_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    found = StaticServer(tmp_path_factory.mktemp("static"))
    yield found
    found.end()


@pytest.fixture
def visitor(browser: Browser, static_server: StaticServer) -> Iterator[Callable[..., SitePlayer]]:
    with site_players(browser, static_server) as arrive:
        yield arrive
