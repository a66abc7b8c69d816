"""Load test of the server: tables of four scripted players on loopback, with the durable log on.

    python bench/load/server.py --tables 500

Starts a server, opens the tables, connects four sockets to each, and lets the players act: first at a fixed rate
(latency), then as fast as the server answers (actions per second of its CPU time). The same client then drives a bare
broadcast of messages of the same size under the same uvicorn. Only ratios within one run are meaningful.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sockets import Socket, connect
from tobean.kernel import table as table_module
from tobean.server.client.table_client import post

SEATS = 4
COMMIT_BYTES = 5 * 4096
"""Approximate number of bytes written by one commit."""
TICKS = os.sysconf("SC_CLK_TCK")
ASKED = re.compile(rb'"asked":\{"seat":-?\d+,"you":true')
OFFERS = 0.3
"""Probability of an offer when a player may talk."""


@dataclass
class Player:
    """One scripted player."""

    table: Table
    seat: int
    socket: Socket | None = None
    update: bytes = b""
    updates: int = 0


@dataclass
class Table:
    """Four players, and the action in progress."""

    number: int
    players: list[Player] = field(default_factory=list)
    asked: Player | None = None
    sent: float = 0.0
    heard: int = 0
    over: bool = False
    kinds: dict[int, str] = field(default_factory=dict)


@dataclass
class LoadResult:
    """Measured delays and counts."""

    accepted: int = 0
    refused: int = 0
    delays: list[float] = field(default_factory=list)
    bytes: int = 0
    messages: int = 0

    def share(self, part: float) -> float:
        """Return the delay in milliseconds below which this share of the updates stays."""
        return 1000 * share(self.delays, part)


def share(values: list[float], part: float) -> float:
    """Return the value below which this share of the values stays."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else float("nan")


class LoadDriver:
    """Drives tables through a server."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tables: list[Table] = []
        self.ready: deque[Table] = deque()
        self.tally = LoadResult()
        self.waiting: asyncio.Future[None] | None = None

    def on_message(self, player: Player, text: bytes) -> None:
        if not text.startswith(b'{"type":"update"'):
            if text.startswith(b'{"type":"hello"') and not player.table.kinds:
                kinds = msgspec.json.decode(text)["catalogue"]["kinds"]
                player.table.kinds = {kind["id"]: kind["name"] for kind in kinds}
            if text.startswith((b'{"type":"refused"', b'{"type":"error"', b'{"type":"stale"')):
                self.tally.refused += 1
                self.mark_idle(player.table)
            return
        table = player.table
        player.update = text
        player.updates += 1
        self.tally.bytes += len(text)
        self.tally.messages += 1
        if table.sent:
            self.tally.delays.append(time.perf_counter() - table.sent)
            table.heard += 1
        if ASKED.search(text):
            table.asked = player
        if table.heard == SEATS or (not table.sent and all(other.update for other in table.players)):
            if table.sent:
                self.tally.accepted += 1
            self.mark_idle(table)

    def mark_idle(self, table: Table) -> None:
        table.sent, table.heard = 0.0, 0
        if table.asked is None:
            table.over = True
            return
        self.ready.append(table)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def act(self, table: Table) -> None:
        player = table.asked
        assert player is not None
        assert player.socket is not None
        text = self.choose(player)
        table.asked = None
        table.sent = time.perf_counter()
        player.socket.send(text)

    def choose(self, player: Player) -> bytes:
        update = msgspec.json.decode(player.update)
        if "actions" not in update:
            return b'{"type":"act"}'
        action = self.chance.choice(update["actions"])["do"] if update["actions"] else ""
        hand = update["view"]["seats"][player.seat]["hand"]
        if update["may_talk"] and hand and (not action or self.chance.random() < OFFERS):
            kinds = player.table.kinds
            place = self.chance.randrange(len(hand))
            letter = "ABCDE"[player.seat]
            to = "all" if update["view"]["active"] == player.seat else "ABCDE"[update["view"]["active"]]
            action = (
                f"{letter} offer {to}: {kinds[hand[place]]}@{place + 1} for {self.chance.choice(list(kinds.values()))}"
            )
        return msgspec.json.encode({"type": "act", "version": update["version"], "action": action})

    async def fixed_rate(self, rate: float, seconds: float) -> float:
        """Send actions at this rate per second; returns the rate that was reached."""
        begin = time.perf_counter()
        sent = 0
        while (now := time.perf_counter() - begin) < seconds:
            while sent < now * rate and self.ready:
                self.act(self.ready.popleft())
                sent += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.5)
        return sent / seconds

    async def max_rate(self, seconds: float) -> None:
        """Let each table act again as soon as all its players have seen the last action."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            while self.ready:
                self.act(self.ready.popleft())
            self.waiting = asyncio.get_running_loop().create_future()
            try:
                await asyncio.wait_for(self.waiting, 0.5)
            except TimeoutError:
                pass
        await asyncio.sleep(0.5)


class Server:
    """A server process under test."""

    def __init__(self, command: list[str], port: int) -> None:
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        for _ in range(1200):  # two minutes: a busy machine starts it slowly
            if self.process.poll() is not None:
                raise SystemExit("the server did not start")
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server does not listen")

    def cpu(self) -> float:
        """Return the seconds of CPU time so far, all threads."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> float:
        """Return the memory in use, in megabytes."""
        match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert match is not None
        return int(match[1]) / 1024

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def open_table(server: str, number: int) -> tuple[str, str]:
    """Open and start a table with four seats of one person; returns its id and the cookie."""
    seats = {f"seat{seat}": "here" for seat in range(1, SEATS)} | {"seat4": "none"}
    fields = {"game": "bohnanza", "name": f"Load {number}", "pace": "live", **seats}
    path, cookie = post(server, "/open", fields)
    post(server, f"{path}/start", {}, cookie)
    return path, cookie


async def measure_server(count: int, rate: float, seconds: float) -> dict[str, float]:
    """Measure the server with this many tables."""
    port = free_port()
    address = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tobean.cli.main", "serve", "--port", str(port), "--data", folder]
        server = Server([*command, "--limits", "0", "--log-level", "error"], port)
        empty = server.memory()
        load = LoadDriver(count)
        begin = time.perf_counter()
        for number in range(count):
            path, cookie = await asyncio.to_thread(open_table, address, number)
            table = Table(number)
            load.tables.append(table)
            for seat in range(SEATS):
                player = Player(table, seat)
                table.players.append(player)
            for player in table.players:
                query = f"{path}/socket?seat={player.seat}&language=en"
                on_message = listener(load, player)
                player.socket = await connect("127.0.0.1", port, query, cookie, on_message)
        while len(load.ready) < count and time.perf_counter() - begin < 600:
            await asyncio.sleep(0.1)
        figures = {"opening": time.perf_counter() - begin, "memory": (server.memory() - empty) / count}
        figures.update(await measure_load(server, load, rate, seconds))
        metrics = urllib.request.urlopen(f"{address}/metrics", timeout=10).read().decode()
        figures["entries"] = float(re.findall(r"^tobean_log_entries_total (\S+)", metrics, re.MULTILINE)[0])
        figures["commits"] = float(re.findall(r"^tobean_log_commits_total (\S+)", metrics, re.MULTILINE)[0])
        close(load)
        server.end()
        figures.update(measure_fsync(Path(folder)))
    return figures


def measure_fsync(folder: Path, times: int = 300) -> dict[str, float]:
    """Measure how long this disk takes to sync a few pages: the lower limit for a commit of the log."""
    took: list[float] = []
    with (folder / "pages").open("wb") as file:
        for _ in range(times):
            begin = time.perf_counter()
            file.write(bytes(COMMIT_BYTES))
            file.flush()
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - begin))
            time.sleep(0.01)
    return {"disk p50": share(took, 0.5), "disk p99": share(took, 0.99)}


async def measure_broadcast(count: int, rate: float, seconds: float, size: int) -> dict[str, float]:
    """Measure the bare broadcast with as many groups."""
    port = free_port()
    server = Server([sys.executable, str(Path(__file__).with_name("broadcast.py")), str(port), str(size)], port)
    load = LoadDriver(count)
    for number in range(count):
        table = Table(number)
        load.tables.append(table)
        table.players = [Player(table, seat) for seat in range(SEATS)]
        for player in table.players:
            player.socket = await connect("127.0.0.1", port, f"/{number}", "", listener(load, player))
        table.players[0].update = b"{}"
        table.asked = table.players[0]
        load.mark_idle(table)
    figures = await measure_load(server, load, rate, seconds)
    close(load)
    server.end()
    return figures


def listener(load: LoadDriver, player: Player) -> Callable[[Socket, bytes], None]:
    return lambda socket, text: load.on_message(player, text)


def close(load: LoadDriver) -> None:
    for table in load.tables:
        for player in table.players:
            if player.socket is not None and player.socket.transport is not None:
                player.socket.transport.abort()


async def measure_load(server: Server, load: LoadDriver, rate: float, seconds: float) -> dict[str, float]:
    """Measure the fixed rate, then the maximum rate."""
    load.tally = LoadResult()
    cpu = server.cpu()
    sent = await load.fixed_rate(rate, seconds)
    steady, used = load.tally, server.cpu() - cpu
    load.tally = LoadResult()
    cpu, begin = server.cpu(), time.perf_counter()
    await load.max_rate(seconds)
    fast, busy = load.tally, server.cpu() - cpu
    took = time.perf_counter() - begin
    return {
        "rate": sent,
        "p50": steady.share(0.5),
        "p99": steady.share(0.99),
        "steady cpu": 1000 * used / max(1, steady.accepted),
        "accepted": fast.accepted / took,
        "per cpu": fast.accepted / max(busy, 0.01),
        "size": fast.bytes / max(1, fast.messages),
        "refused": steady.refused + fast.refused,
        "over": sum(table.over for table in load.tables),
    }


def report(name: str, figures: dict[str, float]) -> None:
    print(
        f"{name:>18}: {figures['rate']:6.0f}/s steady: p50 {figures['p50']:6.1f} ms, p99 {figures['p99']:6.1f} ms, "
        f"{figures['steady cpu']:5.2f} ms CPU each | flat out {figures['accepted']:6.0f}/s, "
        f"{figures['per cpu']:6.0f} per CPU second | view {figures['size']:5.0f} B, refused {figures['refused']:.0f}"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="+", default=[125, 250, 500])
    parser.add_argument("--rate", type=float, default=200.0, help="actions per second for the latency")
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    compiled = not (table_module.__file__ or "").endswith(".py")
    print(f"engine {'compiled' if compiled else 'interpreted'}, {SEATS} sockets a table, durable log on")
    costs: list[float] = []
    for count in options.tables:
        figures = await measure_server(count, options.rate, options.seconds)
        report(f"{count} tables", figures)
        print(
            f"{'':>20}{1000 * figures['memory']:.0f} kB a table, "
            f"{figures['entries'] / max(1, figures['commits']):.1f} entries a commit, "
            f"opened in {figures['opening']:.0f} s"
        )
        print(
            f"{'':>20}this disk alone, to sync {COMMIT_BYTES // 1024} kB: p50 {figures['disk p50']:.1f} ms, "
            f"p99 {figures['disk p99']:.1f} ms; load of the machine {os.getloadavg()[0]:.1f}"
        )
        costs.append(1000 / figures["per cpu"])
        baseline = await measure_broadcast(count, options.rate, options.seconds, int(figures["size"]))
        report(f"{count} bare", baseline)
        print(f"{'':>20}{baseline['per cpu'] / figures['per cpu']:.1f} times the CPU time of the bare broadcast")
    print(
        f"CPU an action over these numbers of tables: {', '.join(f'{cost:.2f} ms' for cost in costs)}"
        f" (spread {max(costs) / statistics.mean(costs):.2f})"
    )


if __name__ == "__main__":
    asyncio.run(main())
