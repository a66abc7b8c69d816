"""Limits on the size of input and on the length of games. See docs/bounds.md.

All of them are far beyond what any game needs. Parsers check the size of their input before they build anything from
it.
"""

import re
from typing import Final

from tobean.kernel.errors import BadInput, Phrase

# --- texts -------------------------------------------------------------------------------------------------

MAX_TEXT_LENGTH: Final = 4_000_000
"""Characters of a record, a table text or a file of scenarios; the longest record of a game is shorter."""
MAX_LINE_LENGTH: Final = 30_000
"""Characters of one line of these; the longest is a card set."""
MAX_LINES: Final = 20_000
MAX_DIGITS: Final = 9
"""Digits of a number: it fits into a machine word, and Python agrees to read it."""
MAX_NAME_LENGTH: Final = 40
"""Characters of the name of a player or of a card."""

# --- card sets ---------------------------------------------------------------------------------------------

MAX_CARD_FILE_LENGTH: Final = 60_000
"""Characters of a card set as a TOML file, with its comments."""
MAX_CARD_SET_LENGTH: Final = 20_000
"""Characters of a card set as JSON, which every record and log of a table carries."""
MAX_CARD_TEXT_LENGTH: Final = 300
"""Characters of the text printed on a card."""
MAX_NESTING: Final = 4
"""Nesting depth of brackets: the parsers of TOML and JSON fail in their own ways at very many."""
MAX_DOTS: Final = 12
"""Dots outside strings in a line of TOML: a key of very many parts takes very long to parse."""
MAX_CARDS_OF_KIND: Final = 60
"""Cards of one kind; a larger number is assumed to be a typing error. Also the limit for the steps of a beanometer."""
MAX_CARDS: Final = 400
"""Cards of a game, and cards of one list."""

# --- games -------------------------------------------------------------------------------------------------

MAX_OPEN_OFFERS: Final = 30
"""Open offers of one player (T7): every observation lists all of them."""
MAX_CARDS_NAMED: Final = 40
"""Kinds named on one side of an offer or a call (T8)."""
MAX_TALK: Final = 100
"""Offers and calls of one player in a turn, if the table sets no limit of its own (T8)."""
LAST_TALK_PLY: Final = 5_000
"""Actions of a game after which offers and calls end, so that every game ends (T8); a long game has 1,200."""
MAX_CALLS: Final = 99
"""Calls shown at the table; older ones are dropped."""
MAX_MOVES: Final = 10_000
"""Actions of a record: a game without further talk is over long before."""
MAX_STEPS: Final = 60
"""Steps on the agenda of a table text."""
MAX_FACTS: Final = 400
"""Proven facts about hands in a table text."""


UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, line separators and surrogates, which cannot occur within a line of a record."""
UNREADABLE: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff]")
"""As `UNPRINTABLE`, but without tabs and line separators."""


def is_number(text: str) -> bool:
    """Whether the text is a whole number of sensible size in ASCII digits; `str.isdigit` also accepts superscripts."""
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS


def is_one_line(text: str) -> bool:
    """Whether the text can be part of a line of a record and be read back."""
    return UNPRINTABLE.search(text) is None


def lines_of(text: str, error: type[BadInput]) -> list[str]:
    """Split a text from outside into lines; raises `error` if its size is unreasonable."""
    if len(text) > MAX_TEXT_LENGTH:
        reason = Phrase("this text is too long: it may have {most} characters", most=MAX_TEXT_LENGTH)
        raise error("line {line}: {reason}", line=1, reason=reason)
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        reason = Phrase("too many lines; the maximum is {most}", most=MAX_LINES)
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
    """Return the nesting depth of the brackets in a text."""
    deepest = depth = 0
    for mark in text:
        if mark in "[{":
            depth += 1
            if depth > deepest:
                deepest = depth
        elif mark in "]}" and depth:
            depth -= 1
    return deepest
