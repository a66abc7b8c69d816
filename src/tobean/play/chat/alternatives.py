"""One of two: "Red or Blue for my Soy" is two sentences, of which somebody who trades has to choose one.

A question and a call may name several kinds, since any of them would do; an offer binds, so it is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tobean.i18n.languages.trade_vocabulary import OR
from tobean.play.chat.lexicon import KIND, LONGEST_PHRASE, Meaning, guessed, joined_words, lexicon, words_of
from tobean.play.chat.sentence_parser import LONGEST_TALK

if TYPE_CHECKING:
    from tobean.view.observation import Observation

MOST: Final = 4
"""So many sentences one is asked to choose from; whoever names more is shown the first of them."""


def sentences(text: str, view: Observation, names: Sequence[str]) -> list[str]:
    """All that a sentence with an "or" between kinds can mean, in plain words; without one, the sentence alone."""
    known = lexicon(view.rules, tuple(names))
    found = [" ".join(words) for words in expand_alternatives(words_of(text[:LONGEST_TALK]), known, MOST)]
    return list(dict.fromkeys(found)) if len(found) > 1 else [text]


def expand_alternatives(words: list[str], known: dict[str, Meaning], most: int) -> list[list[str]]:
    """The last "or" between two kinds is decided both ways, and so are those before it, until there are enough."""
    for at in range(len(words) - 1, 0, -1):
        if known.get(joined_words([words[at]]), ("", 0))[0] != OR:
            continue
        begin, end = kind_before(words, at, known), kind_after(words, at, known)
        if begin < at < end:
            found = expand_alternatives(words[:at] + words[end:], known, most)
            if len(found) < most:
                found += expand_alternatives(words[:begin] + words[at + 1 :], known, most - len(found))
            return found
    return [words]


def is_kind(words: list[str], known: dict[str, Meaning]) -> bool:
    """Are these words together the name of a kind?"""
    phrase = joined_words(words)
    meaning = known.get(phrase) or (guessed(phrase, known) if len(words) == 1 else None)
    return meaning is not None and meaning[0] == KIND


def kind_before(words: list[str], at: int, known: dict[str, Meaning]) -> int:
    """Where the kind begins that ends right before this word; `at`: there is none."""
    return next((begin for begin in range(max(0, at - LONGEST_PHRASE), at) if is_kind(words[begin:at], known)), at)


def kind_after(words: list[str], at: int, known: dict[str, Meaning]) -> int:
    """Where the first kind after this word ends, with its number and article before it; `at`: there is none."""
    for begin in range(at + 1, min(at + LONGEST_PHRASE, len(words))):
        for end in range(min(begin + LONGEST_PHRASE, len(words)), begin, -1):
            if is_kind(words[begin:end], known):
                return end
    return at
