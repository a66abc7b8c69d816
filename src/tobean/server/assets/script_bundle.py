"""Many modules of JavaScript as one file, so that a slow line is waited for once.

Each module becomes a function with its own names, run in the order in which a browser would run the modules. What it
imports are constants of that function; where modules import each other in a circle, variables that are set as soon as
the other one has run. Our scripts are written so that a few patterns find all imports and exports: each begins a line.
What does not fit them is refused, and a test puts all scripts together.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

IMPORT: Final = re.compile(
    r'^import\s*(?:\{(?P<names>[^}]*)\}|\*\s*as\s+(?P<all>[\w$]+))\s*from\s*"(?P<path>[^"]+)";?', re.MULTILINE
)
NEXT_IMPORT: Final = re.compile(r'(?<=";)import(?=\{)')
"""In packed scripts several imports share a line."""
DECLARED: Final = re.compile(
    r"^export (?=(?P<word>async function|function|class|const|let) (?P<name>[\w$]+))", re.MULTILINE
)
DESTRUCTURED: Final = re.compile(r"^export (?=const \{(?P<names>[^}]*)\} =)", re.MULTILINE)
LISTED: Final = re.compile(r"(?:^|(?<=[;}]))export\s*\{(?P<names>[^}]*)\};?", re.MULTILINE)
LEFT: Final = re.compile(r"^(?:import|export)\b(?!\()", re.MULTILINE)
REMARK: Final = re.compile(r"^[ \t]*(?://.*|/\*\*?(?!\s*\n? \* @license)[\s\S]*?\*/)[ \t]*\n", re.MULTILINE)
"""A remark on lines of its own; licences stay."""

START: Final = """\
const $made = [], $waiting = [];
const $late = (number, use) => ($waiting[number] ??= []).push(use);
const $run = (number, module) => {
  $made[number] = module();
  for (const use of $waiting[number] ?? []) use($made[number]);
};
"""


class CannotBundle(ValueError):
    """A script is written in a way that the patterns do not know."""


@dataclass
class Module:
    """One script: its text without imports and exports, and what these were."""

    path: str
    body: str
    imports: list[tuple[str, dict[str, str], str]] = field(default_factory=list)
    """From where, what (by the name it has there) under which name, or all of it as one."""
    exports: dict[str, str] = field(default_factory=dict)
    """By the name that others know, the name in this module."""
    changing: set[str] = field(default_factory=set)
    """Exports that are no constants."""


def pairs(names: str) -> dict[str, str]:
    """`a, b as c` as what stands before and after `as`."""
    found: dict[str, str] = {}
    for part in names.split(","):
        if part.strip():
            name, _, other = (word.strip() for word in part.partition(" as "))
            found[name] = other or name
    return found


def parsed(path: str, text: str) -> Module:
    """Take a script apart; raises `CannotBundle`."""
    module = Module(path, REMARK.sub("", NEXT_IMPORT.sub("\nimport", text)))

    def note_import(found: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        module.imports.append((source, pairs(found["names"] or ""), found["all"] or ""))
        return ""

    def note_declared(found: re.Match[str]) -> str:
        module.exports[found["name"]] = found["name"]
        if found["word"] == "let":
            module.changing.add(found["name"])
        return ""

    def note_taken_apart(found: re.Match[str]) -> str:
        module.exports |= {name.strip(): name.strip() for name in found["names"].split(",")}
        return ""

    def note_listed(found: re.Match[str]) -> str:
        module.exports |= {other: name for name, other in pairs(found["names"]).items()}
        return ""

    for pattern, note in (
        (IMPORT, note_import),
        (DECLARED, note_declared),
        (DESTRUCTURED, note_taken_apart),
        (LISTED, note_listed),
    ):
        module.body = pattern.sub(note, module.body)
    left = LEFT.search(module.body)
    if left is not None:
        line = module.body[left.start() :].partition("\n")[0]
        raise CannotBundle(f"{path}: this is not understood: {line}")
    return module


def dependency_order(entry: str, read: Callable[[str], str]) -> list[Module]:
    """The modules that a script needs, itself last: each after those it imports, as browsers run them."""
    found: dict[str, Module] = {}
    done: list[Module] = []

    def visit(path: str) -> None:
        if path in found:
            return
        module = found[path] = parsed(path, read(path))
        for source, _, _ in module.imports:
            visit(source)
        done.append(module)

    visit(entry)
    return done


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """One script that does what this one does with all that it imports; raises `CannotBundle`."""
    modules = dependency_order(entry, read)
    numbers = {module.path: number for number, module in enumerate(modules)}
    parts = [START]
    for number, module in enumerate(modules):
        lines = [f"$run({number}, () => {{ // {module.path}"]
        for source, names, everything in module.imports:
            check(modules[numbers[source]], names, module.path)
            lines.append(import_bindings(numbers[source], names, everything, late=numbers[source] > number))
        exports = ", ".join(f"get {name}() {{ return {own}; }}" for name, own in module.exports.items())
        parts.append("\n".join([*lines, module.body.strip(), f"return {{{exports}}};", "});\n"]))
    return "".join(parts)


def check(source: Module, names: dict[str, str], path: str) -> None:
    for name in names:
        if name not in source.exports:
            raise CannotBundle(f"{path}: {source.path} does not export {name}")
        if name in source.changing:
            raise CannotBundle(f"{path}: {name} of {source.path} changes; export a function that tells it")


def import_bindings(number: int, names: dict[str, str], everything: str, *, late: bool) -> str:
    """What is imported, as names of the function that the module has become."""
    if everything:
        return (
            f"let {everything}; $late({number}, (m) => {{ {everything} = m; }});"
            if late
            else f"const {everything} = $made[{number}];"
        )
    pattern = "{" + ", ".join(name if name == own else f"{name}: {own}" for name, own in names.items()) + "}"
    if late:
        return f"let {', '.join(names.values())}; $late({number}, (m) => {{ ({pattern} = m); }});"
    return f"const {pattern} = $made[{number}];"
