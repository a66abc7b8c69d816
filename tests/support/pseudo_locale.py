"""A pseudo locale: English in brackets. Text outside brackets did not come from the catalogues."""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from tests.tools import catalogues
from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.catalogues import LANGUAGES, TRANSLATION_FOLDER, clear_cache, native_name

CODE = "xx"
LANGUAGES_THERE = {
    "tobean",
    CODE.upper(),
    *(code.upper() for code in LANGUAGES),
    *(native_name(code) for code in LANGUAGES),
}
"""Codes and names of the languages, which are never translated."""
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
NOTATION = re.compile(r"`[^`]*`|'[^']*'|\b[A-Z]{1,2}\d+\b|\b[A-J]\b|\w*\d\w*")
"""Text that is the same in all languages: notation, typed input, rule numbers, seats, figures."""
WORD = re.compile(r"[^\W\d_]{2,}")
READ = ("aria-label", "title", "placeholder", "alt")


def write_catalogue(folder: Path) -> None:
    """Writes the texts of the German catalogues, which have every used text (tests/cli/test_words.py)."""
    texts = {
        message.key: message
        for place in used_texts.folders()
        for message in used_texts.catalogue_entries(used_texts.catalogue_of(place, "de"))
    }
    messages = [
        replace(text, strings=(f"⟦{text.text}⟧", f"⟦{text.plural}⟧") if text.plural else (f"⟦{text.text}⟧",))
        for text in texts.values()
    ]
    (folder / f"{CODE}.po").write_text(catalogues.po_text(messages, CODE), encoding="utf-8")


@contextlib.contextmanager
def third_language(folder: Path) -> Iterator[None]:
    """Installs the pseudo locale, also for processes started meanwhile."""
    write_catalogue(folder)
    os.environ[TRANSLATION_FOLDER] = str(folder)
    clear_cache()
    try:
        yield
    finally:
        del os.environ[TRANSLATION_FOLDER]
        clear_cache()


def words_outside_brackets(text: str, names: Iterable[str] = ()) -> list[str]:
    """Words outside brackets; `names` of people and games are never translated."""
    while BRACKETED.search(text):
        text = BRACKETED.sub(" ", text)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return WORD.findall(NOTATION.sub(" ", text))


class VisibleText(HTMLParser):
    """Text of a page for readers and screen readers: its content, and visible or spoken attributes."""

    def __init__(self, skipped: tuple[str, ...]) -> None:
        super().__init__()
        self.skipped = skipped
        self.found: list[str] = []
        self.open_tags: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [value for name in READ if (value := given.get(name))]
        if tag in ("input", "button") and given.get("type") in ("submit", "button"):
            self.found.append(given.get("value") or "")
        if tag in ("br", "img", "input", "link", "meta", "hr", "use", "path", "circle", "line", "rect"):
            return
        names = (given.get("class") or "").split()
        hides = tag in ("script", "style") or any(name in self.skipped for name in names)
        self.open_tags.append(tag)
        if hides or self.hidden:
            self.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        while self.open_tags:
            last = self.open_tags.pop()
            if self.hidden:
                self.hidden -= 1
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.found.append(data)


def read(html: str, skipped: tuple[str, ...] = ()) -> list[str]:
    """The texts of a page, without elements of the skipped classes."""
    reading = VisibleText(skipped)
    reading.feed(html)
    return [text for text in reading.found if text.strip()]
