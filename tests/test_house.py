"""The house keeps its order: no circles of imports."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def imports_of(name: str) -> set[str]:
    """The modules of ours that a module imports, also inside functions and for types alone."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                inner if (inner := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return (found & MODULES.keys()) - {name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which imports, over others perhaps, every other."""
    reached: dict[str, set[str]] = {}
    for name in graph:
        seen: set[str] = set()
        waiting = list(graph[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += graph[other]
        reached[name] = seen
    groups = {frozenset(other for other in seen if name in reached[other]) for name, seen in reached.items()}
    return sorted(sorted(group) for group in groups if group)


def test_what_a_circle_is() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]


def test_there_are_no_circles_of_imports_outside_the_kernel() -> None:
    """Inside, the table and the steps that move it know each other."""
    found = circles({name: imports_of(name) for name in MODULES})
    assert [circle for circle in found if not all(name.startswith("tobean.kernel.") for name in circle)] == []
