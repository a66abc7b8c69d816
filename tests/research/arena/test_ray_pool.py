"""A short test of a Ray cluster; `make test-cluster` tests it in detail."""

import socket
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tobean.research.pools.ray_connection import is_stale_address


def test_ray_plays_the_same_games(run: Run) -> None:
    """Skipped where the extra `tobean[cluster]` is not installed."""
    pytest.importorskip("ray", reason="the smoke test of Ray is left out: tobean[cluster] is not installed")
    args = ("sim", "-n", 6, "-p", 3, "--bots", "sprout,random,miser", "--no-times", "--json", "-w", 2)
    assert run(*args, "--cluster", "ray") == run(*args)


def test_an_unknown_cluster_is_reported(run: Run) -> None:
    assert "'roy' is not a cluster" in single_error_line(run("sim", "--cluster", "roy"))


def test_a_killed_ray_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed Ray leaves its address file behind."""
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert not is_stale_address()
    note = tmp_path / "ray" / "ray_current_cluster"
    note.parent.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        note.write_text(f"127.0.0.1:{listening.getsockname()[1]}")
        assert not is_stale_address()
    assert is_stale_address()
    note.write_text("nowhere")
    assert is_stale_address()
