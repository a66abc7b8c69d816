"""All strings for people, found in templates, Python and JavaScript, and the German catalogue brought up to date.

    python tests/strings.py

adds what is new to the catalogue (without a translation: a test fails until it has one) and removes what is not used.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "tobean"
CATALOGUE = SOURCE / "server" / "locale" / "de" / "LC_MESSAGES" / "tobean.po"
LANGUAGES = ("de",)

PYTHON: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    # Sentences of refusals: they are translated where they are told.
    "Refused": None,
}
FORMS: dict[str, Any] = {"BadInput": None}
BOILERPLATE = ('"Project', '"Report', '"POT-', '"PO-', '"Last', '"Language-Team', '"Generated')
SCRIPT: dict[str, Any] = {"t": None}
CALL_IN_SCRIPT = re.compile(r"""\bt\(\s*("(?:[^"\\]|\\.)*")""")


def strings_in_script(stream: io.BufferedIOBase, keywords: Any, tags: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """`t("...")` wherever it stands. Babel's own extractor loses calls with values inside template literals."""
    text = stream.read().decode()
    for call in CALL_IN_SCRIPT.finditer(text):
        yield text.count("\n", 0, call.start()) + 1, "t", json.loads(call[1]), []


PLACES: list[tuple[Path, list[tuple[str, Any]], dict[str, Any]]] = [
    (SOURCE / "server", [("templates/**.html", "jinja2"), ("**.py", "python")], PYTHON),
    (SOURCE / "server", [("pages/**.py", "python"), ("people/identity.py", "python")], FORMS),
    (SOURCE / "server" / "static", [("table/**.js", strings_in_script), ("site.js", strings_in_script)], SCRIPT),
]


def found() -> Catalog:
    """All strings that are used, with where they are."""
    catalogue = Catalog(locale="de", project="tobean", charset="utf-8")
    for folder, methods, keywords in PLACES:
        options = {pattern: {"newstyle_gettext": "true", "trimmed": "false"} for pattern, _ in methods}
        for name, _, message, _, context in extract_from_dir(folder, methods, options, keywords):
            catalogue.add(message, None, [(f"{folder.name}/{name}", 0)], context=context)
    return catalogue


def written() -> Catalog:
    """The German catalogue as it is."""
    with CATALOGUE.open("rb") as stream:
        return read_po(stream, locale="de")


def problems(used: Catalog, there: Catalog) -> list[str]:
    """What is missing, not translated, or left over."""
    wanted = {key_of(message.id) for message in used if message.id}
    have = {key_of(message.id): message for message in there if message.id}
    trouble = [f"not in the catalogue: {name!r}" for name in sorted(wanted - set(have))]
    trouble += [f"not used any more: {name!r}" for name in sorted(set(have) - wanted)]
    for name, message in have.items():
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if not all(strings) or message.fuzzy:
            trouble.append(f"not translated: {name!r}")
    return trouble


def key_of(message: Any) -> str:
    return message if isinstance(message, str) else str(message[0])


def text_of(catalogue: Catalog) -> str:
    stream = io.BytesIO()
    write_po(stream, catalogue, width=120, omit_header=False, sort_output=True, no_location=True)
    return stream.getvalue().decode()


def main() -> None:
    used, there = found(), written()
    known = {key_of(message.id): message.string for message in there if message.id}
    fresh = Catalog(locale="de", project="tobean", charset="utf-8")
    for message in used:
        if message.id:
            fresh.add(message.id, known.get(key_of(message.id), ("", "") if message.pluralizable else ""))
    lines = [line for line in text_of(fresh).splitlines() if not line.startswith(("#", *BOILERPLATE))]
    CATALOGUE.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")
    for line in problems(used, fresh):
        print(line)


if __name__ == "__main__":
    main()
