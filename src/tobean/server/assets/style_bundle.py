"""Bundler for style sheets, which also makes them follow the visitor's choice of a light or dark theme."""

import posixpath
import re
from collections.abc import Callable
from typing import Final

IMPORT: Final = re.compile(r'^@import url\("(?P<path>[^"]+)"\);\n?', re.MULTILINE)
COMMENT: Final = re.compile(r"/\*[\s\S]*?\*/")
DARK: Final = re.compile(r"@media \(prefers-color-scheme: dark\) \{(?P<rules>(?:[^{}]*\{[^{}]*\})*\s*)\}")
"""A block for the dark theme; its rules contain no further blocks."""
RULE: Final = re.compile(r"(?P<selectors>[^{}]+)\{(?P<body>[^{}]*)\}")
BY_SYSTEM: Final = ':not([data-theme="light"])'
BY_CHOICE: Final = '[data-theme="dark"]'


def joined(path: str, read: Callable[[str], str]) -> str:
    """Return a style sheet in which each import is replaced by the imported sheet."""

    def imported(match: re.Match[str]) -> str:
        return joined(posixpath.join(posixpath.dirname(path), match["path"]), read)

    return IMPORT.sub(imported, read(path))


def with_dark_theme(text: str) -> str:
    """Make the rules for the dark theme follow the visitor's choice; comments are removed.

    They apply if the system is dark and the light theme was not chosen, and if the dark theme was chosen. Their
    specificity stays the same (`:where`), so that later rules still override them.
    """

    def both_conditions(match: re.Match[str]) -> str:
        by_system, by_choice = (scoped_rules(match["rules"], condition) for condition in (BY_SYSTEM, BY_CHOICE))
        return f"@media (prefers-color-scheme: dark) {{{by_system}}}\n{by_choice}"

    return DARK.sub(both_conditions, COMMENT.sub("", text))


def scoped_rules(rules: str, condition: str) -> str:
    """Restrict rules to pages whose root element matches a condition."""

    def scoped(match: re.Match[str]) -> str:
        selectors = [selector.strip() for selector in match["selectors"].split(",")]
        return f"{', '.join(scoped_selector(selector, condition) for selector in selectors)} {{{match['body']}}}\n"

    return RULE.sub(scoped, rules)


def scoped_selector(selector: str, condition: str) -> str:
    if selector.startswith(":root"):
        return f":root:where({condition}){selector.removeprefix(':root')}"
    return f":where(:root{condition}) {selector}"
