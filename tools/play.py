"""`make play`: opens the table in the browser at once and compiles the engine in the background.

Compiled, bots think eight to ten times as fast, but compiling takes minutes. So the first start plays interpreted while
a low-priority process builds a wheel of the same source. The wheel is unpacked in a temporary folder and renamed when
complete. The final name comes first on the server's path from the start, so bots use the engine from their next
decision on (server/process/line_process.py), and the next start uses it for everything. The name is a digest of the
source, so a build of another source is never used. An unfinished build ends with the game.
"""

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
"""Inside the virtual environment, which is specific to one Python; one folder per source."""
LOG: Final = BUILD_FOLDER / "log"
PROJECT: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
IGNORED: Final = shutil.ignore_patterns("__pycache__", "*.so")
KEPT_BUILDS: Final = 2
"""The engine before the newest one may still be in use."""


def main() -> int:
    engine = BUILD_FOLDER / digest()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(engine), os.getenv("PYTHONPATH")]))}
    builder = None
    if not engine.exists():
        if can_compile():
            print("The compiled engine is being built in the background; bots use it once it is ready.", flush=True)
            # Its own process group shields the build from Ctrl-C. It stays in this session, because Linux compares
            # niceness only within a session.
            builder = subprocess.Popen([sys.executable, __file__, "--build", engine], process_group=0)
        else:
            print("There is no C compiler here, so bots think with the interpreted engine.", flush=True)
    command = [str(Path(sys.executable).with_name("tobean")), "serve", "--browser", *sys.argv[1:]]
    server = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server receives it, too, and shuts down by itself
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    code = server.wait()
    if builder is not None and builder.poll() is None:
        os.killpg(builder.pid, signal.SIGTERM)
    return code


def digest() -> str:
    """Return a name for the current source."""
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
    """Whether there is a C compiler and the headers of Python."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which(compiler.split()[0]) is not None and header.exists()


def build(engine: Path) -> int:
    """Build the engine of the current source; errors go to the log."""
    os.nice(19)
    BUILD_FOLDER.mkdir(exist_ok=True)
    with (BUILD_FOLDER / "lock").open("w") as lock, LOG.open("w") as log:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0  # another process is building
        for abandoned in BUILD_FOLDER.glob("building-*"):
            shutil.rmtree(abandoned)
        with tempfile.TemporaryDirectory(prefix="building-", dir=BUILD_FOLDER) as folder:
            work = Path(folder)
            shutil.copytree(ROOT / "src/tobean", work / "src/tobean", ignore=IGNORED)
            for name in PROJECT:
                shutil.copy(ROOT / name, work)
            pip = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps", "-w", "dist", "."]
            environment = {**os.environ, "TOBEAN_COMPILE": "1", "TMPDIR": folder}
            with subprocess.Popen(pip, cwd=work, env=environment, stdout=log, stderr=log) as pip_process:
                wait_while_game_runs(pip_process)
            if pip_process.returncode:
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
    """Wait for the process; end it if the game it is for has vanished."""
    game = os.getppid()
    while process.poll() is None:
        time.sleep(1)
        if os.getppid() != game:
            os.killpg(0, signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[2])) if sys.argv[1:2] == ["--build"] else main())
