"""The rulebook pages that come with tobean, parsed into single rules by number."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from tobean.games.registry import GAMES, game_folder
from tobean.i18n.catalogues import SOURCE
from tobean.kernel.errors import BadInput

KERNEL: Final = "kernel"
"""The page with the rules that all games share."""
NUMBER: Final = re.compile(r"([A-Z]+)(\d+)")
RULE: Final = re.compile(rf"- \*\*({NUMBER.pattern})\*\*\s+(.*)")
SECTION: Final = re.compile(r"##+\s+(.*)")


@dataclass(frozen=True)
class RuleText:
    """A rule as worded on its page: Markdown, on one line."""

    number: str
    page: str
    section: str
    text: str

    @property
    def prefix(self) -> str:
        """The letters of the number."""
        return self.number.rstrip("0123456789")


def parse_page(page: str, text: str) -> Iterator[RuleText]:
    """Yield the rules of a page: list items that begin with a number in bold, with their indented lines."""
    section = ""
    number = ""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if number and line.startswith(" ") and line.strip():
            lines.append(line.strip())
            continue
        if number:
            yield RuleText(number, page, section, " ".join(lines))
            number = ""
        heading, rule = SECTION.match(line), RULE.match(line)
        if heading:
            section = heading[1].strip()
        elif rule:
            number, lines = rule[1], [rule[4].strip()]


def translated(folder: Traversable, language: str) -> Traversable:
    """Return a page in this language; English if it has not been translated."""
    own = folder / f"{language}.md"
    return own if own.is_file() else folder / f"{SOURCE}.md"


@cache
def pages(language: str = "en") -> dict[str, str]:
    """Return the text of each page by name: the shared rules, called `kernel`, then each game's own."""
    folders = {KERNEL: files("tobean.kernel"), **{game: game_folder(game) for game in GAMES}}
    texts = {page: translated(path / "rulebook", language) for page, path in folders.items()}
    readable = {page: text.read_text(encoding="utf-8") for page, text in texts.items() if text.is_file()}
    if KERNEL not in readable:
        raise BadInput("the rules pages are not installed")
    return readable


@cache
def rules(language: str = "en") -> dict[str, RuleText]:
    """Return every rule by its number, in the order of the pages."""
    by_number: dict[str, RuleText] = {}
    for page, text in pages(language).items():
        for rule in parse_page(page, text):
            if rule.number in by_number and language == SOURCE:
                other_page = by_number[rule.number].page
                warnings.warn(
                    f"the rule {rule.number} of {page} is {other_page}'s already", RuntimeWarning, stacklevel=2
                )
            by_number.setdefault(rule.number, rule)
    return by_number


def page_heading(page: str, language: str = "en") -> str:
    """Return the heading of a page up to its colon."""
    heading = re.search(r"^# ([^:\n]+)", pages(language)[page], re.MULTILINE)
    return heading[1].strip() if heading else page
