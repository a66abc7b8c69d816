"""`make play`: the table in the browser at once, and the compiled engine behind it.

Compiled, bots think eight to ten times as fast, but compiling takes minutes. So the first start plays interpreted,
while a process that steps back for all others builds a wheel of the same source. It is unpacked elsewhere and gets its
name when it is whole. That name stands first on the server's path from the beginning, so that bots use it from their
next thought on (server/workers/line_process.py), and the next start for everything. The name is a digest of the source: what
was built from another one is not used. When the game ends, so does an unfinished build.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILD_FOLDER: Final = Path(sys.prefix) / "compiled"
"""In the virtual environment, which is made for one Python: one folder a source."""
LOG: Final = BUILD_FOLDER / "log"
PROJECT: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
IGNORED: Final = shutil.ignore_patterns("__pycache__", "*.so")
KEPT_BUILDS: Final = 2
"""The engine before the newest one may still be at work."""


def main() -> int:
    engine = BUILD_FOLDER / digest()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(engine), os.getenv("PYTHONPATH")]))}
    builder = None
    if not engine.exists():
        if not can_compile():
            print("There is no C compiler here, so bots think with the interpreted engine.", flush=True)
        else:
            print("The compiled engine is built behind the game; bots use it as soon as it is there.", flush=True)
            # In its own group a Ctrl-C does not reach it; in the same session its niceness counts against the server.
            builder = subprocess.Popen([sys.executable, __file__, "--build", engine], process_group=0)
    command = [str(Path(sys.executable).with_name("tobean")), "serve", "--browser", *sys.argv[1:]]
    server = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server has it, too, and ends in its own way
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    code = server.wait()
    if builder is not None and builder.poll() is None:
        os.killpg(builder.pid, signal.SIGTERM)
    return code


def digest() -> str:
    """A name for the source as it stands."""
    text = hashlib.sha256()
    files = [ROOT / name for name in PROJECT]
    files += [
        path for path in (ROOT / "src/tobean").rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so")
    ]
    for path in sorted(files):
        text.update(f"{path.relative_to(ROOT)}\n".encode())
        text.update(hashlib.sha256(path.read_bytes()).digest())
    return text.hexdigest()[:16]


def can_compile() -> bool:
    """Is there a compiler, and what it needs to know of Python?"""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which(compiler.split()[0]) is not None and header.exists()


def build(engine: Path) -> int:
    """Build the engine of today's source; what goes wrong is in the log."""
    os.nice(19)
    BUILD_FOLDER.mkdir(exist_ok=True)
    with (BUILD_FOLDER / "lock").open("w") as lock, LOG.open("w") as log:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0  # another one builds
        for stopped in BUILD_FOLDER.glob("building-*"):
            shutil.rmtree(stopped)
        with tempfile.TemporaryDirectory(prefix="building-", dir=BUILD_FOLDER) as folder:
            work = Path(folder)
            shutil.copytree(ROOT / "src/tobean", work / "src/tobean", ignore=IGNORED)
            for name in PROJECT:
                shutil.copy(ROOT / name, work)
            pip = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps", "-w", "dist", "."]
            environment = {**os.environ, "TOBEAN_COMPILE": "1", "TMPDIR": folder}
            with subprocess.Popen(pip, cwd=work, env=environment, stdout=log, stderr=log) as made:
                wait_while_game_runs(made)
            if made.returncode:
                print(f"The compiled engine could not be built ({LOG} says why); everything works without.")
                return 1
            (wheel,) = work.glob("dist/*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(work / "whole")
            (work / "whole").rename(engine)
    print("Bots think with the compiled engine from now on.")
    engines = [path for path in BUILD_FOLDER.iterdir() if path.is_dir() and not path.name.startswith("building-")]
    for old in sorted(engines, key=lambda path: path.stat().st_mtime)[:-KEPT_BUILDS]:
        shutil.rmtree(old)
    return 0


def wait_while_game_runs(process: subprocess.Popen[bytes]) -> None:
    """Until the process is done, or the game that it is for has gone without saying so."""
    game = os.getppid()
    while process.poll() is None:
        time.sleep(1)
        if os.getppid() != game:
            os.killpg(0, signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[2])) if sys.argv[1:2] == ["--build"] else main())
