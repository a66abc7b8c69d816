"""The version of tobean."""

from importlib.metadata import version
from pathlib import Path


def read_version() -> str:
    """The version of the checkout that contains this file, or of the installed package."""
    project = Path(__file__).parents[2] / "pyproject.toml"
    if Path(__file__).parent.parent.name == "src" and project.is_file():
        import tomllib  # a browser loads it late, and has no checkout

        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return version("tobean")


__version__ = read_version()
