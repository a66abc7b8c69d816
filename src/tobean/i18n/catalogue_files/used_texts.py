"""Texts for people that the sources use, by the catalogue they belong to.

A text belongs to the catalogue of its folder: that of a game, otherwise the main one. A game does not repeat texts of
the packages that it extends.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final

from tobean.games.registry import game_packages
from tobean.i18n.card_names import CARD, PROVENANCE
from tobean.i18n.catalogue_files.po import Message, parse_po
from tobean.i18n.catalogues import BUILT_IN, LOCALE
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.error_messages import PLACEHOLDER
from tobean.i18n.game_messages import GameMessages, merge_base
from tobean.kernel.cards import KIND_NAMES, KIND_OF

PACKAGE_FOLDER: Final = Path(str(files(BUILT_IN)))
"""The installed package; in a checkout src/tobean."""
GAMES: Final = PACKAGE_FOLDER / "games"
NO_TEMPLATE: Final = 99
"""Argument index for errors with a constant message."""

GETTEXT_FUNCTIONS: Final = {
    **dict.fromkeys(("_", "N_", "gettext", "say", "headings"), "gettext"),
    **dict.fromkeys(("ngettext", "counted_text", "say_plural"), "ngettext"),
}
"""Functions that mark a text in Python by looking it up, and the one that only marks it."""
SCRIPT_TEXT: Final = re.compile(r"""\b(?:t\(|inContext\(\s*("(?:[^"\\]|\\.)*"),)\s*("(?:[^"\\]|\\.)*")""")
"""A text in a script, after its context if it has one."""


@dataclass(frozen=True, order=True)
class Text:
    """A used text, its plural if it has one, and its context."""

    english: str
    plural: str = ""
    context: str = ""

    @property
    def key(self) -> tuple[str | None, str]:
        return self.context or None, self.english


# --- texts in the sources ---------------------------------------------------------------------------------------


def literals(node: ast.expr | None) -> Iterator[str]:
    """Yield the possible texts of an expression: a literal, one of two, or all in a literal dict, tuple or list."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from literals(value)
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for value in node.elts:
            yield from literals(value)


@cache
def syntax_nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def called_name(call: ast.Call) -> str:
    """Return the last part of the name of a called function; "" if it has no name."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


@cache
def error_template_indexes() -> dict[str, int]:
    """Return every error class with the index of its template argument."""
    found = {"TobeanError": 0, "Phrase": 0}
    classes = [
        node for path in PACKAGE_FOLDER.rglob("*.py") for node in syntax_nodes(path) if isinstance(node, ast.ClassDef)
    ]
    changed = True
    while changed:
        changed = False
        for node in classes:
            parents = [name for name in (ast.unparse(base).split(".")[-1] for base in node.bases) if name in found]
            if node.name not in found and parents:
                found[node.name] = next(template_index(node), found[parents[0]])
                changed = True
    return found


def template_index(error_class: ast.ClassDef) -> Iterator[int]:
    """Yield the index of the template argument, if the class has a constructor of its own."""
    for node in error_class.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            names = [argument.arg for argument in [*node.args.posonlyargs, *node.args.args]]
            yield names.index("template") - 1 if "template" in names else NO_TEMPLATE


def in_python(path: Path) -> Iterator[Text]:
    """Yield the arguments of the functions that mark texts, and the templates of errors."""
    for error_class in syntax_nodes(path):
        if isinstance(error_class, ast.ClassDef) and error_class.name in error_template_indexes():
            for node in ast.walk(error_class):  # an error with a constant message
                if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) == "super().__init__":
                    yield from (Text(english) for english in literals(node.args[0]))
    for node in syntax_nodes(path):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = called_name(node)
        context = next((value for word in node.keywords if word.arg == "context" for value in literals(word.value)), "")
        if called == "register_kind":
            yield from (Text(english, context=CARD) for english in literals(node.args[0]))
        elif GETTEXT_FUNCTIONS.get(called) == "ngettext":
            yield from (
                Text(*pair, context) for pair in zip(literals(node.args[0]), literals(node.args[1]), strict=True)
            )
        elif called in GETTEXT_FUNCTIONS:
            yield from (Text(english, context=context) for english in literals(node.args[0]))
        elif error_template_indexes().get(called, NO_TEMPLATE) < len(node.args):
            templates = literals(node.args[error_template_indexes()[called]])
            yield from (Text(english) for english in templates if more_than_placeholders(english))


def more_than_placeholders(template: str) -> bool:
    """Whether a template has words, or punctuation, which some languages space differently."""
    return bool(PLACEHOLDER.sub("", template).strip())


def in_template(path: Path) -> Iterator[Text]:
    from jinja2.ext import babel_extract  # not part of the smallest installation

    with path.open("rb") as stream:
        for _, function, found, _ in babel_extract(
            stream, ["_", "gettext", "ngettext", "pgettext"], (), {"newstyle_gettext": "true"}
        ):
            arguments = (found,) if isinstance(found, str) else found or ()
            texts = [argument for argument in arguments if argument is not None]
            if texts and function == "pgettext":
                yield Text(texts[1], context=texts[0])
            elif texts:
                yield Text(texts[0], texts[1] if function == "ngettext" else "")


def in_script(path: Path) -> Iterator[Text]:
    """Yield the arguments of `t("text")` and of `inContext("context", "text")` in a script."""
    for found in SCRIPT_TEXT.finditer(path.read_text(encoding="utf-8")):
        yield Text(json.loads(found[2]), context=json.loads(found[1] or '""'))


READERS: Final = {".py": in_python, ".html": in_template, ".js": in_script}


@cache
def texts_under(folder: Path) -> frozenset[Text]:
    """Return the texts in the files of a folder; the main catalogue excludes those of games."""
    found: set[Text] = set()
    for path in sorted(folder.rglob("*")):
        if folder == PACKAGE_FOLDER and path.is_relative_to(GAMES) and path.parent != GAMES:
            continue
        if path.suffix in READERS and "vendor" not in path.parts:
            found |= set(READERS[path.suffix](path))
    return frozenset(found)


# --- declarations of games --------------------------------------------------------------------------------------


def package_of(folder: Path) -> str:
    """Return the name of the package in a folder, and make it importable."""
    parts = [folder.name]
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
        parts.append(folder.name)
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    return ".".join(reversed(parts))


def game_messages_in(folder: Path) -> GameMessages | None:
    if folder == PACKAGE_FOLDER:
        return KERNEL
    if not (folder / "messages.py").is_file():
        return None
    messages = import_module(f"{package_of(folder)}.messages").MESSAGES
    assert isinstance(messages, GameMessages)
    return messages


def in_rules(folder: Path) -> Iterator[Text]:
    """Yield the names, printed texts and provenances of a game's cards."""
    rules = import_module(f"{package_of(folder)}.rules").RULES
    for card in (*rules.beans, *rules.extras):
        yield from (Text(KIND_NAMES[kind], context=CARD) for kind in (card.kind, KIND_OF[card.kind]))
        yield from (Text(card.text), Text(card.provenance, context=PROVENANCE))
    messages = game_messages_in(folder)
    reworded = {} if messages is None else merge_base(messages).options
    yield from (Text(option.meaning) for option in rules.options if option.name not in reworded)


@cache
def declared(folder: Path) -> frozenset[Text]:
    """Return the texts in the files of a folder, in its messages, and on its cards."""
    found = set(texts_under(folder))
    messages = game_messages_in(folder)
    if messages is not None:
        found |= {Text(english) for english in messages.texts()}
        found |= {Text(singular, plural) for singular, plural in messages.plural_texts()}
        found |= {Text(figure.provenance, context=PROVENANCE) for figure in messages.figures.values()}
    if (folder / "rules.py").is_file():
        found |= set(in_rules(folder))
    return frozenset(text for text in found if text.english)


def base_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders that this one extends."""
    messages = game_messages_in(folder)
    while messages is not None and messages.based_on is not None:
        messages = messages.based_on
        yield Path(str(import_module(messages.home).__file__)).parent
    if folder != PACKAGE_FOLDER:
        yield PACKAGE_FOLDER


def catalogue_texts(folder: Path) -> frozenset[Text]:
    """Return the texts of a folder's catalogue. A text that an extended folder also has is translated only there."""
    return declared(folder).difference(*(declared(place) for place in base_folders(folder)))


def folders() -> list[Path]:
    """List the folder of tobean and those of all games, including installed ones."""
    return [PACKAGE_FOLDER, *sorted(Path(str(import_module(package).__file__)).parent for package in game_packages())]


def catalogue_of(folder: Path, language: str) -> Path:
    return folder / LOCALE / f"{language}.po"


def catalogue_entries(path: Path) -> list[Message]:
    """Return the entries of a catalogue without its header; none if there is no such file."""
    found = parse_po(path.read_text(encoding="utf-8"), path.name) if path.is_file() else []
    return [message for message in found if message.text]
