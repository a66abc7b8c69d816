"""The payload sent to cluster nodes: bots from files, and installed packages that provide bots or games.

tobean itself is not sent. Every node has it installed, compiled or not, and a digest of the sources ensures that it is
the same version.
"""

import atexit
import io
import sys
import zipfile
from importlib import invalidate_caches
from importlib.metadata import Distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypedDict

from tobean.bots.bot_files import BOT_FILES
from tobean.bots.registry import GROUP, bot_entries, install_bot_entry
from tobean.games.registry import ENTRY_POINT
from tobean.research.pools.code_digest import code_version
from tobean.temporary_folders import TemporaryFolder

METADATA: Final = ("METADATA", "entry_points.txt")
"""Metadata files that make a folder count as an installed package."""


class Payload(TypedDict):
    """Plain data, because a node reads it before it knows whether it has tobean at all."""

    tobean: str
    """The sender's `code_version`."""
    files: dict[str, bytes]
    """Contents of bot files by the path that was given."""
    bots: list[str]
    """Bots that an operator has installed, `NAME=FILE`."""
    packages: bytes
    """ZIP archive to be put on the import path."""


def pack_payload() -> Payload:
    """Pack everything needed by bots and games that do not come with tobean."""
    return {
        "tobean": code_version(),
        "files": BOT_FILES.contents(),
        "bots": bot_entries(),
        "packages": archive_packages(),
    }


def archive_packages() -> bytes:
    """Archive the installed packages that provide bots or games, without their dependencies."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for module, distribution in sorted(third_party_packages().items()):
            for path, name in files_of(module):
                archive.write(path, name)
            folder = f"{distribution.name}-{distribution.version}.dist-info"
            for name in METADATA:
                archive.writestr(f"{folder}/{name}", distribution.read_text(name) or "")
    return content.getvalue()


def third_party_packages() -> dict[str, Distribution]:
    """Return the installed packages that provide bots or games, by top-level module."""
    packages: dict[str, Distribution] = {}
    for group in (GROUP, ENTRY_POINT):
        for point in entry_points(group=group):
            if point.dist is not None:
                packages[point.module.partition(".")[0]] = point.dist
    return packages


def files_of(module: str) -> list[tuple[Path, str]]:
    """Return the files of a package or a single module, with their names in the archive."""
    spec = find_spec(module)
    if spec is None:
        return []  # it cannot be imported here either
    files: list[tuple[Path, str]] = []
    for package_folder in map(Path, spec.submodule_search_locations or ()):
        for path in sorted(package_folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                files.append((path, f"{module}/{path.relative_to(package_folder).as_posix()}"))
    if not files and spec.origin is not None:
        files.append((Path(spec.origin), Path(spec.origin).name))
    return files


UNPACKED: Final[dict[bytes, TemporaryFolder]] = {}
"""Archives already on the import path, with the folders they were extracted to."""


def unpack_payload(payload: Payload) -> None:
    """Make the payload's bots and packages importable for the lifetime of this process."""
    BOT_FILES.receive(payload["files"])
    unpack_packages(payload["packages"])
    for entry in payload["bots"]:
        install_bot_entry(entry)


def unpack_packages(packages: bytes) -> None:
    if packages in UNPACKED:
        return
    UNPACKED[packages] = folder = TemporaryFolder()
    atexit.register(folder.remove)
    with zipfile.ZipFile(io.BytesIO(packages)) as archive:
        archive.extractall(folder.path)
    sys.path.insert(0, str(folder.path))
    invalidate_caches()
