"""Compiler of modules for Python in the browser: runs a program for those that are not in the cache."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.site.archives import mark_of, read_archive, stored_archive, write_atomically
from tobean.site.runtime import PYODIDE, PYTHON, Runtime, default_cache

TIMEOUT: Final = 600


@dataclass(frozen=True)
class Compiler:
    """Compiler to bytecode: a local Python of the browser's version, or else Node, which runs Pyodide."""

    program: str
    runtime: Runtime
    cache: Path
    """File with the bytecode of the previous build, by hash of path and source."""

    def compile(self, sources: dict[str, bytes]) -> dict[str, bytes]:
        """Return the bytecode of modules by path: `.pyc` in place of `.py`. Raises `BadInput`."""
        script = (files("tobean.site") / "bytecode.py").read_bytes()
        keys = {path: mark_of(script, path.encode(), source) for path, source in sources.items()}
        known = read_archive(self.cache) if self.cache.is_file() else {}
        missing = {path: source for path, source in sources.items() if keys[path] not in known}
        if missing:
            compiled = self.compile_now(missing)
            known |= {keys[path]: compiled[f"{path}c"] for path in missing}
            write_atomically(self.cache, stored_archive({key: known[key] for key in keys.values()}))
        return {f"{path}c": known[key] for path, key in keys.items()}

    def compile_now(self, sources: dict[str, bytes]) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            archive, target, script = folder / "sources.zip", folder / "compiled.zip", folder / "bytecode.py"
            archive.write_bytes(stored_archive(sources))
            script.write_bytes((files("tobean.site") / "bytecode.py").read_bytes())
            self.run([*self.command(folder, script), str(archive), str(target)])
            return read_archive(target)

    def command(self, folder: Path, script: Path) -> list[str]:
        if self.program == sys.executable:
            return [self.program, "-X", "no_debug_ranges", str(script)]
        self.runtime.unpack(folder / "pyodide")
        node_script = folder / "compile.mjs"
        node_script.write_bytes((files("tobean.site") / "static" / "compile.mjs").read_bytes())
        return [self.program, str(node_script), str(folder / "pyodide"), str(script)]

    def run(self, command: list[str]) -> None:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BadInput(
                "{program} could not compile Python: {reason}", program=self.program, reason=error
            ) from error
        if done.returncode:
            reason = done.stderr.strip().rpartition("\n")[2]
            raise BadInput("{program} could not compile Python: {reason}", program=self.program, reason=reason)


def find_compiler(runtime: Runtime) -> Compiler | None:
    """Return a compiler, None where there is neither that version of Python nor Node."""
    cache = default_cache() / f"bytecode-{PYODIDE}.zip"
    if f"{sys.version_info.major}.{sys.version_info.minor}" == PYTHON:
        return Compiler(sys.executable, runtime, cache)
    node = shutil.which("node")
    return Compiler(node, runtime, cache) if node is not None else None
