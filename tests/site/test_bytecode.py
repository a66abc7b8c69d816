"""Bytecode for Python in the browser."""

import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tobean.kernel.errors import BadInput
from tobean.site.archives import read_archive
from tobean.site.bytecode import compile_module
from tobean.site.compiler import Compiler
from tobean.site.runtime import Runtime

SOURCE = b'''"""Module."""

class Fruit:
    """Class."""

    def peel(self):
        """Method."""
        assert self is None

def empty():
    """Function."""

async def later():
    "Coroutine."
    return 1
'''


def run(code: CodeType) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "fruit"}
    exec(code, names)
    return names


def code_of(compiled: bytes) -> CodeType:
    code: CodeType = marshal.loads(compiled[16:])
    return code


def test_bytecode_is_never_compared_with_its_source() -> None:
    compiled = compile_module(b"x = 1", "/app/x.py")
    assert compiled[:4] == importlib.util.MAGIC_NUMBER
    assert compiled[4:16] == b"\1\0\0\0" + bytes(8)


def test_only_docstrings_of_modules_and_functions_are_removed() -> None:
    names = run(code_of(compile_module(SOURCE, "/app/fruit.py")))
    assert names.get("__doc__") is None
    assert names["Fruit"].__doc__ == "Class."
    assert [names[name].__doc__ for name in ("empty", "later")] == [None, None]
    assert names["Fruit"].peel.__doc__ is None
    assert names["empty"]() is None
    with pytest.raises(AssertionError) as error:
        names["Fruit"]().peel()
    place = error.traceback[-1]
    assert (place.frame.code.raw.co_filename, place.lineno + 1) == ("/app/fruit.py", 8)


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    return Compiler(sys.executable, Runtime(tmp_path / "pyodide.tgz", tmp_path / "wheel"), tmp_path / "cache.zip")


def test_unchanged_modules_are_not_compiled_again(compiler: Compiler) -> None:
    first = compiler.compile({"app/a.py": b"a = 1", "app/b.py": b"b = 1"})
    assert set(first) == {"app/a.pyc", "app/b.pyc"}
    assert run(code_of(first["app/a.pyc"]))["a"] == 1
    unable = Compiler("no such program", compiler.runtime, compiler.cache)
    assert unable.compile({"app/a.py": b"a = 1"}) == {"app/a.pyc": first["app/a.pyc"]}
    changed = compiler.compile({"app/a.py": b"a = 2", "app/b.py": b"b = 1"})
    assert run(code_of(changed["app/a.pyc"]))["a"] == 2
    assert changed["app/b.pyc"] == first["app/b.pyc"]
    assert set(read_archive(compiler.cache).values()) == set(changed.values())


def test_a_module_that_cannot_be_compiled_is_reported(compiler: Compiler) -> None:
    with pytest.raises(BadInput, match="could not compile Python: SyntaxError"):
        compiler.compile({"app/a.py": b"a ="})
