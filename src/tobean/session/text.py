"""Typed text as one visible line: without invisible characters and without those that reverse other text.

A control character, a filler or a heap of accents in a name or in chat hides text, imitates another name, or spills
over its neighbours. What ordinary writing needs stays: accents, vowel signs, joiners within words and emoji.
"""

import unicodedata
from typing import Final

ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"
KEYCAP: Final = "\u20e3"
FIRST_STRONG_ISOLATE: Final = "\u2068"
POP_ISOLATE: Final = "\u2069"

BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and symbols that look like a space: Hangul fillers and the empty Braille cell."""
INVISIBLE: Final = frozenset("\u034f\u17b4\u17b5\U00016fe4\U0001d159")
"""Invisible characters that Unicode counts as marks or symbols."""
REMOVED_CATEGORIES: Final = frozenset(("Cc", "Cs", "Co", "Cn"))
"""Controls, surrogates, private-use and unassigned characters."""

MAX_MARKS: Final = 2
STACKING_SCRIPTS: Final = (
    (0x0590, 0x05FF, 3),  # Hebrew: a dot within, a dot above, a vowel
    (0x0900, 0x0DFF, 3),  # India and Sri Lanka: a dot below, a vowel, a nasal
    (0x0F00, 0x0FFF, 4),  # Tibetan: consonants below each other
    (0x1000, 0x109F, 4),  # Burmese: vowels on both sides, a tone
)
"""Scripts in which ordinary words stack more marks on a letter, with the most marks."""
JOINING_SCRIPTS: Final = (
    (0x0600, 0x08FF),  # Arabic, Syriac, N'Ko and their neighbours
    (0x0900, 0x0DFF),  # India and Sri Lanka
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0xFB50, 0xFEFE),  # forms of Arabic letters
)
"""Scripts that write joiners within words."""
SKIN_TONES: Final = (0x1F3FB, 0x1F3FF)
EMOJI_STYLE: Final = "\ufe0e\ufe0f"
"""Selectors for the text and the emoji form of a symbol."""
STYLED: Final = frozenset("‼⁉〰ℹ")
"""Characters with two such forms whose Unicode category is not a symbol."""
IDEOGRAPHIC_SELECTORS: Final = (0xE0100, 0xE01EF)
MONGOLIAN: Final = (0x1820, 0x18AA)
MONGOLIAN_SELECTORS: Final = "\u180b\u180c\u180d\u180f"
RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN"))


def one_line(text: str) -> str:
    """Return the text as one line of visible characters; "" if there are none. Applying it twice changes nothing."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    before, text = "", normalize_spaces(text)
    while text != before:
        # Removing characters brings others together, which may then combine: repeat until nothing changes.
        before, text = text, remove_stray_marks(unicodedata.normalize("NFC", text))
    return text


def normalize_spaces(text: str) -> str:
    """Replace each run of white space by one space, and remove characters that are never visible."""
    found: list[str] = []
    for character in text:
        if character.isspace() or character in BLANK:
            found.append(" ")
        elif unicodedata.category(character) not in REMOVED_CATEGORIES and character not in INVISIBLE:
            found.append(character)
    return " ".join("".join(found).split())


def remove_stray_marks(text: str) -> str:
    """Remove joiners, selectors and marks that have no base character or are too many."""
    found: list[str] = []
    marks = 0
    """Number of marks on the last base character."""
    for place, character in enumerate(text):
        before = found[-1] if found else " "
        after = text[place + 1] if place + 1 < len(text) else " "
        category = unicodedata.category(character)
        if category == "Cf":
            if joins(character, before, after):
                found.append(character)
        elif is_selector(character):
            if selects(character, before, after):
                found.append(character)
        elif category[0] == "M":
            if before != " " and (category == "Mc" or marks < max_combining_marks(character)):
                found.append(character)
                marks += category != "Mc"
        elif character != " " or before != " ":
            found.append(character)
            marks = 0 if character.isascii() else marks_within(character)
    return "".join(found).rstrip(" ")


def within(character: str, first: int, last: int) -> bool:
    return first <= ord(character) <= last


def marks_within(letter: str) -> int:
    """Return the number of marks in a composed letter such as ậ."""
    return sum(unicodedata.category(each) == "Mn" for each in unicodedata.normalize("NFD", letter))


def max_combining_marks(mark: str) -> int:
    return next((most for first, last, most in STACKING_SCRIPTS if within(mark, first, last)), MAX_MARKS)


def joins(joiner: str, before: str, after: str) -> bool:
    """Whether a joiner stands within a word of a script that uses it, or within an emoji."""
    if joiner not in (ZWNJ, ZWJ):
        return False
    kinds = unicodedata.category(before), unicodedata.category(after)
    if kinds[0][0] in "LM" and kinds[1][0] in "LM" and not is_selector(before) and not is_selector(after):
        return any(within(before, *script) and within(after, *script) for script in JOINING_SCRIPTS)
    follows_emoji = kinds[0] == "So" or before in EMOJI_STYLE or within(before, *SKIN_TONES)
    return joiner == ZWJ and follows_emoji and kinds[1] in ("So", "Sm")


def is_selector(character: str) -> bool:
    return (
        within(character, 0xFE00, 0xFE0F)
        or within(character, *IDEOGRAPHIC_SELECTORS)
        or character in MONGOLIAN_SELECTORS
    )


def selects(selector: str, before: str, after: str) -> bool:
    """Whether the character before the selector has several forms."""
    if selector in EMOJI_STYLE:
        if before in "0123456789#*":
            return after == KEYCAP
        return unicodedata.category(before) in ("So", "Sm") or before in STYLED
    if selector in MONGOLIAN_SELECTORS:
        return within(before, *MONGOLIAN)
    return within(selector, *IDEOGRAPHIC_SELECTORS) and unicodedata.name(before, "").startswith("CJK UNIFIED IDEOGRAPH")


def skeleton(name: str) -> str:
    """Return the same text for all names that look alike: case, width and joiners are dropped."""
    bare = "".join(each for each in one_line(name) if each not in (ZWNJ, ZWJ) and not is_selector(each))
    folded = unicodedata.normalize("NFKC", bare).casefold()
    # Case folding may undo normalization, and the other way round.
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).casefold()).split())


def isolated(name: str) -> str:
    """Isolate a name for use in a sentence, so that a right-to-left name does not reverse the words around it."""
    if name.isascii() or not any(unicodedata.bidirectional(each) in RIGHT_TO_LEFT for each in name):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
