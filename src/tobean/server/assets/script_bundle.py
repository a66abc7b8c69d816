"""Bundler for JavaScript modules: one file, so that a slow connection needs one request.

Each module becomes a function with its own names, run in the order in which a browser would run the modules. Imported
names become constants of that function, so modules that import each other in a cycle are refused. The scripts are
written so that a few patterns find all imports and exports: each begins a line. Anything else is refused, and a test
bundles all scripts.
"""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

IMPORT: Final = re.compile(
    r'^import\s*(?:\{(?P<names>[^}]*)\}|\*\s*as\s+(?P<all>[\w$]+))\s*from\s*"(?P<path>[^"]+)";?', re.MULTILINE
)
NEXT_IMPORT: Final = re.compile(r'(?<=";)import(?=\{)')
"""In minified scripts several imports share a line."""
DECLARED: Final = re.compile(
    r"^export (?=(?P<word>async function|function|class|const|let|var) (?P<name>[\w$]+))", re.MULTILINE
)
DESTRUCTURED: Final = re.compile(r"^export (?=const \{(?P<names>[^}]*)\} =)", re.MULTILINE)
LISTED: Final = re.compile(r"(?:^|(?<=[;}]))export\s*\{(?P<names>[^}]*)\};?", re.MULTILINE)
UNMATCHED: Final = re.compile(r"^(?:import|export)\b(?!\()", re.MULTILINE)
COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*?(?!\s*\n? \* @license)[\s\S]*?\*/)[ \t]*\n", re.MULTILINE)
"""A comment on lines of its own, unless it is a licence."""

START: Final = "const $made = [];\n"


class CannotBundle(ValueError):
    """A script contains an import or export that the patterns do not match, or imports itself indirectly."""


@dataclass
class Module:
    """One script: its text without import and export statements, and the names in these."""

    path: str
    body: str
    imports: list[tuple[str, dict[str, str], str]] = field(default_factory=list)
    """For each import: path of the module, local names by exported names, and the name of a namespace import or ""."""
    exports: dict[str, str] = field(default_factory=dict)
    """Local names by exported names."""
    changing: set[str] = field(default_factory=set)
    """Exports that are not constants."""


def pairs(names: str) -> dict[str, str]:
    """Parse `a, b as c` to the names before and after `as`."""
    aliases: dict[str, str] = {}
    for part in names.split(","):
        if part.strip():
            name, _, alias = (word.strip() for word in part.partition(" as "))
            aliases[name] = alias or name
    return aliases


def parsed(path: str, text: str) -> Module:
    """Parse the imports and exports of a script; raises `CannotBundle`."""
    module = Module(path, COMMENT.sub("", NEXT_IMPORT.sub("\nimport", text)))

    def note_import(match: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(path), match["path"]))
        module.imports.append((source, pairs(match["names"] or ""), match["all"] or ""))
        return ""

    def note_declared(match: re.Match[str]) -> str:
        module.exports[match["name"]] = match["name"]
        if match["word"] in ("let", "var"):
            module.changing.add(match["name"])
        return ""

    def note_destructured(match: re.Match[str]) -> str:
        module.exports |= {name.strip(): name.strip() for name in match["names"].split(",")}
        return ""

    def note_listed(match: re.Match[str]) -> str:
        module.exports |= {alias: name for name, alias in pairs(match["names"]).items()}
        return ""

    for pattern, note in (
        (IMPORT, note_import),
        (DECLARED, note_declared),
        (DESTRUCTURED, note_destructured),
        (LISTED, note_listed),
    ):
        module.body = pattern.sub(note, module.body)
    left = UNMATCHED.search(module.body)
    if left is not None:
        line = module.body[left.start() :].partition("\n")[0]
        raise CannotBundle(f"{path}: this is not understood: {line}")
    return module


def dependency_order(entry: str, read: Callable[[str], str]) -> list[Module]:
    """Return the modules that a script needs, itself last: each after those it imports, as browsers run them."""
    ordered: dict[str, Module] = {}
    importing: list[str] = []

    def visit(path: str) -> None:
        if path in ordered:
            return
        if path in importing:
            raise CannotBundle(f"these scripts import each other: {', '.join(importing[importing.index(path) :])}")
        importing.append(path)
        module = parsed(path, read(path))
        for source, _, _ in module.imports:
            visit(source)
        importing.pop()
        ordered[path] = module

    visit(entry)
    return list(ordered.values())


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """Return one script with a module and all that it imports; raises `CannotBundle`."""
    modules = dependency_order(entry, read)
    numbers = {module.path: number for number, module in enumerate(modules)}
    parts = [START]
    for number, module in enumerate(modules):
        lines = [f"$made[{number}] = (() => {{ // {module.path}"]
        for source, names, namespace in module.imports:
            check(modules[numbers[source]], names, module.path)
            lines.append(import_bindings(numbers[source], names, namespace))
        exports = ", ".join(f"get {name}() {{ return {local}; }}" for name, local in module.exports.items())
        parts.append("\n".join([*lines, module.body.strip(), f"return {{{exports}}};", "})();\n"]))
    return "".join(parts)


def check(source: Module, names: dict[str, str], path: str) -> None:
    for name in names:
        if name not in source.exports:
            raise CannotBundle(f"{path}: {source.path} does not export {name}")
        if name in source.changing:
            raise CannotBundle(f"{path}: {name} of {source.path} changes; export a function that tells it")


def import_bindings(number: int, names: dict[str, str], namespace: str) -> str:
    """Return the declaration that binds imported names."""
    if namespace:
        return f"const {namespace} = $made[{number}];"
    pattern = "{" + ", ".join(name if name == local else f"{name}: {local}" for name, local in names.items()) + "}"
    return f"const {pattern} = $made[{number}];"
