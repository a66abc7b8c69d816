"""Builds the documentation: `make docs` writes it to build/docs/ and fails on a broken link.

Pages keep their paths in the repository, so that relative links work on a forge and here. Links to files that are not
pages lead to the forge. The reference is made from docstrings.
"""

from __future__ import annotations

import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tobean.site.build import write_site
from tobean.site.runtime import find_runtime

ROOT: Final = Path(__file__).parents[1]
BUILT: Final = ROOT / "build" / "docs"
PAGES: Final = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/research/*.md",
    "src/tobean/**/rulebook/*.md",
    "examples/**/README.md",
)
PICTURES: Final = Path("docs/pictures")
LIVE_SCRIPTS: Final = Path("docs/live")

SECTIONS: Final = {
    "Play": ("play", "live", "talk", "rules", "rulings", "glossary", "study", "cards"),
    "Host": ("hosting", "processes", "site"),
    "Research": (
        "library",
        "bots",
        "training",
        "arena",
        "leaderboard",
        "notation",
        "scenarios",
        "protocol",
        "cluster",
        "benchmarks",
    ),
    "Build": ("new-game", "languages", "art", "architecture", "server", "client", "bounds"),
}
"""Pages of docs/ by section; pages not listed here come last."""

REFERENCE: Final = (
    "tobean",
    "tobean.games",
    "tobean.kernel.observation",
    "tobean.record",
    "tobean.bots",
    "tobean.pictures",
)
"""Public modules. Their `__all__` is documented, or all modules of a package without one."""

LINK: Final = re.compile(r"\]\((?P<target>[^)\s:#]+)(?P<anchor>#[^)\s]*)?\)")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tobean-docs-") as folder:
        stage = Path(folder)
        broken = copy_pages(stage / "docs")
        write_reference(stage / "docs" / "reference")
        settings = (ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8")
        (stage / "zensical.toml").write_text(settings.replace("nav = []", navigation(stage / "docs")), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}  # where docstrings are read
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        built = subprocess.run(command, cwd=stage, env=environment, check=False)
        for line in broken:
            print(line, file=sys.stderr)
        if built.returncode or broken:
            return 1
        add_static_site(stage / "site")
        shutil.rmtree(BUILT, ignore_errors=True)
        shutil.copytree(stage / "site", BUILT)
    return 0


def add_static_site(target: Path) -> None:
    """Add the static site, which docs/live.md embeds, and the scripts that run its examples."""
    write_site(target / "play", find_runtime())
    shutil.copytree(ROOT / LIVE_SCRIPTS, target / "live")


def copy_pages(target: Path) -> list[str]:
    """Copy pages and pictures; returns the broken links."""
    pages = sorted({path.relative_to(ROOT) for pattern in PAGES for path in ROOT.glob(pattern)})
    broken: list[str] = []
    for page in pages:
        place = target / built_path(page)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(
            rewrite_links((ROOT / page).read_text(encoding="utf-8"), page, pages, broken), encoding="utf-8"
        )
    shutil.copytree(ROOT / PICTURES, target / PICTURES)
    return broken


def built_path(page: Path) -> Path:
    """Return the path of a page in the documentation; the README is the start page."""
    return Path("index.md") if page == Path("README.md") else page


def rewrite_links(text: str, page: Path, pages: list[Path], broken: list[str]) -> str:
    """Return the text of a page, with links to other files pointing to the source repository."""

    def rewrite_link(match: re.Match[str]) -> str:
        target, anchor = Path(os.path.normpath(page.parent / match["target"])), match["anchor"] or ""
        if not (ROOT / target).exists():
            broken.append(f"{page} links to {target}, which does not exist")
        if target in pages:
            return f"]({os.path.relpath(built_path(target), page.parent)}{anchor})"
        if target.is_relative_to(PICTURES):
            return match[0]
        return f"]({source_url()}/blob/main/{target.as_posix()}{anchor})"

    return LINK.sub(rewrite_link, text)


def source_url() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        url: str = tomllib.load(file)["project"]["urls"]["Source"]
    return url


def write_reference(target: Path) -> None:
    """Write a page for each public module."""
    target.mkdir()
    for name in REFERENCE:
        if find_spec(name) is not None:
            (target / f"{name}.md").write_text(reference(name), encoding="utf-8")


def reference(name: str) -> str:
    """Return the reference page of a module; a package without `__all__` lists its modules."""
    module = import_module(name)
    members: list[str] = getattr(module, "__all__", [])
    blocks = [f"# {name}", f"::: {name}\n    options:\n      members: {json.dumps(members)}"]
    if not members:
        for child in pkgutil.iter_modules(module.__path__):
            blocks += [f"## {name}.{child.name}", f"::: {name}.{child.name}\n    options:\n      heading_level: 3"]
    return "\n\n".join([*blocks, ""])


def navigation(target: Path) -> str:
    """Return the list of all pages by section, and the address of the repository, as TOML."""
    left = {path.stem for path in (target / "docs").glob("*.md")}
    sections: dict[str, list[str]] = {}
    for title, stems in SECTIONS.items():
        sections[title] = [f"docs/{stem}.md" for stem in stems if stem in left]
        left -= set(stems)
    research = sorted(target.glob("docs/research/*.md"), key=lambda path: (path.stem != "index", path.stem))
    examples = sorted(target.glob("examples/**/*.md"))
    index, *others = [path.relative_to(target).as_posix() for path in [*research, *examples]]
    sections["Research"] = [index, *sections["Research"], *others]
    sections["Build"] += [*(f"docs/{stem}.md" for stem in sorted(left)), "CONTRIBUTING.md", "CHANGELOG.md"]
    for path in sorted(target.glob("src/**/*.md")):
        sections.setdefault(f"Rulebooks ({path.stem})", []).append(path.relative_to(target).as_posix())
    sections["Reference"] = [f"reference/{name}.md" for name in REFERENCE if (target / f"reference/{name}.md").exists()]
    lines = [f"  {{ {json.dumps(title)} = {json.dumps(pages)} }}," for title, pages in sections.items()]
    return "\n".join(['nav = [\n  "index.md",', *lines, "]", f"repo_url = {json.dumps(source_url())}"])


if __name__ == "__main__":
    sys.exit(main())
