"""Several servers and processes: the cost of a log entry, the ownership of tables, and the time until failover.

    PYTHONPATH=. python bench/load/cluster.py            (all parts, with a PostgreSQL that it starts and stops itself)
    PYTHONPATH=. python bench/load/cluster.py --parts people restart

`bots`: 1 and 3 servers on one PostgreSQL, tables where only bots play: copies of a table, conflicts, CPU time per
entry. `people`: four scripted players per table on 1, 2 and 3 processes on SQLite: CPU time per action.
`owner_failure`: an owner is killed, or hangs as if its machine were gone, and people connect to another server: the
time until they see their table, and how much of it passes before the owner counts as dead. `restart`: all processes are
replaced while running: the time a socket is without its table. `sage`: tables with slow bots beside tables with fast
ones. Only ratios within one run are meaningful.
"""

import argparse
import asyncio
import contextlib
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import create_engine, text
from websockets.exceptions import WebSocketException

import server as load_test
from sockets import connect
from tests.support.server.postgres import Cluster
from tests.support.server.processes import MEMBER_PROCESS, child_processes
from tobean.kernel.errors import TobeanError
from tobean.server.client.table_client import TableClient, post

TICKS = os.sysconf("SC_CLK_TCK")
MAX_COPIES, MAX_BOT_COST, MAX_PEOPLE_COST = 1.05, 1.15, 1.1
MAX_FAILOVER_SECONDS, MAX_GAP_SECONDS, MAX_SLOWDOWN = 5.0, 1.0, 1.1


class Service:
    """A server under test, with all its processes."""

    def __init__(self, folder: str, *options: str) -> None:
        self.port = load_test.free_port()
        self.url = f"http://localhost:{self.port}"
        command = [sys.executable, "-m", "tobean.cli.main", "serve", "--port", str(self.port), "--data", folder]
        self.process = subprocess.Popen(
            [*command, "--limits", "0", "--log-level", "error", *options], stdout=subprocess.DEVNULL
        )
        for _ in range(1200):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/health", timeout=10).close()
                return
            if self.process.poll() is not None:
                raise SystemExit("a server did not start")
            time.sleep(0.1)
        raise SystemExit("a server does not answer")

    def processes(self) -> list[int]:
        """Return the processes that serve tables, and the first one, which passes connections on; not those of bots."""
        return [self.process.pid, *child_processes(self.process.pid, MEMBER_PROCESS)]

    def cpu(self) -> float:
        """Return the seconds of CPU time so far."""
        return sum(cpu_of(process) for process in self.processes())

    def metrics(self) -> dict[str, float]:
        """Return each metric, summed over all processes and labels."""
        text = urllib.request.urlopen(f"{self.url}/metrics", timeout=30).read().decode()
        sums: dict[str, float] = defaultdict(float)
        for name, value in re.findall(r"^tobean_(\w+)(?:\{.*\})? (\S+)", text, re.MULTILINE):
            sums[name] += float(value)
        return sums

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(60)


def cpu_of(process: int) -> float:
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


@contextlib.contextmanager
def services(count: int, *options: str) -> Iterator[list[Service]]:
    """Start several servers with one key."""
    with tempfile.TemporaryDirectory() as folder:
        started: list[Service] = []
        try:
            for _ in range(count):
                started.append(Service(folder, *options))
            yield started
        finally:
            for service in started:
                service.end()


def report_figure(what: str, value: float, most: float, unit: str = "") -> bool:
    print(
        f"    {what}: {value:.2f}{unit} (at most {most}{unit}): {'reached' if value <= most else 'MISSED'}", flush=True
    )
    return value <= most


def bot_table(url: str, number: int, level: str = "sprout", tempo: int = 100) -> str:
    """Open a table where only bots play: the host leaves while a spectator is present, so the game continues."""
    seats = {f"seat{seat}": level for seat in (1, 2)} | {"seat3": "none", "seat4": "none"}
    fields = {"game": "bohnanza", "name": f"Load {number}", "details": "yes", "tempo": str(tempo), **seats}
    path, cookie = post(url, "/open", fields)
    post(url, f"{path}/start", {}, cookie)

    async def leave() -> None:
        async with TableClient(url, path.rpartition("/")[2], "") as spectator:
            async for message in spectator.messages():
                if message["type"] == "hello":
                    break
            await asyncio.to_thread(post, url, f"{path}/leave", {"seat": "0"}, cookie)

    asyncio.run(leave())
    return path


# --- parts -------------------------------------------------------------------------------------------------------


def bots(cluster: Cluster, tables: int, seconds: float) -> bool:
    """Measure the CPU time per entry with one server and with three."""
    costs: list[float] = []
    fine = True
    for count in (1, 3):
        with services(count, "--database", cluster.new_database()) as servers:
            for number in range(tables):
                bot_table(servers[number % count].url, number)
            time.sleep(30)  # until the bot processes run
            cpu, before = sum(server.cpu() for server in servers), [server.metrics() for server in servers]
            time.sleep(seconds)
            used, after = sum(server.cpu() for server in servers) - cpu, [server.metrics() for server in servers]
            changes = {name: sum(b[name] - a[name] for a, b in zip(before, after, strict=True)) for name in before[0]}
            entries, copies = changes["log_entries_total"], sum(metrics["tables"] for metrics in after)
            costs.append(1000 * used / max(1, entries))
            spread = [int(metrics["tables"]) for metrics in after]
            print(
                f"bots, {count} servers: {entries / seconds:.0f} entries/s, {costs[-1]:.2f} ms CPU each, "
                f"tables in memory {spread}, conflicts {changes['conflicts_total']:.0f}, "
                f"reloads {changes['reloads_total']:.0f}",
                flush=True,
            )
            if count > 1:
                fine &= report_figure("copies per table", copies / tables, MAX_COPIES)
                fine &= report_figure("conflicts", changes["conflicts_total"], 0)
    return fine & report_figure("CPU per entry, three servers to one", costs[1] / costs[0], MAX_BOT_COST, " times")


async def people(tables: int, rate: float, seconds: float) -> bool:
    """Measure the CPU time per action for different numbers of processes."""
    costs: list[float] = []
    for count in (1, 2, 3):
        with services(1, "--processes", str(count)) as (service,):
            load = load_test.LoadDriver(count)
            for number in range(tables):
                path, cookie = await asyncio.to_thread(load_test.open_table, service.url, number)
                table = load_test.Table(number)
                load.tables.append(table)
                table.players = [load_test.Player(table, seat) for seat in range(load_test.SEATS)]
                for player in table.players:
                    query = f"{path}/socket?seat={player.seat}&language=en"
                    on_message = load_test.listener(load, player)
                    player.socket = await connect("127.0.0.1", service.port, query, cookie, on_message)
            while len(load.ready) < tables:
                await asyncio.sleep(0.1)
            load.tally = load_test.LoadResult()
            cpu = service.cpu()
            await load.fixed_rate(rate, seconds)
            tally, used = load.tally, service.cpu() - cpu
            costs.append(1000 * used / max(1, tally.accepted))
            load.tally = load_test.LoadResult()
            cpu, begin, commits = service.cpu(), time.perf_counter(), await commits_of(service)
            await load.max_rate(seconds)
            fast, busy, took = load.tally, service.cpu() - cpu, time.perf_counter() - begin
            commits = await commits_of(service) - commits
            print(
                f"people, {count} processes: {tally.accepted / seconds:.0f}/s p50 {tally.share(0.5):.1f} p99 "
                f"{tally.share(0.99):.1f} ms, {costs[-1]:.2f} ms CPU each | flat out {fast.accepted / took:.0f}/s, "
                f"{1000 * busy / max(1, fast.accepted):.2f} ms CPU each, "
                f"{fast.accepted / max(1, commits):.1f} a commit",
                flush=True,
            )
            load_test.close(load)
    fine = True
    for count in (2, 3):
        ratio = costs[count - 1] / costs[0]
        fine &= report_figure(f"CPU per action, {count} processes to one", ratio, MAX_PEOPLE_COST, " times")
    return fine


async def commits_of(service: Service) -> float:
    return (await asyncio.to_thread(service.metrics))["log_commits_total"]


async def reconnect_seconds(seat: TableClient, begun: float) -> float:
    """Return the seconds until this seat sees its table again."""
    while True:
        with contextlib.suppress(OSError, TobeanError, WebSocketException):
            async with asyncio.timeout(30), seat:
                async for message in seat.messages():
                    if message["type"] == "update":
                        return time.monotonic() - begun
        await asyncio.sleep(0.02)


async def seated(url: str, number: int) -> TableClient:
    seats = {"seat1": "sprout", "seat2": "sprout", "seat3": "none", "seat4": "none"}
    path, cookie = await asyncio.to_thread(post, url, "/open", {"game": "bohnanza", "name": f"Load {number}", **seats})
    await asyncio.to_thread(post, url, f"{path}/start", {}, cookie)
    return TableClient(url, path.rpartition("/")[2], cookie)


async def owner_failure(cluster: Cluster, tables: int) -> bool:
    """Kill an owner, then let one hang; its people connect to the other server immediately."""
    fine = True
    for failure, how in (("dies", signal.SIGKILL), ("hangs", signal.SIGSTOP)):
        address = cluster.new_database()
        with services(2, "--database", address) as (one, other):
            seats = [await seated(one.url, number) for number in range(tables)]
            bot_tables = [await asyncio.to_thread(bot_table, one.url, number) for number in range(tables)]
            one.process.send_signal(how)
            begun = time.monotonic()
            counts_as_dead = asyncio.create_task(asyncio.to_thread(seconds_until_one_server, address, begun))
            for seat in seats:
                seat.server = other.url
            adopted = asyncio.create_task(
                asyncio.to_thread(seconds_until_adopted, other, len(seats) + len(bot_tables), begun)
            )
            times = await asyncio.gather(*[reconnect_seconds(seat, begun) for seat in seats])
            bots_seconds = await adopted
            one.process.kill()
            print(
                f"owner_failure, an owner {failure}: it counts as dead after {await counts_as_dead:.2f} s; "
                f"{tables} people wait {statistics.median(times):.2f} s, at most {max(times):.2f} s",
                flush=True,
            )
        fine &= report_figure(f"an owner that {failure} is replaced for people", max(times), MAX_FAILOVER_SECONDS, " s")
        fine &= report_figure("and for tables with bots only", bots_seconds, MAX_FAILOVER_SECONDS, " s")
    return fine


def seconds_until_adopted(server: Service, tables: int, begun: float) -> float:
    """Return the seconds until a server owns all tables."""
    while server.metrics()["tables"] < tables and time.monotonic() - begun < 30:
        time.sleep(0.1)
    return time.monotonic() - begun


def seconds_until_one_server(address: str, begun: float) -> float:
    """Return the seconds until the database lists only one live server."""
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    living = text("SELECT count(*) FROM servers WHERE expires > extract(epoch FROM clock_timestamp())")
    try:
        with engine.connect() as connection:
            while (connection.scalar(living) or 0) > 1 and time.monotonic() - begun < 30:
                time.sleep(0.05)
    finally:
        engine.dispose()
    return time.monotonic() - begun


async def restart(tables: int) -> bool:
    """Replace every process; each socket reconnects immediately."""
    gaps: list[float] = []
    with services(1, "--processes", "2") as (service,):
        seats = [await seated(service.url, number) for number in range(tables)]
        ending = asyncio.Event()

        async def stay(seat: TableClient) -> None:
            lost = 0.0
            while not ending.is_set():
                with contextlib.suppress(OSError, WebSocketException):
                    async with seat:
                        async for message in seat.messages():
                            if lost and message["type"] == "update":
                                gaps.append(time.monotonic() - lost)
                                lost = 0.0
                            if ending.is_set():
                                return
                lost = lost or time.monotonic()
                await asyncio.sleep(0.05)

        staying = [asyncio.create_task(stay(seat)) for seat in seats]
        await asyncio.sleep(3)
        before = set(service.processes())
        service.process.send_signal(signal.SIGHUP)
        while len(before & set(service.processes())) > 1 or len(service.processes()) < 3:
            await asyncio.sleep(0.2)
        await asyncio.sleep(3)
        ending.set()
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)
    p99 = load_test.share(gaps, 0.99)
    print(f"restart: {len(gaps)} gaps, median {statistics.median(gaps):.2f} s, longest {max(gaps):.2f} s", flush=True)
    return report_figure("gap at a rolling restart, p99", p99, MAX_GAP_SECONDS, " s")


def sage(seconds: float, quick: int = 24, slow: int = 12) -> bool:
    """Measure how much slower tables with fast bots are while others think for a second: without, with, with, without,
    so that a slowly changing load of the machine cancels out."""
    rates: dict[int, float] = defaultdict(float)
    for beside in (0, slow, slow, 0):
        with services(1, "--workers", "4") as (service,):
            for number in range(beside):
                bot_table(service.url, number, "sage@1")
            time.sleep(5)
            mine = [bot_table(service.url, number) for number in range(quick)]
            time.sleep(5)
            before = sum(entries_of(service, path) for path in mine)
            time.sleep(seconds)
            rate = (sum(entries_of(service, path) for path in mine) - before) / seconds
            thoughts = service.metrics()
            rates[beside] += rate
            print(
                f"sage, {beside} slow tables: {rate:.1f} entries/s at {quick} quick ones, "
                f"{thoughts['think_seconds_sum']:.0f} s of thinking, {thoughts['questions']:.0f} questions wait",
                flush=True,
            )
    return report_figure("quick tables are slowed by slow ones", rates[0] / rates[slow], MAX_SLOWDOWN, " times")


def entries_of(service: Service, path: str) -> int:
    """Return the number of log entries of a table, read as a spectator."""

    async def version() -> int:
        async with TableClient(service.url, path.rpartition("/")[2], "") as seat:
            async for message in seat.messages():
                if message["type"] == "update":
                    return int(message["version"])
        return 0

    return asyncio.run(version())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--parts", nargs="+", default=["bots", "people", "owner_failure", "restart", "sage"])
    parser.add_argument("--tables", type=int, default=300, help="with bots; a third of it with people")
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    cluster = Cluster()
    parts = {
        "bots": lambda: bots(cluster, given.tables, given.seconds),
        "people": lambda: asyncio.run(people(given.tables // 3, given.rate, given.seconds)),
        "owner_failure": lambda: asyncio.run(owner_failure(cluster, 20)),
        "restart": lambda: asyncio.run(restart(given.tables // 6)),
        "sage": lambda: sage(given.seconds),
    }
    fine = True
    try:
        for part in given.parts:
            fine &= parts[part]()
    finally:
        cluster.end()
    print(f"load of the machine {os.getloadavg()[0]:.1f}")
    return not fine


if __name__ == "__main__":
    sys.exit(main())
