"""Every call in the sources that creates an error, with its message template."""

import ast
from functools import cache

from tests.tools import catalogues

PYTHON = sorted(path for path in catalogues.PACKAGE_FOLDER.rglob("*.py"))


@cache
def error_calls() -> list[tuple[str, ast.Call, ast.expr]]:
    """Every creation of an error in the sources, with its place and its template."""
    found: list[tuple[str, ast.Call, ast.expr]] = []
    for path in PYTHON:
        for node in ast.walk(catalogues.parsed(path)):
            if isinstance(node, ast.Call):
                place = catalogues.errors().get(ast.unparse(node.func).split(".")[-1], catalogues.NO_TEMPLATE)
                if place < len(node.args):
                    found.append(
                        (f"{path.relative_to(catalogues.PACKAGE_FOLDER)}:{node.lineno}", node, node.args[place])
                    )
    return found
