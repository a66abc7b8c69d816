"""Temporary folders of killed processes are removed at the next start; those of a running process never are."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server.app import server_process
from tobean.server.runner import free_port
from tobean.temporary_folders import OWNER, TemporaryFolder, remove_abandoned

OWNER_PROGRAM = """
from tobean.temporary_folders import TemporaryFolder
folder = TemporaryFolder()
(folder.path / "inside").mkdir()
print(folder.path, flush=True)
input()
"""


@pytest.fixture
def temporary_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary directory for the test and the processes it starts."""
    found = tmp_path / "t"
    found.mkdir()
    monkeypatch.setenv("TMPDIR", str(found))
    monkeypatch.setattr(tempfile, "tempdir", str(found))
    return found


@pytest.fixture
def owner(temporary_directory: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process with a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    yield process
    process.kill()
    process.communicate()


def test_a_folder_lasts_as_long_as_its_process(temporary_directory: Path, owner: subprocess.Popen[str]) -> None:
    assert owner.stdout is not None
    path = Path(owner.stdout.readline().strip())
    assert path.parent == temporary_directory
    with TemporaryFolder() as own:
        remove_abandoned()
        assert set(temporary_directory.iterdir()) == {own.path, path}
        owner.kill()
        owner.wait()
        remove_abandoned()
        assert set(temporary_directory.iterdir()) == {own.path}
        assert (own.path.stat().st_mode & 0o777) == 0o700
    assert not list(temporary_directory.iterdir())


def test_similarly_named_folders_are_not_removed(temporary_directory: Path, tmp_path: Path) -> None:
    """Folders that are still being created, that belong to other programs, or that are reached by a symbolic link."""
    made, other, inside = temporary_directory / "tobean-made", temporary_directory / "tobean-other", tmp_path / "inside"
    for folder in (made, other, inside):
        folder.mkdir()
    (made / OWNER).touch()
    (inside / OWNER).write_text("1", encoding="ascii")
    (temporary_directory / "tobean-link").symlink_to(inside)
    (temporary_directory / "tobean-file").write_text("1", encoding="ascii")
    remove_abandoned()
    assert len(list(temporary_directory.iterdir())) == 4
    assert (inside / OWNER).exists()


@pytest.mark.long
def test_folders_of_a_killed_server_are_removed_at_the_next_start(temporary_directory: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TOBEAN_DATA": str(tmp_path / "first")}
    options = ["serve", "--processes", "2", "--port", str(free_port())]
    killed = subprocess.Popen(
        [sys.executable, "-m", "tobean.cli.main", *options], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert killed.stdout is not None
    try:
        assert "tobean is ready" in killed.stdout.readline()
        [left] = temporary_directory.iterdir()
        remove_abandoned()
        assert left.exists(), "its server runs"
    finally:
        killed.kill()
        killed.communicate()
    assert left.exists()
    with server_process(tmp_path / "second", free_port()):
        assert not left.exists()
