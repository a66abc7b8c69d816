"""Every call in the sources that creates an error, with its message template."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tobean.i18n import used_texts

PYTHON = sorted(path for path in used_texts.PACKAGE_FOLDER.rglob("*.py"))


def error_calls() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """Every creation of an error in the sources, with its place and its template."""
    for path in PYTHON:
        for node in ast.walk(used_texts.parsed(path)):
            if isinstance(node, ast.Call):
                place = used_texts.errors().get(ast.unparse(node.func).split(".")[-1], used_texts.NO_TEMPLATE)
                if place < len(node.args):
                    yield f"{path.relative_to(used_texts.PACKAGE_FOLDER)}:{node.lineno}", node, node.args[place]


ERROR_CALLS = list(error_calls())
