"""What travels to the nodes of a cluster: bots from files, and installed packages that bring bots or games.

tobean itself does not travel. Every node has it, compiled or not, and it must be the very same: a digest of its sources
tells.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import sys
import zipfile
from functools import cache
from importlib import invalidate_caches
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from tobean.bots.registry import GROUP, add_received_files, bot_files
from tobean.games.registry import ENTRY_POINT
from tobean.temporary_folders import TemporaryFolder
from tobean.version import __version__

if TYPE_CHECKING:
    from importlib.metadata import Distribution

DIGEST_LENGTH: Final = 8
"""So many letters of a digest tell two versions apart."""
METADATA: Final = ("METADATA", "entry_points.txt")
"""What makes a folder of a package one that is installed."""


class Payload(TypedDict):
    """Plain data: a node reads it before it knows whether it has tobean at all."""

    tobean: str
    """Which one, as `code_version` says."""
    files: dict[str, bytes]
    """Bots by the path that was asked for."""
    packages: bytes
    """A ZIP archive to be laid in the way of imports."""


@cache
def code_version() -> str:
    """Which tobean this is: its version, and a digest of all that can change a game."""
    home = Path(__file__).parents[1]
    found = hashlib.sha256()
    for path in sorted([*home.rglob("*.py"), *home.glob("games/*/bots/*.json")]):
        found.update(f"{path.relative_to(home).as_posix()}\n".encode())
        found.update(path.read_bytes())
    return f"{__version__} ({found.hexdigest()[:DIGEST_LENGTH]})"


def pack_payload() -> Payload:
    """All that bots and games need which are not of the house."""
    return {"tobean": code_version(), "files": bot_files(), "packages": archive_packages()}


def archive_packages() -> bytes:
    """The installed packages that bring bots or games, without what they stand on."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bag:
        for module, distribution in sorted(third_party_packages().items()):
            for path, name in files_of(module):
                bag.write(path, name)
            folder = f"{distribution.name}-{distribution.version}.dist-info"
            for name in METADATA:
                bag.writestr(f"{folder}/{name}", distribution.read_text(name) or "")
    return content.getvalue()


def third_party_packages() -> dict[str, Distribution]:
    """Installed packages that bring bots or games, by the name of their outermost module."""
    found: dict[str, Distribution] = {}
    for group in (GROUP, ENTRY_POINT):
        for point in entry_points(group=group):
            if point.dist is not None:
                found[point.module.partition(".")[0]] = point.dist
    return found


def files_of(module: str) -> list[tuple[Path, str]]:
    """The files of a package, or of a single module, and their names in the archive."""
    spec = find_spec(module)
    if spec is None:
        return []  # it cannot be loaded here either
    found: list[tuple[Path, str]] = []
    for home in map(Path, spec.submodule_search_locations or ()):
        for path in sorted(home.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.append((path, f"{module}/{path.relative_to(home).as_posix()}"))
    if not found and spec.origin is not None:
        found.append((Path(spec.origin), Path(spec.origin).name))
    return found


UNPACKED: Final[dict[bytes, TemporaryFolder]] = {}
"""The archives that lie in the way of imports already, and where."""


def unpack_payload(payload: Payload) -> None:
    """Take the luggage along, for as long as this process runs."""
    add_received_files(payload["files"])
    packages = payload["packages"]
    if packages in UNPACKED:
        return
    UNPACKED[packages] = folder = TemporaryFolder()
    atexit.register(folder.remove)
    with zipfile.ZipFile(io.BytesIO(packages)) as bag:
        bag.extractall(folder.path)
    sys.path.insert(0, str(folder.path))
    invalidate_caches()
