"""Check of the files of one language: missing texts, and texts that do not match the English ones."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tobean.games.registry import GAMES, game_folder
from tobean.i18n.card_names import CARD
from tobean.i18n.catalogue_files.po import BadCatalogue, Message
from tobean.i18n.catalogue_files.used_texts import (
    PACKAGE_FOLDER,
    Text,
    catalogue_entries,
    catalogue_of,
    catalogue_texts,
    folders,
)
from tobean.i18n.catalogues import N_, SOURCE, TRANSLATION_FOLDER, text
from tobean.i18n.languages import trade_vocabulary
from tobean.i18n.languages.grammar import Grammar, grammar_of
from tobean.i18n.languages.trade_vocabulary import Answer, Ask, Reply, TradeVocabulary, Word, trade_vocabulary_of
from tobean.i18n.rulebook import parse_page

PLACEHOLDER: Final = re.compile(r"(?<=\{)\w+(?:@\w+)?(?=[!:}])|%\(\w+\)s")
"""A placeholder; after a colon each language names the grammatical form that it needs."""
MISSING: Final = N_("not in the catalogue: {about}")
UNUSED: Final = N_("not used any more: {about}")
UNTRANSLATED: Final = N_("not translated: {about}")
UNNAMED: Final = N_("a card without a name: {about}")
OTHER_PLURAL: Final = N_("another plural than in English: {about}")
OTHER_PLACEHOLDERS: Final = N_("other placeholders than in English: {about}")
DAMAGED: Final = N_("not readable: {about}")
NO_FILE: Final = N_("there is no such file")
UNDEFINED: Final = N_("not defined: {about}")
NO_RULE: Final = N_("the rule {about} is missing")
OTHER_RULE: Final = N_("the rule {about} is not in English")
ROLES: Final = {"MEANINGS": Word, "ASKING": Ask, "ANSWERS": Answer, "REPLIES": Reply}
"""The meanings that each table of a vocabulary lists words for."""
NUMBERS: Final = (1, 2, 3, 4, 5)
"""Numbers that a vocabulary has words for."""


@dataclass(frozen=True)
class Problem:
    """A problem of a file: its template, and the text, name or rule it is about."""

    file: Path
    template: str
    about: str = ""

    def message(self, language: str = SOURCE) -> str:
        return text(self.template, language).format(about=self.about)

    def __str__(self) -> str:
        return f"{self.file}: {self.message()}"


@dataclass(frozen=True)
class LanguageReport:
    """State of a language: the number of texts, of those without a translation, and all problems of its files."""

    texts: int
    missing: int
    problems: tuple[Problem, ...]


def language_report(language: str, optional: Mapping[str, AbstractSet[str]], game: str = "") -> LanguageReport:
    """Count the texts and list the problems of a language's files, or of those in the folder of one game."""
    checked = checked_folders(game)
    return LanguageReport(
        sum([len(catalogue_texts(folder)) for folder in checked]),
        0 if language == SOURCE else sum([missing_texts(folder, language) for folder in checked]),
        tuple(language_problems(language, optional, game)),
    )


def language_problems(language: str, optional: Mapping[str, AbstractSet[str]], game: str = "") -> Iterator[Problem]:
    """Yield the problems of a language's files; `optional` has the placeholders that a translation may omit."""
    if language != SOURCE:
        for folder in checked_folders(game):
            yield from folder_problems(folder, language, optional)
    if not game:
        yield from module_problems(language)
    for folder in rulebook_folders(game):
        yield from rule_problems(folder, language)


def checked_folders(game: str) -> list[Path]:
    """Return the folder of a game; without one, those of tobean and of all games."""
    return [Path(str(game_folder(game)))] if game else folders()


# --- catalogues ------------------------------------------------------------------------------------------------


def folder_problems(folder: Path, language: str, optional: Mapping[str, AbstractSet[str]]) -> Iterator[Problem]:
    """Yield the problems of the catalogue in a folder, completed by that in a translator's folder."""
    path, texts = catalogue_of(folder, language), catalogue_texts(folder)
    try:
        messages = folder_messages(folder, language)
    except (BadCatalogue, UnicodeDecodeError) as error:
        yield Problem(path, DAMAGED, str(error))
        return
    if texts and not messages:
        yield Problem(path, NO_FILE)
        return
    yield from catalogue_problems(texts, messages, path)
    yield from placeholder_problems(messages, path, optional)


def folder_messages(folder: Path, language: str) -> list[Message]:
    """Return the messages of the catalogue in a folder, completed by that in a translator's folder."""
    messages = catalogue_entries(catalogue_of(folder, language))
    tried_out = tried_out_messages(language)
    wanted = {used.key for used in catalogue_texts(folder)} - translated_keys(messages)
    messages = [message for message in messages if message.key not in wanted or message.key not in tried_out]
    return messages + [message for key, message in tried_out.items() if key in wanted]


def translated_keys(messages: Iterable[Message]) -> set[tuple[str | None, str]]:
    return {message.key for message in messages if all(message.strings)}


def missing_texts(folder: Path, language: str) -> int:
    """Count the texts of a folder without a translation; a damaged catalogue has none."""
    try:
        messages = folder_messages(folder, language)
    except (BadCatalogue, UnicodeDecodeError):
        messages = []
    return len({used.key for used in catalogue_texts(folder)} - translated_keys(messages))


def tried_out_messages(language: str) -> dict[tuple[str | None, str], Message]:
    folder = os.environ.get(TRANSLATION_FOLDER)
    return {message.key: message for message in catalogue_entries(Path(folder) / f"{language}.po")} if folder else {}


def catalogue_problems(texts: Iterable[Text], messages: Iterable[Message], path: Path) -> Iterator[Problem]:
    """Yield the texts that are missing, unused, not translated, or have another plural."""
    wanted = {used.key: used for used in texts}
    present = {message.key: message for message in messages}
    for _, english in sorted_keys(wanted.keys() - present.keys()):
        yield Problem(path, MISSING, repr(english))
    for _, english in sorted_keys(present.keys() - wanted.keys()):
        yield Problem(path, UNUSED, repr(english))
    for key in sorted_keys(present.keys()):
        message = present[key]
        if not all(message.strings):
            yield Problem(path, UNNAMED if message.context == CARD else UNTRANSLATED, repr(message.text))
        if key in wanted and (message.plural or "") != wanted[key].plural:
            yield Problem(path, OTHER_PLURAL, repr(message.text))


def sorted_keys(keys: Iterable[tuple[str | None, str]]) -> list[tuple[str | None, str]]:
    return sorted(keys, key=lambda key: (key[1], key[0] or ""))


def placeholder_problems(
    messages: Iterable[Message], path: Path, optional: Mapping[str, AbstractSet[str]]
) -> Iterator[Problem]:
    """Yield the translations with other placeholders than the English text."""
    for message in messages:
        needed = set(PLACEHOLDER.findall(message.plural or message.text))
        left_out = needed - set(PLACEHOLDER.findall(message.strings[-1])) - optional.get(message.text, set())
        is_known = all(set(PLACEHOLDER.findall(string)) <= needed for string in message.strings)
        if all(message.strings) and (left_out or not is_known):
            yield Problem(path, OTHER_PLACEHOLDERS, repr(message.text))


# --- grammar, vocabulary and rules -----------------------------------------------------------------------------


def module_problems(language: str) -> Iterator[Problem]:
    """Yield what the grammar and the vocabulary of a language lack."""
    for kind, interface in (("grammar", Grammar), ("trade_vocabulary", TradeVocabulary)):
        path = PACKAGE_FOLDER / "i18n" / "languages" / f"{kind}_{language}.py"
        if find_spec(f"{trade_vocabulary.__package__}.{path.stem}") is None:
            yield Problem(path, NO_FILE)
            continue
        module: object = grammar_of(language) if interface is Grammar else trade_vocabulary_of(language)
        names = [name for name in vars(interface) if not name.startswith("_")]
        yield from (Problem(path, UNDEFINED, name) for name in names if not hasattr(module, name))
        if interface is TradeVocabulary:
            yield from (Problem(path, UNDEFINED, meaning) for meaning in missing_meanings(module))


def missing_meanings(vocabulary: object) -> Iterator[str]:
    """Yield the meanings and numbers that the tables of a vocabulary lack."""
    for table, meanings in ROLES.items():
        found = getattr(vocabulary, table, None)
        if found is not None:
            yield from (f"{table}[{meaning.value!r}]" for meaning in meanings if meaning not in found)
    numbers = getattr(vocabulary, "NUMBERS", None)
    if numbers is not None:
        yield from (f"NUMBERS[{number}]" for number in NUMBERS if not numbers.get(number))


def rulebook_folders(game: str = "") -> list[Path]:
    """List the folder of rule pages of a game; without one, that of the shared rules, then those of all games."""
    parents = [] if game else [PACKAGE_FOLDER / "kernel"]
    parents += [Path(str(game_folder(name))) for name in ([game] if game else GAMES)]
    return [
        parent / "rulebook" for parent in dict.fromkeys(parents) if (parent / "rulebook" / f"{SOURCE}.md").is_file()
    ]


def rule_problems(folder: Path, language: str) -> Iterator[Problem]:
    """Yield the rules that a page lacks, and those that only it has."""
    path = folder / f"{language}.md"
    if not path.is_file():
        yield Problem(path, NO_FILE)
        return
    english, translated = (
        [rule.number for rule in parse_page("", page.read_text(encoding="utf-8"))]
        for page in (folder / f"{SOURCE}.md", path)
    )
    yield from (Problem(path, NO_RULE, number) for number in english if number not in translated)
    yield from (Problem(path, OTHER_RULE, number) for number in translated if number not in english)
