"""`make test-wheel`: installs a wheel into an empty environment outside of the checkout, and tests it there.

    python tests/tools/check_wheel.py dist/tobean-1.0-cp311-cp311-linux_x86_64.whl
    python tests/tools/check_wheel.py --here      # test the installed package; cibuildwheel does so

The second half must not use the checkout, so it needs only the standard library and the package.
"""

import contextlib
import importlib.util
import os
import runpy
import socket
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

PAGES = {
    "/": "text/html",
    "/rules/bohnanza": "text/html",
    "/cards/al-cabohne": "text/html",
    "/static/site.css": "text/css",
    "/catalogue/de.json": "application/json",
    "/health": "application/json",
}
"""Paths that the server must answer, with their content types."""


def install_and_try(wheel: Path) -> None:
    """Create an empty environment and runs the second half there."""
    with tempfile.TemporaryDirectory(prefix="tobean-wheel-") as folder:
        venv.create(Path(folder) / "venv", with_pip=True)
        python = str(Path(folder) / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in [*pip, f"{wheel.resolve()}[play]"], [python, "-I", str(Path(__file__).resolve()), "--here"]:
            subprocess.run(command, cwd=folder, env=environment, check=True)


def try_here() -> None:
    with tempfile.TemporaryDirectory(prefix="tobean-empty-") as folder:
        os.chdir(folder)
        try_library()
        try_bots()
        try_commands()
        try_server(Path(folder))


def try_library() -> None:
    import tobean

    home = Path(tobean.__file__).parent
    assert "site-packages" in home.parts, home
    for module in "tobean.kernel.table", "tobean.games.bohnanza.rules", "tobean.bots.merchant.merchant":
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert not str(spec.origin).endswith(".py"), f"{module} is not compiled"
    assert "action" in (tobean.Table.apply.__doc__ or ""), "no docstrings"
    for game, rules in tobean.GAMES.items():
        result, record = tobean.play_match(game, ["merchant"] * max(rules.players), seed=1)
        assert record.final().result() == result
        print(f"{game}: {result}")


def try_bots() -> None:
    """Play the golden matches: the wheels for all processors must choose the same."""
    golden = runpy.run_path(str(Path(__file__).with_name("golden_matches.py")))
    assert golden["main"]() == 0, "bots choose differently in this wheel"


def try_commands() -> None:
    for words in ["sim", "--games", "2"], ["rules", "K7", "--lang", "de"], ["cards", "bohnedikt"]:
        done = subprocess.run([sys.executable, "-m", "tobean", *words], capture_output=True, check=True)
        assert done.stdout, words


def try_server(folder: Path) -> None:
    with served(folder) as address:
        for path, kind in PAGES.items():
            with urllib.request.urlopen(address + path, timeout=30) as answer:
                assert answer.status == 200
                assert kind in answer.headers["Content-Type"], (path, answer.headers["Content-Type"])
                assert answer.read(), path
        print(f"{len(PAGES)} pages served")


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Return the address of a server that has reported to be ready."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = str(probe.getsockname()[1])
    command = [sys.executable, "-m", "tobean", "serve", "--port", port, "--data", str(folder / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert "ready" in line, line
            yield f"http://localhost:{port}"
        finally:
            server.terminate()


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        try_here()
    else:
        install_and_try(Path(sys.argv[1]))
