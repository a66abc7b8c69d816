"""Files and packages sent to the nodes of a cluster."""

import pickle
import subprocess
import sys
from importlib import invalidate_caches
from pathlib import Path

import pytest

from tests.support.engine.policy_nets import linear_net
from tests.support.paths import ROOT
from tests.support.pool_jobs import HASTY_BOT
from tobean.bots import bot_named
from tobean.research import Setting
from tobean.research.pools.code_digest import code_version
from tobean.research.pools.payload import pack_payload

ELSEWHERE = """
import pickle, sys
from tobean.research.pools.code_digest import code_version
from tobean.research.pools.payload import unpack_payload
from tobean.bots import bot_named
unpack_payload(pickle.load(sys.stdin.buffer))
print(code_version())
for name in sys.argv[1:]:
    bot = bot_named(name)
    print(bot.name, type(bot).__module__, sys.modules[type(bot).__module__].__file__)
"""


def installed(folder: Path) -> None:
    """Write a package with a bot as pip installs it."""
    package = folder / "hasty_beans"
    package.mkdir()
    (package / "__init__.py").write_text("from hasty_beans.inner import Hasty\n")
    (package / "inner.py").write_text(HASTY_BOT.replace("'hasty'", "'packaged'"))
    metadata = folder / "hasty_beans-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: hasty-beans\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[tobean.bots]\npackaged = hasty_beans:Hasty\n")


def test_bots_of_files_and_packages_are_available_on_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, here, elsewhere = (tmp_path / name for name in ("site", "here", "elsewhere"))
    for folder in (site, here, elsewhere):
        folder.mkdir()
    installed(site)
    (here / "hasty.py").write_text(HASTY_BOT)
    linear_net(here / "net.onnx", Setting("bohnanza", 3))
    (here / "mine.py").write_text("from tobean.research import policy_bot\nbot = policy_bot('net.onnx', name='mine')\n")
    monkeypatch.syspath_prepend(site)
    invalidate_caches()
    monkeypatch.chdir(here)
    names = ("hasty.py", str(here / "hasty.py:Hasty"), "packaged", "mine.py")
    for name in names:
        bot_named(name)
    payload = pickle.dumps(pack_payload())
    for path in here.iterdir():
        path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *names], input=payload, capture_output=True, cwd=elsewhere, check=False,
        env={"PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    lines = done.stdout.decode().splitlines()
    assert lines[0] == code_version()
    assert [line.split()[0] for line in lines[1:]] == ["hasty", "hasty", "packaged", "mine"]
    assert "hasty_beans" in lines[3]
    assert str(site) not in lines[3]
