"""Every call in the sources that creates an error, with its message template."""

import ast
from functools import cache

from tobean.i18n.catalogue_files import used_texts

PYTHON = sorted(path for path in used_texts.PACKAGE_FOLDER.rglob("*.py"))


@cache
def error_calls() -> list[tuple[str, ast.Call, ast.expr]]:
    """Every creation of an error in the sources, with its location and its template."""
    found: list[tuple[str, ast.Call, ast.expr]] = []
    for path in PYTHON:
        for node in used_texts.syntax_nodes(path):
            if isinstance(node, ast.Call):
                index = used_texts.error_template_indexes().get(used_texts.called_name(node), used_texts.NO_TEMPLATE)
                if index < len(node.args):
                    found.append(
                        (f"{path.relative_to(used_texts.PACKAGE_FOLDER)}:{node.lineno}", node, node.args[index])
                    )
    return found
