"""Optional dependencies by extra: `pip install 'tobean[play]'`."""

from importlib import import_module
from typing import Final

EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "play": (
        "aiosqlite",
        "alembic",
        "backports",
        "click",
        "ifaddr",
        "itsdangerous",
        "jinja2",
        "markdown_it",
        "msgspec",
        "openskill",
        "prometheus_client",
        "python_multipart",
        "resvg_py",
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
    "models": ("openai",),
    "objects": ("obstore",),
    "onnx": ("librt", "numpy", "onnx", "onnxruntime", "onnxscript"),
    "openspiel": ("librt", "numpy", "pyspiel"),
    "postgres": ("psycopg",),
    "textarena": ("textarena",),
    "train": ("torch",),
    "rllib": ("ray", "torch"),
}
"""The modules of each extra, by their import names."""


class MissingExtra(ModuleNotFoundError):
    """A missing optional dependency; the message has the install command."""


def install_hint(missing: ModuleNotFoundError, extra: str = "") -> str:
    """The install command for a missing module in one line; "" if it belongs to no extra.

    `extra` is the one that the importing module needs. Without it, the first extra with this module is named.
    """
    if isinstance(missing, MissingExtra) and not extra:
        return str(missing)
    module = (missing.name or "").partition(".")[0]
    for name, modules in EXTRAS.items():
        if module in modules:
            return f"this needs {module}; install it with: pip install 'tobean[{extra or name}]'"
    return ""


def with_install_hint(missing: ModuleNotFoundError, extra: str = "") -> ModuleNotFoundError:
    """The same error with the install command as its message."""
    hint = install_hint(missing, extra)
    return MissingExtra(hint, name=missing.name) if hint else missing


def require(*modules: str) -> None:
    """Import modules, so that a missing one raises `MissingExtra` now rather than after a long run."""
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as missing:
            raise with_install_hint(missing) from missing
