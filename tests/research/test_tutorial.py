"""The tutorial of docs/research/index.md, with its files and commands as they are written there."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import DOCS

PAGE = (DOCS / "research" / "index.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`(\w+\.py)`:\n\n```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
[MEASURING] = re.findall(r"^tobean (arena .*)$", PAGE, re.MULTILINE)


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_policy_learns_and_is_measured(tmp_path: Path) -> None:
    assert list(FILES) == ["learn.py", "mypolicy.py"]
    for name, code in FILES.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    agreed = [int(share) for share in re.findall(r"in (\d+)%", run(tmp_path, "learn.py"))]
    assert len(agreed) == 5
    assert agreed[0] < agreed[-1]
    assert 86 <= agreed[-1] <= 93
    measuring = shlex.split(MEASURING.replace("--deals 20", "--deals 4"))
    report = json.loads(run(tmp_path, "-m", "tobean", *measuring, "--json"))
    margins = {pair["against"]: pair["margin"]["value"] for pair in report["pairs"] if pair["hero"] == "mypolicy.py"}
    assert margins["random"] > 4 > margins["miser"] > margins["sprout"]
