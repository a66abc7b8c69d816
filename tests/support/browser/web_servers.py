"""Web servers of others, with their usual settings, that serve a folder."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.browser.server import free_port
from tests.support.server.processes import wait_for_answer

PROGRAMS = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
WEB_SERVERS = ("http.server", "nginx", "caddy")


@dataclass(frozen=True)
class WebServer:
    """A running web server; `url` is the address of the site."""

    origin: str
    url: str


def program(name: str) -> str:
    found = shutil.which(name, path=PROGRAMS)
    assert found is not None, f"{name} is not installed; make test-site does it"
    return found


def command(name: str, folder: Path, port: int, settings: Path) -> list[str]:
    if name == "http.server":
        return [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    if name == "caddy":
        return [program("caddy"), "file-server", "--listen", f"127.0.0.1:{port}", "--root", str(folder)]
    temporary = "\n".join(
        f"{each}_temp_path {settings}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    server = f"server {{\nlisten 127.0.0.1:{port};\nroot {folder};\n}}"
    # As root, nginx would give up its rights, and folders of tests are only for the user who runs them.
    user = "user root;\n" if os.geteuid() == 0 else ""
    file = settings / "nginx.conf"
    http = f"http {{\naccess_log off;\ninclude /etc/nginx/mime.types;\n{temporary}\n{server}\n}}"
    file.write_text(f"{user}events {{}}\npid {settings}/pid;\n{http}\n", encoding="utf-8")
    return [program("nginx"), "-p", str(settings), "-e", "stderr", "-c", str(file), "-g", "daemon off;"]


@contextmanager
def web_server(name: str, folder: Path, prefix: str, settings: Path) -> Iterator[WebServer]:
    """Start a web server for a folder with the site below a prefix."""
    port = free_port()
    environment = {**os.environ, "XDG_CONFIG_HOME": str(settings), "XDG_DATA_HOME": str(settings)}  # used by Caddy
    log = (settings / "log").open("w", encoding="utf-8")
    with (
        log,
        subprocess.Popen(command(name, folder, port, settings), env=environment, stdout=log, stderr=log) as server,
    ):
        origin = f"http://127.0.0.1:{port}"
        url = f"{origin}/{prefix}/"
        try:
            wait_for_answer(url, server)
            yield WebServer(origin, url)
        finally:
            server.terminate()
