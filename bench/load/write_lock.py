"""Time for which requests of visitors and operators hold the SQLite write lock, with two million log entries.

    python bench/load/write_lock.py                       (two million entries: several minutes, 1 GB of disk)
    python bench/load/write_lock.py --entries 300000

A server runs on the database, and a player chats at a table all the time. Meanwhile each request is made: people delete
their data, one and six at a time, and `tobean admin` commands are run, `check` and `backup` for some seconds. `held` is
the longest write transaction of the request, from the lock to the end of the commit, and `cpu` the most CPU time of
one, which other programs on the machine do not affect. `probe` is the longest time for which a process that requests
the write lock three times a millisecond did not get it; it includes the server's own commits. `player` is the time from
a line of chat to its echo: the median, and the longest. The figures are printed beside those of an idle period of the
same run, in which only the player chats. TMPDIR=/dev/shm excludes the disk.
"""

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

from tobean.kernel.chance import chance_from
from tobean.server.client.table_client import TableClient, post
from tobean.server.database.database import database_at, migrate
from tobean.session.log.entries import entry_text
from tobean.session.log.reducer import FINISHED
from tobean.session.seats import person_seat
from tobean.session.session import Session
from tobean.session.setup import Setup

MAX_HOLD_SECONDS = 0.05
PROBE_PAUSE = 0.0003
CHAT_INTERVAL_SECONDS = 0.03
IDLE_SECONDS = 15.0
LONG_LOG = 20_000
"""Entries in each of the two longest logs, all chat of one person."""
TABLES_PER_PERSON = 30
OLD_TABLES = 40
DAY = 86400.0
NAMES = ("Anna", "Berta", "Cora", "Dora", "Emma", "Frida", "Gerda", "Hanna", "Ida")


# --- the database ----------------------------------------------------------------------------------------------------


def template() -> list[str]:
    """Return the log of a finished game of two; `PERSON` stands for one of them."""
    setup = Setup("al-cabohne", (person_seat("Nina", "PERSON"), person_seat("Otto", "OTHER")))
    session, entries = Session.open(setup, 1.0)
    entries += session.start(1.0, "seed")
    chance = chance_from(1)
    while session.state != FINISHED:
        action = session.table.sample_action(session.table.awaited, chance)
        entries += session.act(action.seat, repr(action), session.version, 1.0, f"seed {session.version}")
        if session.version % 8 == 0:
            entries += session.say(0, "Nina", "Have you got a bean for me?", 1.0)
    return [entry_text(entry).decode() for entry in entries]


def fill(folder: Path, entries: int, people: list[str]) -> str:
    """Write about this many entries. Returns the second person's table of LONG_LOG entries."""
    lines = template()
    with contextlib.closing(sqlite3.connect(folder / "tobean.sqlite3", isolation_level=None)) as file:
        file.execute("PRAGMA synchronous=OFF")
        file.execute("BEGIN")
        for number in range(max(1, (entries - LONG_LOG) // len(lines))):
            person = people[number % len(people)] if number < TABLES_PER_PERSON * len(people) else f"person{number}"
            old = number % max(1, entries // len(lines) // OLD_TABLES) == 0
            add_table(file, f"table{number:08}", lines, person, "over", 400 * DAY if old else 0.0)
        said = {"entry": "said", "at": 1.0, "seat": 0, "name": "Nina", "text": "beans", "person": "PERSON"}
        line = json.dumps(said).replace(": ", ":").replace(", ", ",")
        add_table(file, "long-first", [lines[0], *[line] * LONG_LOG], people[0], "open")
        add_table(file, "long-second", [lines[0], *[line] * LONG_LOG], people[1], "open")
        file.execute("COMMIT")
    return "long-second"


def add_table(
    file: sqlite3.Connection, table: str, lines: list[str], person: str, state: str, age: float = 0.0
) -> None:
    now = time.time()
    rows = [(table, seq, line.replace("PERSON", person)) for seq, line in enumerate(lines)]
    file.executemany("INSERT INTO log (table_id, seq, entry) VALUES (?, ?, ?)", rows)
    values = (
        table,
        "al-cabohne",
        person,
        0,
        state,
        len(lines) - 1,
        now - age,
        now - age,
        '{"seats":[{"name":"Nina"}]}',
    )
    columns = "id, game, host, public, state, seq, opened, updated, summary"
    file.execute(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    for seat, who in enumerate((person, "OTHER")):
        file.execute("INSERT INTO sits (table_id, seat, person) VALUES (?, ?, ?)", (table, seat, who))
        file.execute("INSERT INTO mentions (table_id, who) VALUES (?, ?)", (table, who))


# --- write transactions ----------------------------------------------------------------------------------------------


TRACE = "WRITE_LOCK_TRACE"


def traced(arguments: list[str]) -> None:
    """Run `tobean` with these arguments, and record the duration of each write transaction."""
    from tobean.cli.main import main as tobean

    begun = threading.local()
    file = open(os.environ[TRACE], "a", encoding="ascii", buffering=1)  # noqa: SIM115 (open until the process ends)
    ends = {name: getattr(DefaultDialect, name) for name in ("do_commit", "do_rollback")}

    @event.listens_for(Engine, "after_cursor_execute")
    def executed(connection: Any, cursor: Any, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            begun.at = (time.perf_counter(), time.thread_time())

    def end(name: str) -> Any:
        def ended(dialect: DefaultDialect, connection: Any) -> None:
            ends[name](dialect, connection)
            at = getattr(begun, "at", None)
            if at:
                begun.at = None
                file.write(f"{time.time()} {time.perf_counter() - at[0]} {time.thread_time() - at[1]}\n")

        return ended

    for name in ends:
        setattr(DefaultDialect, name, end(name))
    sys.exit(tobean(arguments))


def longest_transaction(folder: Path, since: float) -> tuple[float, float]:
    """Return the most wall-clock and the most CPU seconds of a transaction that ended after this time."""
    rows = [tuple(map(float, line.split())) for line in (folder / "trace").read_text(encoding="ascii").splitlines()]
    later = [row for row in rows if row[0] >= since]
    return max([row[1] for row in later], default=0.0), max([row[2] for row in later], default=0.0)


# --- affected clients ------------------------------------------------------------------------------------------------


@dataclass
class LockProbe:
    """Requests the write lock repeatedly, and releases it immediately."""

    path: Path
    longest: float = 0.0
    stopped: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        with contextlib.closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as file:
            since = 0.0
            while not self.stopped.is_set():
                try:
                    file.execute("BEGIN IMMEDIATE")
                    file.execute("ROLLBACK")
                except sqlite3.OperationalError:
                    since = since or time.perf_counter()
                else:
                    self.longest = max(self.longest, time.perf_counter() - since if since else 0.0)
                    since = 0.0
                time.sleep(PROBE_PAUSE)


class Player:
    """Chats at a table, and records the delay of each line's echo."""

    def __init__(self, seat: TableClient) -> None:
        self.seat = seat
        self.waits: list[float] = []
        self.faults = 0

    async def run(self) -> None:
        async with self.seat:
            messages = self.seat.messages()
            while True:
                text = secrets.token_hex(8)
                begun = time.perf_counter()
                await self.seat.say(text)
                async for message in messages:
                    if message["type"] == "error":
                        self.faults += 1
                        break
                    if message["type"] == "chat" and message["text"] == text:
                        self.waits.append(time.perf_counter() - begun)
                        break
                await asyncio.sleep(CHAT_INTERVAL_SECONDS)


@dataclass(frozen=True)
class Figures:
    """The measurements of one period of the run."""

    seconds: float
    held: float
    cpu: float
    probe: float
    median: float
    longest: float
    lines: int
    faults: int


@contextlib.asynccontextmanager
async def measured(folder: Path, player: Player, found: dict[str, Figures], what: str) -> Any:
    probe = LockProbe(folder / "tobean.sqlite3")
    thread = threading.Thread(target=probe.run, daemon=True)
    player.waits, player.faults = [], 0
    thread.start()
    begun, since = time.perf_counter(), time.time()
    yield
    seconds = time.perf_counter() - begun
    await asyncio.sleep(0.2)
    probe.stopped.set()
    await asyncio.to_thread(thread.join)
    waits = player.waits or [seconds]
    held, cpu = longest_transaction(folder, since)
    figures = Figures(
        seconds, held, cpu, probe.longest, statistics.median(waits), max(waits), len(waits), player.faults
    )
    idle = found.setdefault("idle", figures)
    found[what] = figures
    columns = [f"{seconds:7.1f} s", f"{held * 1000:8.1f} ms", f"{cpu * 1000:6.1f} ms"]
    for name in ("probe", "median", "longest"):
        now, before = getattr(figures, name), getattr(idle, name)
        columns.append(f"{now * 1000:8.1f} ms {now / max(before, 1e-6):5.1f} x")
    print(f"{what:30}", *columns, f"{player.faults:4}", flush=True)


# --- requests --------------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def server(folder: Path) -> Iterator[str]:
    port = free_port()
    options = ["--port", str(port), "--data", str(folder), "--limits", "0", "--workers", "1", "--archive-after", "0"]
    command = [sys.executable, __file__, "--traced", "serve", *options, "--log-level", "error"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, TRACE: str(folder / "trace")})
    url = f"http://localhost:{port}"
    try:
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{url}/health", timeout=10).close()
                break
            if process.poll() is not None:
                raise SystemExit("the server did not start")
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(60)


async def admin(folder: Path, *arguments: str, seconds: float | None = None) -> None:
    """Run a command, or stop it after this many seconds."""
    command = [sys.executable, __file__, "--traced", "admin", *arguments, "--data", str(folder)]
    environment = {**os.environ, TRACE: str(folder / "trace")}
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL, env=environment)
    try:
        async with asyncio.timeout(seconds):
            if await process.wait():
                raise SystemExit(f"tobean admin {' '.join(arguments)} has failed")
    except TimeoutError:
        process.terminate()
        await process.wait()


async def erase(url: str, *cookies: str) -> None:
    sent = [asyncio.to_thread(post, url, "/erase", {"sure": "yes"}, cookie) for cookie in cookies]
    await asyncio.gather(*sent)


async def run(folder: Path, entries: int) -> dict[str, Figures]:
    migrate(database_at(None, folder))
    with server(folder) as url:
        cookies = [post(url, "/me", {"name": name})[1] for name in NAMES]
    with contextlib.closing(sqlite3.connect(folder / "tobean.sqlite3")) as file:
        known = dict(file.execute("SELECT name, id FROM persons"))
    begun = time.perf_counter()
    long_table = fill(folder, entries, [known[name] for name in NAMES])
    print(f"{entries:,} entries are written, in {time.perf_counter() - begun:.0f} s")
    headings = (f"{'takes':>9}", f"{'held':>11}", f"{'cpu':>9}", f"{'probe':>11}", " " * 7, f"{'player':>11}", " " * 7)
    print(" " * 30, *headings, f"{'longest':>11}", " " * 7, "faults", flush=True)
    found: dict[str, Figures] = {}
    with server(folder) as url:
        path, cookie = post(url, "/open", {"name": "Nora", "game": "bohnanza", "seat1": "open", "public": "yes"})
        player = Player(TableClient(url, path.rpartition("/")[2], cookie))
        talking = asyncio.create_task(player.run())
        await asyncio.sleep(1.0)
        async with measured(folder, player, found, "idle"):
            await asyncio.sleep(IDLE_SECONDS)
        async with measured(folder, player, found, "POST /erase"):
            await erase(url, cookies[2])
        async with measured(folder, player, found, "POST /erase, six at once"):
            await erase(url, *cookies[3:])
        async with measured(folder, player, found, f"POST /erase, {LONG_LOG} own lines"):
            await erase(url, cookies[0])
        commands: list[tuple[list[str], float | None]] = [
            (["status"], None),
            (["people", "a"], None),
            (["check"], 20.0),
            (["backup", str(folder / "backup.gz")], 20.0),
            (["erasures"], None),
            (["reports"], None),
            (["ban", known[NAMES[1]]], None),
            (["close", "table00000001"], None),
            (["archive", "--archive-after", "30"], None),
            (["prune", "--yes"], None),
            (["erase", known[NAMES[1]], "--yes"], None),
            (["remove", long_table, "--yes"], None),
        ]
        for arguments, seconds in commands:
            name = (
                arguments[0]
                if len(arguments) < 2 or arguments[0] in ("backup", "ban", "erase")
                else " ".join(arguments[:2])
            )
            async with measured(folder, player, found, f"admin {name}"):
                await admin(folder, *arguments, seconds=seconds)
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
    return found


def main() -> None:
    if sys.argv[1:2] == ["--traced"]:
        traced(sys.argv[2:])
    parser = argparse.ArgumentParser(description="Time for which requests hold the write lock, with a large log.")
    parser.add_argument("--entries", type=int, default=2_000_000)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(Path(folder), options.entries))
    if options.json:
        options.json.write_bytes(msgspec.json.encode({what: vars(figures) for what, figures in found.items()}))
    worst = max(found, key=lambda what: found[what].held)
    print(f"longest: {found[worst].held * 1000:.1f} ms ({worst}), at most {MAX_HOLD_SECONDS * 1000:.0f} ms are allowed")
    sys.exit(found[worst].held > MAX_HOLD_SECONDS)


if __name__ == "__main__":
    main()
