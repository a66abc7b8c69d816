"""Compiler of Python modules to the bytecode of Python in the browser.

`compile_archive` runs in a Python of that version: this installation's, or Pyodide in Node (`compile.mjs`). So this
file uses nothing but the standard library.
"""

import ast
import importlib.util
import marshal
import sys
import zipfile
from pathlib import Path
from typing import Final

UNCHECKED: Final = (1).to_bytes(4, "little") + bytes(8)
"""Flags and hash of bytecode that is never compared with its source."""


def remove_docstrings(tree: ast.Module) -> None:
    """Remove the docstrings of modules and functions.

    Those of classes stay: `dataclass` would compute one from the signature, at every start.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())) as docstring, *rest]:
                    node.body = rest or [ast.copy_location(ast.Pass(), docstring)]


def compile_module(source: bytes, path: str) -> bytes:
    """Return the content of a `.pyc` file; `path` is the one in error messages."""
    tree = ast.parse(source)
    remove_docstrings(tree)
    code = compile(tree, path, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


def compile_archive(sources: Path, target: Path) -> None:
    """Compile the modules in a ZIP archive, whose names are their paths in the browser, to another archive."""
    with zipfile.ZipFile(sources) as archive, zipfile.ZipFile(target, "w") as compiled:
        for name in archive.namelist():
            compiled.writestr(f"{name}c", compile_module(archive.read(name), f"/{name}"))


if __name__ == "__main__":
    compile_archive(Path(sys.argv[1]), Path(sys.argv[2]))
