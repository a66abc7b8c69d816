"""Several servers on one PostgreSQL, many tables with people and bots, and kills of servers, owners and the database.

    python -m tests.tools.chaos --servers 3 --tables 20 --kills 300        (`make test-service`)

Every table has two people, each at a different server, and two bots that do not wait. Faults are a dead table, an event
with two versions, an action that counts twice, or a visible action that is lost. Finished games are followed by new
ones, so that there is always something to kill, and are archived seconds later: a kill while archiving may neither lose
a game nor store it twice. The first server has several processes and a pool of bot workers, which are killed one by
one, too. A table without progress is reported with its owner and the kills so far.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import WebSocketException

from tests.support.server.app import server_process
from tests.support.server.postgres import Cluster
from tests.support.server.processes import MEMBER_PROCESS, POOL_SERVER, child_processes
from tests.support.server.remote_tables import open_for_two
from tobean.kernel.errors import TobeanError
from tobean.server.archive.archive import Archive
from tobean.server.archive.backends import Folder
from tobean.server.archive.log_reader import whole_log
from tobean.server.client.table_client import TableClient
from tobean.server.database.database import database_at
from tobean.server.runner import free_port
from tobean.session.log.entries import Acted, parse_log
from tobean.session.session import load_session

GAMES = ("bohnanza", "rabohnzel", "excalibohn", "bohnedikt")
STALL_SECONDS = 10.0
"""Seconds without progress after which a table is reported."""
FAULT_SECONDS = 60.0
"""Seconds without progress after which a table counts as a fault, also after kills."""
ARCHIVE_AFTER = 3.0 / 86400.0
"""Games are archived after three seconds."""


class Server:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, folder: Path, address: str, processes: int = 1) -> None:
        self.folder, self.address, self.port, self.processes = folder, address, free_port(), processes
        self.url = f"http://localhost:{self.port}"
        self.stack = contextlib.ExitStack()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        archive = ("--archive", str(self.folder / "archive"), "--archive-after", str(ARCHIVE_AFTER))
        options = ("--database", self.address, "--log-level", "error", "--processes", str(self.processes), *archive)
        self.process = self.stack.enter_context(server_process(self.folder, self.port, *options))

    def parts(self, *modules: str) -> list[int]:
        """Return the child processes that run one of these modules."""
        assert self.process is not None
        return child_processes(self.process.pid, *modules)

    def kill(self) -> None:
        """Kill the main process and its child processes."""
        assert self.process is not None
        for process in (self.process.pid, *self.parts(MEMBER_PROCESS, POOL_SERVER)):
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.stack.close()

    def kill_part(self, rng: random.Random) -> str:
        """Kill a child process, which the main process restarts."""
        process = rng.choice(self.parts(MEMBER_PROCESS, POOL_SERVER))
        os.kill(process, signal.SIGKILL)
        return f"process {process}"

    def suspend(self, seconds: float, rng: random.Random) -> None:
        """Suspend the server for some seconds: its tables are taken over, and it has to notice."""
        assert self.process is not None
        process = rng.choice(self.parts(MEMBER_PROCESS) or [self.process.pid])
        os.kill(process, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(process, signal.SIGCONT)


@dataclass
class Person:
    """A person at a table; reconnects to another server when one is gone."""

    seat: TableClient
    number: int
    events: dict[int, str] = field(default_factory=dict)
    sent: collections.Counter[str] = field(default_factory=collections.Counter)
    version: int = 0
    over: bool = False

    async def play(self, servers: list[Server], findings: Findings, ending: asyncio.Event, rng: random.Random) -> None:
        turn = self.number
        while not ending.is_set() and not self.over:
            self.seat.server = servers[turn % len(servers)].url
            turn += 1
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with asyncio.timeout(30), self.seat:
                    async for message in self.seat.messages():
                        await self.handle_message(message, findings, rng)
                        if ending.is_set() or self.over:
                            return
            await asyncio.sleep(0.1)

    async def handle_message(self, message: dict[str, Any], findings: Findings, rng: random.Random) -> None:
        if message["type"] != "update":
            return
        for event in message["events"]:
            content = json.dumps({key: value for key, value in event.items() if key != "n"}, sort_keys=True)
            if self.events.setdefault(event["n"], content) != content:
                findings.faults.append(f"event {event['n']} was {self.events[event['n']]} and is {content}")
        if message["version"] != self.version:
            findings.progressed_at[self.seat.table] = time.monotonic()
        self.version = max(self.version, message["version"])
        self.over = message["view"]["over"]
        if message["asked"]["you"] and message["actions"] and not self.over:
            quick = [each["do"] for each in message["actions"] if each["verb"] in ("end trading", "plant", "go on")]
            action = rng.choice(quick or [each["do"] for each in message["actions"]])
            self.sent[action] += 1
            await self.seat.act(action)


@dataclass
class Findings:
    """Faults and progress found by a run."""

    faults: list[str] = field(default_factory=list)
    progressed_at: dict[str, float] = field(default_factory=dict)
    stalled_since: dict[str, float] = field(default_factory=dict)
    """Tables currently without progress, with the time of their last one."""
    stuck: set[str] = field(default_factory=set)
    killed: list[tuple[float, str]] = field(default_factory=list)
    acts: int = 0
    kills: int = 0
    over: int = 0
    archived: int = 0
    longest: float = 0.0
    """Longest time that a table was without progress."""

    def __str__(self) -> str:
        counts = f"{self.acts} acts, {self.kills} kills, {self.over} games over, {self.archived} archived"
        rest = f"longest stall {self.longest:.1f} s, {len(self.faults)} faults"
        return "\n  ".join([f"{counts}, {rest}", *self.faults[:10]])


async def open_table(url: str, game: str) -> tuple[TableClient, TableClient]:
    return await open_for_two(url, game=game, tempo="0", seat2="sprout", seat3="sprout")


@contextlib.contextmanager
def running_servers(cluster: Cluster, folder: Path, count: int) -> Iterator[tuple[list[Server], str]]:
    """Start `count` servers on a new database, with one folder, so that all have the same key."""
    address = cluster.new_database()
    servers = [Server(folder, address, 2 if each == 0 and count > 2 else 1) for each in range(count)]
    try:
        for server in servers:
            server.start()
        yield servers, address
    finally:
        for server in servers:
            server.stack.close()


async def run_chaos(
    servers: list[Server],
    address: str,
    tables: int,
    seconds: float,
    kill_every: float = 0.0,
    seed: int = 1,
    cluster: Cluster | None = None,
    kills: int | None = None,
    acts: int = 0,
) -> Findings:
    """Let people and bots play for a time, or until a number of kills; check everything afterwards.

    On a slow machine they play on until there are enough `acts`. With a cluster the database is killed, too. With a
    number of `kills`, finished games are followed by new ones.
    """
    rng = random.Random(seed)
    findings = Findings()
    people: list[Person] = []
    for number in range(tables):
        for seat in await open_table(servers[number % len(servers)].url, GAMES[number % len(GAMES)]):
            people.append(Person(seat, len(people)))
    findings.progressed_at = dict.fromkeys([person.seat.table for person in people], time.monotonic())
    ending = asyncio.Event()
    playing = [asyncio.create_task(person.play(servers, findings, ending, rng)) for person in people]
    end = time.monotonic() + seconds
    next_kill = time.monotonic() + kill_every
    while (time.monotonic() < end or acts_seen(people) < acts) and (
        not all(each.over for each in people) if kills is None else findings.kills < kills
    ):
        await asyncio.sleep(0.2)
        going = {person.seat.table for person in people if not person.over}
        if kills is not None and len(going) < tables:
            newcomers = await open_another_table(servers, len(people), findings, rng)
            playing += [asyncio.create_task(person.play(servers, findings, ending, rng)) for person in newcomers]
            people += newcomers
        now = time.monotonic()
        stalls = [now - at for table, at in findings.progressed_at.items() if table in going]
        findings.longest = max([findings.longest, *stalls])
        await asyncio.to_thread(find_stalled_tables, going, servers[0].folder, address, findings)
        if kill_every and now > next_kill:
            findings.killed.append((now, await asyncio.to_thread(kill_at_random, servers, cluster, rng)))
            findings.kills += 1
            next_kill = time.monotonic() + kill_every * rng.uniform(0.5, 1.5)
    ending.set()
    await asyncio.gather(*playing)
    await asyncio.to_thread(check_everything, people, servers, address, findings)
    return findings


async def open_another_table(
    servers: list[Server], number: int, findings: Findings, rng: random.Random
) -> list[Person]:
    """Return the two people of a new table, numbered from `number`; none if the server does not answer."""
    url = servers[rng.randrange(len(servers))].url
    try:
        seats = await open_table(url, rng.choice(GAMES))
    except (OSError, TobeanError):
        return []
    findings.progressed_at[seats[0].table] = time.monotonic()
    return [Person(seat, number + at) for at, seat in enumerate(seats)]


def check_everything(people: list[Person], servers: list[Server], address: str, findings: Findings) -> None:
    for first, second in zip(people[::2], people[1::2], strict=True):
        check_table(first, second, servers, address, findings)
    check_archive(servers[0].folder, address, findings)


def acts_seen(people: list[Person]) -> int:
    """Return the number of actions whose results people have received, at all tables."""
    return sum(max(first.version, second.version) for first, second in zip(people[::2], people[1::2], strict=True))


def kill_at_random(servers: list[Server], cluster: Cluster | None, rng: random.Random) -> str:
    """Kill or suspend a server, which owns a share of the tables, or kills one of its processes or the database."""
    server, fate = rng.choice(servers), rng.random()
    name = f"server {servers.index(server)}"
    if cluster is not None and fate < 0.1:
        cluster.kill()
        cluster.start()
        return "the database"
    if fate < 0.25:
        seconds = rng.uniform(1.0, 6.0)
        server.suspend(seconds, rng)
        return f"{name} for {seconds:.1f} s"
    if fate < 0.5 and servers[0].parts(MEMBER_PROCESS):
        return servers[0].kill_part(rng)
    server.kill()
    server.start()
    return name


def find_stalled_tables(going: set[str], folder: Path, address: str, findings: Findings) -> None:
    """Report tables without progress, and for how long those that continue had none."""
    now = time.monotonic()
    for table, since in list(findings.stalled_since.items()):
        if table not in going or findings.progressed_at[table] > since:
            print(f"{table[:6]} continues after {findings.progressed_at[table] - since:.1f} s", flush=True)
            del findings.stalled_since[table]
    for table in going - set(findings.stalled_since):
        since = findings.progressed_at[table]
        if now - since > STALL_SECONDS:
            findings.stalled_since[table] = since
            before = ", ".join(f"{what} {now - at:.0f} s ago" for at, what in findings.killed[-4:])
            load = f"load {os.getloadavg()[0]:.0f}"
            print(f"{table[:6]} stalled; {owner_of(table, folder, address)}; {load}; killed: {before}", flush=True)
    stuck = {table for table, since in findings.stalled_since.items() if now - since > FAULT_SECONDS} - findings.stuck
    findings.faults += [f"{table[:6]}: stalled for more than {FAULT_SECONDS:.0f} s" for table in stuck]
    findings.stuck |= stuck


def owner_of(table: str, folder: Path, address: str) -> str:
    """Return the last entry, the owner and the remaining lease of a table."""
    question = """
        SELECT (SELECT max(seq) FROM log WHERE log.table_id = :table) AS entry, wakes, leases.owner, fence,
            expires - CAST(extract(epoch FROM clock_timestamp()) AS double precision) AS lease_left
        FROM tables LEFT JOIN leases ON leases.table_id = tables.id LEFT JOIN servers ON servers.id = leases.owner
        WHERE tables.id = :table
    """
    try:
        with open_archive(folder, address) as (engine, _), engine.connect() as connection:
            return str(connection.execute(text(question), {"table": table}).mappings().first())
    except SQLAlchemyError as error:
        return f"the database does not answer ({error})"


def check_table(first: Person, second: Person, servers: list[Server], address: str, findings: Findings) -> None:
    """Check one table afterwards: its log, its pages, and the events that its people received."""
    table = first.seat.table
    with open_archive(servers[0].folder, address) as (engine, archive):
        lines = whole_log(engine, archive, table)
    if not lines[-1]:
        findings.faults.append(f"{table[:6]}: there are gaps in the log")
    try:
        session = load_session(lines)
    except Exception as error:
        findings.faults.append(f"{table[:6]}: DEAD: {error}")
        return
    findings.over += session.table.over
    seen = max(first.version, second.version)
    if session.version < seen:
        findings.faults.append(f"{table[:6]}: a client saw version {seen}, the log ends at {session.version}")
    acts = [entry for entry in parse_log(lines) if isinstance(entry, Acted)]
    findings.acts += len(acts)
    for action, count in collections.Counter(entry.do for entry in acts if entry.by == "person").items():
        if count > first.sent[action] + second.sent[action]:
            findings.faults.append(f"{table[:6]}: {action} counts {count} times")
    for server in servers:
        try:
            urllib.request.urlopen(f"{server.url}/tables/{table}", timeout=60).close()
        except urllib.error.HTTPError as error:
            findings.faults.append(f"{table[:6]}: its page answers {error.code}")
        except OSError as error:
            findings.faults.append(f"{table[:6]}: server {servers.index(server)} does not answer: {error}")


@contextlib.contextmanager
def open_archive(folder: Path, address: str) -> Iterator[tuple[Engine, Archive]]:
    engine = database_at(address, folder).engine()
    try:
        yield engine, Archive(Folder(folder / "archive"))
    finally:
        engine.dispose()


def check_archive(folder: Path, address: str, findings: Findings) -> None:
    """Check that every game is stored once: no indexed file is missing, and all others are noted as unreferenced."""
    with open_archive(folder, address) as (engine, archive), engine.connect() as connection:
        names = set(connection.scalars(text("SELECT archive FROM tables WHERE archive <> ''")))
        strays = set(connection.scalars(text("SELECT name FROM strays")))
        for name in names:
            archive.lines(name)
    there = {str(path.relative_to(folder / "archive")) for path in (folder / "archive").rglob("*.zst")}
    findings.archived = len(names)
    if there - names - strays:
        findings.faults.append(f"{len(there - names - strays)} archived games are unreferenced")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0.0, help="at most; 6, with kills 180")
    parser.add_argument("--kills", type=int, default=0, help="number of kills")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two kills, about")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cluster = Cluster()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            running_servers(cluster, Path(folder), given.servers) as (servers, address),
        ):
            every, minutes = (given.every, given.minutes or 180.0) if given.kills else (0.0, given.minutes or 6.0)
            kills = given.kills or None
            going = run_chaos(servers, address, given.tables, minutes * 60, every, given.seed, cluster, kills)
            findings = asyncio.run(going)
    finally:
        cluster.end()
    print(findings)
    return bool(findings.faults)


if __name__ == "__main__":
    sys.exit(main())
