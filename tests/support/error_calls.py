"""Every call in the sources that creates an error, with its message template."""

import ast
from collections.abc import Iterator

from tests.tools import catalogues

PYTHON = sorted(path for path in catalogues.PACKAGE_FOLDER.rglob("*.py"))


def error_calls() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """Every creation of an error in the sources, with its place and its template."""
    for path in PYTHON:
        for node in ast.walk(catalogues.parsed(path)):
            if isinstance(node, ast.Call):
                place = catalogues.errors().get(ast.unparse(node.func).split(".")[-1], catalogues.NO_TEMPLATE)
                if place < len(node.args):
                    yield f"{path.relative_to(catalogues.PACKAGE_FOLDER)}:{node.lineno}", node, node.args[place]


ERROR_CALLS = list(error_calls())
