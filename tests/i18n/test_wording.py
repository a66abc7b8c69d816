"""One word for one thing: words that the catalogues and rulebooks of a language do not use."""

import re
from datetime import date
from pathlib import Path

import pytest

from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.languages.grammar import grammar_of

RETIRED = {
    "de": {
        r"Trainer": "Coach",
        r"Zauberkartenstapel": "Zauberstapel",
        r"\b[Gg]estohlen|\bstiehlt|\b[Ss]tehlen|[Aa]bzupfen": "klauen",
        r"\babgeworfen|\babwerfen|\bwirft .* ab\b": "ablegen",
        r"\bauch mehrere;": "alle, die ..., behalten ihre",
        r"\bnirgends passen\b": "nirgends hinpassen",
        r"deine erste Partie|Deine erste Ernte": "a lesson does not count games",
    },
    "fr": {r"\b[Ss]ortes?\b": "variété: “sortes” is too close to “sorts”", r"(?<=[a-zà-ÿ])'(?=[a-zà-ÿ])": "’"},
}


def texts_in(language: str) -> list[str]:
    """All translations and rulebook pages of a language."""
    folders = used_texts.folders()
    catalogues = [used_texts.catalogue_of(folder, language) for folder in folders]
    entries = [entry for path in catalogues if path.is_file() for entry in used_texts.catalogue_entries(path)]
    pages = [path.read_text(encoding="utf-8") for folder in folders for path in rulebooks(folder, language)]
    assert entries
    assert pages
    return [*(string for entry in entries for string in entry.strings), *pages]


def rulebooks(folder: Path, language: str) -> list[Path]:
    return list(folder.rglob(f"rulebook/{language}.md"))


@pytest.mark.parametrize("language", RETIRED)
def test_retired_words_are_not_used(language: str) -> None:
    found = [
        f"{word[0]!r}, rather: {better}"
        for text in texts_in(language)
        for pattern, better in RETIRED[language].items()
        for word in [re.search(pattern, text)]
        if word
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "first", "later"),
    [
        ("en", "1 January 2027", "19 November 2026"),
        ("de", "1. Januar 2027", "19. November 2026"),
        ("fr", "1er janvier 2027", "19 novembre 2026"),
    ],
)
def test_dates_are_written_for_people(language: str, first: str, later: str) -> None:
    assert grammar_of(language).day(date(2027, 1, 1)) == first
    assert grammar_of(language).day(date(2026, 11, 19)) == later
