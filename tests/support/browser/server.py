"""A real server process, as `tobean serve` starts it, that can be killed."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path


def chromium() -> str:
    """Path of the installed browser. Without one these tests fail instead of being skipped."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    for name in (os.environ.get("TOBEAN_CHROMIUM", ""), *names):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise RuntimeError("no Chromium found: install it (`make browser`), or name it in TOBEAN_CHROMIUM")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class ServerProcess:
    """A server that can be killed and started again on the same folder and port."""

    def __init__(self, folder: Path, packages: Path | None = None, options: tuple[str, ...] = ()) -> None:
        """`packages` is a folder with further installed packages, `options` are further ones of `tobean serve`."""
        self.folder = folder
        self.options = options
        self.environment = dict(os.environ)
        if packages is not None:
            self.environment["PYTHONPATH"] = os.pathsep.join(
                [str(packages), *filter(None, [os.environ.get("PYTHONPATH")])]
            )
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tobean.cli.main", "serve", "--no-browser", "--limits", "0", "--workers", "1"]
        command += ["--port", str(self.port), "--data", str(self.folder / "data"), "--log-level", "info", *self.options]
        self.log = (self.folder / "server.log").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not re.search(re.escape(self.url), line):
            raise RuntimeError(f"the server did not start: {line!r}\n{self.log_text()}")

    def log_text(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """Kills the process, like a power cut."""
        self.end(signal.SIGKILL)

    def end(self, with_signal: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(with_signal)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.log.close()
            self.process = None
