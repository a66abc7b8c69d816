"""A PostgreSQL for the tests only: in a temporary folder, listening on a socket in it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

DEBIAN = Path("/usr/lib/postgresql")
HOW_TO_GET_IT = (
    "These tests need PostgreSQL: install it (on Debian: apt-get install postgresql), "
    "or name the folder of its programs in TOBEAN_POSTGRES."
)


def programs() -> Path:
    """Folder of `initdb` and `postgres`."""
    named = os.environ.get("TOBEAN_POSTGRES", "")
    found = shutil.which("initdb", path=named or None)
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if named or not installed:
        raise RuntimeError(HOW_TO_GET_IT)
    return installed[-1].parent


class Cluster:
    """A database server that can be stopped and started."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tobean-postgres-"))
        self.programs = programs()
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0
        # PostgreSQL refuses to run as root.
        self.person: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.person |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        options = ["-D", str(self.folder / "data"), "-U", "tobean", "--auth=trust", "-E", "UTF8", "--no-locale"]
        command = [str(self.programs / "initdb"), *options, "--no-sync"]
        made = subprocess.run(command, capture_output=True, text=True, check=False, **self.person)
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {made.stderr}")
        self.start()

    def start(self) -> None:
        # The machine itself never crashes here. With fsync, a start after `kill` would first sync every file of every
        # database, which takes minutes on a busy disk.
        options = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-c", "listen_addresses="]
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "postgres"), *options, "-c", "fsync=off"]
            self.process = process = subprocess.Popen(command, stdout=log, stderr=log, **self.person)
        asking = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder), "-U", "tobean", "-d", "postgres"]
        for _ in range(600):
            if subprocess.run(asking, check=False).returncode == 0:
                return
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """Stops it without a shutdown: unwritten data is lost, and every connection breaks."""
        assert self.process is not None
        # SIGKILL would leave its children behind; SIGQUIT ends them immediately, too, and writes nothing.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)

    def new_database(self) -> str:
        """Creates an empty database; returns its address."""
        self.databases += 1
        name = f"tobean{self.databases}"
        create = [str(self.programs / "createdb"), "-h", str(self.folder), "-U", "tobean", name]
        subprocess.run(create, check=True, capture_output=True)
        return f"postgresql://tobean@/{name}?host={self.folder}"

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)
