"""Collects all texts for people from the sources and updates the catalogues.

    python -m tests.tools.catalogues

New texts are added without a translation (a test fails until they have one), unused ones are removed.

    python -m tests.tools.catalogues DIRECTORY

does the same for the package of an installed game.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tobean.i18n.catalogue_files.language_check import catalogue_problems
from tobean.i18n.catalogue_files.po import Message
from tobean.i18n.catalogue_files.used_texts import (
    PACKAGE_FOLDER,
    catalogue_entries,
    catalogue_of,
    catalogue_texts,
    folders,
)
from tobean.i18n.catalogues import LOCALE, PLURALS

WIDTH = 120
HEADER = """\
Language: {language}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals={forms}; plural={rule};
"""


def languages() -> list[str]:
    return sorted(path.stem for path in (PACKAGE_FOLDER / LOCALE).glob("*.po"))


@cache
def plural_forms(language: str) -> tuple[int, str]:
    """Return the number of plural forms and the rule of a language, from its main catalogue; by default those of
    English."""
    path = catalogue_of(PACKAGE_FOLDER, language)
    found = PLURALS.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    return (int(found[1]), found[2]) if found else (2, "(n != 1)")


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def lines_of(keyword: str, text: str) -> list[str]:
    """Return a text in the format of a catalogue, on the line of its keyword, or below if it is long or has lines."""
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
    forms, rule = plural_forms(language)
    blocks = [['msgid ""', *lines_of("msgstr", HEADER.format(language=language, forms=forms, rule=rule))]]
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
    """Return all translations of all catalogues, because a text may have moved between folders."""
    return {
        message.key: message.strings for place in places for message in catalogue_entries(catalogue_of(place, language))
    }


def update(folder: Path, language: str, known: dict[tuple[str | None, str], tuple[str, ...]]) -> list[str]:
    """Rewrite a catalogue and return the remaining problems."""
    path = catalogue_of(folder, language)
    own = translations([folder], language)
    messages = []
    for text in catalogue_texts(folder):
        forms = plural_forms(language)[0] if text.plural else 1
        strings = own.get(text.key) or known.get(text.key, ())
        strings = strings if len(strings) == forms else ("",) * forms
        messages.append(Message(text.english, strings, text.plural or None, text.context or None))
    if messages:
        path.parent.mkdir(exist_ok=True)
        path.write_text(po_text(messages, language), encoding="utf-8")
    elif path.is_file():
        path.unlink()
    return [str(problem) for problem in catalogue_problems(catalogue_texts(folder), messages, path)]


def main(given: list[str]) -> None:
    places = [Path(place).resolve() for place in given] or folders()
    for language in languages():
        known = translations([*folders(), *places], language)
        for place in places:
            for line in update(place, language, known):
                print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
