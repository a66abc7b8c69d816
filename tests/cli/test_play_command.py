"""`make play` and `tobean play`: the engine built in the background, the folder of games, and the QR code.

A small program replaces the compiler, which takes minutes.
"""

import importlib.util
import io
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
import segno

from tests.support.paths import ROOT
from tobean.cli.main import main
from tobean.server.runner import free_port
from tobean.server.settings import Settings

WHEEL = (
    "import zipfile\nwith zipfile.ZipFile('dist/a.whl', 'w') as wheel:\n    wheel.writestr('tobean/made.txt', 'whole')"
)
"""Program that replaces pip."""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Loads tools/play.py with a small checkout and an environment of its own."""
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
    monkeypatch.setattr(module, "BUILD_FOLDER", tmp_path / "compiled")
    monkeypatch.setattr(module, "LOG", tmp_path / "compiled/log")
    monkeypatch.setattr(os, "nice", lambda _: 0)
    return module


def replace_pip(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the Python that runs pip to build the wheel by a program."""
    script = folder / "python"
    script.write_text(f"#!{sys.executable}\nimport os\nos.mkdir('dist')\n{program}\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))


def test_a_changed_source_changes_the_build_id(play: ModuleType) -> None:
    before = play.digest()
    assert play.digest() == before
    (play.ROOT / "src/tobean/more.py").touch()
    assert play.digest() != before


@pytest.mark.long
def test_a_build_is_named_only_when_complete(
    play: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_pip(WHEEL, tmp_path, monkeypatch)
    stopped = play.BUILD_FOLDER / "building-before"
    stopped.mkdir(parents=True)
    for name in ("first", "second", "third"):
        assert play.build(play.BUILD_FOLDER / name) == 0
    assert (play.BUILD_FOLDER / "third/tobean/made.txt").read_text() == "whole"
    assert {path.name for path in play.BUILD_FOLDER.iterdir()} == {"second", "third", "lock", "log"}
    assert "from now on" in capsys.readouterr().out


def test_a_failed_build_names_its_log(
    play: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_pip("raise SystemExit('no such thing')", tmp_path, monkeypatch)
    assert play.build(play.BUILD_FOLDER / "engine") == 1
    assert {path.name for path in play.BUILD_FOLDER.iterdir()} == {"lock", "log"}
    assert "no such thing" in play.LOG.read_text()
    assert "works without" in capsys.readouterr().out


def test_without_a_compiler_nothing_is_built(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "there-is-no-such-compiler -g")
    assert not play.can_compile()


# --- tobean play ---------------------------------------------------------------------------------------------------


def play_output(home: Path) -> list[str]:
    """Return all lines that `tobean play` prints; it is stopped once it is ready."""
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "tobean", "play", "--name", "Nina"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        process.send_signal(signal.SIGINT)
        lines += process.stdout.readlines()
    return lines


def tables_in(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tobean.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM tables").fetchone()[0])


@pytest.mark.long
def test_games_are_stored_in_the_data_folder_of_the_server(tmp_path: Path) -> None:
    lines = play_output(tmp_path)
    assert "tobean is ready" in lines[0]
    assert lines[1] == f"Your games are kept in {tmp_path / 'tobean'}.\n"
    assert tables_in(tmp_path / "tobean") == 1


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[Path] = []

    def serve(settings: Settings, listening: object, ready: Callable[[str], None], game: str, name: str) -> None:
        folders.append(settings.folder)

    monkeypatch.setattr("tobean.server.runner.serve", serve)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port = str(free_port())
    assert main(["play", "--port", port, "--data", str(tmp_path / "mine")]) == 0
    monkeypatch.setenv("TOBEAN_DATA", str(tmp_path / "other"))
    assert main(["play", "--port", port]) == 0
    assert main(["play", "--port", port, "--data", str(tmp_path / "mine")]) == 0
    assert folders == [tmp_path / "mine", tmp_path / "other", tmp_path / "mine"]


@pytest.mark.parametrize("on_screen", [True, False])
def test_other_devices_find_the_table_by_a_qr_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], on_screen: bool
) -> None:
    def serve(settings: Settings, listening: object, ready: Callable[[str], None], game: str, name: str) -> None:
        ready("/move/secret?next=/tables/beans")

    monkeypatch.setattr("tobean.server.runner.serve", serve)
    monkeypatch.setattr("tobean.server.protection.lan_access.lan_address", lambda: "192.168.0.7")
    monkeypatch.setattr("tobean.cli.hosting.serve.can_draw", lambda: on_screen)
    monkeypatch.setattr("tobean.cli.hosting.serve.may_open_browser", lambda: False)
    (tmp_path / "reach").write_text("home")
    port = free_port()
    assert main(["play", "--data", str(tmp_path), "--port", str(port)]) == 0
    link = f"http://192.168.0.7:{port}/tables/beans"
    picture = io.StringIO()
    segno.make(link, error="m").terminal(picture, compact=True)
    output = capsys.readouterr().out
    assert link in output
    assert (picture.getvalue() in output) == on_screen
