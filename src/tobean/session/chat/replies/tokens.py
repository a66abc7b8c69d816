"""Tokens of a typed reply to an offer: its words and phrases with their roles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tobean.i18n.catalogues import LANGUAGES
from tobean.i18n.languages.trade_vocabulary import ANSWER_SIGNS, Answer, Word, trade_vocabulary_of
from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import Observation
from tobean.session.chat.lexicon import (
    COMMA,
    KIND,
    MAX_PHRASE_WORDS,
    NAME,
    NUMBER,
    Lexicon,
    Meaning,
    guess_meaning,
    join_words,
    languages_of,
    lexicon,
    one_letter_off,
    roles_by_word,
    words_and_commas,
)
from tobean.session.chat.sentence_parser import MAX_OF_A_KIND, MAX_TALK_LENGTH

UNKNOWN: Final = "unknown"
SINGLE_MEANINGS: Final = (Word.GIFT, Word.FOR_SALE)
"""Meanings in a deal that a phrase of several words may have in a reply."""
MIN_GUESS_LENGTH: Final = 5
"""Minimum number of letters of an answer in which a typo is tolerated."""
MIN_SWAP_LENGTH: Final = 4
"""Minimum number of letters of an answer in which two swapped letters are tolerated."""
FOREIGN_ANSWERS: Final = (Answer.YES, Answer.NO)
"""Answers that are understood in a line of any language."""


@dataclass(frozen=True)
class Token:
    """A word or phrase of a line with its roles in a reply, and its value if it is a kind or a player."""

    text: str
    roles: frozenset[str]
    value: int = 0
    count: int = 0
    """Number before a kind, or a number itself; 0 if none is given."""


@lru_cache(maxsize=16)
def reply_words(languages: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Map each word or phrase of a reply to its roles in the first of these languages that has it."""
    found = roles_by_word([trade_vocabulary_of(language).REPLIES for language in languages])
    for phrase, meaning in answer_words(languages).items():
        found[phrase] = found.get(phrase, frozenset()) | {meaning}
    return found


@lru_cache(maxsize=16)
def answer_words(languages: tuple[str, ...]) -> dict[str, str]:
    """Map each word or phrase of an answer to its meaning in the first of these languages that has it.

    If a language has two meanings for it, the earlier one in `Answer` holds.
    """
    found: dict[str, str] = {}
    for language in reversed(languages):
        answers = trade_vocabulary_of(language).ANSWERS
        for meaning in reversed(Answer):
            found.update({join_words([word]): meaning for word in answers.get(meaning, "").split()})
    return found | ANSWER_SIGNS


@lru_cache(maxsize=16)
def misspelt_answers(languages: tuple[str, ...]) -> dict[str, list[str]]:
    """Map the long words and phrases of an answer to themselves, each by its forms without one letter."""
    found: dict[str, list[str]] = {}
    for form in answer_words(languages):
        if len(form) >= MIN_SWAP_LENGTH:
            for shorter in {form, *without_one_letter(form)}:
                found.setdefault(shorter, []).append(form)
    return found


def without_one_letter(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


def tokens_of(text: str, view: Observation, names: Sequence[str]) -> list[Token]:
    """Split a line into tokens. A number belongs to the kind that follows."""
    return tokens_of_words(words_and_commas(text[:MAX_TALK_LENGTH]), text, view, names)


def tokens_of_words(words: list[str], text: str, view: Observation, names: Sequence[str]) -> list[Token]:
    """Return the tokens of the words of a line or of one of its clauses."""
    known, languages = lexicon(view.rules, names, text), languages_of(text)
    spellings = trade_vocabulary_of(languages[0]).SPELLINGS
    words = [part for word in words for part in spellings.get(word, word).split()]
    tokens: list[Token] = []
    at = count = 0
    while at < len(words):
        length, meaning, roles = longest_phrase(words, at, known, languages)
        phrase_text = " ".join(words[at : at + length])
        at += length
        if meaning is not None and meaning[0] == NUMBER:
            count = meaning[1]
            if roles and not precedes_kind(words, at, known, languages):  # "ne" is a number as well as a no
                count = 0
                tokens.append(Token(phrase_text, roles))
            else:
                tokens.append(Token(phrase_text, frozenset((NUMBER,)), 0, count))
        elif meaning is not None and meaning[0] in (KIND, NAME):
            is_kind = meaning[0] == KIND
            value = KIND_OF[meaning[1]] if is_kind else meaning[1]
            tokens.append(Token(phrase_text, frozenset((meaning[0],)), value, count if is_kind else 0))
            count = 0 if is_kind else count
        else:
            if meaning == (Word.BOTH, 0) and any(precedes_kind(words, at + more, known, languages) for more in (0, 1)):
                count = 2
            count = 0 if COMMA in roles else count
            tokens.append(Token(phrase_text, roles | ({meaning[0]} if meaning is not None else set())))
    return tokens


def precedes_kind(words: list[str], at: int, known: Lexicon, languages: tuple[str, ...]) -> bool:
    """Whether a kind, or an unknown word that may be an adjective, begins here."""
    if at >= len(words) or words[at] == COMMA:
        return False
    _, meaning, roles = longest_phrase(words, at, known, languages)
    return UNKNOWN in roles or (meaning is not None and meaning[0] == KIND)


def longest_phrase(
    words: list[str], at: int, known: Lexicon, languages: tuple[str, ...]
) -> tuple[int, Meaning | None, frozenset[str]]:
    """Return the longest phrase that begins here: its length, its meaning in a deal, and its roles in a reply."""
    replies = reply_words(languages)
    if words[at] == COMMA:
        return 1, None, frozenset((COMMA,))
    for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 0, -1):
        phrase = join_words(words[at : at + length])
        meaning = known.get(phrase)
        roles = replies.get(phrase, frozenset())
        if meaning is not None and meaning[0] in (KIND, NAME):
            return length, meaning, frozenset()
        if roles or (meaning is not None and (length == 1 or meaning[0] in SINGLE_MEANINGS)):
            return length, meaning, roles
    word = join_words(words[at : at + 1])
    if word.isdigit():
        return 1, (NUMBER, min(int(word), MAX_OF_A_KIND)), frozenset()
    close = guess_meaning(word, known)
    if close is not None and close[0] in (KIND, NAME):
        return 1, close, frozenset()
    answer = unusual_answer(word, languages)
    return 1, None, frozenset((answer or UNKNOWN,))


def unusual_answer(word: str, languages: tuple[str, ...]) -> str:
    """Return the meaning of an answer with a typo, with drawn-out letters ("yesss") or from another language."""
    answers, everywhere = answer_words(languages), answer_words((*languages, *LANGUAGES))
    short = re.sub(r"(..?)\1+", r"\1", word)
    for form in (re.sub(r"(.)\1+", r"\1", word), re.sub(r"(.)\1+", r"\1\1", word)):
        if form in answers:
            return answers[form]
    if answers.get(short, Answer.POLITE) != Answer.POLITE:  # "maman" is not "man"
        return answers[short]
    foreign = everywhere.get(word) or everywhere.get(short)
    if foreign in FOREIGN_ANSWERS:
        return foreign
    misspelt = misspelt_answers(languages)
    close = {
        answers[form]
        for shorter in (word, *without_one_letter(word))
        for form in misspelt.get(shorter, ())
        if one_letter_off(word, form) and is_long_enough(word, form) and answers[form] != Answer.POLITE
    }
    return close.pop() if len(close) == 1 else ""


def is_long_enough(word: str, form: str) -> bool:
    """Whether a typo is likely: in a long word, in one of five letters after the first, or two swapped letters."""
    is_late = len(word) == MIN_GUESS_LENGTH and word[0] == form[0]
    return len(word) > MIN_GUESS_LENGTH or is_late or sorted(word) == sorted(form)


def roles_in(tokens: list[Token]) -> set[str]:
    return {role for token in tokens for role in token.roles}


def kinds_in(tokens: list[Token]) -> list[int]:
    """List the kinds named, each as often as the number before it says."""
    return [token.value for token in tokens if KIND in token.roles for _ in range(max(1, token.count))]


def begins_with(tokens: list[Token], role: str) -> bool:
    """Whether a line begins with such a word, apart from names and polite words."""
    for token in tokens:
        if role in token.roles:
            return True
        if not token.roles & {NAME, Answer.POLITE, COMMA}:
            return False
    return False
