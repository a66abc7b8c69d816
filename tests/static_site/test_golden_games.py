"""Golden games in Pyodide, in Node: the same bytes as in CPython."""

import shutil
import subprocess
from pathlib import Path

from tests.support.browser.static_site import StaticServer
from tests.support.paths import TESTS

SCRIPT = Path(__file__).with_name("golden.mjs")
SECONDS = 1800


def test_golden_games_in_pyodide(static_server: StaticServer) -> None:
    node = shutil.which("node")
    assert node is not None, "this test needs Node"
    python = next((static_server.folder / "python").iterdir())
    done = subprocess.run([node, str(SCRIPT), str(python), str(TESTS)], capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert " 0 differ" in done.stdout
