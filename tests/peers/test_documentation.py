"""Every code block of docs/research is tested: doctests and the tutorial elsewhere, programs, commands and settings of
clients here.

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
from tobean.extras import EXTRAS

PAGES = sorted((DOCS / "research").glob("*.md"))
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = ("tobean record", "python examples/learn/learning.py")
"""Beginnings of commands that are run, with fewer games. Others take long or need files of a reader."""
BLOCKS = [(page.name, language, code) for page in PAGES for language, code in BLOCK.findall(page.read_text("utf-8"))]


def blocks(language: str) -> list[Any]:
    return [pytest.param(code, id=page) for page, each, code in BLOCKS if each == language and ">>>" not in code]


def commands(run: bool) -> list[Any]:
    lines = [(page, line) for page, language, code in BLOCKS if language == "sh" for line in code.splitlines()]
    return [pytest.param(line, id=page) for page, line in lines if run == line.startswith(RUN)]


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


@pytest.mark.parametrize("line", commands(run=True))
def test_commands_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *arguments = shlex.split(line, comments=True)
    if program == "tobean":
        monkeypatch.chdir(tmp_path)
        outcome = CliRunner().invoke(cli, [*arguments, "--games", "2"])
        assert outcome.exit_code == 0, outcome.output
    else:
        monkeypatch.chdir(ROOT)
        given = [str(tmp_path / each) if each.endswith(".svg") else each for each in arguments[1:]]
        assert learning.main([*given, "--games", "640", "--deals", "2"]) == 0


@pytest.mark.parametrize("line", commands(run=False))
def test_commands_and_their_options_exist(line: str) -> None:
    program, *arguments = shlex.split(line, comments=True)
    options = [each for each in arguments if each.startswith("--")]
    if program == "make":
        assert f"\n{arguments[0]}: " in (ROOT / "Makefile").read_text(encoding="utf-8")
    elif program == "pip":
        extras = re.fullmatch(r"tobean\[(.+)\]", arguments[1])
        assert extras is not None
        assert set(extras[1].split(",")) <= set(EXTRAS)
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
