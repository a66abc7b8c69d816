"""The programs and notebooks in examples/ run and print the output that their pages describe."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.paths import EXAMPLES

SAYS = {
    "transcript.py": "Ada baut",
    "own_bot.py": "gatherer",
    "draw_table.py": "bohnanza.svg: turn",
    "search.py": "thalers after A plant",
}
"""Part of the expected output of each program."""


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.long
@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout


NOTEBOOKS = {
    "first_steps.ipynb": "<Observation of B: bohnanza, 3 players",
    "recorded_games.ipynb": "<Dataset ",
    "learned_policy.ipynb": "gain 0.",
}
"""Part of the expected output of each notebook."""


def notebook(name: str) -> nbformat.NotebookNode:
    read = nbformat.read(EXAMPLES / "notebooks" / name, as_version=4)
    nbformat.validate(read)
    return read


def test_every_notebook_is_tested() -> None:
    assert {path.name for path in (EXAMPLES / "notebooks").glob("*.ipynb")} == set(NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_kept_without_outputs(name: str) -> None:
    """Outputs would differ from run to run and hide what has changed."""
    for cell in notebook(name).cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count, cell.metadata) == ([], None, {})


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # tests run on all cores already
    # On a busy machine outputs arrive late, and after the default of four seconds they would be lost.
    patience = {"timeout": 300, "startup_timeout": 300, "iopub_timeout": 120}
    executed = NotebookClient(notebook(name), kernel_name="python3", **patience).execute(cwd=str(tmp_path))
    outputs = [output for cell in executed.cells if cell.cell_type == "code" for output in cell.outputs]
    said = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    assert NOTEBOOKS[name] in "\n".join(said)
