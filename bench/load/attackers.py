"""The attacks of bench/load/attack.py, each a coroutine that runs until it is cancelled. Loopback only.

Written from docs/protocol.md. Half-open and idle connections come from a separate address (127.0.0.2); all others come
through a proxy on this machine, for the single address given to the attack.
"""

import asyncio
import itertools
import os
import random
import urllib.parse
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import tobean
from sockets import Socket, connect
from tobean.kernel.cards import KIND_NAMES
from tobean.kernel.phases.trading import Trading
from tobean.record.notation import parse_action

HOST = "127.0.0.1"
OTHER_ADDRESS = "127.0.0.2"
"""Another address of this machine that the server does not trust as a proxy."""
FLOOD_SIZE = 1100
BOUNDARY = "----beans"


@dataclass
class Target:
    """The server, the forwarded address of the attackers, and counts of the responses."""

    port: int
    forwarded: str
    count: Counter[str] = field(default_factory=Counter)

    def head(self, method: str, path: str, cookie: str = "", more: str = "") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nOrigin: http://localhost:{self.port}\r\n"
            f"X-Forwarded-For: {self.forwarded}\r\nCookie: {cookie}\r\n{more}\r\n"
        ).encode()


class Connection:
    """A persistent HTTP connection."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", cookie: str = "", kind: str = "") -> dict[str, str]:
        """Send a request; returns the headers with `status`. The body is read and discarded."""
        more = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        try:
            if self.streams is None:
                self.streams = await asyncio.open_connection(HOST, self.target.port)
            reader, writer = self.streams
            writer.write(self.target.head(method, path, cookie, more) + body)
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            parts = [line.partition(": ") for line in lines[1:] if line]
            answer = {name.lower(): value for name, _, value in parts}
            answer["status"] = lines[0].split()[1]
            await self.discard_body(reader, answer)
            self.target.count[answer["status"]] += 1
            if answer.get("connection") == "close":
                self.close()
            return answer
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.target.count["closed"] += 1
            self.close()
            await asyncio.sleep(0.05)
            return {"status": "0"}

    async def discard_body(self, reader: asyncio.StreamReader, answer: dict[str, str]) -> None:
        if "content-length" in answer:
            await reader.readexactly(int(answer["content-length"]))
        elif answer.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readexactly(2)

    async def form(self, path: str, fields: dict[str, str], cookie: str = "") -> dict[str, str]:
        body = urllib.parse.urlencode(fields).encode()
        return await self.ask("POST", path, body, cookie, "application/x-www-form-urlencoded")

    async def file(self, path: str, name: str, text: str, fields: dict[str, str]) -> dict[str, str]:
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        ]
        parts.append(
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n'
            f"Content-Type: text/plain\r\n\r\n{text}\r\n--{BOUNDARY}--\r\n"
        )
        return await self.ask("POST", path, "".join(parts).encode(), "", f"multipart/form-data; boundary={BOUNDARY}")

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def cookie_of(answer: dict[str, str]) -> str:
    return answer.get("set-cookie", "").partition(";")[0]


async def started_table(target: Target, public: bool = False, others: str = "here") -> tuple[str, str]:
    """Start a table at which one person plays all hands, or plays against bots; returns its path and the cookie."""
    line = Connection(target)
    seats = {"seat1": others, "seat2": others, "seat3": "none", "seat4": "none"}
    opened = await line.form("/open", {"game": "bohnanza", "name": "Eve", "public": "yes" if public else "no", **seats})
    path, cookie = opened.get("location", "/"), cookie_of(opened)
    await line.form(f"{path}/start", {}, cookie)
    line.close()
    return path, cookie


async def run_many(count: int, one: Callable[[int], Awaitable[None]]) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(run(one, number))


async def run(one: Callable[[int], Awaitable[None]], number: int) -> None:
    await one(number)


# --- connections ---------------------------------------------------------------------------------------------------


async def raw(target: Target, first: bytes, then: bytes, every: float) -> None:
    """Keep a connection from OTHER_ADDRESS open that sends little, slowly; reopen it when it is closed."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, target.port, local_addr=(OTHER_ADDRESS, 0))
        except OSError:
            target.count["not connected"] += 1
            await asyncio.sleep(0.2)
            continue
        target.count["connected"] += 1
        try:
            writer.write(first)
            while not reader.at_eof():
                try:
                    async with asyncio.timeout(every):
                        await reader.read(4096)
                except TimeoutError:
                    writer.write(then)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
        target.count["closed"] += 1
        await asyncio.sleep(0.2)


async def half_open(target: Target) -> None:
    """Connections that start a request and never finish it."""
    await run_many(FLOOD_SIZE, lambda number: raw(target, b"GET / HTTP/1.1\r\nHost: local", b"x", 2.0))


async def idle(target: Target) -> None:
    """Connections that send one request and stay open."""
    request = target.head("GET", "/robots.txt")
    await run_many(FLOOD_SIZE, lambda number: raw(target, request, b"", 5.0))


async def slow_bodies(target: Target) -> None:
    """Forms that arrive byte by byte."""
    head = target.head("POST", "/open", more="Content-Type: text/plain\r\nContent-Length: 500000\r\n")

    async def one(number: int) -> None:
        line = Connection(target)
        while True:
            line.streams = await asyncio.open_connection(HOST, target.port)
            reader, writer = line.streams
            writer.write(head)
            while not reader.at_eof() and not writer.is_closing():
                writer.write(b"x" * 100)
                try:
                    async with asyncio.timeout(0.5):
                        target.count[(await reader.read(4096))[9:12].decode() or "closed"] += 1
                        break
                except (TimeoutError, OSError):
                    continue
            line.close()
            await asyncio.sleep(0.5)

    await run_many(300, one)


# --- sockets -------------------------------------------------------------------------------------------------------


def ignore(socket: Socket, text: bytes) -> None:
    """Ignore a message of the server."""


async def socket_flood(target: Target) -> None:
    """Sockets at one table, opened as fast as possible and kept open."""
    path, _ = await started_table(target, public=True)
    held: list[Socket] = []

    async def one(number: int) -> None:
        while True:
            try:
                held.append(await connect(HOST, target.port, f"{path}/socket", "", ignore, target.forwarded))
                target.count["opened"] += 1
                await asyncio.sleep(0.5 if len(held) > FLOOD_SIZE else 0)
            except (OSError, TimeoutError):
                target.count["refused"] += 1
                await asyncio.sleep(0.05)

    await run_many(30, one)


async def messages(target: Target, texts: list[bytes], sockets: int) -> None:
    """One person sends these on many sockets, as fast as the server accepts them."""
    path, cookie = await started_table(target)

    async def one(number: int) -> None:
        for text in itertools.cycle(texts):
            try:
                socket = await connect(HOST, target.port, f"{path}/socket", cookie, ignore, target.forwarded)
            except (OSError, TimeoutError):
                target.count["refused"] += 1
                await asyncio.sleep(0.5)
                continue
            while not socket.closed and socket.transport is not None:
                if socket.transport.get_write_buffer_size() < 200_000:
                    socket.send(text)
                    target.count["sent"] += 1
                await asyncio.sleep(0.001)
            target.count["closed"] += 1

    await run_many(sockets, one)


async def message_flood(target: Target) -> None:
    """One person requests the table repeatedly on many sockets."""
    await messages(target, [b'{"type":"refresh"}'], 24)


async def chat_flood(target: Target) -> None:
    """One person sends chat on many sockets."""
    await messages(target, [b'{"type":"chat","text":"beans, beans, beans"}'], 24)


async def huge_messages(target: Target) -> None:
    """Messages of the maximum frame length, alternating with invalid ones."""
    long = b'{"type":"chat","text":"' + b"x" * 60_000 + b'"}'
    await messages(target, [long, b"[" * 16_000, b'{"type":"talk","text":"' + b"red " * 3_000 + b'"}'], 12)


async def hint_flood(target: Target) -> None:
    """Sixteen people at separate tables request hints repeatedly."""
    versions: dict[int, bytes] = {}

    async def one(number: int) -> None:
        path, cookie = await started_table(target, others="merchant")

        def on_message(socket: Socket, text: bytes) -> None:
            if text.startswith(b'{"type":"update"'):
                versions[number] = text.partition(b'"version":')[2].partition(b",")[0]
            else:
                target.count[text[9:].partition(b'"')[0].decode()] += 1

        while True:
            try:
                socket = await connect(HOST, target.port, f"{path}/socket", cookie, on_message, target.forwarded)
            except (OSError, TimeoutError):
                target.count["refused"] += 1
                await asyncio.sleep(0.5)
                continue
            while not socket.closed:
                if number in versions:
                    socket.send(b'{"type":"hint","version":' + versions[number] + b"}")
                    target.count["sent"] += 1
                await asyncio.sleep(0.01)

    await run_many(16, one)


# --- expensive requests --------------------------------------------------------------------------------------------


async def sage_tables(target: Target) -> None:
    """Fifteen tables of the slowest bot."""
    line = Connection(target)
    cookie = ""
    for number in range(15):
        seats = {"seat1": "sage@1", "seat2": "sage@1", "seat3": "sage@1", "seat4": "none"}
        fields = {"game": "bohnanza", "name": f"Eve {number}", "tempo": "0", **seats}
        opened = await line.form("/open", fields, cookie)
        path, cookie = opened.get("location", "/"), cookie_of(opened)
        await line.form(f"{path}/start", {}, cookie)
        asyncio.get_running_loop().create_task(play_along(target, path, cookie))
        if number % 5 == 4:
            cookie = ""  # another person at the same address
    await asyncio.sleep(3600)


async def play_along(target: Target, path: str, cookie: str) -> None:
    """Play the first legal action, so that the bots have something to think about."""

    def on_message(socket: Socket, text: bytes) -> None:
        if text.startswith(b'{"type":"update"') and b'"you":true' in text:
            do = text.partition(b'"do":"')[2].partition(b'"')[0]
            version = text.partition(b'"version":')[2].partition(b",")[0]
            socket.send(b'{"type":"act","version":' + version + b',"action":"' + do + b'"}')
            target.count["acted"] += 1

    await connect(HOST, target.port, f"{path}/socket", cookie, on_message, target.forwarded)


def long_record(moves: int) -> str:
    """Return a record of maximum length: offers are made and withdrawn as often as T8 allows, turn after turn."""
    game = tobean.Game("bohnanza", 3, seed=1)
    table = game.table
    while not table.over and len(game.record.moves) < moves:
        seat = table.active
        if isinstance(table.decision, Trading) and table.may_talk(seat) and table.hands[seat]:
            who, card = "ABC"[seat], KIND_NAMES[table.hands[seat][0]]
            game.play(parse_action(f"{who} offer all: {card}@1 for nothing", "ABC"))
            game.play(parse_action(f"{who} withdraw {table.offer_count}", "ABC"))
        else:
            game.play(table.legal_actions(table.awaited)[-1])
    return game.record.text()


def card_set() -> str:
    beans = "".join(f'[beans.{name}]\ngerman = "{name} {"x" * 20}"\n' for name in ("Red", "Blue", "Chili", "Soy"))
    return f'game = "bohnanza"\nname = "{"long " * 8}"\n{beans}'


async def uploads(target: Target) -> None:
    """Long records and card sets, one after the other."""
    record, cards = await asyncio.to_thread(long_record, 14_000), card_set()

    async def one(number: int) -> None:
        line = Connection(target)
        while True:
            if number % 2:
                await line.file("/replays", "record", record, {})
            else:
                seats = {"seat1": "here", "seat2": "here"}
                await line.file("/open", "cards", cards, {"game": "bohnanza", "name": "Eve", **seats})
            await asyncio.sleep(0.02)

    await run_many(12, one)


async def replay_views(target: Target) -> None:
    """Every part of a long game from every seat in every language."""
    line = Connection(target)
    record = await asyncio.to_thread(long_record, 6_000)
    path = (await line.file("/replays", "record", record, {})).get("location", "/")

    async def one(number: int) -> None:
        chance, line = random.Random(number), Connection(target)
        while True:
            view, language = chance.choice(("open", "table", "0", "1", "2")), chance.choice(("en", "de"))
            first = chance.randrange(6_000)
            part = chance.choice((f"frames.json?first={first}&", f"log.json?first={first}&", "hello.json?"))
            await line.ask("GET", f"{path}/{part}view={view}&language={language}")

    await run_many(24, one)


async def page_flood(target: Target) -> None:
    """The largest pages, on many connections."""
    paths = ("/", "/rules/bohnedikt", "/cards/bohnanza", "/open", "/learn", "/catalogue/de.json", "/static/site.css")

    async def one(number: int) -> None:
        line = Connection(target)
        for path in itertools.cycle(paths[number % len(paths) :] + paths[: number % len(paths)]):
            await line.ask("GET", path)

    await run_many(64, one)


async def list_flood(target: Target) -> None:
    """Lists and reviews, which use the database and the coach."""
    line = Connection(target)
    golden = Path(__file__).parents[2] / "tests" / "data" / "golden" / "bohnedikt-3.record"
    replay = (await line.file("/replays", "record", golden.read_text(encoding="utf-8"), {})).get("location", "/")
    cookie = (await started_table(target, public=True))[1]

    async def one(number: int) -> None:
        line = Connection(target)
        for path in itertools.cycle(("/lobby", "/mine", "/replays", f"{replay}/review", "/me")):
            await line.ask("GET", path, cookie=cookie if number % 2 else "")

    await run_many(32, one)


async def new_persons(target: Target) -> None:
    """A new person with every form, each at a separate table."""

    async def one(number: int) -> None:
        line = Connection(target)
        while True:
            await line.form("/play", {"name": f"Eve {os.urandom(3).hex()}", "game": "bohnanza", "level": "merchant"})

    await run_many(16, one)


ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "half-open connections": half_open,
    "idle connections": idle,
    "slow bodies": slow_bodies,
    "socket flood": socket_flood,
    "message flood": message_flood,
    "chat flood": chat_flood,
    "huge messages": huge_messages,
    "hint flood": hint_flood,
    "sage tables": sage_tables,
    "uploads": uploads,
    "replay views": replay_views,
    "page flood": page_flood,
    "lists and reviews": list_flood,
    "new persons": new_persons,
}
