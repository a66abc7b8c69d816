"""The suite runs on two builds; here it makes sure that it runs on the one it was meant for."""

from __future__ import annotations

import inspect
import os
import runpy
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NAMED_TUPLE = "mypyc filler docstring"


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What setup.py defines."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    return runpy.run_path("setup.py")


def test_the_build_is_the_expected_one(build: dict[str, Any]) -> None:
    """Module by module: one that is forgotten would be interpreted, and only slow."""
    modules = build["compiled_modules"]()
    assert len(modules) > 90
    compiled = os.environ.get("TOBEAN_EXPECT_COMPILED") == "1"
    for path in modules:
        name = ".".join(path.with_suffix("").parts[1:])
        spec = find_spec(name)
        assert spec is not None, name
        assert (spec.origin or "").endswith(".py") != compiled, name


def test_docstrings_are_there(build: dict[str, Any]) -> None:
    """mypyc leaves them out; setup.py puts them back, so that `help(tobean.Table)` says something in both builds."""
    lost = []
    for path in build["compiled_modules"]():
        module = import_module(".".join(path.with_suffix("").parts[1:]))
        for name, text in build["docstrings"](path):
            thing: object = module
            for part in name.split(".") if name else []:
                thing = inspect.getattr_static(thing, part)
            special = name.endswith("__") or thing.__doc__ == NAMED_TUPLE  # Python's own words, and mypyc's
            if inspect.cleandoc(thing.__doc__ or "") != text and not special:
                lost.append(f"{module.__name__}: {name}")
    assert lost == []
