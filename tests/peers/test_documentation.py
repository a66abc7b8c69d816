"""Every code block of docs/research is tested: doctests elsewhere, programs, commands and settings of clients here.

Commands that take long or need files of a reader are not run: their names and options are checked. Fragments of
programs (`py`) are compiled, and what they import exists.
"""

import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import learning
from tests.support.paths import DOCS, ROOT
from tobean.cli.main import cli

PAGES = sorted((DOCS / "research").glob("*.md"))
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN = {"baselines.md", "dataset.md", "exact.md", "language-models.md", "policies.md"}
"""Pages whose commands take long or need files of a reader."""
BLOCKS = [(page.name, language, code) for page in PAGES for language, code in BLOCK.findall(page.read_text("utf-8"))]


def blocks(language: str, run: bool = True) -> list[Any]:
    return [
        pytest.param(code, id=page)
        for page, each, code in BLOCKS
        if each == language and ">>>" not in code and (language != "sh" or run == (page not in NOT_RUN))
    ]


def test_every_block_has_a_language() -> None:
    assert len(BLOCKS) > 15
    assert {language for _, language, _ in BLOCKS} == {"python", "py", "sh", "json", "text"}


@pytest.mark.filterwarnings("ignore")  # RLlib and sb3-contrib emit warnings
@pytest.mark.parametrize("code", blocks("python"))
def test_programs_run(code: str) -> None:
    namespace: dict[str, Any] = {"__name__": "documentation"}
    exec(compile(code, "documentation", "exec"), namespace)
    if "ray" in code:
        sys.modules["ray"].shutdown()


@pytest.mark.parametrize("code", blocks("sh"))
def test_commands_run(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command as it is written, but with fewer games."""
    for line in code.splitlines():
        program, *arguments = shlex.split(line, comments=True)
        if program == "tobean":
            monkeypatch.chdir(tmp_path)
            outcome = CliRunner().invoke(cli, [*arguments, "--games", "2"])
            assert outcome.exit_code == 0, outcome.output
        else:
            assert (program, arguments[0]) == ("python", "examples/learn/learning.py")
            monkeypatch.chdir(ROOT)
            given = [str(tmp_path / each) if each.endswith(".svg") else each for each in arguments[1:]]
            assert learning.main([*given, "--games", "640", "--deals", "2"]) == 0


@pytest.mark.parametrize("code", blocks("sh", run=False))
def test_commands_and_their_options_exist(code: str) -> None:
    for line in code.splitlines():
        program, *arguments = shlex.split(line, comments=True)
        options = [each for each in arguments if each.startswith("--")]
        if program == "make":
            assert f"\n{arguments[0]}: " in (ROOT / "Makefile").read_text(encoding="utf-8")
        elif program == "tobean":
            names = arguments[:2] if arguments[0] == "models" else arguments[:1]
            outcome = CliRunner().invoke(cli, [*names, "--help"])
            assert outcome.exit_code == 0, outcome.output
            assert [each for each in options if each not in outcome.output] == []
        else:
            assert program == "python"
            output = subprocess.run(
                [sys.executable, str(ROOT / arguments[0]), "--help"], capture_output=True, text=True, check=True
            ).stdout
            assert [each for each in options if each not in output] == []


@pytest.mark.parametrize("code", blocks("py"))
def test_fragments_compile_and_import_what_exists(code: str) -> None:
    tree = ast.parse(code)
    imports: list[ast.stmt] = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
    exec(compile(ast.Module(imports, []), "documentation", "exec"), {})


@pytest.mark.parametrize("code", blocks("json"))
def test_settings_of_clients_start_a_command(code: str) -> None:
    server = json.loads(code)["mcpServers"]["tobean"]
    assert server["command"] == "tobean"
    outcome = CliRunner().invoke(cli, [*server["args"], "--help"])
    assert outcome.exit_code == 0, outcome.output
