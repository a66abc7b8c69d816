"""Entry point in a browser: `static/worker.js` calls these functions in Pyodide."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

if not hasattr(time, "thread_time"):
    # Emscripten has none. A worker has one thread, so its time is that of the wall clock.
    time.thread_time = time.perf_counter

from tobean.server.workers.worker_process import RequestHandler
from tobean.site.addresses import rewrite_links
from tobean.site.local.storage import Change, StorageFailed, WriteConflict

HANDLER = RequestHandler()


class BrowserStorage:
    """IndexedDB, through functions of `static/storage.js` that return promises of JSON."""

    def __init__(self, functions: Any) -> None:
        self.functions = functions

    async def read(self, store: str, key: str) -> str | None:
        value: str | None = json.loads(await self.functions.read(store, key))
        return value

    async def read_all(self, store: str, prefix: str = "") -> list[tuple[str, str]]:
        return [(key, value) for key, value in json.loads(await self.functions.readAll(store, prefix))]

    async def write(self, changes: list[Change]) -> None:
        fields = [[change.store, change.key, change.value, change.new, change.old] for change in changes]
        failure: str = await self.functions.write(json.dumps(fields))
        if failure == "ConstraintError":
            raise WriteConflict
        if failure:
            raise StorageFailed(failure)


class BrowserLocks:
    """Locks among tabs, through the Web Locks API."""

    def __init__(self, functions: Any) -> None:
        self.functions = functions

    async def acquire(self, table: str) -> bool:
        return bool(await self.functions.acquire(table))

    def release(self, table: str) -> None:
        self.functions.release(table)


def think(request: str) -> str:
    """Answer a request to a bot, the coach or a replay."""
    return msgspec.json.encode(HANDLER.think(request.encode())).decode()


def reseed() -> None:
    """Seed the random numbers anew: those of a snapshot would be the same on every visit."""
    random.seed()


async def prepare(language: str, addresses: str) -> None:
    """Prepare for tables before a snapshot is taken, in the language of the visitor."""
    from tobean.site.local.preparation import prepare_tables

    use_addresses(addresses)
    await prepare_tables(language)


def use_addresses(addresses: str) -> None:
    """Use the addresses of the site's files, which are JSON."""
    from tobean.server.assets.assets import ASSETS
    from tobean.server.assets.translations import use_catalogue_urls

    known = json.loads(addresses)
    ASSETS.use_marks(known["assets"])
    use_catalogue_urls(known["catalogues"])


class BrowserSite:
    """The site of this device, for the messages of a page."""

    def __init__(self, functions: Any, root: str, addresses: str) -> None:
        from tobean.site.local.app import local_app, local_site

        use_addresses(addresses)
        self.root = root
        self.post: Callable[[int, str], None] = functions.post

        async def ask_worker(request: bytes) -> bytes:
            answer: str = await functions.ask(request.decode())
            return answer.encode()

        self.site = local_site(BrowserStorage(functions), ask_worker, BrowserLocks(functions))
        self.app = local_app(self.site)
        self.sockets: dict[int, Any] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.site.registry.start()

    async def request(self, method: str, address: str, language: str, theme: str, body: str, content_type: str) -> str:
        """Answer a request of the page, as JSON. Links of a page lead to the static site."""
        from tobean.site.local.asgi import call

        cookies = f"language={language}; theme={theme}"
        answer = await call(self.app, method, address, cookies, body.encode("latin-1"), content_type)
        text = answer.body.decode()
        if answer.headers.get("content-type", "").startswith("text/html"):
            text = rewrite_links(text, language, self.root)
        return json.dumps({"status": answer.status, "headers": answer.headers, "text": text})

    def open_socket(self, number: int, table: str, query: str) -> None:
        from tobean.site.local.asgi import LocalSocket
        from tobean.site.local.sockets import serve_table

        socket = LocalSocket(lambda message: self.post(number, json.dumps(message)))
        self.sockets[number] = socket
        self.run(self.serve(number, serve_table(self.site, table, query, socket)))

    async def serve(self, number: int, serving: Awaitable[None]) -> None:
        try:
            await serving
        finally:
            self.sockets.pop(number, None)
            self.post(number, json.dumps({"type": "websocket.close", "code": 1000}))

    def deliver(self, number: int, text: str) -> None:
        if number in self.sockets:
            self.sockets[number].deliver(text)

    def close_socket(self, number: int) -> None:
        if number in self.sockets:
            self.sockets[number].disconnect()

    def run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
