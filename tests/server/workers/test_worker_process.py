"""Helper processes of the server: the modules that they run."""

import asyncio
import importlib
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tobean.server.member_process import settings_from
from tobean.server.process.line_process import Process
from tobean.server.settings import Settings


async def answering_process(process: Process) -> int:
    """Sends an invalid request, which is answered as well; returns the process id."""
    assert "fault" in await process.ask({}, 30)
    assert process.process is not None
    return process.process.pid


def test_a_new_folder_on_the_path_is_used_from_the_next_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is how bots get the compiled engine in mid-game."""
    engine = tmp_path / "engine"
    monkeypatch.setattr(sys, "path", [str(engine), *sys.path])

    async def play() -> tuple[list[int], str]:
        process = Process("tobean.server.workers.worker_process", "bot")
        try:
            before = [await answering_process(process), await answering_process(process)]
            (tmp_path / "building").rename(engine)
            return [*before, await answering_process(process), await answering_process(process)], process.path
        finally:
            await process.end()

    (tmp_path / "building").mkdir()
    (first, second, third, fourth), path = asyncio.run(play())
    assert first == second != third == fourth
    assert path.startswith(str(engine))


@pytest.mark.long
def test_a_process_that_cannot_start_reports_an_error(tmp_path: Path) -> None:
    """Although one of its threads waits for the end of the parent process."""
    settings = Settings(
        tmp_path, port=0, database="postgresql://nobody@localhost:1/nothing", socket_path=str(tmp_path / "0")
    )
    with subprocess.Popen(
        [sys.executable, "-m", "tobean.server.member_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as member:
        assert member.stdin is not None
        assert member.stdout is not None
        member.stdin.write(msgspec.json.encode(settings, enc_hook=str) + b"\n")
        member.stdin.flush()
        said = member.stdout.read().decode()
    assert member.returncode > 0, said  # negative: killed by a signal such as SIGABRT
    assert "Fatal Python error" not in said


def test_a_member_reads_the_settings_of_a_supervisor_of_the_version_before(tmp_path: Path) -> None:
    settings = Settings(tmp_path, allowed_hosts=("beans.example",), socket_path="/run/0", pool_socket="/run/1")
    line = msgspec.json.encode(settings, enc_hook=str)
    assert settings_from(line) == settings
    assert settings_from(line.replace(b'"socket_path"', b'"door"').replace(b'"pool_socket"', b'"office"')) == settings


@pytest.mark.parametrize("module", ["tobean.server.cluster.member", "tobean.server.workers.office"])
def test_a_supervisor_of_the_version_before_finds_its_modules(module: str) -> None:
    assert callable(importlib.import_module(module).main)
