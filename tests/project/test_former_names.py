"""Import paths of earlier versions redirect to their replacements."""

from importlib import import_module

import pytest

from tobean.former_names import FORMER_MODULES


@pytest.mark.parametrize("former", FORMER_MODULES)
def test_a_former_path_has_everything_the_present_module_has(former: str) -> None:
    path, names = FORMER_MODULES[former]
    with pytest.warns(DeprecationWarning, match=f"tobean.{former} is now tobean.{path}"):
        old = import_module(f"tobean.{former}")
    present = import_module(f"tobean.{path}")
    for name, value in vars(present).items():
        if not name.startswith("__"):
            assert getattr(old, name) is value
    for name, replacement in names.items():
        assert getattr(old, name) is getattr(present, replacement)
