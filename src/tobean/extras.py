"""Optional dependencies by extra: `pip install 'tobean[play]'`."""

from importlib import import_module
from typing import Final

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "play": (
        "aiosqlite",
        "alembic",
        "babel",
        "backports",
        "click",
        "ifaddr",
        "itsdangerous",
        "jinja2",
        "markdown_it",
        "msgspec",
        "prometheus_client",
        "python_multipart",
        "rich",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "research": ("openskill", "numpy", "gymnasium", "librt", "pettingzoo", "pyarrow"),
    "cluster": ("ray",),
    "mcp": ("mcp",),
    "objects": ("obstore",),
    "openspiel": ("librt", "pyspiel"),
    "postgres": ("psycopg",),
    "textarena": ("textarena",),
    "train": ("torch",),
}
"""The modules of each extra, by their import names."""


def install_hint(missing: ModuleNotFoundError) -> str:
    """The install command for a missing module in one line; "" if it belongs to no extra."""
    module = (missing.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return f"this needs {module}; install it with: pip install 'tobean[{extra}]'"
    return ""


def with_install_hint(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error with the install command as its message."""
    return ModuleNotFoundError(install_hint(missing) or str(missing), name=missing.name)


def require(*modules: str) -> None:
    """Import modules, so that a missing one raises `ModuleNotFoundError` now rather than after a long run."""
    for module in modules:
        import_module(module)
