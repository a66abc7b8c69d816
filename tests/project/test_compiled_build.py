"""The suite runs on two builds; these tests verify that it runs on the intended one."""

import ast
import inspect
import os
import runpy
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

MYPYC_PLACEHOLDER = "mypyc filler docstring"


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Names defined by setup.py."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    return runpy.run_path("setup.py")


def test_the_build_is_the_expected_one(build: dict[str, Any]) -> None:
    """Checks every module: one left out would run interpreted, and no other test would notice."""
    modules = build["compiled_modules"]()
    assert len(modules) > 90
    compiled = os.environ.get("TOBEAN_EXPECT_COMPILED") == "1"
    for path in modules:
        name = ".".join(path.with_suffix("").parts[1:])
        spec = find_spec(name)
        assert spec is not None, name
        assert (spec.origin or "").endswith(".py") != compiled, name


def imports(path: Path) -> Iterator[str]:
    """Modules that a file imports, including imports for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def file_of(module: str) -> Path | None:
    place = ROOT / "src" / Path(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


WITH_MYPY = ("mypy_extensions", "librt")
"""Dependencies of the compiler, always installed with it."""


def test_the_compiler_needs_no_other_library(build: dict[str, Any]) -> None:
    """The compiler reads all direct and indirect imports of compiled modules, before any extra is installed."""
    beside = [needed.partition(">")[0] for needed in build["TO_COMPILE"]]
    ahead = [ROOT / path for path in build["compiled_modules"]()]
    seen = set(ahead)
    foreign = set()
    while ahead:
        path = ahead.pop()
        for module in imports(path):
            file = file_of(module)
            if file is not None and file not in seen:
                seen.add(file)
                ahead.append(file)
            if module.split(".")[0] not in (*sys.stdlib_module_names, "tobean", *WITH_MYPY, *beside):
                foreign.add(f"{module} in {path.relative_to(ROOT)}")
    assert sorted(foreign) == []


def test_compiled_modules_have_docstrings(build: dict[str, Any]) -> None:
    """mypyc omits them; setup.py restores them, so that `help(tobean.Table)` works in both builds."""
    lost = []
    for path in build["compiled_modules"]():
        module = import_module(".".join(path.with_suffix("").parts[1:]))
        for name, text in build["docstrings"](path):
            thing: object = module
            for part in name.split(".") if name else []:
                thing = inspect.getattr_static(thing, part)
            special = name.endswith("__") or thing.__doc__ == MYPYC_PLACEHOLDER  # docstrings of Python and mypyc
            if inspect.cleandoc(thing.__doc__ or "") != text and not special:
                lost.append(f"{module.__name__}: {name}")
    assert lost == []
