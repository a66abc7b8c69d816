"""The site of one device in CPython, driven like a page drives it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from tobean.site.local.app import local_app, local_site
from tobean.site.local.asgi import Answer, LocalSocket, call
from tobean.site.local.browser import think
from tobean.site.local.parts import TableLocks
from tobean.site.local.sockets import serve_table
from tobean.site.local.storage import MemoryStorage, Storage

FORM = "application/x-www-form-urlencoded"
SECONDS = 300.0


class Device:
    """A tab of a browser: its storage may be shared with other tabs."""

    def __init__(self, storage: Storage | None = None, locks: TableLocks | None = None) -> None:
        self.storage = storage or MemoryStorage()
        self.site = local_site(self.storage, self.ask, locks)
        self.app = local_app(self.site)

    async def ask(self, request: bytes) -> bytes:
        return think(request.decode()).encode()

    async def get(self, path: str, language: str = "en") -> Answer:
        return await call(self.app, "GET", path, f"language={language}")

    async def post(self, path: str, language: str = "en", **fields: str) -> Answer:
        return await call(self.app, "POST", path, f"language={language}", urlencode(fields).encode(), FORM)

    async def play(self, game: str = "bohnanza", players: int = 3, level: str = "sprout") -> str:
        """Open and start a table; returns its id."""
        fields = {"name": "Ada", "game": game, "level": level, f"players_{game}": str(players)}
        answer = await self.post("/play", **fields)
        assert answer.status == 303, answer.body
        return answer.headers["location"].rpartition("/")[2]

    async def open(self, **fields: str) -> str:
        """Open a table with the form for all settings, with bots that answer at once; returns its id."""
        answer = await self.post("/open", **{"name": "Ada", "game": "bohnanza", "tempo": "0", **fields})
        assert answer.status == 303, answer.body
        return answer.headers["location"].rpartition("/")[2]

    async def open_with_cards(self, game: str, cards: str, **fields: str) -> str:
        """Open a table with a card set; returns its id."""
        boundary = "beans"
        parts = {"name": "Ada", "game": game, "tempo": "0", **fields}
        lines = [f'--{boundary}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in parts.items()]
        file = f'--{boundary}\r\nContent-Disposition: form-data; name="cards"; filename="c.toml"\r\n\r\n{cards}\r\n'
        body = "".join([*lines, file, f"--{boundary}--\r\n"]).encode()
        answer = await call(self.app, "POST", "/open", "", body, f"multipart/form-data; boundary={boundary}")
        assert answer.status == 303, answer.body
        return answer.headers["location"].rpartition("/")[2]

    def connect(self, table: str, query: str = "language=en") -> "Page":
        return Page(self, table, query)

    def kill(self) -> None:
        """End all tasks, as if the tab had been killed: nothing more is saved."""
        for task in [*self.site.registry.driver.tasks.values(), *self.site.registry.driver.bot_replies.tasks.values()]:
            task.cancel()

    async def killed(self) -> None:
        """Kill the tab and wait for what it was writing."""
        self.kill()
        store: Any = self.site.store
        await asyncio.sleep(0)  # the cancelled tasks end
        await asyncio.gather(*store.writing, return_exceptions=True)


class Page:
    """The end of a socket that a page has."""

    def __init__(self, device: Device, table: str, query: str) -> None:
        self.messages: list[dict[str, Any]] = []
        self.closed: dict[str, Any] | None = None
        self.arrived = asyncio.Event()
        self.socket = LocalSocket(self.receive)
        self.task = asyncio.create_task(serve_table(device.site, table, query, self.socket))

    def receive(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.messages.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = message
        self.arrived.set()

    def send(self, **message: object) -> None:
        self.socket.deliver(json.dumps(message))

    @property
    def update(self) -> dict[str, Any] | None:
        return next((each for each in reversed(self.messages) if each["type"] == "update"), None)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(SECONDS):
            while not condition():
                self.arrived.clear()
                await self.arrived.wait()

    async def until_type(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a type that has not been there before; returns it."""
        count = len(self.messages)
        await self.until(lambda: any(each["type"] == kind for each in self.messages[count:]))
        return next(each for each in self.messages[count:] if each["type"] == kind)

    async def until_asked(self) -> dict[str, Any]:
        """Wait until this player has to decide, or the game is over; returns the update."""
        await self.until(lambda: self.update and (self.update["asked"]["you"] or self.update["view"]["over"]))
        assert self.update is not None
        return self.update

    async def act(self, do: str = "") -> dict[str, Any]:
        """Perform an action, by default the first one; returns the update that follows it."""
        update = await self.until_asked()
        done = do or next(action["do"] for action in update["actions"] if action["verb"] != "withdraw")
        self.send(type="act", version=update["version"], action=done)
        await self.until(lambda: self.update and self.update["version"] > update["version"])
        assert self.update is not None
        return self.update

    async def play_to_the_end(self) -> dict[str, Any]:
        """Take first actions until the game is over; returns the last update."""
        while not (await self.until_asked())["view"]["over"]:
            await self.act()
        assert self.update is not None
        return self.update

    async def close(self) -> None:
        self.socket.disconnect()
        await self.task
