"""Builds the hot modules with mypyc when TOBEAN_COMPILE=1; see docs/architecture.md, "Compiled"."""

import os
from pathlib import Path

from setuptools import setup

COMPILED = ("kernel", "magic", "games", "view")
COMPILED_BOTS = (
    "temper",
    "valuing",
    "planning",
    "bargaining",
    "judges",
    "farming",
    "lookahead",
    "insight",
    "foresight",
    "merchant",
    "match",
    "market_judge",
    "magic_judge",
    "bohnedikt_judge",
    "mafia_situation",
    "mafia_outlook",
    "mafia_taste",
    "mafia_judge",
    "mafia_search",
)
"""Those modules of the bots in which search spends its time."""


def extensions() -> list[object]:
    """The compiled modules, or none: everything works without."""
    if os.environ.get("TOBEAN_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    source = Path("src/tobean")
    modules = sorted(
        str(path) for layer in COMPILED for path in (source / layer).glob("*.py") if path.name != "__init__.py"
    )
    modules += [str(source / "bots" / f"{name}.py") for name in COMPILED_BOTS]
    found = list(mypycify(modules, opt_level="3", strip_asserts=True))
    if os.name == "posix":
        # Nobody outside calls these functions, so the compiler may inline them.
        for extension in found:
            extension.extra_compile_args.append("-fvisibility=hidden")
    return found


setup(ext_modules=extensions())
