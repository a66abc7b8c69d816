"""The documentation built by `make docs`: links between pages and to files, checked without a build."""

import re
import runpy
from html import unescape
from pathlib import Path

import pytest

from tests.support.paths import ROOT


def test_no_page_links_to_a_missing_file(tmp_path: Path) -> None:
    build = runpy.run_path(str(ROOT / "docs/build.py"))
    assert build["copy_pages"](tmp_path) == []
    copied = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    (tmp_path / "reference").mkdir()
    navigation = build["navigation"](tmp_path)
    assert {"index.md", "docs/rules.md", "CHANGELOG.md", "src/tobean/kernel/rulebook/de.md"} <= copied
    assert [page for page in copied if f'"{page}"' not in navigation] == []


def test_a_link_to_a_missing_file_is_found() -> None:
    build = runpy.run_path(str(ROOT / "docs/build.py"))
    pages, broken = [Path("README.md"), Path("docs/rules.md")], list[str]()
    text = "[a](../README.md#b) [c](../setup.py) [d](gone.md) [e](https://example.org) [f](pictures/table.png)"
    assert build["rewrite_links"](text, Path("docs/rules.md"), pages, broken) == (
        f"[a](../index.md#b) [c]({build['source_url']()}/blob/main/setup.py) "
        f"[d]({build['source_url']()}/blob/main/docs/gone.md) [e](https://example.org) [f](pictures/table.png)"
    )
    assert broken == ["docs/rules.md links to docs/gone.md, which does not exist"]


def test_the_examples_of_the_live_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs/live.md").read_text(encoding="utf-8")
    programs = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert len(programs) == 3
    for program in programs:
        exec(unescape(program), {"__name__": "__main__"})
        assert capsys.readouterr().out


def test_the_commands_for_a_fresh_machine_install_what_they_use() -> None:
    installing = (ROOT / "docs/hosting.md").read_text(encoding="utf-8").split("## Installing\n")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", installing, re.S)
    assert len(blocks) == 2
    for block in blocks:
        first, second, *later = block.removeprefix("sudo ").splitlines()
        assert first == "apt-get update"
        used = {line.split()[0] for line in later} & {"caddy", "curl", "git"}
        assert {*used, "python3-venv"} <= set(second.split()), block
