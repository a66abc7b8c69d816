"""Contents of the wheel: everything in src/, at any depth, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT


@pytest.mark.long
def test_a_wheel_has_every_file_of_the_source(tmp_path: Path) -> None:
    """A file that package-data omits is missing only in an installed wheel."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(
        ROOT / "src/tobean", tmp_path / "src/tobean", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.c")
    )
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", "dist", "."]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("dist/*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tobean/")}
    source = tmp_path / "src"
    assert packed == {path.relative_to(source).as_posix() for path in source.glob("tobean/**/*") if path.is_file()}
