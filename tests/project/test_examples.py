"""The programs in examples/ run and print the output that their pages describe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
