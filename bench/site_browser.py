"""Times of a static site in Chromium: python bench/site_browser.py SITE

The first visit comes from a web server with the bandwidth and latency of "Fast 4G" in Chrome's developer tools. Later
visits are offline: at full speed, with the page's main thread four times slower (like "4x slowdown" in the developer
tools), and with all processes of the browser stopped for three quarters of the time. Processor time is that of the
threads of the page and its workers, so that other programs on the machine do not matter.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import threading
import time
from collections import Counter
from contextlib import nullcontext, suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.support.browser.server import chromium

BYTES_PER_SECOND: Final = 9e6 / 8 * 0.9
LATENCY: Final = 0.165
CHUNK: Final = 16384
SLOWER: Final = 4
VISITS: Final = 3
SLICE: Final = 0.004
"""Seconds for which a slow processor works without a break."""
LOOK_EVERY: Final = 0.1
"""Seconds after which new processes are looked for."""
WAIT: Final = 300_000
"""Longest wait for anything, in milliseconds."""
SHOWN: Final = "() => document.querySelector('section.prompt, .result') !== null"
"""Whether the table is complete. Waiting for the visitor's turn would measure how long the bots take their time."""


class Bandwidth:
    """Limits the bytes of all connections together."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free_at = 0.0
        self.sent = 0
        self.log: list[tuple[float, float, str, int]] = []
        """Beginning, end, path and bytes of each answer."""

    def wait(self, count: int) -> None:
        with self.lock:
            self.sent += count
            self.free_at = max(self.free_at, time.monotonic()) + count / BYTES_PER_SECOND
            delay = self.free_at - time.monotonic()
        time.sleep(max(0.0, delay))


@cache
def content(path: Path) -> tuple[bytes, bool]:
    """Return the file as web servers send it: texts compressed."""
    data = path.read_bytes()
    is_text = path.suffix in (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
    return (gzip.compress(data), True) if is_text else (data, False)


def handler_for(folder: Path, bandwidth: Bandwidth) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            begun = time.monotonic()
            path = folder / self.path.partition("?")[0].lstrip("/")
            path = path / "index.html" if path.is_dir() else path
            time.sleep(LATENCY)
            if not path.is_file():
                self.send_error(404)
                return
            data, is_packed = content(path)
            self.send_response(200)
            self.send_header("Content-Type", guess_type(path.name)[0] or "application/octet-stream")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "max-age=600")
            if is_packed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            for first in range(0, len(data), CHUNK):
                part = data[first : first + CHUNK]
                bandwidth.wait(len(part))
                self.wfile.write(part)
            bandwidth.log.append((begun, time.monotonic(), self.path, len(data)))

        def log_message(self, *line: object) -> None:
            pass

    return Handler


def browser_processes() -> list[int]:
    """Return all descendants of this process."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended
            parents[int(name)] = int(fields[1])
    found = []
    for process in parents:
        ancestor = process
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        if ancestor == os.getpid() and process != ancestor:
            found.append(process)
    return found


def processor_seconds() -> Counter[str]:
    """Processor time of the threads of the browser, by process and thread."""
    found: Counter[str] = Counter()
    for process in browser_processes():
        for task in Path(f"/proc/{process}/task").glob("*/stat"):
            try:
                head, _, rest = task.read_text().rpartition(")")
            except OSError:
                continue
            fields = rest.split()
            found[f"{process}/{task.parent.name}/{head.partition('(')[2]}"] = int(fields[11]) + int(fields[12])
    ticks = os.sysconf("SC_CLK_TCK")
    return Counter({thread: count / ticks for thread, count in found.items()})


class SlowProcessor:
    """Stops the processes of Chromium for a part of the time. Playwright's own process runs on."""

    def __init__(self) -> None:
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *error: object) -> None:
        self.ending.set()
        self.thread.join()

    def run(self) -> None:
        looked_at, processes = 0.0, list[int]()
        while not self.ending.is_set():
            if time.monotonic() - looked_at > LOOK_EVERY:
                looked_at, processes = time.monotonic(), [each for each in browser_processes() if is_chromium(each)]
            self.send(processes, signal.SIGCONT)
            worked_from = time.monotonic()
            time.sleep(SLICE)
            self.send(processes, signal.SIGSTOP)
            # A short sleep takes longer than asked for.
            time.sleep((time.monotonic() - worked_from) * (SLOWER - 1))
        self.send(processes, signal.SIGCONT)

    def send(self, processes: list[int], what: signal.Signals) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, what)


def is_chromium(process: int) -> bool:
    try:
        return "chrom" in Path(f"/proc/{process}/comm").read_text()
    except OSError:
        return False  # it has ended


class Lap:
    """Wall time and processor time of one step."""

    def __init__(self) -> None:
        self.started_at = time.monotonic()
        self.before = processor_seconds()

    def report(self, what: str) -> None:
        wall = time.monotonic() - self.started_at
        used: Counter[str] = Counter()
        for thread, seconds in processor_seconds().items():
            name = thread.rpartition("/")[2]
            if seconds > self.before[thread]:
                used["worker" if name.startswith("DedicatedWorker") else "page" if "chrom" in name else "other"] += (
                    seconds - self.before[thread]
                )
        busy = used["worker"] + used["page"]
        print(
            f"{what}: {wall:.1f} s on the clock; processor: workers {used['worker']:.1f} s, main threads "
            f"{used['page']:.1f} s, other threads {used['other']:.1f} s; workers and main threads times {SLOWER}: "
            f"{SLOWER * busy:.1f} s",
            flush=True,
        )


def table(page: Page) -> None:
    page.locator(".board").wait_for(timeout=WAIT)
    page.wait_for_function(SHOWN, timeout=WAIT)


def print_timeline(bandwidth: Bandwidth, started_at: float, page: Page) -> None:
    """Print when each file was sent, and when each progress line was shown, in seconds from the first request."""
    for begun, ended, path, size in sorted(bandwidth.log):
        print(f"{begun - started_at:6.2f} - {ended - started_at:6.2f} s {size / 1000:7.0f} kB {path}")
    origin, notices = page.evaluate("[performance.timeOrigin, notices.map(({at, line}) => [at, line])]")
    offset = origin / 1000 - (time.time() - time.monotonic()) - started_at
    for at, line in [*notices[:2], *notices[-3:]]:
        print(f"{at / 1000 + offset:6.2f} s {line}")


def main(folder: Path) -> None:
    bandwidth = Bandwidth()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(folder, bandwidth))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}/en/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.add_init_script(
            "globalThis.notices = []; new MutationObserver(() => {"
            " const line = document.getElementById('local-progress')?.textContent;"
            " if (line && notices.at(-1)?.line !== line) notices.push({line, at: performance.now()}); })"
            ".observe(document, {childList: true, subtree: true, characterData: true});"
        )
        lap = Lap()
        page.goto(root, wait_until="domcontentloaded")
        page.locator("button[name=game][value=bohnanza]").wait_for()
        page.wait_for_function("() => globalThis.tobeanLocal !== undefined")
        lap.report("front page interactive, fast 4G")
        page.locator("input[name=name]").fill("Ada")
        page.locator("button[name=game][value=bohnanza]").click()
        table(page)
        lap.report("first table, fast 4G, from the first request")
        if "--timeline" in sys.argv:
            print_timeline(bandwidth, lap.started_at, page)
        print(f"progress shown: {len(page.evaluate('notices'))} different lines; {bandwidth.sent / 1e6:.1f} MB so far")
        address = page.url
        page.wait_for_function("() => document.documentElement.dataset.offline === 'yes'")
        print(f"everything kept for offline use: {bandwidth.sent / 1e6:.1f} MB in total")
        page.wait_for_function("() => document.documentElement.dataset.prepared === 'yes'")
        page.close()
        context.set_offline(True)
        for name, rate, speed in (
            ("at full speed", 1, nullcontext),
            (f"main thread {SLOWER} times slower", SLOWER, nullcontext),
            (f"all processes {SLOWER} times slower", 1, SlowProcessor),
        ):
            for _ in range(VISITS):
                page = context.new_page()
                context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
                with speed():
                    lap = Lap()
                    page.goto(address)
                    table(page)
                    lap.report(f"table offline, {name}")
                page.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
