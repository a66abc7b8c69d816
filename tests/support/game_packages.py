"""Third-party games for tests: packages with an entry point, as pip would install them into a folder."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.paths import EXAMPLES, PACKAGES

BOHNSAI = EXAMPLES / "bohnsai"
"""The sixth game, a separate package."""

BOHNMARKT = EXAMPLES / "bohnmarkt"
"""A game with a market and an early end, a separate package, too."""

MINIMAL_GAME = {
    "rules.py": """\
from dataclasses import replace

from tobean.games.bohnanza.rules import RULES as BOHNANZA

RULES = replace(BOHNANZA, name="bare", title="Bare Beans", display_order=0)
"""
}
"""Bohnanza under another name, without further files."""

ORCHARD = {
    "rules.py": """\
from dataclasses import replace

from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel.cards import Bean, register_kind

MEDLAR = register_kind("Medlar")
QUINCE = register_kind("Quince")
RULES = replace(
    BOHNANZA,
    name="orchard",
    title="Orchard",
    display_order=0,
    beans=(Bean(MEDLAR, 60, (3, 5, 7, 9), "ours"), Bean(QUINCE, 40, (2, 4, 6, 8), "ours")),
)
""",
    "page/__init__.py": """\
from tobean.session.page.page_plugin import GamePage

PAGE = GamePage(pictures=("kind-medlar", "kind-quince"), colours=("#ffeecc", "#332211"))
""",
    "page/table.js": """\
export default ({html, view}) => ({middleExtras: () => html`<p class="basket">${view().draw} in the basket</p>`});
""",
    "page/style.css": ".basket { outline: 3px solid rgb(1, 2, 3); }\n",
    "page/art.svg": """\
<svg xmlns="http://www.w3.org/2000/svg"><symbol id="kind-medlar" viewBox="0 0 9 9"><path d="M1 1H8V8Z"/></symbol></svg>
""",
    "page/guide.html": "<p>Shake the tree.</p>\n",
}
"""Two fruits without a built-in drawing, one of which has a drawing in the package, and a basket on the table."""


LANTERNS = PACKAGES / "lanterns"
"""The seventh game, for tests only."""


def install(folder: Path, package: str, files: Mapping[str, str]) -> None:
    """Writes a package into a folder, as if it were installed there."""
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_entry_point(folder, package)


def write_entry_point(folder: Path, package: str) -> None:
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[tobean.games]\n{package} = {package}\n", encoding="utf-8")


def install_lanterns(folder: Path) -> Path:
    copy_package(folder, LANTERNS)
    return folder


def copy_package(folder: Path, source: Path) -> None:
    """Copies a package into a folder, as if it were installed there."""
    shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    write_entry_point(folder, source.name)


def pip_install(folder: Path, package: Path) -> Path:
    """Installs a package with pip into a separate folder; returns the folder of packages."""
    shutil.copytree(package, folder / "source")  # pip leaves a folder `build` in its source
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, *command, "--target", folder / "site", folder / "source"], check=True)
    return folder / "site"


def install_changed_bohnsai(folder: Path, changes: Mapping[str, str]) -> Path:
    """Installs a copy of Bohnsai with a modified garden; returns the folder."""
    source = BOHNSAI / "src" / "tobean_bohnsai"
    files = {
        path.relative_to(source).as_posix(): path.read_text(encoding="utf-8")
        for path in source.rglob("*.*")
        if path.suffix != ".pyc" and path.is_file()
    }
    for old, new in changes.items():
        assert files["garden.py"].count(old) == 1, old
        files["garden.py"] = files["garden.py"].replace(old, new)
    install(folder, "tobean_bohnsai", files)
    return folder
