"""Tags the version of pyproject.toml as a release; does not push. `--check` only checks that it could."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def git(*args: str) -> str:
    return subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def obstacle(version: str) -> str:
    """Return the reason why this version cannot be tagged, or an empty text."""
    if git("status", "--porcelain"):
        return "there are uncommitted changes"
    if git("tag", "--list", f"v{version}"):
        return f"the tag v{version} exists already; raise the version in pyproject.toml"
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## \[?{re.escape(version)}\]?\W.*(\d{{4}}-\d\d-\d\d)", changelog, re.MULTILINE)
    if section is None:
        return f"CHANGELOG.md has no dated section for {version}"
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    for line in (f"version: {version}", f'date-released: "{section[1]}"'):
        if line not in citation:
            return f"CITATION.cff has no line {line}"
    return ""


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if reason := obstacle(version):
        sys.exit(f"No release: {reason}.")
    if "--check" not in sys.argv:
        git("tag", "--annotate", f"v{version}", "--message", f"tobean {version}")
        print(f"Tagged v{version}. To publish it: git push origin v{version}")


if __name__ == "__main__":
    main()
