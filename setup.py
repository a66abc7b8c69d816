"""Builds the hot modules with mypyc when TOBEAN_COMPILE=1; see docs/architecture.md, "Compiled"."""

import os
from pathlib import Path

from setuptools import setup

SOURCE = Path("src/tobean")
COMPILED = ("kernel", "games", "view")
"""The layers in which games spend their time: everything in them, however deep, is compiled ..."""
INTERPRETED = ("__init__", "finder", "words")
"""... except for modules of these names, which run once or talk."""
COMPILED_BOTS = (
    "match",
    "heuristics/farming",
    "merchant/bargaining",
    "merchant/judges",
    "merchant/lookahead",
    "merchant/market_judge",
    "merchant/merchant",
    "merchant/planning",
    "merchant/temper",
    "merchant/valuing",
    "sage/foresight",
    "sage/insight",
)
"""Those modules of the bots in which search spends its time."""


def compiled_modules() -> list[Path]:
    """The files that are compiled; tests/test_build.py looks that an installed package has them all."""
    layers = [path for layer in COMPILED for path in (SOURCE / layer).rglob("*.py") if path.stem not in INTERPRETED]
    return sorted([*layers, *(SOURCE / "bots" / f"{name}.py" for name in COMPILED_BOTS)])


def extensions() -> list[object]:
    """The compiled modules, or none: everything works without."""
    if os.environ.get("TOBEAN_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    modules = [str(path) for path in compiled_modules()]
    found = list(mypycify(modules, opt_level="3", strip_asserts=True))
    if os.name == "posix":
        # Nobody outside calls these functions, so the compiler may inline them.
        for extension in found:
            extension.extra_compile_args.append("-fvisibility=hidden")
    return found


setup(ext_modules=extensions())
