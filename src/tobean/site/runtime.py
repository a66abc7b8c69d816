"""Python for the browser: Pyodide from npm and the wheel of msgspec from PyPI, downloaded once and checked."""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.site.standard_library import is_included

PYODIDE: Final = "314.0.7"
PYODIDE_FILE: Final = f"pyodide-{PYODIDE}.tgz"
PYODIDE_URL: Final = f"https://registry.npmjs.org/pyodide/-/{PYODIDE_FILE}"
MSGSPEC: Final = "0.22.0"
PYTHON: Final = "3.14"
"""Version of Python in this Pyodide."""
PLATFORM: Final = "pyemscripten_2026_0_wasm32"
WHEEL_FILE: Final = f"msgspec-{MSGSPEC}-cp314-cp314-{PLATFORM}.whl"
HASHES: Final = {
    PYODIDE_FILE: "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    WHEEL_FILE: "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
}
"""SHA-256 of each download."""
STANDARD_LIBRARY: Final = "python_stdlib.zip"
LOCK: Final = "pyodide-lock.json"
WASM: Final = "pyodide.asm.wasm"
SCRIPTS: Final = ("pyodide.mjs", "pyodide.asm.mjs")
PYODIDE_FILES: Final = (*SCRIPTS, WASM, STANDARD_LIBRARY, LOCK)
"""Files of Pyodide that are used."""
TIMEOUT: Final = 300


@dataclass(frozen=True)
class Runtime:
    """The downloaded files."""

    pyodide: Path
    wheel: Path

    @cached_property
    def pyodide_files(self) -> dict[str, bytes]:
        """The files of Pyodide that are used, by name."""
        found: dict[str, bytes] = {}
        with tarfile.open(self.pyodide) as archive:
            for name in PYODIDE_FILES:
                member = archive.extractfile(f"package/{name}")
                assert member is not None, name
                found[name] = member.read()
        return found

    def unpack(self, folder: Path) -> None:
        """Write the files to a folder, for Node."""
        folder.mkdir()
        for name, data in self.pyodide_files.items():
            (folder / name).write_bytes(data)

    def scripts(self) -> dict[str, bytes]:
        """Return the scripts. They end with `.js`: some web servers send `.mjs` with a type that browsers refuse."""
        found = {name.replace(".mjs", ".js"): self.pyodide_files[name] for name in SCRIPTS}
        found["pyodide.js"] = found["pyodide.js"].replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        return found

    def lock(self) -> dict[str, object]:
        """Return Pyodide's lock file without packages, which are hosted elsewhere."""
        return {**json.loads(self.pyodide_files[LOCK]), "packages": {}}

    def standard_library(self) -> dict[str, bytes]:
        """Return the modules of the standard library that may be of use in a browser, by path."""
        with zipfile.ZipFile(io.BytesIO(self.pyodide_files[STANDARD_LIBRARY])) as archive:
            return {name: archive.read(name) for name in archive.namelist() if is_included(name)}

    def wheel_files(self) -> dict[str, bytes]:
        """Return the modules and the C library of msgspec, by path."""
        with zipfile.ZipFile(self.wheel) as archive:
            names = [name for name in archive.namelist() if name.endswith((".py", ".so"))]
            return {name: archive.read(name) for name in names}


def default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tobean" / "site"


def verify_hash(path: Path) -> None:
    """Raise `BadInput` if a file is not the expected one."""
    if hashlib.sha256(path.read_bytes()).hexdigest() != HASHES[path.name]:
        raise BadInput("{path} is not the file that this version needs: its SHA-256 differs", path=str(path))


def find_runtime(folder: Path | None = None) -> Runtime:
    """Return Python for the browser: from `folder`, or downloaded to the cache. Raises `BadInput`."""
    if folder is not None:
        for name in HASHES:
            if not (folder / name).is_file():
                raise BadInput("{name} is missing in {folder}", name=name, folder=str(folder))
    else:
        folder = default_cache()
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / PYODIDE_FILE).is_file():
            download(PYODIDE_URL, folder / PYODIDE_FILE)
        if not (folder / WHEEL_FILE).is_file():
            download_wheel(folder)
    for name in HASHES:
        verify_hash(folder / name)
    return Runtime(folder / PYODIDE_FILE, folder / WHEEL_FILE)


def download(url: str, path: Path) -> None:
    part = path.with_suffix(".part")
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            part.write_bytes(answer.read())
    except OSError as error:
        raise BadInput("{url} could not be downloaded: {reason}", url=url, reason=error) from error
    part.replace(path)


def download_wheel(folder: Path) -> None:
    """Download the wheel with pip, which knows the user's package index."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--platform", PLATFORM, "--python-version", PYTHON, "--dest", str(folder), f"msgspec=={MSGSPEC}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput("{url} could not be downloaded: {reason}", url=WHEEL_FILE, reason=error) from error
    if done.returncode or not (folder / WHEEL_FILE).is_file():
        reason = done.stderr.strip().rpartition("\n")[2] or "pip"
        raise BadInput("{url} could not be downloaded: {reason}", url=WHEEL_FILE, reason=reason)
