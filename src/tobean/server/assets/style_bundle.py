"""Style sheets as one file, which follow the visitor's own choice of light or dark."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

IMPORT: Final = re.compile(r'^@import url\("(?P<path>[^"]+)"\);\n?', re.MULTILINE)
REMARK: Final = re.compile(r"/\*[\s\S]*?\*/")
DARK: Final = re.compile(r"@media \(prefers-color-scheme: dark\) \{(?P<rules>(?:[^{}]*\{[^{}]*\})*\s*)\}")
"""What is meant for the dark: rules without further blocks inside them."""
RULE: Final = re.compile(r"(?P<selectors>[^{}]+)\{(?P<body>[^{}]*)\}")
BY_SYSTEM: Final = ':not([data-theme="light"])'
BY_CHOICE: Final = '[data-theme="dark"]'


def joined(path: str, read: Callable[[str], str]) -> str:
    """A style sheet with those that it imports in their places."""

    def inner(found: re.Match[str]) -> str:
        return joined(posixpath.join(posixpath.dirname(path), found["path"]), read)

    return IMPORT.sub(inner, read(path))


def with_dark_theme(text: str) -> str:
    """Rules for the dark hold where the system says so and nothing else was chosen, and where it was chosen.

    They weigh as much as before (`:where`), so that those behind them still count. Remarks go.
    """

    def both(found: re.Match[str]) -> str:
        rules = found["rules"]
        return f"@media (prefers-color-scheme: dark) {{{scoped_rules(rules, BY_SYSTEM)}}}\n{scoped_rules(rules, BY_CHOICE)}"

    return DARK.sub(both, REMARK.sub("", text))


def scoped_rules(rules: str, condition: str) -> str:
    """The same rules, where the root of the page is like this."""

    def narrowed(found: re.Match[str]) -> str:
        selectors = [selector.strip() for selector in found["selectors"].split(",")]
        return f"{', '.join(scoped_selector(selector, condition) for selector in selectors)} {{{found['body']}}}\n"

    return RULE.sub(narrowed, rules)


def scoped_selector(selector: str, condition: str) -> str:
    if selector.startswith(":root"):
        return f":root:where({condition}){selector.removeprefix(':root')}"
    return f":where(:root{condition}) {selector}"
