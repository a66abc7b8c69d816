"""How large anything may be that somebody brings or does. docs/bounds.md lists these numbers and says why.

All of them are far beyond what any game needs. Whoever reads something checks its size first, and builds from it
afterwards.
"""

from __future__ import annotations

import re
from typing import Final

from tobean.kernel.errors import BadInput, Phrase

# --- texts -------------------------------------------------------------------------------------------------

MAX_TEXT_LENGTH: Final = 4_000_000
"""Characters of a record, a table text or a file of scenarios."""
MAX_LINE_LENGTH: Final = 30_000
"""Characters of one of their lines; the longest is a card set."""
MAX_LINES: Final = 20_000
MAX_DIGITS: Final = 9
"""Digits of a number."""
MAX_NAME_LENGTH: Final = 40
"""Characters of the name of a player or of a card."""

# --- card sets ---------------------------------------------------------------------------------------------

MAX_CARD_FILE_LENGTH: Final = 60_000
"""Characters of a card set as a TOML file, with its comments."""
MAX_CARD_SET_LENGTH: Final = 20_000
"""Characters of a card set as JSON, which is how records keep it."""
MAX_CARD_TEXT_LENGTH: Final = 300
"""Characters of what is printed on a card."""
MAX_NESTING: Final = 4
"""How deep brackets may be nested."""
MAX_DOTS: Final = 12
"""Dots of a line of TOML outside its texts: a key of very many parts takes very long to read."""
MAX_CARDS_OF_KIND: Final = 60
"""More cards of a kind than this is a slip of the pen. It holds for the steps of a beanometer, too."""
MAX_CARDS: Final = 400
"""Cards of a game, and cards of one list."""

# --- games -------------------------------------------------------------------------------------------------

MAX_OPEN_OFFERS: Final = 30
"""Open offers of one player (T7)."""
MAX_CARDS_NAMED: Final = 40
"""Kinds that an offer or a call names on one side (T8)."""
MAX_TALK: Final = 100
"""Offers and calls of one player in a turn, where the table sets no limit of its own (T8)."""
LAST_TALK_PLY: Final = 5_000
"""Actions of a game after which nobody makes offers and calls any more, so that every game ends (T8)."""
MAX_CALLS: Final = 99
"""Calls that stay on the table; older ones are forgotten."""
MAX_MOVES: Final = 10_000
"""Actions of a record."""
MAX_STEPS: Final = 60
"""Steps on the agenda of a table text."""
MAX_FACTS: Final = 400
"""Proven cards of a table text."""


UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, all that ends a line, and halves of characters: nothing that could stand in a record."""
UNREADABLE: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""The same without tabs and what ends a line."""


def is_one_line(text: str) -> bool:
    """Can this text stand in a line of a record, and be read back?"""
    return UNPRINTABLE.search(text) is None


def lines_of(text: str, error: type[BadInput]) -> list[str]:
    """The lines of a text that somebody brings; raises this error unless it has a reasonable size."""
    if len(text) > MAX_TEXT_LENGTH:
        reason = Phrase("this text is too long: it may have {most} characters", most=MAX_TEXT_LENGTH)
        raise error("line {line}: {reason}", line=1, reason=reason)
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        reason = Phrase("these are too many lines: there may be {most}", most=MAX_LINES)
        raise error("line {line}: {reason}", line=MAX_LINES + 1, reason=reason)
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE_LENGTH:
            reason = Phrase("this line is too long: it may have {most} characters", most=MAX_LINE_LENGTH)
            raise error("line {line}: {reason}", line=number, reason=reason)
        if UNREADABLE.search(line):
            reason = Phrase("there is a character in this line that cannot be printed")
            raise error("line {line}: {reason}", line=number, reason=reason)
    return lines


def depth_of(text: str) -> int:
    """How deep the brackets of a text are nested."""
    deepest = depth = 0
    for mark in text:
        if mark in "[{":
            depth += 1
            if depth > deepest:
                deepest = depth
        elif mark in "]}" and depth:
            depth -= 1
    return deepest
