"""Parser for gettext catalogues in their source form (`.po`), so that a language needs no build step.

It reads only what our catalogues use: msgctxt, msgid, msgid_plural, msgstr, msgstr[n], texts over several lines,
comments. Anything else is an error that names the line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tobean.kernel.errors import BadInput

LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[([0-9])\])\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class BadCatalogue(BadInput):
    """A catalogue that cannot be read; the message names the file, the line and the reason."""


@dataclass(frozen=True)
class Message:
    """One entry: an English text, its plural if it counts something, and its translations, one per plural form."""

    text: str
    strings: tuple[str, ...]
    plural: str | None = None
    context: str | None = None

    @property
    def key(self) -> tuple[str | None, str]:
        """The key for lookups: context and English text."""
        return self.context, self.text


def unescaped(text: str, file: str, number: int) -> str:
    def replacement(match: re.Match[str]) -> str:
        if match[1] not in ESCAPES:
            raise BadCatalogue("{file}, line {line}: unknown escape \\{given}", file=file, line=number, given=match[1])
        return ESCAPES[match[1]]

    return re.sub(r"\\(.)", replacement, text)


def paragraphs(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the groups of lines separated by empty lines, with their line numbers."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            yield lines
            lines = []


def entry_in(lines: list[tuple[int, str]], file: str) -> dict[str, str]:
    """Return the texts of an entry by keyword."""
    parts: dict[str, str] = {}
    keyword = ""
    for number, line in lines:
        if line.startswith("#"):
            if line.startswith("#,") and "fuzzy" in line:
                raise BadCatalogue(
                    "{file}, line {line}: this translation is marked as fuzzy: finish it", file=file, line=number
                )
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise BadCatalogue(
                "{file}, line {line}: this is not a line of a catalogue: {text}", file=file, line=number, text=line
            )
        if match[1]:
            keyword = match[1]
            if keyword in parts:
                raise BadCatalogue(
                    "{file}, line {line}: a second {keyword} without an empty line before it",
                    file=file,
                    line=number,
                    keyword=keyword,
                )
            parts[keyword] = ""
        elif not keyword:
            raise BadCatalogue("{file}, line {line}: this text belongs to nothing", file=file, line=number)
        parts[keyword] += unescaped(match[3], file, number)
    return parts


def parse_po(text: str, file: str) -> list[Message]:
    """Return the entries of a catalogue in order; the first one, with the empty text, is its header."""
    messages: list[Message] = []
    seen: set[tuple[str | None, str]] = set()
    for lines in paragraphs(text):
        parts = entry_in(lines, file)
        if not parts:
            continue
        number = lines[0][0]
        counted = "msgid_plural" in parts
        forms = [parts[f"msgstr[{n}]"] for n in range(10) if f"msgstr[{n}]" in parts]
        expected = [f"msgstr[{n}]" for n in range(max(1, len(forms)))] if counted else ["msgstr"]
        if set(parts) - {"msgctxt", "msgid_plural"} != {"msgid", *expected}:
            raise BadCatalogue(
                "{file}, line {line}: an entry has a msgid and its msgstr, or msgstr[0], msgstr[1] and so on",
                file=file,
                line=number,
            )
        message = Message(
            parts["msgid"], tuple(parts[name] for name in expected), parts.get("msgid_plural"), parts.get("msgctxt")
        )
        if message.key in seen:
            raise BadCatalogue("{file}, line {line}: {text!r} appears twice", file=file, line=number, text=message.text)
        seen.add(message.key)
        messages.append(message)
    return messages
