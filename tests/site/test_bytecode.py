"""Bytecode that a browser stores for the next visit."""

import asyncio
import importlib
import io
import os
import py_compile
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tobean.site.local.browser import bytecode_archive, standard_library_archive


def test_stored_bytecode_is_used_for_sources_with_other_times(tmp_path: Path) -> None:
    source = tmp_path / "beans.py"
    source.write_text("KINDS = 11\n", encoding="utf-8")
    py_compile.compile(str(source), doraise=True)
    archive = zipfile.ZipFile(io.BytesIO(bytecode_archive(str(tmp_path))))
    assert [name.partition("/")[0] for name in archive.namelist()] == ["__pycache__"]
    archive.extractall(tmp_path)
    # A source that differs shows which of the two was imported.
    source.write_text("KINDS = 12\n", encoding="utf-8")
    os.utime(source, (1, 1))
    done = subprocess.run(
        [sys.executable, "-c", "import beans; print(beans.KINDS)"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "11\n", done.stderr


def test_an_archive_of_modules_gets_bytecode_of_those_that_were_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.zip"
    with zipfile.ZipFile(path, "w") as library:
        library.writestr("imported_beans.py", "KINDS = 11\n")
        library.writestr("other_beans.py", "KINDS = 12\n")
    monkeypatch.syspath_prepend(str(path))
    importlib.import_module("imported_beans")
    contents = asyncio.run(standard_library_archive(str(path)))
    archive = zipfile.ZipFile(io.BytesIO(contents))
    assert archive.namelist() == ["imported_beans.py", "imported_beans.pyc", "other_beans.py"]
    fresh = tmp_path / "fresh.zip"
    with zipfile.ZipFile(fresh, "w") as library:
        library.writestr("imported_beans.pyc", archive.read("imported_beans.pyc"))
        library.writestr("imported_beans.py", "KINDS = 13\n")  # a source that differs shows which of the two is used
    done = subprocess.run(
        [sys.executable, "-c", "import imported_beans; print(imported_beans.KINDS)"],
        env={**os.environ, "PYTHONPATH": str(fresh)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "11\n", done.stderr
