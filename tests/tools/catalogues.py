"""Collects all texts for people from the sources and updates the catalogues.

    python -m tests.tools.catalogues

A text belongs to the catalogue of its folder: that of a game, otherwise the main one. A game does not repeat texts of
the packages that it extends. New texts are added without a translation (a test fails until they have one), unused ones
are removed.

    python -m tests.tools.catalogues DIRECTORY

does the same for the package of an installed game.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from jinja2.ext import babel_extract

import tobean
from tobean.games.registry import game_packages
from tobean.i18n.card_names import CARD, PROVENANCE
from tobean.i18n.catalogues import LOCALE
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.error_messages import has_words
from tobean.i18n.game_messages import GameMessages, merge_base
from tobean.i18n.po import Message, parse_po
from tobean.kernel.cards import KIND_NAMES, KIND_OF

PACKAGE_FOLDER = Path(tobean.__file__).parent
"""The installed package; in a checkout src/tobean."""
GAMES = PACKAGE_FOLDER / "games"
WIDTH = 120
NO_TEMPLATE = 99
"""Argument index for errors with a constant message."""

GETTEXT_FUNCTIONS = {
    **dict.fromkeys(("_", "N_", "gettext", "say", "headings"), "gettext"),
    **dict.fromkeys(("ngettext", "counted_text", "say_plural"), "ngettext"),
}
"""Functions that mark a text in Python by looking it up, and the one that only marks it."""
SCRIPT_TEXT = re.compile(r"""\bt\(\s*("(?:[^"\\]|\\.)*")""")
HEADER = """\
Language: {language}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=2; plural=(n != 1);
"""


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
    """Possible texts of an expression: a literal, one of two, or all in a literal dict, tuple or list."""
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
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def errors() -> dict[str, int]:
    """Every error class, with the index of its template argument."""
    found = {"TobeanError": 0, "Phrase": 0}
    classes = [
        node
        for path in PACKAGE_FOLDER.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    ]
    fresh = True
    while fresh:
        fresh = False
        for node in classes:
            parents = [name for name in (ast.unparse(base).split(".")[-1] for base in node.bases) if name in found]
            if node.name not in found and parents:
                found[node.name] = next(places_of_template(node), found[parents[0]])
                fresh = True
    return found


def places_of_template(kind: ast.ClassDef) -> Iterator[int]:
    for node in kind.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            names = [argument.arg for argument in [*node.args.posonlyargs, *node.args.args]]
            yield names.index("template") - 1 if "template" in names else NO_TEMPLATE


def in_python(path: Path) -> Iterator[Text]:
    """Arguments of the functions that mark texts, and templates of errors."""
    for kind in ast.walk(parsed(path)):
        if isinstance(kind, ast.ClassDef) and kind.name in errors():
            for node in ast.walk(kind):  # an error with a constant message
                if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) == "super().__init__":
                    yield from (Text(english) for english in literals(node.args[0]))
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.Call) or not (node.args or node.keywords):
            continue
        called = ast.unparse(node.func).split(".")[-1]
        context = next((value for word in node.keywords if word.arg == "context" for value in literals(word.value)), "")
        if not node.args:
            continue
        if called == "register_kind":
            yield from (Text(english, context=CARD) for english in literals(node.args[0]))
        elif GETTEXT_FUNCTIONS.get(called) == "ngettext":
            yield from (
                Text(*pair, context) for pair in zip(literals(node.args[0]), literals(node.args[1]), strict=True)
            )
        elif called in GETTEXT_FUNCTIONS:
            yield from (Text(english, context=context) for english in literals(node.args[0]))
        elif errors().get(called, NO_TEMPLATE) < len(node.args):
            yield from (Text(english) for english in literals(node.args[errors()[called]]) if has_words(english))


def in_template(path: Path) -> Iterator[Text]:
    with path.open("rb") as stream:
        for _, function, found, _ in babel_extract(
            stream, ["_", "gettext", "ngettext"], (), {"newstyle_gettext": "true"}
        ):
            said = (found,) if isinstance(found, str) else found or ()
            texts = [part for part in said if part is not None]
            if texts:
                yield Text(texts[0], texts[1] if function == "ngettext" else "")


def in_script(path: Path) -> Iterator[Text]:
    """Arguments of `t("...")` in a script."""
    for found in SCRIPT_TEXT.finditer(path.read_text(encoding="utf-8")):
        yield Text(json.loads(found[1]))


READERS = {".py": in_python, ".html": in_template, ".js": in_script}


@cache
def texts_under(folder: Path) -> frozenset[Text]:
    """Texts in the files of a folder; the main catalogue excludes those of games."""
    found: set[Text] = set()
    for path in sorted(folder.rglob("*")):
        if folder == PACKAGE_FOLDER and path.is_relative_to(GAMES) and path.parent != GAMES:
            continue
        if path.suffix in READERS and "vendor" not in path.parts:
            found |= set(READERS[path.suffix](path))
    return frozenset(found)


# --- declarations of games --------------------------------------------------------------------------------------


def package_of(folder: Path) -> str:
    """Name of the installed package in a folder."""
    parts = [folder.name]
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
        parts.append(folder.name)
    return ".".join(reversed(parts))


def messages_in(folder: Path) -> GameMessages | None:
    if folder == PACKAGE_FOLDER:
        return KERNEL
    if not (folder / "messages.py").is_file():
        return None
    words = import_module(f"{package_of(folder)}.messages").MESSAGES
    assert isinstance(words, GameMessages)
    return words


def in_rules(folder: Path) -> Iterator[Text]:
    """Names, printed texts and provenances of a game's cards."""
    rules = import_module(f"{package_of(folder)}.rules").RULES
    for card in (*rules.beans, *rules.extras):
        yield from (Text(KIND_NAMES[kind], context=CARD) for kind in (card.kind, KIND_OF[card.kind]))
        yield from (Text(card.text), Text(card.provenance, context=PROVENANCE))
    words = messages_in(folder)
    described = {} if words is None else merge_base(words).options
    yield from (Text(option.meaning) for option in rules.options if option.name not in described)


@cache
def declared(folder: Path) -> frozenset[Text]:
    """Texts in the files of a folder, in its messages, and on its cards."""
    found = set(texts_under(folder))
    words = messages_in(folder)
    if words is not None:
        found |= {Text(english) for english in words.texts()}
        found |= {Text(figure.provenance, context=PROVENANCE) for figure in words.figures.values()}
    if (folder / "rules.py").is_file():
        found |= set(in_rules(folder))
    return frozenset(text for text in found if text.english)


def base_folders(folder: Path) -> Iterator[Path]:
    """Folders that this one extends."""
    words = messages_in(folder)
    while words is not None and words.based_on is not None:
        words = words.based_on
        yield Path(str(import_module(words.home).__file__)).parent
    if folder != PACKAGE_FOLDER:
        yield PACKAGE_FOLDER


def catalogue_texts(folder: Path) -> frozenset[Text]:
    """Texts of a folder's catalogue. A text that an extended folder has, too, is translated only there."""
    return declared(folder).difference(*(declared(place) for place in base_folders(folder)))


def folders() -> list[Path]:
    """The package and the folders of all games, including installed ones."""
    return [PACKAGE_FOLDER, *sorted(Path(str(import_module(package).__file__)).parent for package in game_packages())]


# --- the catalogues ---------------------------------------------------------------------------------------------


def languages() -> list[str]:
    return sorted(path.stem for path in (PACKAGE_FOLDER / LOCALE).glob("*.po"))


def catalogue_of(folder: Path, language: str) -> Path:
    return folder / LOCALE / f"{language}.po"


def messages_of(path: Path) -> list[Message]:
    """Entries of a catalogue without its header."""
    found = parse_po(path.read_text(encoding="utf-8"), path.name) if path.is_file() else []
    return [message for message in found if message.text]


def problems(texts: Iterable[Text], there: Iterable[Message]) -> list[str]:
    """Texts that are missing, not translated, or unused."""
    wanted = {text.key: text for text in texts}
    have = {message.key: message for message in there}
    trouble = [f"not in the catalogue: {english!r}" for _, english in sorted_keys(wanted.keys() - have.keys())]
    trouble += [f"not used any more: {english!r}" for _, english in sorted_keys(have.keys() - wanted.keys())]
    for key, message in sorted(have.items(), key=lambda entry: entry[1].text):
        if not all(message.strings):
            trouble.append(f"not translated: {message.text!r}")
        if key in wanted and (message.plural or "") != wanted[key].plural:
            trouble.append(f"another plural: {message.text!r}")
    return trouble


def sorted_keys(keys: Iterable[tuple[str | None, str]]) -> list[tuple[str | None, str]]:
    return sorted(keys, key=lambda key: (key[1], key[0] or ""))


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def lines_of(keyword: str, text: str) -> list[str]:
    """A text in the format of a catalogue: on the line of its keyword, or below if it is long or has several lines."""
    whole = f'{keyword} "{escaped(text)}"'
    if len(whole) <= WIDTH and "\n" not in text[:-1]:
        return [whole]
    lines = [f'{keyword} ""']
    for paragraph in text.splitlines(keepends=True):
        line = ""
        for word in re.findall(r"\S*\s*", paragraph):
            if line and len(escaped(line + word)) + 2 > WIDTH:
                lines.append(f'"{escaped(line)}"')
                line = ""
            line += word
        lines.append(f'"{escaped(line)}"')
    return lines


def po_text(messages: Iterable[Message], language: str) -> str:
    blocks = [['msgid ""', *lines_of("msgstr", HEADER.format(language=language))]]
    for message in sorted(messages, key=lambda message: (message.text, message.context or "")):
        block = lines_of("msgctxt", message.context) if message.context else []
        block += lines_of("msgid", message.text)
        if message.plural:
            block += lines_of("msgid_plural", message.plural)
            for number, string in enumerate(message.strings):
                block += lines_of(f"msgstr[{number}]", string)
        else:
            block += lines_of("msgstr", message.strings[0])
        blocks.append(block)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def translations(places: Iterable[Path], language: str) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """All translations of all catalogues, because a text may have moved between folders."""
    return {message.key: message.strings for place in places for message in messages_of(catalogue_of(place, language))}


def update(folder: Path, language: str, known: dict[tuple[str | None, str], tuple[str, ...]]) -> list[str]:
    """Rewrites a catalogue and prints the remaining problems."""
    path = catalogue_of(folder, language)
    own = translations([folder], language)
    messages = []
    for text in catalogue_texts(folder):
        forms = 2 if text.plural else 1
        strings = own.get(text.key) or known.get(text.key, ())
        strings = strings if len(strings) == forms else ("",) * forms
        messages.append(Message(text.english, strings, text.plural or None, text.context or None))
    if messages:
        path.parent.mkdir(exist_ok=True)
        path.write_text(po_text(messages, language), encoding="utf-8")
    elif path.is_file():
        path.unlink()
    return problems(catalogue_texts(folder), messages)


def main(given: list[str]) -> None:
    places = [Path(place).resolve() for place in given] or folders()
    for language in languages():
        known = translations([*folders(), *places], language)
        for place in places:
            for line in update(place, language, known):
                print(f"{catalogue_of(place, language)}: {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
