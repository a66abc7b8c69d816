"""The suite runs on two builds; here it makes sure that it runs on the one it was meant for."""

from __future__ import annotations

import os
import runpy
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_build_is_the_expected_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Module by module: one that is forgotten would be interpreted, and only slow."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    modules = runpy.run_path("setup.py")["compiled_modules"]()
    assert len(modules) > 90
    compiled = os.environ.get("TOBEAN_EXPECT_COMPILED") == "1"
    for path in modules:
        name = ".".join(path.with_suffix("").parts[1:])
        spec = find_spec(name)
        assert spec is not None, name
        assert (spec.origin or "").endswith(".py") != compiled, name
