"""`make release` tags a version only from a clean tree with a dated section of the changelog."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "release.py"
DATED = "# Changelog\n\n## 1.2.3 – 2026-11-17\n- A change.\n"
CITED = 'cff-version: 1.2.0\nversion: 1.2.3\ndate-released: "2026-11-17"\n'
IDENTITY = {
    f"GIT_{role}_{field}": "nina@example.org" for role in ("AUTHOR", "COMMITTER") for field in ("NAME", "EMAIL")
}


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **IDENTITY, "GIT_CONFIG_GLOBAL": os.devnull}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def release(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, sys.executable, "tools/release.py", *arguments)


def tags(folder: Path) -> list[str]:
    return run(folder, "git", "tag").stdout.split()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(DATED, encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text(CITED)
    run(tmp_path, "git", "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> None:
    run(folder, "git", "add", ".")
    assert run(folder, "git", "commit", "--quiet", "--message", "A state").returncode == 0


def test_a_release_is_tagged_once(checkout: Path) -> None:
    assert release(checkout, "--check").returncode == 0
    assert tags(checkout) == []
    assert release(checkout).returncode == 0
    assert tags(checkout) == ["v1.2.3"]
    assert "the tag v1.2.3 exists already" in release(checkout).stderr


def test_uncommitted_changes_are_refused(checkout: Path) -> None:
    (checkout / "new.txt").write_text("new")
    refused = release(checkout)
    assert (refused.returncode, tags(checkout)) == (1, [])
    assert "uncommitted changes" in refused.stderr


@pytest.mark.parametrize(
    "changelog", ["## Unreleased\n", "## 1.2.3\n", "## 11.2.3 – 2026-11-17\n", "## 1.2.30 – 2026-11-17\n"]
)
def test_a_changelog_without_a_dated_section_is_refused(checkout: Path, changelog: str) -> None:
    (checkout / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    commit(checkout)
    refused = release(checkout)
    assert (refused.returncode, tags(checkout)) == (1, [])
    assert "no dated section for 1.2.3" in refused.stderr


@pytest.mark.parametrize(
    ("change", "missing"), [("1.2.3", "version: 1.2.3"), ("2026-11-17", 'date-released: "2026-11-17"')]
)
def test_a_citation_of_another_version_is_refused(checkout: Path, change: str, missing: str) -> None:
    (checkout / "CITATION.cff").write_text(CITED.replace(change, "1.2.2"))
    commit(checkout)
    refused = release(checkout)
    assert (refused.returncode, tags(checkout)) == (1, [])
    assert f"CITATION.cff has no line {missing}" in refused.stderr


def test_the_citation_is_that_of_this_version() -> None:
    root = SCRIPT.parents[1]
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"version: {version}" in (root / "CITATION.cff").read_text(encoding="utf-8").splitlines()
