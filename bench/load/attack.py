"""Delays of a well-behaved player while the server is under attack.

    python bench/load/attack.py --runs 5

Starts a server with its default limits and plays at tables of people and at a table with bots, first undisturbed, then
while an attack runs (attackers.py) in separate processes on another core. For each attack it prints the time from
an action to every viewer's update (and until the bots have answered), undisturbed and under attack, as the median of
the runs, and whether p99 stays within twice the undisturbed one plus 20 ms. Everything is on loopback and stops by
itself.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from attackers import ATTACKS, HOST, Target
from server import SEATS, LoadDriver, Player, Server, Table, free_port, listener, open_table, share
from sockets import Socket, connect
from tobean.server.client.table_client import post

TABLES = 4
RATE = 7.0
"""Actions per second at each table: half of what one person may send."""
RAMP = 2.0
"""Seconds that an attack runs before the measurement starts."""
TOLERANCE = 0.020


@dataclass
class PlayerDelays:
    """Measured delays in seconds: until an update arrived, and until bots had answered."""

    views: list[float]
    bots: list[float]
    faults: int

    def p99(self) -> float:
        return share(self.views, 0.99)


class BotOpponentClient:
    """A client that plays against fast bots and records the delay of each of their answers."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.since = 0.0
        self.over = False

    async def play(self, port: int) -> Socket:
        fields = {"game": "bohnanza", "name": "Nina", "tempo": "0", "seat1": "merchant", "seat2": "merchant"}
        server = f"http://localhost:{port}"
        path, cookie = await asyncio.to_thread(post, server, "/open", {**fields, "seat3": "none", "seat4": "none"})
        await asyncio.to_thread(post, server, f"{path}/start", {}, cookie)
        return await connect(HOST, port, f"{path}/socket", cookie, self.on_message)

    def on_message(self, socket: Socket, text: bytes) -> None:
        if not text.startswith(b'{"type":"update"'):
            return
        if self.since:
            self.delays.append(time.perf_counter() - self.since)
        self.since = 0.0
        self.over = b'"over":true' in text
        if self.over:
            return
        if b'"you":true' in text:
            asyncio.get_running_loop().call_later(0.1, self.act, socket, text)
        elif b'"may_talk":false' in text:
            self.since = time.perf_counter()  # while people may trade, bots wait for them

    def act(self, socket: Socket, text: bytes) -> None:
        do = text.partition(b'"do":"')[2].partition(b'"')[0]
        version = text.partition(b'"version":')[2].partition(b",")[0]
        if not socket.closed:
            socket.send(b'{"type":"act","version":' + version + b',"action":"' + do + b'"}')


async def measure_delays(port: int, seconds: float) -> PlayerDelays:
    """Play for this many seconds."""
    load = LoadDriver(7)
    address = f"http://localhost:{port}"
    faults = 0
    for number in range(TABLES):
        path, cookie = await asyncio.to_thread(open_table, address, number)
        table = Table(number)
        load.tables.append(table)
        table.players = [Player(table, seat) for seat in range(SEATS)]
        for player in table.players:
            query = f"{path}/socket?seat={player.seat}&language=en"
            player.socket = await connect(HOST, port, query, cookie, listener(load, player))
    bots = BotOpponentClient()
    line = await bots.play(port)
    await load.fixed_rate(TABLES * RATE, seconds)
    for table in load.tables:
        # An update that has not arrived by now took at least this long.
        if table.sent:
            load.tally.delays += [time.perf_counter() - table.sent] * (SEATS - table.heard)
        for player in table.players:
            assert player.socket is not None
            faults += player.socket.closed
            if player.socket.transport is not None:
                player.socket.transport.abort()
    if bots.since:
        bots.delays.append(time.perf_counter() - bots.since)
    if line.transport is not None:
        line.transport.abort()
    return PlayerDelays(load.tally.delays, bots.delays, faults)


class Attack:
    """The attackers, in a separate process on the last core."""

    def __init__(self, name: str, port: int, forwarded: str, seconds: float) -> None:
        command = [sys.executable, __file__, "--attack", name, "--port", str(port), "--forwarded", forwarded]
        self.process = subprocess.Popen([*command, "--seconds", str(seconds)], stdout=subprocess.PIPE, text=True)

    def end(self) -> str:
        try:
            out, _ = self.process.communicate(timeout=60)
        finally:
            self.process.kill()
        return out.strip()


async def run_attack(name: str, port: int, forwarded: str, seconds: float) -> None:
    """Run one attack for this many seconds; the main function of the attackers' process."""
    pin_to_cores(cores()[-1:])
    target = Target(port, forwarded)
    attack = asyncio.ensure_future(ATTACKS[name](target))
    await asyncio.wait([attack], timeout=seconds)
    if attack.done():
        attack.result()
    print(", ".join(f"{what} {count}" for what, count in target.count.most_common(4)), flush=True)
    os._exit(0)  # closing hundreds of connections one by one would take too long


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin_to_cores(chosen: list[int]) -> None:
    """Restrict this process and its children to these cores, if the system supports it."""
    if chosen and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, chosen)


async def one_run(
    program: list[str], names: list[str], seconds: float, number: int
) -> dict[str, tuple[PlayerDelays, PlayerDelays]]:
    """Run each attack once, on one server."""
    port = free_port()
    delays: dict[str, tuple[PlayerDelays, PlayerDelays]] = {}
    with tempfile.TemporaryDirectory() as folder:
        every = cores()
        pin_to_cores(every[:-1])
        server = Server([*program, "serve", "--port", str(port), "--data", folder, "--log-level", "error"], port)
        try:
            await measure_delays(port, 1.0)  # warms up bots and caches
            for place, name in enumerate(names):
                baseline = await measure_delays(port, seconds)
                pin_to_cores(every)
                attack = Attack(name, port, f"203.0.{place}.{number}", seconds + RAMP + 2)
                pin_to_cores(every[:-1])
                await asyncio.sleep(RAMP)
                delays[name] = (baseline, await measure_delays(port, seconds))
                attack_counts = await asyncio.to_thread(attack.end)
                print_delays(name, *delays[name], f"{server.memory():.0f} MB; {attack_counts}")
                await asyncio.sleep(1.0)
        finally:
            pin_to_cores(every)
            server.end()
    return delays


def print_delays(name: str, baseline: PlayerDelays, under_attack: PlayerDelays, attack_counts: str) -> None:
    views = f"{1000 * baseline.p99():.1f} -> {1000 * under_attack.p99():.1f} ms"
    bots = f"{1000 * share(baseline.bots, 0.99):.0f} -> {1000 * share(under_attack.bots, 0.99):.0f} ms"
    print(f"  {name}: views p99 {views}, bots p99 {bots}, {under_attack.faults} closed; {attack_counts}", flush=True)


def report(runs: list[dict[str, tuple[PlayerDelays, PlayerDelays]]], names: list[str]) -> bool:
    print(f"\n{'median of ' + str(len(runs)):<24} {'baseline':^17} {'under attack':^17} {'':>7}   bots p99, ms")
    print(f"{'':<24} {'p50':>8} {'p99':>8} {'p50':>8} {'p99':>8} {'ratio':>7}   before during")
    fine = True
    for name in names:
        pairs = [run[name] for run in runs]
        baseline, under_attack = [
            [statistics.median(share(pair[side].views, part) for pair in pairs) for part in (0.5, 0.99)]
            for side in (0, 1)
        ]
        bots = [statistics.median(share(pair[side].bots, 0.99) for pair in pairs) for side in (0, 1)]
        within = under_attack[1] <= 2 * baseline[1] + TOLERANCE and bots[1] <= 2 * bots[0] + TOLERANCE
        fine = fine and within
        figures = " ".join(f"{1000 * value:8.1f}" for value in (*baseline, *under_attack))
        print(
            f"{name:<24} {figures} {under_attack[1] / baseline[1]:7.1f} {1000 * bots[0]:7.0f} {1000 * bots[1]:6.0f}"
            f"   {'fine' if within else 'MORE THAN TWICE + 20 ms'}"
        )
    print(f"load of the machine {os.getloadavg()[0]:.1f}")
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, default=list(ATTACKS), metavar="ATTACK")
    parser.add_argument("--program", default="", help="the tobean to attack, by default that of this Python")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--forwarded", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        asyncio.run(run_attack(given.attack, given.port, given.forwarded, given.seconds))
        return 0
    program = [given.program] if given.program else [sys.executable, "-m", "tobean.cli.main"]
    runs = []
    for number in range(given.runs):
        print(f"run {number + 1}", flush=True)
        runs.append(asyncio.run(one_run(program, given.only, given.seconds, number + 1)))
    return 0 if report(runs, given.only) else 1


if __name__ == "__main__":
    raise SystemExit(main())
