"""The files of tobean, the installed games and the Python libraries that run in the browser."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tobean.games.registry import ENTRY_POINT
from tobean.version import __version__

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
OMITTED: Final = ("cli", "research", "server/static/table", "server/static/vendor", "server/admin")
"""Folders of tobean that no page of a static site uses."""
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
    return not inner.startswith(tuple(f"{folder}/" for folder in OMITTED))


def package_metadata(points: list[EntryPoint]) -> dict[str, bytes]:
    """Return the metadata by which the version of tobean and the installed games are found."""
    lines: dict[str, list[str]] = {}
    for point in points:
        distribution = point.dist.name if point.dist is not None else point.name
        lines.setdefault(distribution, []).append(f"{point.name} = {point.value}")
    found = {f"tobean-{__version__}.dist-info/METADATA": metadata_text("tobean", __version__)}
    for distribution, entries in lines.items():
        folder = f"{distribution.replace('-', '_')}-0.dist-info"
        found[f"{folder}/METADATA"] = metadata_text(distribution, "0")
        found[f"{folder}/entry_points.txt"] = f"[{ENTRY_POINT}]\n{chr(10).join(entries)}\n".encode()
    return found


def metadata_text(name: str, version: str) -> bytes:
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()


def installed_games() -> list[EntryPoint]:
    return sorted(entry_points(group=ENTRY_POINT), key=lambda point: point.value)


def app_sources() -> dict[str, Path]:
    """Return the files that run in the browser by their paths there."""
    found = {path: source for path, source in package_files("tobean") if is_needed(path)}
    for package in sorted({point.value.partition(".")[0] for point in installed_games()}):
        found.update(package_files(package))
    for library in LIBRARIES:
        found.update((path, source) for path, source in package_files(library) if path.endswith(".py"))
    return found
