"""A Ray cluster in short; `make test-cluster` looks at it closely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kit_cli import one_line

if TYPE_CHECKING:
    from kit_cli import Run


def test_ray_plays_the_same_games(run: Run) -> None:
    """Left out where the extra `tobean[cluster]` is not installed."""
    pytest.importorskip("ray", reason="the smoke test of Ray is left out: tobean[cluster] is not installed")
    args = ("sim", "-n", 6, "-p", 3, "--bots", "sprout,random,miser", "--no-times", "--json", "-w", 2)
    assert run(*args, "--cluster", "ray") == run(*args)


def test_a_cluster_that_nobody_knows_is_told(run: Run) -> None:
    assert "'roy' is no cluster" in one_line(run("sim", "--cluster", "roy"))
