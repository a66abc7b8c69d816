"""A typed sentence as kinds, an addressee and the roles of its other words in a question."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Ask, Word, trade_vocabulary_of
from tobean.kernel.cards import KIND_OF
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.session.chat.lexicon import (
    COMMA,
    KIND,
    MAX_PHRASE_WORDS,
    NAME,
    NUMBER,
    Lexicon,
    Meaning,
    foreign_words,
    guess_meaning,
    join_words,
    languages_of,
    lexicon,
    one_letter_off,
    roles_by_word,
    words_and_commas,
)
from tobean.session.chat.sentence_parser import MAX_OF_A_KIND, MAX_TALK_LENGTH

OWNER_ROLES: Final = frozenset((Ask.OWN, Ask.THEIRS))
VERBS: Final = (Ask.WANTING, Ask.GIVING, Ask.HAVING, Ask.GETTING, Ask.RECEIVING, Ask.TAKING)
MIN_GUESS_LENGTH: Final = 6
"""Minimum number of letters of a question word in which a typo is tolerated."""


@lru_cache(maxsize=16)
def asking_words(languages: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Map each word of a question to its possible roles in the first of these languages that has it."""
    return roles_by_word([trade_vocabulary_of(language).ASKING for language in languages])


@dataclass
class ParsedSentence:
    """A parsed sentence: the kinds before and after a separator such as "for", and the roles of its other words."""

    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    owners_before: set[str] = field(default_factory=set)
    """Roles of the possessives before the separator, `own` or `theirs`."""
    roles: set[str] = field(default_factory=set)
    to: int = TABLE
    plain: bool = True
    is_loose: bool = False
    """Whether a number stands without its kind or in an odd place: "any two for a Green", "2 Soy 1 Red"."""
    foreign: str = ""
    """Name of a kind of another game, as typed."""
    is_counted: bool = False
    """Whether a number or an article stands before a kind."""
    unknown: int = 0
    """Number of unknown words."""
    words: int = 0
    is_parted: bool = False
    """Whether a verb stands between two kinds on the same side: "would two Soys get me the Garden"."""

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(sorted([*self.before, *self.after]))

    def has_role(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)


def parse_sentence(text: str, view: Observation, names: Sequence[str]) -> ParsedSentence:
    """Split a sentence into kinds, addressee and the roles of its other words."""
    known, asking = lexicon(view.rules, names, text), asking_words(languages_of(text))
    words = words_and_commas(text[:MAX_TALK_LENGTH])
    sentence = ParsedSentence(words=len(words))
    named: set[int] = set()
    at = count = 0
    follows_kind = in_return = verb_since = False
    owner: frozenset[str] = frozenset()
    while at < len(words):
        length, phrase = phrase_at(words, at, known, asking)
        at += length
        meaning = meaning_of(phrase, known, asking)
        if follows_kind and (phrase.isdigit() or known.get(phrase, ("", 0))[0] in (NUMBER, Word.BOTH)):
            # "für zwei Blaue eine Rote" turns to the other side; elsewhere it may be a list or a swap
            sentence.is_loose = sentence.is_loose or not in_return or bool(sentence.before)
            in_return = False
        follows_kind = meaning is not None and meaning[0] == KIND
        if phrase == COMMA:
            sentence.is_loose = sentence.is_loose or count > 1  # "two cards, the Red and the Garden"
            count = 0
            continue
        if meaning is None or meaning[0] in (Word.OTHER, Word.PADDING, Word.UNSETTLING):
            roles = asking.get(phrase) or roles_with_typo(phrase, asking)
            sentence.is_loose = sentence.is_loose or (Ask.IN_RETURN in roles and count > 1)
            if Ask.IN_RETURN in roles:
                sentence.owners_before |= owner
                in_return, owner = True, frozenset()
            elif sentence.after and in_return and not sentence.before and roles & OWNER_ROLES and not roles & owner:
                in_return = False  # "für eine Blaue deine Rote"
            owner = owner | (roles & OWNER_ROLES)
            sentence.roles |= roles
            verb_since = verb_since or not roles.isdisjoint(VERBS)
            if phrase not in asking:
                sentence.plain = False
                sentence.unknown += not roles
                sentence.foreign = sentence.foreign or (phrase if phrase in foreign_words() else "")
        elif meaning[0] == KIND:
            side = sentence.after if in_return else sentence.before
            kind = KIND_OF[meaning[1]]
            sentence.is_parted = sentence.is_parted or (verb_since and bool(side) and kind not in side)
            verb_since = False
            if count or kind not in side:  # "Red, Red, who has Red?" asks for one
                side += [kind] * max(1, count)
            sentence.is_counted = sentence.is_counted or count > 0
            count = 0
        elif meaning[0] == NAME:
            named = {meaning[1], *named} - {view.seat}
            sentence.to = next(iter(named)) if len(named) == 1 else TABLE
        elif meaning[0] in (NUMBER, Word.BOTH):
            count = meaning[1] or 2
    if sentence.has_role(Ask.LIKING) and sentence.has_role(Ask.HAVING):
        sentence.roles.add(Ask.WANTING)
    elif sentence.has_role(Ask.NEGATED) and sentence.has_role(Ask.HAVING):
        sentence.roles.discard(Ask.WANTING)  # "do you have a Blue that you do not need?"
    return sentence


def roles_with_typo(word: str, asking: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the roles of a long word with a typo; none if they are not certain."""
    if len(word) < MIN_GUESS_LENGTH:
        return frozenset()
    close = {roles for form, roles in asking.items() if len(form) >= MIN_GUESS_LENGTH and one_letter_off(word, form)}
    return close.pop() if len(close) == 1 else frozenset()


def phrase_at(words: list[str], at: int, known: Lexicon, asking: dict[str, frozenset[str]]) -> tuple[int, str]:
    """Return the longest run of words with a joint meaning: its length, and the words joined."""
    for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 1, -1):
        phrase = join_words(words[at : at + length])
        if phrase in asking or known.get(phrase, ("", 0))[0] in (KIND, NAME):
            return length, phrase
    return 1, join_words(words[at : at + 1])


def meaning_of(phrase: str, known: Lexicon, asking: dict[str, frozenset[str]]) -> Meaning | None:
    """Return the kind, player or number that a phrase stands for; None if it is a question word or unknown."""
    meaning = known.get(phrase)
    if meaning is not None and (meaning[0] in (KIND, NAME) or phrase not in asking):
        return meaning
    if phrase in asking:
        return None
    if phrase.isdigit():
        return (NUMBER, min(int(phrase), MAX_OF_A_KIND)) if int(phrase) else None
    close = guess_meaning(phrase, known)
    return close if close is not None and close[0] in (KIND, NAME) else None
