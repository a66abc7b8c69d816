"""Training, locally and on a real Ray: worker deaths and interruptions do not change the net."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.cli import single_error_line, start_command
from tests.support.server.processes import processes_named

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from ray.cluster_utils import Cluster as Nodes

    from tests.support.cli import Run

TIMEOUT = 240
SHORT = ("--hidden", "8", "--epochs", 4, "--rounds", 2, "-w", 1)
LONG = ("--hidden", "16,8", "--epochs", 300, "--rounds", 3, "-w", 1)
"""Many epochs, so that a process can be killed in the middle."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shards with positions, and with enough offers to learn from."""
    folder = tmp_path_factory.mktemp("games")
    ending = start_command("selfplay", folder, "-p", 3, "-b", "sprout,merchant", "-n", 20, "-q")
    assert ending.wait(TIMEOUT) == 0
    return folder


def net_content(net: Path) -> dict[str, Any]:
    """Content of a net except its training time."""
    data: dict[str, Any] = json.loads(net.read_text())
    del data["about"]["hours"]
    return data


def curves(net: Path) -> list[list[dict[str, Any]]]:
    found = []
    for suffix in (".curves.jsonl", ".offers.curves.jsonl"):
        points = [json.loads(line) for line in net.with_suffix(suffix).read_text().splitlines()]
        for point in points:
            del point["seconds"]
        found.append(points)
    return found


def epochs(net: Path) -> int:
    """Number of lines in the learning curve so far."""
    curve = net.with_suffix(".curves.jsonl")
    return len(curve.read_text().splitlines()) if curve.exists() else 0


def wait_for(enough: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    ending = time.monotonic() + TIMEOUT
    while not enough():
        assert process.poll() is None
        assert time.monotonic() < ending
        time.sleep(0.05)


def node_of(pid: int, nodes: Nodes) -> Any:
    """Node on which a process runs: its parent is the node's raylet."""
    parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return next(node for node in nodes.worker_nodes if node.all_processes["raylet"][0].process.pid == parent)


def test_training_gives_the_same_net_locally_and_in_a_cluster(run: Run, games: Path, tmp_path: Path) -> None:
    assert run("train", games, "-o", tmp_path / "here.json", *SHORT)[0] == 0
    assert run("train", games, "-o", tmp_path / "there.json", *SHORT, "--cluster", "ray")[0] == 0
    assert net_content(tmp_path / "here.json") == net_content(tmp_path / "there.json")
    assert curves(tmp_path / "here.json") == curves(tmp_path / "there.json")
    assert net_content(tmp_path / "here.json")["approval"] is not None


def test_a_killed_training_worker_costs_only_time(
    run: Run, games: Path, nodes: Nodes, client: str, tmp_path: Path
) -> None:
    whole, net = tmp_path / "whole.json", tmp_path / "net.json"
    assert run("train", games, "-o", whole, *LONG)[0] == 0
    process = start_command("train", games, "-o", net, *LONG, "--cluster", client)
    for reached in (40, 300):
        wait_for(lambda reached=reached: epochs(net) > reached, process)  # type: ignore[misc]
        (worker_pid,) = processes_named("ray::StatefulJobActor")
        with suppress(ProcessLookupError):
            os.kill(worker_pid, signal.SIGKILL)
    wait_for(lambda: epochs(net) > 500, process)
    nodes.remove_node(node_of(processes_named("ray::StatefulJobActor")[0], nodes), allow_graceful=False)
    assert process.wait(TIMEOUT) == 0
    assert net_content(net) == net_content(whole)
    assert curves(net) == curves(whole)


@pytest.mark.parametrize("where", ["local", "ray"])
def test_an_interrupted_training_run_continues_identically(run: Run, games: Path, tmp_path: Path, where: str) -> None:
    whole, net = tmp_path / "whole.json", tmp_path / "net.json"
    assert run("train", games, "-o", whole, *LONG)[0] == 0
    process = start_command("train", games, "-o", net, *LONG, "--cluster", where, start_new_session=True)
    wait_for(lambda: epochs(net) > 350, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    assert process.wait(TIMEOUT) == 130
    assert not net.exists()
    assert run("train", games, "-o", net, *LONG, "--resume")[0] == 0
    assert net_content(net) == net_content(whole)
    assert curves(net) == curves(whole)


@pytest.mark.parametrize("where", ["local", "ray"])
def test_errors_are_the_same_locally_and_in_a_cluster(run: Run, games: Path, tmp_path: Path, where: str) -> None:
    (tmp_path / "no.parquet").write_bytes(b"PAR1")
    assert "damaged or not a Parquet" in single_error_line(
        run("train", tmp_path, "-o", tmp_path / "a", "--cluster", where)
    )
    net = tmp_path / "net.json"
    assert run("train", games, "-o", net, *SHORT)[0] == 0
    other = ("train", games, "-o", net, "--hidden", "9", "--resume", "--cluster", where)
    assert "belongs to other settings or games" in single_error_line(run(*other))
    net.with_suffix(".pt").write_bytes(b"no checkpoint")
    again = ("train", games, "-o", net, *SHORT, "--resume", "--cluster", where)
    assert "a checkpoint beside this net is damaged" in single_error_line(run(*again))


def test_generations_are_trained_on_the_cluster(run: Run, tmp_path: Path) -> None:
    args = ("evolve", tmp_path, "-g", "al-cabohne", "-p", 1, "--generations", 1, "-n", 60, "--epochs", 2, "-d", 12)
    assert run(*args, "--hidden", "8", "-w", 2, "--cluster", "ray")[0] == 0
    assert (tmp_path / "generation-1" / "net.json").exists()
    assert (tmp_path / "generation-1" / "verdict.json").exists()
