"""Finds a program that compiles modules for Python in the browser, and runs it."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.site.archives import stored_archive
from tobean.site.runtime import PYTHON, Runtime

TIMEOUT: Final = 600


@dataclass(frozen=True)
class Compiler:
    """A Python of the version in the browser, or else Node, which runs Pyodide."""

    program: str
    runtime: Runtime

    def compile(self, sources: dict[str, bytes]) -> dict[str, bytes]:
        """Return the bytecode of modules by path: `.pyc` in place of `.py`. Raises `BadInput`."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            archive, target, script = folder / "sources.zip", folder / "compiled.zip", folder / "bytecode.py"
            archive.write_bytes(stored_archive(sources))
            script.write_bytes((files("tobean.site") / "bytecode.py").read_bytes())
            self.run([*self.command(folder, script), str(archive), str(target)])
            with zipfile.ZipFile(io.BytesIO(target.read_bytes())) as compiled:
                return {path: compiled.read(path) for path in compiled.namelist()}

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
            raise BadInput("{program} could not compile Python: {reason}", program=self.program, reason=error) from error
        if done.returncode:
            reason = done.stderr.strip().rpartition("\n")[2]
            raise BadInput("{program} could not compile Python: {reason}", program=self.program, reason=reason)


def find_compiler(runtime: Runtime) -> Compiler | None:
    """Return a compiler, None where there is neither that version of Python nor Node."""
    if f"{sys.version_info.major}.{sys.version_info.minor}" == PYTHON:
        return Compiler(sys.executable, runtime)
    node = shutil.which("node")
    return Compiler(node, runtime) if node is not None else None
