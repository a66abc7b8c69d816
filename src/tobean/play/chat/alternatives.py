"""Sentences with a choice: "Red or Blue for my Soy" stands for two sentences, of which the player chooses one.

A question or a call may name several kinds, since any of them would do. An offer is binding, so the player is asked.
"""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Word
from tobean.play.chat.lexicon import KIND, MAX_PHRASE_WORDS, Lexicon, guess_meaning, join_words, lexicon, words_of
from tobean.play.chat.sentence_parser import MAX_TALK_LENGTH
from tobean.view.observation import Observation

MAX_CHOICES: Final = 4
"""Maximum number of sentences to choose from; further ones are left out."""


def sentences(text: str, view: Observation, names: Sequence[str]) -> list[str]:
    """List all readings of a sentence with an "or" between kinds; without one, the sentence alone."""
    lexicon_words = lexicon(view.rules, names, text)
    expanded = [
        " ".join(words) for words in expand_alternatives(words_of(text[:MAX_TALK_LENGTH]), lexicon_words, MAX_CHOICES)
    ]
    return list(dict.fromkeys(expanded)) if len(expanded) > 1 else [text]


def expand_alternatives(words: list[str], lexicon_words: Lexicon, most: int) -> list[list[str]]:
    """Resolve the last "or" between two kinds both ways, then those before it, up to `most` sentences."""
    for at in range(len(words) - 1, 0, -1):
        if lexicon_words.get(join_words([words[at]]), ("", 0))[0] != Word.OR:
            continue
        begin, end = kind_before(words, at, lexicon_words), kind_after(words, at, lexicon_words)
        if begin < at < end:
            expanded = expand_alternatives(words[:at] + words[end:], lexicon_words, most)
            if len(expanded) < most:
                expanded += expand_alternatives(words[:begin] + words[at + 1 :], lexicon_words, most - len(expanded))
            return expanded
    return [words]


def is_kind(words: list[str], lexicon_words: Lexicon) -> bool:
    """Whether these words together name a kind."""
    phrase = join_words(words)
    meaning = lexicon_words.get(phrase) or (guess_meaning(phrase, lexicon_words) if len(words) == 1 else None)
    return meaning is not None and meaning[0] == KIND


def kind_before(words: list[str], at: int, lexicon_words: Lexicon) -> int:
    """Return where the kind begins that ends right before this word; `at` if there is none."""
    return next(
        (begin for begin in range(max(0, at - MAX_PHRASE_WORDS), at) if is_kind(words[begin:at], lexicon_words)), at
    )


def kind_after(words: list[str], at: int, lexicon_words: Lexicon) -> int:
    """Return where the first kind after this word ends, its number and article included; `at` if there is none."""
    for begin in range(at + 1, min(at + MAX_PHRASE_WORDS, len(words))):
        for end in range(min(begin + MAX_PHRASE_WORDS, len(words)), begin, -1):
            if is_kind(words[begin:end], lexicon_words):
                return end
    return at
