"""Tokens of a typed reply to an offer: its words and phrases with their roles."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Answer, trade_vocabulary_of
from tobean.kernel.cards import KIND_OF
from tobean.play.chat.lexicon import (
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
    roles_by_word,
    words_and_commas,
)
from tobean.play.chat.offer_replies import answer_words
from tobean.play.chat.sentence_parser import MAX_OF_A_KIND, MAX_TALK_LENGTH
from tobean.view.observation import Observation

UNKNOWN: Final = "unknown"


@dataclass(frozen=True)
class Token:
    """A word or phrase of a line with its roles in a reply, and its value if it is a kind or a player."""

    text: str
    roles: frozenset[str]
    value: int = 0
    count: int = 0
    """Number of cards of a kind; 0 if none is given."""


@lru_cache(maxsize=16)
def reply_words(languages: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Map each word or phrase of a reply to its roles in the first of these languages that has it."""
    return roles_by_word([trade_vocabulary_of(language).REPLIES for language in languages])


def tokens_of(text: str, view: Observation, names: Sequence[str]) -> list[Token]:
    """Split a line into tokens. A number belongs to the kind that follows."""
    known, languages = lexicon(view.rules, names, text), languages_of(text)
    words = words_and_commas(text[:MAX_TALK_LENGTH])
    tokens: list[Token] = []
    at = count = 0
    while at < len(words):
        length, meaning, roles = longest_phrase(words, at, known, languages)
        phrase_text = " ".join(words[at : at + length])
        at += length
        if meaning is not None and meaning[0] == NUMBER:
            count = meaning[1]
            is_alone = at >= len(words) or words[at] == COMMA  # "ne" is a number as well as a no
            tokens.append(Token(phrase_text, (roles if is_alone else frozenset()) | {NUMBER}))
        elif meaning is not None and meaning[0] in (KIND, NAME):
            is_kind = meaning[0] == KIND
            value = KIND_OF[meaning[1]] if is_kind else meaning[1]
            tokens.append(Token(phrase_text, frozenset((meaning[0],)), value, count if is_kind else 0))
            count = 0 if is_kind else count
        else:
            count = 0 if COMMA in roles else count
            tokens.append(Token(phrase_text, roles | ({meaning[0]} if meaning is not None else set())))
    return tokens


def longest_phrase(
    words: list[str], at: int, known: Lexicon, languages: tuple[str, ...]
) -> tuple[int, Meaning | None, frozenset[str]]:
    """Return the longest phrase that begins here: its length, its meaning in a deal, and its roles in a reply."""
    replies, answers = reply_words(languages), answer_words(languages)
    if words[at] == COMMA:
        return 1, None, frozenset((COMMA,))
    for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 0, -1):
        phrase = join_words(words[at : at + length])
        meaning = known.get(phrase)
        roles = replies.get(phrase, frozenset())
        if phrase in answers:
            roles = roles | {answers[phrase]}
        if meaning is not None and meaning[0] in (KIND, NAME):
            return length, meaning, frozenset()
        if roles or (meaning is not None and length == 1):
            return length, meaning, roles
    word = join_words(words[at : at + 1])
    if word.isdigit():
        return 1, (NUMBER, min(int(word), MAX_OF_A_KIND)), frozenset()
    close = guess_meaning(word, known)
    if close is not None and close[0] in (KIND, NAME):
        return 1, close, frozenset()
    return 1, None, frozenset((UNKNOWN,))


def roles_in(tokens: list[Token]) -> set[str]:
    return {role for token in tokens for role in token.roles}


def kinds_in(tokens: list[Token]) -> list[int]:
    """List the kinds named, each as often as the number before it says."""
    return [token.value for token in tokens if KIND in token.roles for _ in range(max(1, token.count))]


def without_leading_no(tokens: list[Token]) -> list[Token]:
    """Return the tokens after a "no" at the beginning."""
    at = next(
        (at for at, token in enumerate(tokens) if not token.roles & {Answer.NO, NAME, Answer.POLITE, COMMA}),
        len(tokens),
    )
    return tokens[at:]


def begins_with(tokens: list[Token], role: str) -> bool:
    """Whether a line begins with such a word, apart from names and polite words."""
    for token in tokens:
        if role in token.roles:
            return True
        if not token.roles & {NAME, Answer.POLITE, COMMA}:
            return False
    return False
