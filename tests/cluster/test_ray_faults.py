"""A real Ray with several workers and nodes, some of which die: reports equal those of a single process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from tests.support import pool_jobs
from tests.support.cli import Run, single_error_line, start_command
from tests.support.pool_jobs import FAILING_JOB, FAULTS, HASTY_BOT, collect_until_error
from tests.support.server.processes import processes_named
from tobean.kernel.errors import BadInput
from tobean.research.pools import ray_connection, ray_pool, ray_stateful_job
from tobean.research.pools.pool import MAX_WORKER_DEATHS, WorkCrashed, WorkFailed, in_order
from tobean.research.pools.pool_options import pool_named
from tobean.research.pools.stateful_job import StatefulJob, StepResult

PAIRINGS = ("arena", "sprout", "miser", "--against", "random-1", "-p", 4, "--no-times", "--json")
ARENA = (*PAIRINGS, "-d", 12)
for module in (sys.modules[__name__], pool_jobs):  # workers cannot import the jobs by name
    ray.cloudpickle.register_pickle_by_value(module)


def ray_workers() -> list[int]:
    """Processes that currently run our batches."""
    return processes_named("ray::batch")


def games_in(results: Path) -> int:
    """Number of games in a results file, which begins with the setting."""
    return max(0, len(results.read_text().splitlines()) - 1) if results.exists() else 0


def slow(job: int) -> int:
    time.sleep(0.05)
    return job


# --- the same report ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ARENA,
        ("solo", "sage@0.01", "merchant", "-d", 1, "--no-times"),
        ("sim", "rabohnzel", "-n", 8, "--bots", "sprout,merchant", "--no-times"),
    ],
)
def test_the_report_is_identical_on_a_cluster(run: Run, args: tuple[object, ...]) -> None:
    alone = run(*args, "-w", 1)
    assert alone[0] == 0
    assert run(*args, "-w", 2) == alone
    assert run(*args, "-w", 3, "--cluster", "ray") == alone


def test_a_score_and_records_come_back_from_the_cluster(run: Run, tmp_path: Path) -> None:
    rounds = [tmp_path / "local round", tmp_path / "ray round"]
    records = [tmp_path / "local", tmp_path / "ray"]
    files = [tmp_path / "local.parquet", tmp_path / "ray.parquet"]
    for index, where in enumerate(("local", "ray")):
        options = ("-g", "al-cabohne", "-p", 2, "-d", 2, "-s", "x", "--cluster", where)
        assert run("leaderboard", "run", rounds[index], "miser", *options)[0] == 0
        assert run("sim", "-n", 5, "--records", records[index], "--cluster", where)[0] == 0
        assert run("record", files[index], "-n", 5, "--cluster", where)[0] == 0
    local, there = (json.loads((folder / "miser.json").read_text()) for folder in rounds)
    for score in (local, there):
        del score["variants"][0]["median"], score["variants"][0]["slow"]
    assert local == there
    texts = [{path.name: path.read_text() for path in folder.iterdir()} for folder in records]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 5
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_dataset_has_the_same_bytes_on_a_cluster(run: Run, tmp_path: Path) -> None:
    """Begun here and continued on the cluster, too."""
    options = ("--game", "al-cabohne", "--talk-limit", 1, "--workers", 2)
    for folder, parts in (("here", [("local", 25)]), ("cluster", [("ray", 25)]), ("both", [("local", 5), ("ray", 25)])):
        for cluster, games in parts:
            assert run("dataset", tmp_path / folder, *options, "--games", games, "--cluster", cluster)[0] == 0
    here, cluster, both = ((tmp_path / folder / "SHA256SUMS").read_text() for folder in ("here", "cluster", "both"))
    assert here == cluster == both


def test_saved_results_are_continued_elsewhere(run: Run, tmp_path: Path) -> None:
    whole = run(*ARENA, "-w", 2)
    kept = ("--resume", tmp_path / "r")
    assert run(*PAIRINGS, "-d", 3, *kept, "--cluster", "ray")[0] == 0
    assert run(*PAIRINGS, "-d", 7, *kept)[0] == 0
    assert run(*ARENA, *kept, "--cluster", "ray") == whole


# --- killed workers and nodes ------------------------------------------------------------------------------


def test_killed_workers_cost_their_running_games_only(run: Run, tmp_path: Path) -> None:
    args = ("arena", "merchant", "sprout", "-d", 12, "-p", 4, "--no-times", "--json")
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start_command(*args, "-w", 3, "--cluster", "ray", "--resume", tmp_path / "r", **pipes)
    killed = played = 0
    while killed < 3 and process.poll() is None:
        time.sleep(0.1)
        workers, games = ray_workers(), games_in(tmp_path / "r")
        if workers and (games > played or not killed):  # a worker killed again and again would end the run
            with suppress(ProcessLookupError):
                os.kill(workers[0], signal.SIGKILL)
                killed, played = killed + 1, games
    out, err = process.communicate(timeout=400)
    assert (process.returncode, err, killed) == (0, "", 3)
    lines = (tmp_path / "r").read_text().splitlines()[1:]
    assert max(Counter(line.partition('"times"')[0] for line in lines).values()) == 1
    assert out == run(*args, "--resume", tmp_path / "r")[1]
    assert out == run(*args, "-w", 2)[1]


def test_a_node_that_dies_costs_its_running_jobs_only(nodes: Nodes) -> None:
    work = in_order(pool_named("ray", None), slow, range(200))
    done = [next(work) for _ in range(20)]
    nodes.remove_node(sorted(nodes.worker_nodes, key=str)[0], allow_graceful=False)
    assert [*done, *work] == list(range(200))


def deadly(job: int) -> int:
    if job == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(WorkFailed, match="ended before its work was done"):
        list(pool_named("ray", 2).run_jobs(deadly, range(20)))
    assert MAX_WORKER_DEATHS > 1


def collect_steps(stateful_job: StatefulJob, reported: list[int]) -> None:
    for step in pool_named("ray", 1).run_stateful_job(stateful_job, [], {}):
        reported.append(step.number)


def deadly_stateful_job(_files: object, _kept: object, _cores: int) -> Iterator[StepResult]:
    yield StepResult("part", 1, {})
    yield StepResult("part", 2, {})
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_stateful_job_that_kills_every_worker_is_given_up_and_reported_once() -> None:
    reported: list[int] = []
    with pytest.raises(WorkFailed, match="ended before its work was done"):
        collect_steps(deadly_stateful_job, reported)
    assert reported == [1, 2]


def test_ctrl_c_reports_the_games_played_and_stops_ray(tmp_path: Path) -> None:
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    args = ("arena", "sprout", "miser", "-d", 5000, "-w", 2, "--json", "--resume", tmp_path / "r", "--cluster", "ray")
    process = start_command(*args, start_new_session=True, **pipes)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and (not games_in(tmp_path / "r") or not ray_workers()):
        time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "")
    assert json.loads(out)["interrupted"]
    assert json.loads(out)["games"] == games_in(tmp_path / "r") > 0
    deadline = time.monotonic() + 30
    while ray_workers() and time.monotonic() < deadline:
        time.sleep(0.2)
    assert ray_workers() == []


# --- failing jobs ------------------------------------------------------------------------------------------


def test_errors_equal_those_of_a_local_run() -> None:
    for do, error, text in FAULTS:
        done: list[int] = []
        with pytest.raises(error, match=text):
            collect_until_error(done, pool_named("ray", 2).run_jobs(do, range(20)))
        assert FAILING_JOB not in done


def failing_stateful_job(error: Exception, _files: object, _kept: object, _cores: int) -> Iterator[StepResult]:
    yield StepResult("part", 1, {})
    raise error


def test_errors_of_a_stateful_job_equal_those_of_a_local_run() -> None:
    for error, wanted in (
        (BadInput("no bean"), BadInput),
        (ZeroDivisionError("no bean"), WorkCrashed),
        (ModuleNotFoundError("no bean", name="torch"), WorkFailed),
    ):
        reported: list[int] = []
        with pytest.raises(wanted, match=r"no bean|tobean\[train\]"):
            collect_steps(partial(failing_stateful_job, error), reported)
        assert reported == [1]


def run_command(*args: object) -> tuple[int, str, str]:
    """Runs a command as a process, because Ray's client leaves threads behind, which break the next Ray."""
    process = start_command(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def test_an_unreachable_cluster_is_reported_in_a_line() -> None:
    reported = single_error_line(run_command("sim", "--cluster", "ray://127.0.0.1:1"), code=1)
    assert "the cluster ray://127.0.0.1:1 cannot be reached" in reported


def test_a_node_with_another_version_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (ray_pool, ray_stateful_job):
        monkeypatch.setattr(module, "pack_payload", lambda: {"tobean": "0.0.1 (beef)", "files": {}, "packages": b""})
    monkeypatch.setattr(ray_connection, "code_version", lambda: "0.0.1 (beef)")
    reported = single_error_line(run("sim", "-n", 3, "--cluster", "ray"), code=1)
    assert "runs tobean 0.1" in reported
    assert "this machine 0.0.1 (beef)" in reported
    with pytest.raises(WorkFailed, match="runs tobean 0.1"):
        collect_steps(deadly_stateful_job, [])


# --- payload -----------------------------------------------------------------------------------------------


def test_a_bot_in_a_file_is_sent_through_the_client(
    run: Run, client: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nodes were started from another folder, where this path does not exist."""
    (tmp_path / "hasty.py").write_text(HASTY_BOT)
    monkeypatch.chdir(tmp_path)
    args = ("arena", "hasty.py", "--against", "miser-1", "-d", 3, "-p", 3, "--no-times", "--json")
    alone = run(*args, "-w", 1)
    assert alone[0] == 0
    assert run_command(*args, "--cluster", client) == alone
