"""Processes of this machine, for tests and load tests; needs Linux's /proc."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tobean.server.workers.pool_protocol import PoolConfig

MEMBER_PROCESS, POOL_SERVER = "tobean.server.member_process", "tobean.server.workers.pool_server"
"""Modules run by the processes of a server: those that serve tables, and the pool of bot workers."""


def child_processes(parent: int, *modules: str) -> list[int]:
    """Child processes of a process; if modules are named, only those that run one of them."""
    found = []
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            with contextlib.suppress(OSError):  # it may have ended just now
                command = Path(f"/proc/{child}/cmdline").read_text().split("\0")
                if not modules or set(modules) & set(command):
                    found.append(int(child))
    return found


def wait_for_answer(url: str, server: subprocess.Popen[bytes]) -> None:
    """Waits until a server answers; fails if its process ends. A server that never answers hits pytest's timeout."""
    while True:
        try:
            urllib.request.urlopen(url, timeout=60).close()
            return
        except OSError:
            assert server.poll() is None, "the server did not start"
            time.sleep(0.1)


def processes_named(name: str) -> list[int]:
    """Processes with a command line that begins with this name."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and (folder / "cmdline").read_text().startswith(name):
                found.append(int(folder.name))
    return found


@contextlib.contextmanager
def shared_worker_pool(folder: Path) -> Iterator[str]:
    """Runs a pool of bot workers for many servers; yields its socket.

    A server that has its own workers starts a process for each kind of work.
    """
    config = PoolConfig(str(folder / "pool"), workers=1, bot_pool="local", log_level="warning")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", POOL_SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(config) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"\n"
        yield config.socket_path
        process.stdin.close()
        process.wait(60)
