"""The archive with tobean, the installed games and the Python libraries that run in the browser."""

import zipfile
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tobean.games.registry import ENTRY_POINT
from tobean.site.runtime import stored_archive

LIBRARIES: Final = (
    "anyio",
    "idna",
    "jinja2",
    "markupsafe",
    "mypy_extensions",
    "openskill",
    "python_multipart",
    "starlette",
    "typing_extensions",
)
"""Pure Python libraries, copied from this installation."""
LEFT_OUT: Final = ("cli", "lab", "research", "training", "server/static/table", "server/static/vendor", "server/admin")
"""Parts of tobean that no page of a static site uses."""
SPRITE: Final = "server/static/art/sprite.svg"
SOURCES: Final = (".py", ".po", ".puzzles", ".md", ".json", ".html", ".js", ".css", ".svg")
"""Suffixes of files that are copied. Compiled modules are left out: their sources run in the browser."""


def package_files(name: str) -> Iterator[tuple[str, Path]]:
    """Yield the source files of a package or module with their paths in the archive."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if not spec.submodule_search_locations:
        yield f"{name}.py", Path(spec.origin).with_suffix(".py")
        return
    folder = Path(spec.origin).parent
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in SOURCES and "__pycache__" not in path.parts:
            yield f"{name.replace('.', '/')}/{path.relative_to(folder).as_posix()}", path


def is_needed(path: str) -> bool:
    """Whether a file of tobean is used in the browser."""
    inner = path.removeprefix("tobean/")
    if inner.startswith("server/static/"):
        return inner == SPRITE
    return not inner.startswith(tuple(f"{folder}/" for folder in LEFT_OUT))


def game_files() -> Iterator[tuple[str, bytes]]:
    """Yield the packages of installed games, and the metadata by which they are found."""
    points: dict[str, list[str]] = {}
    packages = set()
    for point in sorted(entry_points(group=ENTRY_POINT), key=lambda point: point.value):
        distribution = point.dist.name if point.dist is not None else point.name
        points.setdefault(distribution, []).append(f"{point.name} = {point.value}")
        packages.add(point.value.partition(".")[0])
    for package in sorted(packages):
        for path, source in package_files(package):
            yield path, source.read_bytes()
    for distribution, lines in points.items():
        folder = f"{distribution.replace('-', '_')}-0.dist-info"
        yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0\n".encode()
        yield f"{folder}/entry_points.txt", f"[{ENTRY_POINT}]\n{chr(10).join(lines)}\n".encode()


def app_archive(wheel: Path) -> bytes:
    """Return the archive that the worker unpacks."""
    contents: dict[str, bytes] = {}
    for path, source in package_files("tobean"):
        if is_needed(path):
            contents[path] = source.read_bytes()
    contents.update(game_files())
    for library in LIBRARIES:
        for path, source in package_files(library):
            if path.endswith(".py"):
                contents[path] = source.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith((".pyi", "py.typed")) and ".dist-info/" not in name:
                contents[name] = archive.read(name)
    return stored_archive(contents)
