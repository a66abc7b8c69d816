"""`make play`: what tools/play.py builds behind the game. Instead of the compiler, which takes minutes, a program."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
WHEEL = (
    "import zipfile\nwith zipfile.ZipFile('dist/a.whl', 'w') as wheel:\n    wheel.writestr('tobean/made.txt', 'whole')"
)
"""What is run in place of pip."""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/play.py, for a small checkout and an environment of its own."""
    spec = importlib.util.spec_from_file_location("play", ROOT / "tools/play.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    checkout = tmp_path / "checkout"
    (checkout / "src/tobean").mkdir(parents=True)
    for name in module.PROJECT:
        shutil.copy(ROOT / name, checkout)
    shutil.copy(ROOT / "src/tobean/__init__.py", checkout / "src/tobean")
    monkeypatch.setattr(module, "ROOT", checkout)
    monkeypatch.setattr(module, "HOME", tmp_path / "compiled")
    monkeypatch.setattr(module, "LOG", tmp_path / "compiled/log")
    monkeypatch.setattr(os, "nice", lambda _: 0)
    return module


def pip_that_runs(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in the place of the Python whose pip builds the wheel."""
    script = folder / "python"
    script.write_text(f"#!{sys.executable}\nimport os\nos.mkdir('dist')\n{program}\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))


def test_another_source_is_another_engine(play: ModuleType) -> None:
    before = play.digest()
    assert play.digest() == before
    (play.ROOT / "src/tobean/more.py").touch()
    assert play.digest() != before


def test_an_engine_gets_its_name_when_it_is_whole(
    play: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pip_that_runs(WHEEL, tmp_path, monkeypatch)
    stopped = play.HOME / "building-before"
    stopped.mkdir(parents=True)
    for name in ("first", "second", "third"):
        assert play.build(play.HOME / name) == 0
    assert (play.HOME / "third/tobean/made.txt").read_text() == "whole"
    assert {path.name for path in play.HOME.iterdir()} == {"second", "third", "lock", "log"}
    assert "from now on" in capsys.readouterr().out


def test_a_build_that_fails_says_where_to_look(
    play: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pip_that_runs("raise SystemExit('no such thing')", tmp_path, monkeypatch)
    assert play.build(play.HOME / "engine") == 1
    assert {path.name for path in play.HOME.iterdir()} == {"lock", "log"}
    assert "no such thing" in play.LOG.read_text()
    assert "works without" in capsys.readouterr().out


def test_without_a_compiler_nothing_is_built(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "there-is-no-such-compiler -g")
    assert not play.can_compile()
