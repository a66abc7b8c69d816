"""A pool of bot workers for many servers: a server of a test that has its own workers starts a process for each."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.support.server.processes import POOL_SERVER
from tobean.server.workers.pool_protocol import PoolConfig


@contextlib.contextmanager
def shared_worker_pool(folder: Path) -> Iterator[str]:
    """Runs a pool process; yields its socket."""
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
