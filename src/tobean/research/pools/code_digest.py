"""Digests of tobean's sources: of the whole package, and of the part that decides how games are played and measured."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from tobean.version import __version__

PACKAGE: Final = Path(__file__).parents[2]
DIGEST_LENGTH: Final = 8
"""Hexadecimal digits of a digest."""
NETS: Final = "games/*/bots/*.json"
PLAY_PACKAGES: Final = ("bots", "games", "kernel", "record", "research")
PRESENTATION: Final = ("games/*/action_previews.py", "games/*/messages.py", "games/*/page/*", "research/report/*")
"""Parts of these packages that no measured game loads: texts, pages and reports."""


def all_sources(package: Path) -> list[Path]:
    """Return the sources of a tobean package and its nets, relative to the package."""
    found = [*package.rglob("*.py"), *package.glob(NETS)]
    return sorted(path.relative_to(package) for path in found)


def play_sources(package: Path) -> list[Path]:
    """Return the files of a tobean package that decide how games are dealt, played, measured and written."""
    return [
        path
        for path in all_sources(package)
        if path.parts[0] in PLAY_PACKAGES and not any(is_within(path, pattern) for pattern in PRESENTATION)
    ]


def is_within(path: Path, pattern: str) -> bool:
    """Whether a pattern matches a file or one of its folders."""
    depth = pattern.count("/") + 1
    return len(path.parts) >= depth and Path(*path.parts[:depth]).match(pattern)


def version_text(package: Path, sources: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sources:
        digest.update(f"{path.as_posix()}\n".encode())
        digest.update((package / path).read_bytes())
    return f"{__version__} ({digest.hexdigest()[:DIGEST_LENGTH]})"


@cache
def code_version() -> str:
    """Return the version of tobean with a digest of all its sources: the nodes of a cluster must have the same."""
    return version_text(PACKAGE, all_sources(PACKAGE))


@cache
def play_version() -> str:
    """Return the version of tobean with a digest of the sources that decide play.

    Rounds and datasets belong to one such version. A change of the server, of a page or of a text leaves it as it is.
    """
    return version_text(PACKAGE, play_sources(PACKAGE))
