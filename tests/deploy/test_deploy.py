"""Proxies forward pages and sockets but not metrics; the systemd unit is valid; the lock file installs."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.server.app import next_message, server_process
from tests.support.server.processes import wait_for_answer
from tobean.server.client.table_client import TableClient, play
from tobean.server.runner import free_port
from tobean.study.puzzles.collection import collection

DEPLOY = ROOT / "deploy"
SERVER_HEADER = "content-security-policy"
"""A header that every response of the server has, and none of a proxy."""
PROGRAMS = "/usr/sbin:/usr/bin:/sbin:/bin"


def program(name: str) -> str:
    found = shutil.which(name, path=PROGRAMS)
    assert found is not None, f"{name} is not installed; make test-deploy does it"
    return found


def proxy_command(name: str, folder: Path, port: int, server: int) -> list[str]:
    """Return the command that starts a proxy with the shipped configuration on the test's ports."""
    text = (DEPLOY / name).read_text().replace("127.0.0.1:8765", f"127.0.0.1:{server}")
    if name == "Caddyfile":
        file = folder / name
        text = text.replace("tobean:8765", f"127.0.0.1:{server}").replace(
            "{$TOBEAN_DOMAIN}", f"http://localhost:{port}"
        )
        file.write_text(f"{{\n\tadmin off\n}}\n{text}")
        return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    if name == "haproxy.cfg":
        file = folder / name
        file.write_text(text.replace("bind :80", f"bind 127.0.0.1:{port}"))
        return [program("haproxy"), "-db", "-f", str(file)]
    inner = folder / "inner.conf"
    inner.write_text(text.replace("listen 80;", f"listen 127.0.0.1:{port};"))
    file = folder / "nginx.conf"
    temporary_folders = "\n".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"events {{}}\npid {folder}/pid;\nhttp {{\naccess_log off;\n{temporary_folders}\ninclude {inner};\n}}\n"
    )
    return [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(file), "-g", "daemon off;"]


@contextlib.contextmanager
def proxy(name: str, folder: Path, port: int, server: int) -> Iterator[str]:
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}  # used by Caddy
    with subprocess.Popen(proxy_command(name, folder, port, server), env=environment) as process:
        address = f"http://localhost:{port}"
        try:
            wait_for_answer(f"{address}/health", process)
            yield address
        finally:
            process.terminate()


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg", "Caddyfile"])
def test_a_game_is_played_through_a_proxy(name: str, tmp_path: Path) -> None:
    server, port = free_port(), free_port()

    async def act(seat: TableClient) -> None:
        async with seat:
            update = await next_message(seat, "update")
            assert update["view"]["seats"]
            await seat.say("hello")
            assert (await next_message(seat, "chat"))["text"] == "hello"

    with server_process(tmp_path, server), proxy(name, tmp_path, port, server) as address:
        seat = asyncio.run(play(address))
        asyncio.run(act(seat))
        urllib.request.urlopen(f"http://localhost:{server}/metrics", timeout=10).close()


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg", "Caddyfile"])
def test_metrics_are_not_served_through_a_proxy(name: str, tmp_path: Path) -> None:
    server, port = free_port(), free_port()
    url = f"http://localhost:{port}/beans"
    with server_process(tmp_path, server, "--public-url", url), proxy(name, tmp_path, port, server) as address:
        assert urllib.request.urlopen(f"{address}/beans/", timeout=10).headers[SERVER_HEADER]
        for path in ("/metrics", "/metrics/", "/beans/metrics", "/beans/%6detrics", "/beans/metrics?x=/", "/%6Detrics"):
            with pytest.raises(urllib.error.HTTPError, match="404") as refused:
                urllib.request.urlopen(f"{address}{path}", timeout=10)
            assert refused.value.headers[SERVER_HEADER] is None, f"{path}: the server was asked"


def test_the_systemd_unit_is_valid(tmp_path: Path) -> None:
    unit = tmp_path / "tobean.service"
    text = (DEPLOY / "tobean.service").read_text()
    assert "/opt/tobean/bin/tobean" in text
    unit.write_text(text.replace("/opt/tobean/bin/tobean", sys.executable))
    result = subprocess.run([program("systemd-analyze"), "verify", unit], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr.strip()) == (0, "")


def test_a_server_installed_from_the_lock_file_draws_pictures(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = str(tmp_path / "venv/bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(DEPLOY / "requirements.lock")], check=True)
    port = free_port()
    with server_process(tmp_path / "data", port, python=python, path=[ROOT / "src"]):
        address = f"http://localhost:{port}/puzzles/bohnanza/{collection('bohnanza')[0].id}/position.png"
        with urllib.request.urlopen(address, timeout=60) as picture:
            assert picture.read(8) == b"\x89PNG\r\n\x1a\n"
    extras = "import tobean.extras as e; e.require(*e.EXTRAS['play'], *e.EXTRAS['postgres'])"
    subprocess.run([python, "-c", extras], check=True, env={"PYTHONPATH": str(ROOT / "src"), "PATH": PROGRAMS})
